/** What keeps a process from a part that it needs, and how a start waits for that part. */
import { pause } from "./bell.ts";
import type { Logger } from "./log.ts";
import { Outage } from "./outage.ts";

/** The message is written by us, names no secret, and may be shown at readiness. */
export class PartTrouble extends Error {
  /** The part answers and says no: only a person can mend that, and no start waits for it. */
  readonly isRefusal: boolean;

  constructor(message: string, options: { isRefusal?: boolean; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = "PartTrouble";
    this.isRefusal = options.isRefusal ?? false;
  }
}

/** In words for an operator; what nobody put into such words is only called silent. */
export function troubleReason(error: unknown): string {
  return error instanceof PartTrouble ? error.message : "does not answer";
}

/** What keeps a process from the port of a variable: operators know ports by these. */
export function portTrouble(variable: string, port: number, error: unknown): PartTrouble {
  const { code, message } = error as NodeJS.ErrnoException;
  return new PartTrouble(`${variable}: ${portWords(port, code ?? message)}`, { cause: error });
}

function portWords(port: number, code: string): string {
  if (code === "EADDRINUSE") return `port ${port} is taken`;
  if (code !== "EACCES") return `cannot listen at port ${port} (${code})`;
  return `this user may not listen at port ${port}: those below 1024 take rights of their own`;
}

const tryPause = { baseSeconds: 0.25, capSeconds: 3 };

export type Waiting = { log: Logger; signal: AbortSignal };

/**
 * Tries until the part answers, for as long as it takes: one line says for what it waits, one that
 * it answers. Rejects with a {@link PartTrouble} when the part refuses, or when the signal fires.
 */
export async function waitForPart<Answer>(
  part: string,
  ask: () => Promise<Answer>,
  { log, signal }: Waiting,
): Promise<Answer> {
  const outage = new Outage(log, {
    begins: `the start waits for ${part}`,
    ends: `${part} answers; the start goes on`,
  });
  for (let tries = 0; !signal.aborted; tries += 1) {
    try {
      const answer = await ask();
      outage.end();
      return answer;
    } catch (error) {
      if (error instanceof PartTrouble && error.isRefusal) throw refusalOf(part, error);
      outage.meet(troubleReason(error), { err: error });
      await pause(Math.min(tryPause.baseSeconds * 2 ** tries, tryPause.capSeconds), signal);
    }
  }
  throw new PartTrouble(`stopped while waiting for ${part}`);
}

function refusalOf(part: string, cause: PartTrouble): PartTrouble {
  return new PartTrouble(`${part}: ${cause.message}`, { isRefusal: true, cause });
}
