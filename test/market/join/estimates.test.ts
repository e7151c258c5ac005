/** Estimates of two columns' common values against the truth, over the real engine. */
import { describe, expect, test } from "bun:test";
import { compareHashes, mayJoin } from "../../../market/profile/join/rules.ts";
import type { JoinColumn } from "../../../market/profile/join/schemas.ts";
import { JOIN_HASHES_MAX } from "../../../market/profile/join/vocabulary.ts";
import { csvOf, joinColumnsOfCsv } from "../../support/joinable.ts";

const range = (from: number, to: number, make: (at: number) => string | number) =>
  Array.from({ length: to - from }, (_, at) => make(from + at));

/** Values that no other run has: the estimates must hold for any values. */
const run = Math.floor(Math.random() * 1e9).toString(36);
const text = (at: number) => `${run}-${at}`;

async function columnOf(values: readonly (string | number)[], name = "k"): Promise<JoinColumn> {
  const columns = await joinColumnsOfCsv(
    csvOf({ [name]: values, pad: values.map((_, at) => at % 7) }),
  );
  const column = columns.get(name);
  if (column === undefined) throw new Error(`${name} is no key`);
  return column;
}

/** Sizes of two columns and how many values they share. */
const cases: [ones: number, others: number, common: number][] = [
  [50, 60, 25],
  [300, 800, 300],
  [5_000, 5_000, 2_500],
  [300, 40_000, 300],
  [20_000, 30_000, 0],
  [60_000, 60_000, 30_000],
];

describe("seeds of a run decide nothing", () => {
  test.each(cases)("%d and %d values share %d", async (ones, others, common) => {
    const one = await columnOf(range(0, ones, text));
    const other = await columnOf(range(ones - common, ones - common + others, text));
    const found = compareHashes(one, other);
    expect(Math.abs(one.distinct / ones - 1)).toBeLessThan(0.02);
    // Five times half of a 95 % interval is ten standard errors, so no run fails by chance.
    const allowed = Math.min(1, found.error * 5) + 0.02;
    expect(Math.abs(found.containment - common / ones)).toBeLessThanOrEqual(allowed);
    expect(Math.abs(found.contained - common / others)).toBeLessThanOrEqual(allowed);
    if (ones <= JOIN_HASHES_MAX && others <= JOIN_HASHES_MAX) {
      expect(found).toMatchObject({
        containment: common / ones,
        contained: common / others,
        error: 0,
      });
    }
  });

  test("large columns of integers and of texts meet, though different values were looked at", async () => {
    const many = 60_000;
    const step = 1 + Math.floor(Math.random() * 900);
    const numbers = await columnOf(range(0, many, (at) => at * step));
    const padded = range(0, many, (at) => String(at * step).padStart(12, "0"));
    const found = compareHashes(numbers, await columnOf(padded));
    expect(numbers.share).toBeLessThan(1);
    expect(found.containment).toBeGreaterThan(0.3);
  });
});

test("the error covers the truth about as often as it says", async () => {
  let covered = 0;
  const tries = 40;
  for (let at = 0; at < tries; at++) {
    const mark = `${run}${at}-`;
    const one = await columnOf(range(0, 3_000, (value) => `${mark}${value}`));
    const other = await columnOf(range(1_500, 4_500, (value) => `${mark}${value}`));
    const { containment, error } = compareHashes(one, other);
    if (Math.abs(containment - 0.5) <= error) covered++;
  }
  // Of forty at 95 % each, fewer than 28 hold once in a billion runs.
  expect(covered).toBeGreaterThanOrEqual(28);
});

describe("hostile columns", () => {
  test("of a thousand columns 64 are kept", async () => {
    const columns: Record<string, string[]> = {};
    for (let at = 0; at < 1_000; at++) {
      columns[`c${at}`] = range(0, 25, (row) => `v${at}x${row}`) as string[];
    }
    expect((await joinColumnsOfCsv(csvOf(columns))).size).toBe(64);
  });

  test("huge values are no keys, and one among others costs none of them", async () => {
    const huge = range(0, 60, (at) => "x".repeat(50_000) + at);
    const mixed = range(0, 600, (at) => (at === 70 ? "y".repeat(1_000_000) : `short ${at}`));
    expect((await joinColumnsOfCsv(csvOf({ huge, n: huge.map((_, at) => at % 3) }))).size).toBe(0);
    // With this value the mean length exceeds a key's limit; without it the column is a key.
    expect((await joinColumnsOfCsv(csvOf({ mixed, n: mixed.map((_, at) => at % 3) }))).size).toBe(
      0,
    );
    expect((await columnOf(mixed.filter((_, at) => at !== 70))).distinct).toBe(599);
  });

  test("equal values in many spellings are one", async () => {
    const spelt = range(
      0,
      400,
      (at) => `${" ".repeat(at % 2)}${at % 4 < 2 ? "Key" : "kEY"}${at % 40}`,
    );
    const { distinct, hashes } = await columnOf(spelt);
    expect([distinct, hashes.length]).toEqual([40, 40]);
  });
});

const example = {
  type: "string",
  semantic_type: null,
  distinct_count: 100,
  length: { min: 2, max: 2, mean: 2 },
  pii: [],
  alerts: [],
} as unknown as Parameters<typeof mayJoin>[0];

const judged: [what: string, change: Partial<typeof example>, joins: boolean][] = [
  ["a text of 100 values", {}, true],
  ["a text of 19 values", { distinct_count: 19 }, false],
  ["integers of 49 values", { type: "integer", distinct_count: 49 }, false],
  ["integers of 50 values", { type: "integer", distinct_count: 50 }, true],
  ["money", { type: "integer", unit: "EUR" }, false],
  ["years", { type: "integer", semantic_type: "year" }, false],
  ["emails", { semantic_type: "email" }, false],
  ["a few phone numbers", { pii: [{ kind: "phone", count: 2, ratio: 0.02 }] }, false],
  ["names of people", { alerts: [{ code: "possible_personal_data", detail: "" }] }, false],
  ["running text", { semantic_type: "free_text" }, false],
];

test.each(judged)("%s", (_, change, joins) => {
  expect(mayJoin({ ...example, ...change })).toBe(joins);
});
