import { statfs } from "node:fs/promises";
import type { Act } from "./act.ts";
import { exitCodes } from "./exit-codes.ts";
import { bytes } from "./terminal.ts";

type Finding = { check: string; ok: boolean; says: string };

const CLOCK_SECONDS_MAX = 120;
const ROOM_BYTES_MIN = 100_000_000;

/** Looks at everything that a command needs, and says what to mend. */
export const doctor: Act<object> = async ({ session, terminal }) => {
  const findings = (
    await Promise.all([service(session.baseUrl), credentials(session), room()])
  ).flat();
  findings.push({ check: "secrets", ok: true, says: session.store.where });
  terminal.result({ findings }, () =>
    terminal.table(
      ["", "Check", "Finding"],
      findings.map(({ ok, check, says }) => [ok ? "ok" : "!!", check, says]),
    ),
  );
  return findings.every(({ ok }) => ok) ? exitCodes.done : exitCodes.unavailable;
};

async function service(baseUrl: string): Promise<Finding[]> {
  try {
    const answer = await fetch(`${baseUrl}/health/ready`, { signal: AbortSignal.timeout(10_000) });
    await answer.arrayBuffer();
    const skew = Math.round((Date.now() - Date.parse(answer.headers.get("date") ?? "")) / 1000);
    const isRight = Number.isNaN(skew) || Math.abs(skew) < CLOCK_SECONDS_MAX;
    return [
      {
        check: "service",
        ok: answer.ok,
        says: answer.ok ? baseUrl : `${baseUrl} answers ${answer.status}`,
      },
      { check: "clock", ok: isRight, says: isRight ? "right" : `${skew} seconds off: set it` },
    ];
  } catch {
    return [
      {
        check: "service",
        ok: false,
        says: `${baseUrl} cannot be reached: set --url or DATASET_MARKET_URL`,
      },
    ];
  }
}

async function credentials({
  buyer,
  seller,
  secrets,
}: Parameters<Act<object>>[0]["session"]): Promise<Finding[]> {
  const state = async (check: string, call: Promise<unknown>) => {
    try {
      await call;
      return { check, ok: true, says: "accepted" };
    } catch (error) {
      const isNone =
        secrets.oauth === undefined && secrets.key === undefined && secrets.agent === undefined;
      return {
        check,
        ok: isNone,
        says: isNone ? "none: `login` gets one" : (error as Error).message,
      };
    }
  };
  return Promise.all([
    state("buying", buyer.call("readOperator", {})),
    ...(secrets.agent === undefined && secrets.oauth === undefined
      ? []
      : [state("selling", seller.call("readAgent", {}))]),
  ]);
}

async function room(): Promise<Finding> {
  const { bavail, bsize } = await statfs(".");
  const free = bavail * bsize;
  return { check: "disk", ok: free > ROOM_BYTES_MIN, says: `${bytes(free)} free here` };
}
