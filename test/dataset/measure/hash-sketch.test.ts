/** The precision of distinct counts when there are too many values to hold. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import pl from "nodejs-polars";
import { seededRandom } from "../../../dataset/base/random.ts";
import { repeatsErrorOf } from "../../../dataset/describe/build-profile.ts";
import { HashSketch } from "../../../dataset/measure/hash-sketch.ts";
import type { ColumnProfile, Profile } from "../../../market/profile/schemas.ts";
import { generated, makeFolder, profileFile } from "../support/dataset-files.ts";

/** Estimated figures, for a table large enough to need them. */

const ROWS = 150_000;
const folder = makeFolder();
const random = seededRandom(createHash("sha256").update("sketches").digest("hex"));

/** Normal by the central limit. */
function normal(): number {
  let sum = -6;
  for (let i = 0; i < 12; i++) sum += random();
  return sum;
}

/** A few values very often, very many seldom. */
const longTail = (values: number): number => Math.floor(values ** random());

const COLUMNS: Readonly<Record<string, (row: number) => number | string>> = {
  unique: (row) => row * 7 + 3,
  shuffled: (row) => (row * 7_919) % 399_989,
  pairs: (row) => row >> 1,
  words: (row) => `w${(row * 31) % 150_001}`,
  many: () => Math.floor(random() * 300_000),
  normal: () => Number(normal().toFixed(6)),
  lognormal: () => Number(Math.exp(normal()).toFixed(6)),
  uniform: () => Number(random().toFixed(7)),
  tail_numbers: () => longTail(90_000),
  tail_words: () => `t${longTail(90_000)}`,
  sorted_steps: (row) => Math.floor(row / 10),
};

const NAMES = Object.keys(COLUMNS);
const values = new Map<string, (number | string)[]>(NAMES.map((name) => [name, []]));
let profile: Profile;

beforeAll(async () => {
  const filePath = join(folder.path, "large.csv");
  const out = createWriteStream(filePath);
  out.write(`${NAMES.join(",")}\n`);
  for (let row = 0; row < ROWS; row++) {
    const cells = NAMES.map((name) => {
      const value = COLUMNS[name]?.(row) ?? "";
      values.get(name)?.push(value);
      return value;
    });
    out.write(`${cells.join(",")}\n`);
  }
  out.end();
  await finished(out);
  profile = generated(await profileFile(folder.path, filePath)).profile;
}, 60_000);
afterAll(() => folder.remove());

function column(name: string): ColumnProfile {
  const found = profile.columns.find((each) => each.name === name);
  if (!found) throw new Error(`no column ${name}`);
  return found;
}

function countsOf(name: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values.get(name) ?? []) {
    counts.set(String(value), (counts.get(String(value)) ?? 0) + 1);
  }
  return counts;
}

