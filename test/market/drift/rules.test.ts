/** The thresholds of drift and the distances they apply to, as tables. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  cumulativeOf,
  jsDistance,
  ksDistance,
  type Shares,
} from "../../../market/profile/drift/distribution.ts";
import {
  DRIFT_THRESHOLDS,
  type DriftMeasure,
  findUnitChange,
  jsNoise,
  ksNoise,
  levelOf,
} from "../../../market/profile/drift/rules.ts";
import type { ColumnProfile } from "../../../market/profile/schemas.ts";
import { exampleProfile } from "../../support/example-profile.ts";

describe("the level of a measure", () => {
  for (const name of Object.keys(DRIFT_THRESHOLDS) as DriftMeasure[]) {
    const { minor, major } = DRIFT_THRESHOLDS[name];
    test(`${name}: none, minor from ${minor}, major from ${major}`, () => {
      const levels = [minor - 0.01, minor, major - 0.01, major].map((at) => levelOf(name, at));
      expect(levels).toEqual(["none", "minor", "minor", "major"]);
    });
  }

  test("is none if chance could show as much", () => {
    expect(levelOf("mean", 2, 2)).toBe("none");
    expect(levelOf("mean", 2, 1.9)).toBe("major");
    expect(levelOf("mean", Number.NaN)).toBe("none");
  });

  test("chance shows less the more values there are", () => {
    expect(ksNoise(20, 20)).toBeCloseTo(0.43, 2);
    expect(ksNoise(100_000, 100_000)).toBeLessThan(0.01);
    expect(jsNoise(5, 10, 10)).toBeGreaterThan(jsNoise(5, 1000, 1000));
    expect(ksNoise(0, 5)).toBe(1);
  });
});

test("the README tells the thresholds as they are", () => {
  const readme = readFileSync(join(import.meta.dir, "../../../market/profile/README.md"), "utf8");
  for (const [name, { minor, major }] of Object.entries(DRIFT_THRESHOLDS)) {
    expect(readme).toContain(`| ${name} | ${minor} | ${major} |`);
  }
});

const numbers = exampleProfile.columns[0] as ColumnProfile;

function uniform(from: number, to: number, bins = 20): ColumnProfile {
  const width = (to - from) / bins;
  const edges = Array.from({ length: bins + 1 }, (_, at) => from + at * width);
  const histogram = { bin_edges: edges, counts: Array(bins).fill(50), method: "exact" as const };
  return { ...numbers, min: from, max: to, histogram, quantiles: null };
}

describe("the distance of Kolmogorov and Smirnov", () => {
  const cases: [string, ColumnProfile, ColumnProfile, number][] = [
    ["the same", uniform(0, 1), uniform(0, 1), 0],
    ["the same in other bins", uniform(0, 1, 20), uniform(0, 1, 7), 0],
    ["half of the range", uniform(0, 1), uniform(0, 2), 0.5],
    ["moved by a quarter", uniform(0, 1), uniform(0.25, 1.25), 0.25],
    ["apart", uniform(0, 1), uniform(5, 6), 1],
  ];
  for (const [name, one, other, expected] of cases) {
    test(name, () => {
      const found = ksDistance(cumulativeOf(one), cumulativeOf(other));
      expect(found?.value).toBeCloseTo(expected, 6);
      expect(found?.atLeast).toBeLessThanOrEqual((found?.value ?? 0) + 1e-9);
      expect(found?.atLeast).toBeGreaterThanOrEqual(expected - 0.15);
    });
  }

  test("is not known without a histogram", () => {
    expect(ksDistance(cumulativeOf({ ...numbers, histogram: null }), [])).toBeNull();
  });
});

const shares = (rest: number, of: Record<string, number>): Shares => ({
  shares: new Map(Object.entries(of)),
  rest,
});

describe("the distance of Jensen and Shannon", () => {
  const cases: [string, Shares, Shares, number][] = [
    ["the same", shares(0, { a: 0.5, b: 0.5 }), shares(0, { b: 0.5, a: 0.5 }), 0],
    ["nothing in common", shares(0, { a: 1 }), shares(0, { b: 1 }), 1],
    ["one of two gone", shares(0, { a: 0.5, b: 0.5 }), shares(0, { a: 1 }), 0.558],
    [
      "named by one, in the rest of the other",
      shares(0, { a: 0.9, b: 0.1 }),
      shares(0.1, { a: 0.9 }),
      0,
    ],
  ];
  for (const [name, one, other, expected] of cases) {
    test(name, () => {
      expect(jsDistance(one, other).value).toBeCloseTo(expected, 3);
      expect(jsDistance(other, one).value).toBeCloseTo(expected, 3);
    });
  }
});

describe("a change of units", () => {
  const celsius = [-2.5, 4.1, 11, 17.3, 29];
  const cases: [string, (value: number) => number, string | null][] = [
    ["none", (value) => value, null],
    ["a shift of the values", (value) => value + 4, null],
    ["a thousand", (value) => value * 1000, "times 1,000"],
    ["back from a hundred", (value) => value / 100, "the inverse of times 100"],
    ["Fahrenheit", (value) => value * 1.8 + 32, "degrees Celsius to Fahrenheit"],
    ["kelvin", (value) => value + 273.15, "degrees Celsius to kelvin"],
    ["no known factor", (value) => value * 7.3, null],
    ["a constant", () => 4, null],
  ];
  for (const [name, turn, expected] of cases) {
    test(name, () => {
      expect(findUnitChange(celsius, celsius.map(turn))?.words ?? null).toBe(expected);
    });
  }
});
