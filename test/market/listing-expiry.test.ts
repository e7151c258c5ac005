/** When a draft is warned about and expires, as a table. */
import { expect, test } from "bun:test";
import { draftExpiresAt, expiryLimits, warningLimits } from "../../market/listing/expiry/rules.ts";
import { loadConfig } from "../../platform/config.ts";
import { testEnv } from "../support/stack.ts";

const config = { DRAFT_TTL_DAYS: 90, DRAFT_WARNING_DAYS: 14 };
const at = (days: number) => new Date(Date.UTC(2026, 0, 1, 10) + days * 86_400_000);

const cases: [name: string, warned: number | null, now: number, expires: number][] = [
  ["untouched for a while", null, 10, 90],
  ["about to be warned of", null, 76, 90],
  ["not warned of for months, since the clock stood still", null, 200, 214],
  ["warned of in time", 76, 80, 90],
  ["warned of a little early", 75.5, 80, 90],
  ["warned of late", 85, 86, 99],
];

test.each(cases)(
  "a draft %s: warned of on day %p, seen on day %p, it expires on day %p",
  (_, warned, now, expires) => {
    const draft = { updatedAt: at(0), draftWarnedAt: warned === null ? null : at(warned) };
    expect(draftExpiresAt(draft, config, at(now))).toEqual(at(expires));
  },
);

test("a draft expires only after its stated time and a warning", () => {
  for (let now = 60; now < 240; now += 1.5) {
    const limits = expiryLimits(config, at(now));
    for (let warned = 60; warned < now; warned += 3.5) {
      const draft = { updatedAt: at(0), draftWarnedAt: at(warned) };
      const isDue =
        draft.updatedAt <= limits.untouchedSince && draft.draftWarnedAt <= limits.warnedBefore;
      expect([now, warned, isDue]).toEqual([
        now,
        warned,
        draftExpiresAt(draft, config, at(now)) <= at(now),
      ]);
    }
  }
});

test("a day's warnings are sent together, to sellers not yet warned on that UTC day", () => {
  const limits = warningLimits(config, at(76));
  expect(limits.warnedBefore).toEqual(new Date("2026-03-18T00:00:00Z"));
  expect(limits.untouchedSince).toEqual(new Date("2026-01-02T00:00:00Z"));
  expect(warningLimits(config, at(76.5))).toEqual(limits);
});

test("a deployment cannot warn earlier than drafts live", async () => {
  const env = (ttlDays: string) => testEnv({ DRAFT_TTL_DAYS: ttlDays, DRAFT_WARNING_DAYS: "14" });
  expect(loadConfig(await env("15")).DRAFT_TTL_DAYS).toBe(15);
  const same = await env("14");
  expect(() => loadConfig(same)).toThrow("DRAFT_WARNING_DAYS: not below DRAFT_TTL_DAYS");
});