describe("of a column with too many values to hold", () => {
  test("the distinct count keeps its error, in most columns at 95 % confidence", () => {
    let estimated = 0;
    let within = 0;
    for (const name of NAMES) {
      const { distinct_count, distinct_method, distinct_error } = column(name);
      const exact = countsOf(name).size;
      if (distinct_method === "exact") {
        expect({ name, distinct: distinct_count }).toEqual({ name, distinct: exact });
        continue;
      }
      estimated++;
      const error = Math.abs((distinct_count ?? 0) - exact) / exact;
      expect(distinct_error).toBeLessThan(0.02);
      expect(error).toBeLessThanOrEqual((distinct_error ?? 0) * 2);
      if (error <= (distinct_error ?? 0)) within++;
    }
    expect(estimated).toBeGreaterThanOrEqual(6);
    expect(within).toBeGreaterThanOrEqual(estimated - 1);
  });

  const numeric = ["unique", "many", "normal", "lognormal", "uniform", "tail_numbers"];
  test.each(numeric)("quantiles keep their rank error: %s", (name) => {
    const { quantiles } = column(name);
    expect(quantiles?.method).toBe("sample");
    const error = quantiles?.rank_error ?? 0;
    expect(error).toBeLessThan(0.0061);
    const sorted = (values.get(name) as number[]).toSorted((a, b) => a - b);
    const { p5, p25, p50, p75, p95 } = quantiles ?? {};
    for (const [p, value] of [
      [0.05, p5],
      [0.25, p25],
      [0.5, p50],
      [0.75, p75],
      [0.95, p95],
    ]) {
      const below = sorted.filter((each) => each < (value ?? 0)).length / ROWS;
      const upTo = sorted.filter((each) => each <= (value ?? 0)).length / ROWS;
      expect(below).toBeLessThanOrEqual((p ?? 0) + error);
      expect(upTo).toBeGreaterThanOrEqual((p ?? 0) - error);
    }
  });

  test.each(numeric)("histogram bins keep twice that error and sum to the rows: %s", (name) => {
    const { histogram, quantiles } = column(name);
    expect(histogram?.method).toBe("sample");
    const { bin_edges: edges = [], counts = [] } = histogram ?? {};
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(ROWS);
    const numbers = values.get(name) as number[];
    const slack = 2 * (quantiles?.rank_error ?? 0) * ROWS;
    for (const [bin, count] of counts.entries()) {
      const low = edges[bin] ?? 0;
      const high = edges[bin + 1] ?? 0;
      const last = bin === counts.length - 1;
      const exact = numbers.filter(
        (each) => each >= low && (each < high || (last && each === high)),
      );
      expect(Math.abs(count - exact.length)).toBeLessThanOrEqual(slack);
    }
  });

  test.each(["tail_numbers", "tail_words"])("top values keep their bound: %s", (name) => {
    const { top_values, top_values_error, top_values_method } = column(name);
    const exact = countsOf(name);
    expect(top_values?.length).toBe(10);
    expect(top_values_method).toBe(top_values_error === 0 ? "exact" : "lower_bound");
    for (const { value, count } of top_values ?? []) {
      const real = exact.get(String(value)) ?? 0;
      expect(count).toBeLessThanOrEqual(real);
      expect(count).toBeGreaterThanOrEqual(real - (top_values_error ?? 0));
    }
    const most = [...exact.values()].toSorted((a, b) => b - a);
    const least = top_values?.at(-1)?.count ?? 0;
    expect(least).toBeGreaterThanOrEqual((most[9] ?? 0) - (top_values_error ?? 0));
  });

  test("repeated values keep their error", () => {
    const sketch = new HashSketch(20_000);
    const timesOf = (value: number): number => (value % 10 === 0 ? 1 + (value % 7) : 1);
    const all = Array.from({ length: 300_000 }, (_, value) =>
      new Array(timesOf(value)).fill(value),
    );
    const repeats = all.reduce((sum, same) => sum + same.length - 1, 0);
    sketch.add(pl.Series("v", all.flat(), pl.Float64).hash().toTypedArray() as BigUint64Array);
    expect(sketch.exact).toBe(false);
    expect(repeatsErrorOf(sketch)).toBeLessThan(repeats * 0.1);
    expect(Math.abs(sketch.repeats - repeats)).toBeLessThanOrEqual(repeatsErrorOf(sketch));
  });

  test("minimum, maximum, mean and deviation are exact all the same", () => {
    for (const name of ["normal", "lognormal", "uniform", "many"]) {
      const numbers = values.get(name) as number[];
      let mean = 0;
      let squares = 0;
      for (const value of numbers) mean += value / ROWS;
      for (const value of numbers) squares += (value - mean) ** 2;
      const found = column(name);
      expect(found.min).toBe(numbers.reduce((a, b) => Math.min(a, b)));
      expect(found.max).toBe(numbers.reduce((a, b) => Math.max(a, b)));
      expect(found.mean).toBeCloseTo(mean, 6 - Math.ceil(Math.log10(Math.abs(mean) + 1)));
      const std = Math.sqrt(squares / (ROWS - 1));
      expect(Math.abs((found.std ?? 0) - std)).toBeLessThanOrEqual(std * 1e-9);
    }
  });
});

test.each([
  ["all once", () => 1],
  ["few counts, each of very many", (key: number) => 1 + (key % 3)],
  ["one that is frequent comes late", (key: number) => (key === 19_999 ? 5 : 1)],
])("the most frequent keys are those of a whole sort: %s", (_, countOf) => {
  const sketch = new HashSketch(50_000);
  for (let key = 0; key < 20_000; key++) {
    const hash = (BigInt(key + 1) * 0x9e37_79b9_7f4a_7c15n) & 0xffff_ffff_ffff_ffffn;
    sketch.add(new BigUint64Array(countOf(key)).fill(hash));
  }
  const sorted = sketch.entries().sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  for (const many of [1, 10, 2500])
    expect(sketch.mostFrequent(many)).toEqual(sorted.slice(0, many));
});
