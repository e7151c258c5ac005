/** The quality score separates 60 real tables from 60 that were made dirty; both halves are judged apart. */
import { afterAll, expect, test } from "bun:test";
import {
  SUMMARY_FINDINGS_MAX,
  summarizeFindings,
} from "../../market/profile/important-findings.ts";
import type { Profile } from "../../market/profile/schemas.ts";
import { generated, makeFolder, profileBytes } from "./support/dataset-files.ts";
import { areaUnderCurve, labelTables, readStoredTables } from "./support/quality/labelled.ts";

const folder = makeFolder();
afterAll(() => folder.remove());

/** The area that each half must reach; nobody tuned on the untouched one. */
const FLOORS = { tuning: 0.95, untouched: 0.89 } as const;
const SCORE_MIN = 0.7;
const FINDINGS_MEDIAN_MAX = 3;

test("clean tables score above dirty ones, and say little", async () => {
  const scored: { profile: Profile; isClean: boolean; half: keyof typeof FLOORS; name: string }[] =
    [];
  for (const { name, text, dirt, half } of labelTables(readStoredTables())) {
    const { profile } = generated(await profileBytes(folder.path, text, { hint: "csv" }));
    scored.push({ profile, isClean: dirt === null, half, name });
  }
  expect(scored).toHaveLength(120);
  for (const [half, floor] of Object.entries(FLOORS)) {
    const scoresOf = (isClean: boolean): number[] =>
      scored
        .filter((table) => table.half === half && table.isClean === isClean)
        .map(({ profile }) => profile.quality.score ?? Number.NaN);
    expect(areaUnderCurve(scoresOf(true), scoresOf(false))).toBeGreaterThanOrEqual(floor);
  }
  const clean = scored.filter(({ isClean }) => isClean);
  const low = clean.filter(({ profile }) => (profile.quality.score ?? 0) < SCORE_MIN);
  expect(low.map(({ name }) => name)).toEqual([]);
  const findings = clean.map(({ profile }) => summarizeFindings(profile).findings.length).sort();
  expect(findings.at(-1)).toBeLessThanOrEqual(SUMMARY_FINDINGS_MAX);
  expect(findings[Math.floor(findings.length / 2)]).toBeLessThanOrEqual(FINDINGS_MEDIAN_MAX);
}, 600_000);
