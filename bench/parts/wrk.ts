/** Debian's `wrk`, which sends requests faster than the measured servers answer. */
import { findProgram } from "../../test/support/programs/debian-programs.ts";

const connections = 32;
const wrk = await findProgram("wrk");

type Load = { url: string; headers: Record<string, string>; seconds: number };

/** Answered calls, those of them without a 2xx or 3xx status, and calls per second. */
export type Answered = { calls: number; refused: number; perSecond: number };

/** One thread with 32 connections. Each calls again as soon as it gets an answer. */
export function callAgainAndAgain({ url, headers, seconds }: Load): Answered {
  const fields = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const options = ["-t", "1", "-c", String(connections), "-d", `${seconds}s`, ...fields];
  const { stdout } = Bun.spawnSync([wrk, ...options, url]);
  const told = stdout.toString();
  const figure = (pattern: RegExp) => Number(pattern.exec(told)?.[1] ?? 0);
  const perSecond = figure(/Requests\/sec:\s+([\d.]+)/);
  if (perSecond === 0) throw new Error(`wrk said: ${told}`);
  const refused = figure(/Non-2xx or 3xx responses: (\d+)/);
  return { calls: figure(/(\d+) requests in/), refused, perSecond };
}
