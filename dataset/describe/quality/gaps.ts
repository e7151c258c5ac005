/** Missing periods in an otherwise regular time series. Pure. */
import type { ColumnProfile } from "../../../market/profile/schemas.ts";
import type { SampledColumn } from "./sampled-column.ts";

type Coverage = { expected: number; missing: number; longest: number };

const periodsMin = 8;
const regularFrom = 0.9;
const regularFull = 0.98;

/**
 * The share of missing periods, provided that the periods outside the longest gap are mostly
 * filled.
 */
function gapShare({ expected, missing, longest }: Coverage): number {
  const density = 1 - (missing - longest) / Math.max(1, expected - longest);
  const present = expected - missing;
  // With few periods there is no regularity, and a longest gap above all present periods means a
  // stray value.
  if (present < periodsMin || longest > present) return 0;
  const regular = Math.min(1, Math.max(0, (density - regularFrom) / (regularFull - regularFrom)));
  return (regular * missing) / expected;
}

/** The share of missing periods in a date column. */
export function dateGapShare(dates: ColumnProfile["dates"]): number {
  if (!dates) return 0;
  const { expected, missing, largest_gap } = dates;
  return gapShare({ expected, missing, longest: largest_gap?.missing ?? 0 });
}

const timeName = /(^|[_\s.-])(year|yr|month|week|day|hour|quarter|time|date|period)s?$/i;

/** The share of missing numbers in a column that counts up in equal steps, as years do. */
export function countGapShare(column: SampledColumn): number {
  const { numbers, type, distinct } = column;
  if (!numbers || type !== "integer" || distinct < periodsMin) return 0;
  if (!timeName.test(column.name)) return 0;
  const values = Float64Array.from(new Set(numbers.filter(Number.isFinite))).sort();
  const steps = Float64Array.from(values.subarray(1), (value, i) => value - (values[i] as number));
  const usual = steps.toSorted()[Math.floor(steps.length / 2)] ?? 0;
  if (usual <= 0) return 0;
  let missing = 0;
  let longest = 0;
  for (const step of steps) {
    if (step % usual !== 0) return 0;
    const gap = step / usual - 1;
    missing += gap;
    longest = Math.max(longest, gap);
  }
  return gapShare({ expected: values.length + missing, missing, longest });
}
