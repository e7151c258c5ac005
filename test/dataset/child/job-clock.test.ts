/** A job's time limit does not count the time spent waiting for the bytes of its files. */
import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import { JobClock } from "../../../dataset/child/job-clock.ts";
import { Serving } from "../../../dataset/child/serve-bytes.ts";

const seconds = (count: number) => count * 1000;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/**
 * The seconds after which a job that waits this long for bytes is ended, and whether for its
 * silence.
 */
function endOf(
  limits: { timeoutSeconds: number; silenceSecondsMax: number },
  waitSeconds: number,
): { afterSeconds: number; isSilent: boolean } {
  let isOver = false;
  const clock = new JobClock(limits, () => {
    isOver = true;
  });
  clock.serving = new Serving();
  clock.serving.ask();
  for (let afterSeconds = 0; ; afterSeconds += 1) {
    if (afterSeconds === waitSeconds) clock.serving.come();
    if (isOver) return { afterSeconds, isSilent: clock.isSilent };
    jest.advanceTimersByTime(seconds(1));
  }
}

test("a job that waits for bytes gets the time that it waited on top", () => {
  const limits = { timeoutSeconds: 30, silenceSecondsMax: 6000 };
  expect(endOf(limits, 90)).toEqual({ afterSeconds: 120, isSilent: false });
});

test("a job that waits for bytes, or just got some, is not silent", () => {
  const limits = { timeoutSeconds: 6000, silenceSecondsMax: 30 };
  expect(endOf(limits, 90)).toEqual({ afterSeconds: 120, isSilent: true });
});

test("a job that is served and waits for nothing ends at its time", () => {
  const limits = { timeoutSeconds: 30, silenceSecondsMax: 6000 };
  expect(endOf(limits, 0)).toEqual({ afterSeconds: 30, isSilent: false });
});
