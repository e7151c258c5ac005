/** Why a process cannot use a part that it needs, and how start-up waits for that part. */
import { pause } from "./bell.ts";
import type { Logger } from "./log.ts";
import { Outage } from "./outage.ts";

/** The message is our own, contains no secret, and may be shown at readiness. */
export class PartTrouble extends Error {
  /** The part answers but refuses: only a person can fix that, so start-up does not wait. */
  readonly isRefusal: boolean;

  constructor(message: string, options: { isRefusal?: boolean; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = "PartTrouble";
    this.isRefusal = options.isRefusal ?? false;
  }
}

/** A reason for operators; errors without our own words are reported as no answer. */
export function troubleReason(error: unknown): string {
  return error instanceof PartTrouble ? error.message : "does not answer";
}

/** Explains why a process cannot listen, with the port's variable, by which operators know it. */
export function portTrouble(variable: string, port: number, error: unknown): PartTrouble {
  const { code, message } = error as NodeJS.ErrnoException;
  return new PartTrouble(`${variable}: ${portWords(port, code ?? message)}`, { cause: error });
}

function portWords(port: number, code: string): string {
  if (code === "EADDRINUSE") return `port ${port} is taken`;
  if (code !== "EACCES") return `cannot listen at port ${port} (${code})`;
  return `this user may not listen at port ${port}: ports below 1024 require special rights`;
}

const tryPause = { baseSeconds: 0.25, capSeconds: 3 };

export type Waiting = { log: Logger; signal: AbortSignal };

/**
 * Retries until the part answers, however long that takes, with one log line at the beginning and
 * one at the end. Rejects with a {@link PartTrouble} if the part refuses or the signal fires.
 */
export async function waitForPart<Answer>(
  part: string,
  ask: () => Promise<Answer>,
  { log, signal }: Waiting,
): Promise<Answer> {
  const outage = new Outage(log, {
    begins: `start-up waits for ${part}`,
    ends: `${part} answers; start-up continues`,
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
