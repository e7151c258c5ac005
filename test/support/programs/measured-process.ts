/**
 * A process of the product. If LOOP_FIGURES names a file, its event loop is measured and the cost
 * of each act is written there: `bun bench/edge/event-loop.ts`.
 */
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { startProcess, untilReady } from "../../../dev/parts/process.ts";
import { createTestDir, freePort } from "../stack.ts";

const repositoryDir = join(import.meta.dir, "../../..");
const figuresFile = process.env.LOOP_FIGURES;
const repeatsMax = 5;
/** Acts that cost less are not measured again. */
const enoughMs = 5;

export type MeasuredProcess = Awaited<ReturnType<typeof startMeasured>>;

/** Starts `bun <main>` and polls `isReady` until it returns true. */
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
  /** The longest block since the last call, in milliseconds of the loop thread's CPU time. */
  const longestMs = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/`);
    return ((await answer.json()) as { longestMs: number }).longestMs;
  };
  return {
    logFile,
    /**
     * Acts once. When figures are wanted it repeats an act that costs much, because the first call may
     * include compilation, and returns the first result: some acts are refused when repeated.
     */
    async measure<Result>(name: string, act: () => Promise<Result>): Promise<Result> {
      if (figuresFile === undefined) return await act();
      await longestMs();
      const result = await act();
      let ms = await longestMs();
      for (let repeats = 0; repeats < repeatsMax && ms > enoughMs; repeats += 1) {
        await act();
        ms = Math.min(ms, await longestMs());
      }
      appendFileSync(figuresFile, `${JSON.stringify({ name, ms })}\n`);
      return result;
    },
    stop: () => part.stop(),
  };
}
