/** The rules of the quality score and of samples. */
import { describe, expect, test } from "bun:test";
import { z } from "zod";
import {
  consistencyScore,
  documentationScore,
  maskedValue,
  masksColumn,
  QUALITY_WEIGHTS,
  type QualityFacts,
  sampleRowsMax,
  scoreQuality,
  weightedScore,
} from "../../market/profile/rules.ts";
import { profileSchema, sampleSchema } from "../../market/profile/schemas.ts";

const clean: QualityFacts = {
  rowCount: 100,
  columnCount: 4,
  cellsMissing: 0,
  duplicateRows: 0,
  columnValidity: [1, 1, 1, 1],
  raggedRows: 0,
  badlyNamedColumns: 0,
  emptyColumns: 0,
  mixedMissingColumns: 0,
};
const described = { titleLength: 30, descriptionLength: 400, tagCount: 5, hasLicense: true };
const bare = { titleLength: 0, descriptionLength: 0, tagCount: 0, hasLicense: false };

describe("the quality score", () => {
  test("weighs five components that sum to 1", () => {
    const sum = Object.values(QUALITY_WEIGHTS).reduce((all, weight) => all + weight, 0);
    expect(sum).toBeCloseTo(1, 12);
  });

  const scores: [name: string, facts: Partial<QualityFacts>, described: boolean, score: number][] =
    [
      ["clean and described", {}, true, 1],
      ["clean and not described", {}, false, 0.85],
      ["a quarter of the cells missing", { cellsMissing: 100 }, true, 0.925],
      ["half of the rows repeated", { duplicateRows: 50 }, true, 0.925],
      ["one of four columns half valid", { columnValidity: [1, 1, 1, 0.5] }, true, 0.9688],
      ["every row ragged", { raggedRows: 100 }, true, 0.94],
      ["a quarter of the cells not read", { cellsUnread: 400 / 3 }, true, 0.7875],
      ["nothing named", { badlyNamedColumns: 4 }, true, 0.955],
      ["no cell filled", { cellsMissing: 400, columnValidity: [], emptyColumns: 4 }, true, 0.42],
    ];
  test.each(scores)("%s", (_, facts, isDescribed, score) => {
    const result = scoreQuality({ ...clean, ...facts }, isDescribed ? described : bare);
    expect(result.score).toBeCloseTo(score, 4);
    expect(result.weights).toEqual(QUALITY_WEIGHTS);
    expect(weightedScore(result.components)).toBe(result.score);
  });

  test("stays between 0 and 1 without rows and with figures beyond all bounds", () => {
    const nothing = { ...clean, rowCount: 0, columnCount: 0, columnValidity: [] };
    const absurd = { ...clean, duplicateRows: 1e9, cellsMissing: 1e9, columnValidity: [7, -3] };
    for (const facts of [nothing, absurd]) {
      const { score, components } = scoreQuality(facts, described);
      for (const value of [score, ...Object.values(components)]) {
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
    [{ raggedRows: 50 }, 0.8],
    [{ badlyNamedColumns: 2 }, 0.85],
    [{ emptyColumns: 4 }, 0.8],
    [{ mixedMissingColumns: 4 }, 0.9],
    [{ raggedRows: 100, badlyNamedColumns: 4, emptyColumns: 4, mixedMissingColumns: 4 }, 0],
  ];
  test.each(consistency)("consistency of %j is %d", (facts, score) => {
    expect(consistencyScore({ ...clean, ...facts })).toBe(score);
  });
});

describe("the sample", () => {
  const rows: [total: number, paid: boolean, shown: number][] = [
    [0, false, 0],
    [3, false, 3],
    [100, false, 100],
    [1_000_000, false, 100],
    [3, true, 3],
    [100, true, 5],
    [599, true, 5],
    [600, true, 6],
    [9999, true, 99],
    [10_000, true, 100],
    [1_000_000, true, 100],
  ];
  test.each(rows)("of %d rows (paid: %s) shows at most %d", (total, paid, shown) => {
    expect(sampleRowsMax(total, paid)).toBe(shown);
  });

  test("hides a whole column only where most of a paid file is personal, or no cell alone can be covered", () => {
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
