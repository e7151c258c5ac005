/** Mean and deviation of any finite numbers, compared with exact fractions. */
import { afterAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { exactInteger, exactSum, meanOf } from "../../../dataset/measure/exact-sum.ts";
import { deviationOf, RunningMoments } from "../../../dataset/measure/moments.ts";
import { generated, makeFolder, profileBytes } from "../support/dataset-files.ts";
import { expectNearestMean, expectStd, sumUnits } from "../support/exact-moments.ts";

const folder = makeFolder();
afterAll(() => folder.remove());

/** Any finite float, and pairs whose sum is far smaller than they are. */
const float = fc.double({ noNaN: true, noDefaultInfinity: true });
const floats = fc
  .array(fc.oneof(float, fc.constantFrom(1.7e308, -1.7e308, 5e-324, 1, 0.1, 2 ** 53)), {
    minLength: 1,
    maxLength: 60,
  })
  .chain((values) => fc.constantFrom(values, [...values, ...values.slice(1).map((v) => -v)]));

function momentsOf(values: readonly number[]): { mean: number | null; std: number | null } {
  const moments = new RunningMoments();
  moments.add(chunkOf(values));
  return moments.result();
}

function chunkOf(values: readonly number[]) {
  const sum = exactSum(Float64Array.from(values));
  const [min, max] = [Math.min(...values), Math.max(...values)];
  const mean = meanOf(sum, values.length);
  const deviation = deviationOf(Float64Array.from(values), mean, min, max);
  return { count: values.length, sum, deviation };
}

describe("the mean", () => {
  test("of any floats is the float nearest to the true one", () => {
    fc.assert(
      fc.property(floats, (values) => {
        const sum = exactSum(Float64Array.from(values));
        expect(sum).toBe(sumUnits(values));
        expectNearestMean(meanOf(sum, values.length), values);
      }),
      { numRuns: 300 },
    );
  });

  test("of any floats is rounded once, also where it is a subnormal number", () => {
    const values = [-1.0447250080891514e-307, 0, 0, 0, 0, 0, 0];
    expectNearestMean(meanOf(exactSum(Float64Array.from(values)), values.length), values);
    const halves = [5e-324, 1e-323].map((value) => meanOf(exactSum(Float64Array.of(value)), 2));
    expect(halves).toEqual([0, 5e-324]);
  });

  test("of integers needs no look at each", () => {
    expect(meanOf(exactInteger(-7), 2)).toBe(-3.5);
    expect(exactInteger(12)).toBe(exactSum(Float64Array.of(5, 7)));
  });
});

describe("the deviation", () => {
  test("of any floats in any chunks has eleven digits, or is null where it is no float", () => {
    const cuts = fc.array(fc.nat(60), { maxLength: 5 });
    fc.assert(
      fc.property(floats, cuts, (values, at) => {
        fc.pre(values.length > 1);
        const moments = new RunningMoments();
        const ends = [...at, 0, values.length].toSorted((a, b) => a - b);
        for (const [i, end] of ends.entries()) {
          const chunk = values.slice(ends[i - 1] ?? 0, end);
          if (chunk.length > 0) moments.add(chunkOf(chunk));
        }
        const { std, mean } = moments.result();
        expect(mean).toBe(momentsOf(values).mean);
        expectStd(std, values);
      }),
      { numRuns: 300 },
    );
  });

  test("of numbers almost as far apart as floats can be is null, and of equal ones zero", () => {
    expect(momentsOf([1.7e308, -1.7e308])).toEqual({ mean: 0, std: null });
    expect(momentsOf([1.7e308, 1.7e308])).toEqual({ mean: 1.7e308, std: 0 });
    expect(momentsOf([3])).toEqual({ mean: 3, std: null });
  });
});

describe("a profile", () => {
  const cases: [name: string, values: number[], mean: number, std: number | null][] = [
    ["whose sum is no float", [1e308, 1e308, 1e308, 1.5e308], 1.125e308, 2.5e307],
    ["whose sum is no float before its end", [1e308, 1e308, -1e308, -1e308, 5], 1, 1e308],
    ["whose squares are no floats", [1e200, -1e200, 3], 1, 1e200],
    ["whose squares vanish", [1e-200, -1e-200, 3e-200], 1e-200, 2e-200],
    ["that cancel each other", [1, 1e100, 1, -1e100], 0.5, 8.16496580927726e99],
    ["that lie close together", [1e15, 1e15 + 1, 1e15 + 2], 1e15 + 1, 1],
  ];

  test.each(cases)("has mean and deviation of numbers %s", async (_, values, mean, std) => {
    const csv = `n\n${values.map((value) => `${value}\n`).join("")}`;
    const lines = values.map((n, i) => `${JSON.stringify({ n, i })}\n`).join("");
    for (const [content, hint] of [
      [csv, "csv"],
      [lines, "jsonl"],
    ] as const) {
      for (const chunkBytes of [20, 1_000_000]) {
        const report = await profileBytes(folder.path, content, { hint, limits: { chunkBytes } });
        const [column] = generated(report).profile.columns;
        expect(column?.mean).toBe(mean);
        expect(Math.abs((column?.std ?? 0) / (std ?? 0) - 1)).toBeLessThan(1e-11);
        for (const p of ["p5", "p50", "p95"] as const) {
          expect(Number.isFinite(column?.quantiles?.[p])).toBe(true);
        }
      }
    }
  });
});
