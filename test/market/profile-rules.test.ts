import { describe, expect, test } from "bun:test";
import { z } from "zod";
import {
  consistencyScore,
  documentationScore,
  maskedValue,
  masksColumn,
  productOf,
  promisesUpdates,
  QUALITY_WEIGHTS,
  type QualityFacts,
  scoreQuality,
  unscoredReason,
} from "../../market/profile/rules.ts";
import { profileSchema, sampleSchema } from "../../market/profile/schemas.ts";

const clean: QualityFacts = {
  rowCount: 998,
  columnCount: 4,
  columnMissing: [0, 0, 0, 0],
  duplicateRows: 0,
  chanceRepeats: 0,
  repeatedKeys: 0,
  columnValidity: [1, 1, 1, 1],
  raggedRows: 0,
  misplacedRows: 0,
  endsShort: false,
  otherMissing: 0,
  timeGaps: 0,
  columnImplausible: [0, 0],
  columnIncoherent: [0],
  columnInformation: [1, 1, 1, 1],
};
const described = { titleLength: 30, descriptionLength: 400, tagCount: 5, hasLicense: true };
const bare = { titleLength: 0, descriptionLength: 0, tagCount: 0, hasLicense: false };
describe("the quality score", () => {
  const scores: [name: string, facts: Partial<QualityFacts>, score: number][] = [
    ["clean", {}, 1],
    ["a twentieth of the cells missing", { columnMissing: Array(4).fill(0.05) }, 0.95 ** 0.5],
    ["a quarter of the cells missing", { columnMissing: Array(4).fill(0.25) }, 0.89 ** 0.5],
    ["one of four columns sparse", { columnMissing: [0, 0, 0, 0.99] }, 0.95 ** 0.5],
    ["a tenth of the rows repeated", { duplicateRows: 99.8 }, 0.9 ** 2],
    ["half of the rows repeated", { duplicateRows: 499 }, 0.85 ** 2],
    ["no more repeated than by chance", { duplicateRows: 499, chanceRepeats: 0.5 }, 1],
    ["a tenth of the keys repeated", { repeatedKeys: 0.1 }, 0.9 ** 2],
    ["one of four columns with odd values", { columnValidity: [1, 1, 1, 0.92] }, 0.98 ** 5],
    ["every row ragged", { raggedRows: 998 }, 0],
    ["cut inside a row", { endsShort: true }, 0.95 ** 5],
    ["a tenth of the time missing", { timeGaps: 0.1 }, 0.9 ** 0.5],
    ["a quarter of the cells not read", { cellsUnread: (998 * 4) / 3 }, 0.75 ** 0.5],
    ["two spellings of missing", { otherMissing: 0.02 }, 0.98 ** 5],
    ["numbers of another scale", { columnImplausible: [0, 0.1] }, 0.95 ** 3],
    ["a tenth of the values out of order", { columnIncoherent: [0.1] }, 0.9 ** 0.5],
    ["noise and constants", { columnInformation: [0.1, 0.1, 0, 0] }, 1],
    ["eight rows that cannot be judged", { rowCount: 8, columnInformation: [] }, 1],
  ];
  test.each(scores)("%s", (_, facts, score) => {
    const result = scoreQuality({ ...clean, ...facts }, described);
    expect(result.score).toBeCloseTo(score, 3);
    expect(result.method).toBe("product");
    expect(result.weights).toEqual(QUALITY_WEIGHTS);
    expect(productOf(result.components)).toBe(result.score ?? -1);
  });

  test("is not given for running text and single rows, with the reason", () => {
    expect(unscoredReason("csv", 2)).toBeNull();
    for (const [format, rows] of [
      ["txt", 500],
      ["json", 1],
      ["csv", 0],
    ] as const) {
      const reason = unscoredReason(format, rows);
      expect(reason).toMatch(/\.$/);
      expect(scoreQuality(clean, bare, reason)).toMatchObject({ score: null, not_scored: reason });
    }
  });

  test.each([
    ["Updated daily since 2019", true],
    ["A live feed of prices, real-time", true],
    ["Monthly releases of the survey", true],
    ["The daily rainfall of 1990", false],
    ["It is no longer updated", false],
    ["Last updated in 2020", false],
  ])("promises of updates: %s", (words, promised) => {
    expect(promisesUpdates(words)).toBe(promised);
  });

  test("is moved by no word about the data", () => {
    expect(scoreQuality(clean, bare).score).toBe(scoreQuality(clean, described).score);
  });

  test("takes components that an older profile has not measured as 1", () => {
    const { plausibility, coherence, information, ...older } = scoreQuality(clean, bare).components;
    expect([plausibility, coherence, information]).not.toContain(undefined);
    expect(productOf(older)).toBe(1);
  });

  test("stays between 0 and 1 without rows and with figures beyond all bounds", () => {
    const nothing = { ...clean, rowCount: 0, columnCount: 0, columnValidity: [] };
    const absurd = { ...clean, duplicateRows: 1e9, timeGaps: 1e9, columnValidity: [7, -3] };
    for (const facts of [nothing, absurd]) {
      const { score, components } = scoreQuality(facts, described);
      for (const value of [score ?? -1, ...Object.values(components)]) {
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
      }
    }
  });

  const documentation: [facts: Partial<typeof bare>, score: number][] = [
    [{}, 0],
    [{ titleLength: 10 }, 0.1],
    [{ titleLength: 5 }, 0.05],
    [{ descriptionLength: 100 }, 0.2],
    [{ descriptionLength: 5000 }, 0.4],
    [{ tagCount: 3 }, 0.25],
    [{ tagCount: 300 }, 0.25],
    [{ hasLicense: true }, 0.25],
    [described, 1],
  ];
  test.each(documentation)("documentation of %j is %d", (facts, score) => {
    expect(documentationScore({ ...bare, ...facts })).toBe(score);
  });

  const consistency: [facts: Partial<QualityFacts>, score: number][] = [
    [{}, 1],
    [{ raggedRows: 499 }, 0.5],
    [{ endsShort: true }, 0.95],
    [{ otherMissing: 0.03 }, 0.97],
    [{ otherMissing: 0.4 }, 0.95],
    [{ raggedRows: 998, otherMissing: 1 }, 0],
  ];
  test.each(consistency)("consistency of %j is %d", (facts, score) => {
    expect(consistencyScore({ ...clean, ...facts })).toBe(score);
  });
});

