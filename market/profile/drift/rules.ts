/** When a shift between two versions of a column is reported, and its level. Pure. */
import type { DriftFinding, DriftLevel } from "./schemas.ts";

type Threshold = { minor: number; major: number };

/** The values from which each measure is minor or major. */
export const DRIFT_THRESHOLDS = {
  /** Largest difference of cumulative shares (Kolmogorov-Smirnov). */
  kolmogorov_smirnov: { minor: 0.1, major: 0.25 },
  /** Jensen-Shannon distance, base 2, from 0 to 1. */
  jensen_shannon: { minor: 0.1, major: 0.3 },
  /** Difference of the shares of missing values. */
  missing: { minor: 0.05, major: 0.25 },
  /** Difference of means, in deviations of the earlier version. */
  mean: { minor: 0.25, major: 1 },
  /** Ratio of the larger standard deviation to the smaller one. */
  spread: { minor: 1.5, major: 3 },
  /** Ratio of the larger mean text length to the smaller one. */
  length: { minor: 1.5, major: 3 },
} as const satisfies Record<string, Threshold>;

export type DriftMeasure = keyof typeof DRIFT_THRESHOLDS;

/** The level of a measure; `noise` is the value that two random halves of the same data would have. */
export function levelOf(measure: DriftMeasure, value: number, noise = 0): DriftLevel {
  const { minor, major } = DRIFT_THRESHOLDS[measure];
  if (!(value >= minor) || value <= noise) return "none";
  return value >= major ? "major" : "minor";
}

/** These mean that values moved on, not that their distribution changed. */
const plainFindings: ReadonlySet<DriftFinding> = new Set(["range", "period", "personal_data"]);
const majorFindings: ReadonlySet<DriftFinding> = new Set(["constant", "uniqueness", "unit"]);

/** The level of a finding that has no measure. */
export function levelOfFinding(finding: DriftFinding): DriftLevel {
  if (plainFindings.has(finding)) return "none";
  return majorFindings.has(finding) ? "major" : "minor";
}

const order: Readonly<Record<DriftLevel, number>> = { none: 0, minor: 1, major: 2 };

export function worseLevel(one: DriftLevel, other: DriftLevel): DriftLevel {
  return order[one] >= order[other] ? one : other;
}

export function levelRank(level: DriftLevel): number {
  return order[level];
}

/**
 * The Kolmogorov-Smirnov distance that two samples of one distribution exceed by chance in 5 % of cases
 * (Smirnov 1939).
 */
export function ksNoise(count: number, other: number): number {
  if (count === 0 || other === 0) return 1;
  return 1.36 * Math.sqrt((count + other) / (count * other));
}

/** Its square is roughly chi-square with `categories - 1` degrees; four times its mean is rarely exceeded. */
export function jsNoise(categories: number, count: number, other: number): number {
  if (count === 0 || other === 0) return 1;
  const mean = (Math.max(1, categories - 1) / 8) * (1 / count + 1 / other);
  return Math.min(1, Math.sqrt((4 * mean) / Math.LN2));
}

/** Two standard errors of the difference of two means, in standard deviations of the earlier version. */
export function meanNoise(count: number, other: number): number {
  if (count === 0 || other === 0) return Number.POSITIVE_INFINITY;
  return 2 * Math.sqrt(1 / count + 1 / other);
}

/** Two standard errors of the difference of two shares. */
export function shareNoise(count: number, other: number): number {
  if (count === 0 || other === 0) return 1;
  return Math.sqrt(1 / count + 1 / other);
}

/** A text column identifies its rows from this share of different values on. */
export const UNIQUE_RATIO_MIN = 0.99;
/** Below this share it no longer does. */
export const REPEATED_RATIO_MAX = 0.9;

/** A change of unit: multiply by `factor`, then add `offset`. */
export type UnitChange = { factor: number; offset: number; words: string };

const tens: UnitChange[] = [10, 100, 1000, 1e6, 1e9].map((factor) => {
  return { factor, offset: 0, words: `times ${factor.toLocaleString("en-US")}` };
});

/** Common unit changes, in one direction. */
const oneWay: readonly UnitChange[] = [
  ...tens,
  { factor: 1.8, offset: 32, words: "degrees Celsius to Fahrenheit" },
  { factor: 1, offset: 273.15, words: "degrees Celsius to kelvin" },
  { factor: 2.54, offset: 0, words: "times 2.54, as inches to centimetres" },
  { factor: 25.4, offset: 0, words: "times 25.4, as inches to millimetres" },
  { factor: 0.3048, offset: 0, words: "times 0.3048, as feet to metres" },
  { factor: 1.609344, offset: 0, words: "times 1.609, as miles to kilometres" },
  { factor: 0.45359237, offset: 0, words: "times 0.4536, as pounds to kilograms" },
  { factor: 28.349523125, offset: 0, words: "times 28.35, as ounces to grams" },
  { factor: 60, offset: 0, words: "times 60, as minutes to seconds" },
  { factor: 3600, offset: 0, words: "times 3,600, as hours to seconds" },
  { factor: 86400, offset: 0, words: "times 86,400, as days to seconds" },
];

function inverse({ factor, offset, words }: UnitChange): UnitChange {
  return { factor: 1 / factor, offset: -offset / factor, words: `the inverse of ${words}` };
}

const UNIT_CHANGES: readonly UnitChange[] = [...oneWay, ...oneWay.map(inverse)];

/** A unit change must map each quantile to within this share of the interquartile range. */
const unitErrorMax = 0.02;

/**
 * The unit change that maps the earlier quantiles to the later ones; null if there is none, or
 * they already agree.
 */
export function findUnitChange(
  before: readonly number[],
  after: readonly number[],
): UnitChange | null {
  const spread = Math.max(...after) - Math.min(...after);
  if (spread === 0 || after.length !== before.length || after.length < 3) return null;
  const errorOf = (change: UnitChange): number => {
    const errors = before.map((value, at) => {
      return Math.abs(value * change.factor + change.offset - (after[at] as number));
    });
    return Math.max(...errors) / spread;
  };
  if (errorOf({ factor: 1, offset: 0, words: "" }) <= 5 * unitErrorMax) return null;
  let best: UnitChange | null = null;
  let least = unitErrorMax;
  for (const change of UNIT_CHANGES) {
    const error = errorOf(change);
    if (error > least) continue;
    least = error;
    best = change;
  }
  return best;
}
