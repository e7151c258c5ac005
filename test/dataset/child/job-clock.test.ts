/** The time that a job may take: waiting for the bytes of its files is none of it. */
import { expect, test } from "bun:test";
import { JobClock } from "../../../dataset/child/job-clock.ts";
import { Serving } from "../../../dataset/child/serve-bytes.ts";

const seconds = (count: number) => count * 1000;

/** How long a job lasts that may take so long, and whether it was ended for its silence. */
async function lastingMs(
  limits: { timeoutSeconds: number; silenceSecondsMax: number },
  serve: (serving: Serving) => Promise<void>,
): Promise<{ tookMs: number; isSilent: boolean }> {
  const beganAtMs = performance.now();
  const serving = new Serving();
  const ended = Promise.withResolvers<void>();
  const clock = new JobClock(limits, ended.resolve);
  clock.serving = serving;
  await serve(serving);
  await ended.promise;
  return { tookMs: performance.now() - beganAtMs, isSilent: clock.isSilent };
}

async function waitForBytes(serving: Serving, waitSeconds: number): Promise<void> {
  serving.ask();
  await Bun.sleep(seconds(waitSeconds));
  serving.come();
}

test("a job that waits for bytes gets the time that it waited on top", async () => {
  const limits = { timeoutSeconds: 0.3, silenceSecondsMax: 60 };
  const { tookMs, isSilent } = await lastingMs(limits, (serving) => waitForBytes(serving, 0.9));
  expect(tookMs).toBeGreaterThanOrEqual(seconds(1.1));
  expect(isSilent).toBe(false);
});

test("a job that waits for bytes, or just got some, is not silent", async () => {
  const limits = { timeoutSeconds: 60, silenceSecondsMax: 0.3 };
  const { tookMs, isSilent } = await lastingMs(limits, (serving) => waitForBytes(serving, 0.9));
  expect(tookMs).toBeGreaterThanOrEqual(seconds(1.1));
  expect(isSilent).toBe(true);
});

test("a job that is served and waits for nothing ends at its time", async () => {
  const limits = { timeoutSeconds: 0.3, silenceSecondsMax: 60 };
  const { tookMs } = await lastingMs(limits, async () => {});
  expect(tookMs).toBeLessThan(seconds(5));
});
