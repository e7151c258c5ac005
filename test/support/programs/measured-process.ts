/** A process of the product whose event loop is watched from within. */
import { join } from "node:path";
import { startProcess, untilReady } from "../../../dev/parts/process.ts";
import { createTestDir, freePort } from "../stack.ts";

const repositoryDir = join(import.meta.dir, "../../..");

export type MeasuredProcess = Awaited<ReturnType<typeof startMeasured>>;

/** Starts `bun <main>`; `isReady` is asked until it answers true. */
export async function startMeasured(
  main: string,
  env: Record<string, string>,
  isReady: () => Promise<boolean>,
) {
  const port = await freePort();
  const logFile = join(createTestDir(), "process.log");
  const part = startProcess({
    name: main,
    command: [process.execPath, "--preload", "./test/support/programs/loop-delay.ts", main],
    cwd: repositoryDir,
    env: { ...process.env, ...env, NODE_ENV: "production", LOOP_DELAY_PORT: String(port) },
    logFile,
    stopTimeoutMs: 5000,
  });
  await untilReady(part, async () => isReady().catch(() => false));
  return {
    logFile,
    /** The longest stretch since the last call, in milliseconds of CPU time of the loop's thread. */
    async longestMs(): Promise<number> {
      const answer = await fetch(`http://127.0.0.1:${port}/`);
      return ((await answer.json()) as { longestMs: number }).longestMs;
    },
    stop: () => part.stop(),
  };
}

const triesMax = 5;

/** The least of some tries, as long as they are over `enoughMs`: a first one may still be compiled. */
export async function busyMs(
  { longestMs }: Pick<MeasuredProcess, "longestMs">,
  enoughMs: number,
  act: () => Promise<unknown>,
): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < triesMax && least > enoughMs; tries++) {
    await longestMs();
    await act();
    least = Math.min(least, await longestMs());
  }
  return least;
}