describe("the sample", () => {
  test("hides a whole column only if most of a paid file's values are personal, or cells cannot be masked", () => {
    const [most, some] = [[{ ratio: 0.5 }], [{ ratio: 0.49 }]];
    expect(masksColumn(true, "string", most)).toBe(true);
    expect(masksColumn(true, "string", some)).toBe(false);
    expect(masksColumn(true, "object", some)).toBe(false);
    expect(masksColumn(true, "integer", some)).toBe(true);
    expect(masksColumn(true, "string", [])).toBe(false);
    expect(masksColumn(false, "string", most)).toBe(false);
    expect(maskedValue(["email", "phone"])).toBe("[hidden: email, phone]");
  });
});

describe("the wire shapes", () => {
  test.each([
    ["profile", profileSchema],
    ["sample", sampleSchema],
  ])("have a JSON Schema that refuses unknown fields: %s", (_, schema) => {
    const json = z.toJSONSchema(schema);
    expect(json.additionalProperties).toBe(false);
    expect(json.description).toMatch(/\S/);
  });

  test("refuse a profile with a field too much", () => {
    const sample = {
      columns: [],
      rows: [],
      sampling: { method: "all_rows", seed: "00", rows_total: 0, truncated_cells: 0 },
    };
    expect(sampleSchema.safeParse(sample).success).toBe(true);
    expect(sampleSchema.safeParse({ ...sample, extra: 1 }).success).toBe(false);
  });
});
