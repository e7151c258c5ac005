/** When a delivery is retried. */
import { describe, expect, test } from "bun:test";
import {
  type Attempt,
  outcomeOf,
  retryAfterSecondsMax,
  retryPausesSeconds,
} from "../../../market/webhook/rules.ts";
import { readRetryAfter } from "../../../platform/webhooks/retry-after.ts";

const refused: Attempt = { status: 503, error: null, excerpt: "", retryAfterSeconds: null };
const pauseOf = (attempt: Partial<Attempt>, tries: number, chance: number) => {
  const outcome = outcomeOf({ ...refused, ...attempt }, tries, chance);
  return outcome.kind === "retry" ? Math.round(outcome.pauseSeconds) : null;
};

describe("the pause after a failed try", () => {
  test("is the schedule's, and up to a tenth more by chance", () => {
    for (const [index, planned] of retryPausesSeconds.entries()) {
      expect(pauseOf({}, index + 1, 0)).toBe(planned);
      expect(pauseOf({}, index + 1, 0.5)).toBe(Math.round(planned * 1.05));
      expect(pauseOf({}, index + 1, 1)).toBe(Math.round(planned * 1.1));
    }
  });

  test("is as long as the receiver wishes, within a day, and never shorter than planned", () => {
    expect(pauseOf({ retryAfterSeconds: 900 }, 1, 0)).toBe(900);
    expect(pauseOf({ retryAfterSeconds: 1 }, 3, 0)).toBe(120);
    expect(pauseOf({ retryAfterSeconds: 9_999_999_999 }, 1, 0)).toBe(retryAfterSecondsMax);
  });

  test("of a wish does not bring all who got it back at the same moment", () => {
    expect(pauseOf({ retryAfterSeconds: 900 }, 1, 1)).toBe(990);
  });

  test("a wish saves nothing that is given up, delivered or gone", () => {
    const wish = { retryAfterSeconds: 10 };
    const last = retryPausesSeconds.length + 1;
    expect(outcomeOf({ ...refused, ...wish }, last, 0).kind).toBe("given_up");
    expect(outcomeOf({ ...refused, ...wish, status: 200 }, 1, 0).kind).toBe("delivered");
    expect(outcomeOf({ ...refused, ...wish, status: 410 }, 1, 0).kind).toBe("gone");
  });
});

describe("Retry-After", () => {
  const now = new Date("2026-11-21T12:00:00.500Z");

  test.each([
    ["120", 120],
    [" 0 ", 0],
    ["Sat, 21 Nov 2026 12:02:00 GMT", 120],
    ["Sat, 21 Nov 2026 11:00:00 GMT", 0],
    [undefined, null],
    ["", null],
    ["-5", null],
    ["1e9", null],
    ["soon", null],
    ["99999999999999999999", null],
    ["2026-11-21T12:02:00Z", null],
    ["Sat, nonsense", null],
  ])("%p is %p seconds", (header, seconds) => {
    expect(readRetryAfter(header, now)).toBe(seconds);
  });
});
