/**
 * A process of the product. Where LOOP_FIGURES names a file, its event loop is watched from within, and what
 * each act cost it is written there: `bun bench/edge/event-loop.ts`.
 */
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { startProcess, untilReady } from "../../../dev/parts/process.ts";
import { createTestDir, freePort } from "../stack.ts";

const repositoryDir = join(import.meta.dir, "../../..");
const figuresFile = process.env.LOOP_FIGURES;
const triesMax = 5;
/** What costs less is not tried again. */
const enoughMs = 5;

export type MeasuredProcess = Awaited<ReturnType<typeof startMeasured>>;

/** Starts `bun <main>`; `isReady` is asked until it answers true. */
export async function startMeasured(
  main: string,
  env: Record<string, string>,
  isReady: () => Promise<boolean>,
) {
  const port = await freePort();
  const logFile = join(createTestDir(), "process.log");
  const watch = ["--preload", "./test/support/programs/loop-delay.ts"];
  const part = startProcess({
    name: main,
    command: [process.execPath, ...(figuresFile === undefined ? [] : watch), main],
    cwd: repositoryDir,
    env: { ...process.env, ...env, NODE_ENV: "production", LOOP_DELAY_PORT: String(port) },
    logFile,
    stopTimeoutMs: 5000,
  });
  await untilReady(part, async () => isReady().catch(() => false));
  /** The longest stretch since the last call, in milliseconds of CPU time of the loop's thread. */
  const longestMs = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/`);
    return ((await answer.json()) as { longestMs: number }).longestMs;
  };
  return {
    logFile,
    /** Acts once; where figures are wanted a few times, as what a first one calls may still be compiled. */
    async measure<Result>(name: string, act: () => Promise<Result>): Promise<Result> {
      if (figuresFile === undefined) return await act();
      let result = await act();
      let ms = Number.POSITIVE_INFINITY;
      for (let tries = 0; tries < triesMax && ms > enoughMs; tries += 1) {
        await longestMs();
        result = await act();
        ms = Math.min(ms, await longestMs());
      }
      appendFileSync(figuresFile, `${JSON.stringify({ name, ms })}\n`);
      return result;
    },
    stop: () => part.stop(),
  };
}
