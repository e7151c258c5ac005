/** Periods without a value in a time that is otherwise regular. Pure. */
import type { ColumnProfile } from "../../../market/profile/schemas.ts";
import type { SampledColumn } from "./sampled-column.ts";

type Coverage = { expected: number; missing: number; longest: number };

const periodsMin = 8;
const regularFrom = 0.75;
const regularFull = 0.95;

/** The share of missing periods, as far as the periods outside of the longest gap are filled. */
function gapShare({ expected, missing, longest }: Coverage): number {
  const density = 1 - (missing - longest) / Math.max(1, expected - longest);
  const present = expected - missing;
  // Few periods show no regularity, and one value far from the others is none of the time.
  if (present < periodsMin || longest > present) return 0;
  const regular = Math.min(1, Math.max(0, (density - regularFrom) / (regularFull - regularFrom)));
  return (regular * missing) / expected;
}

/** The share of missing periods of a column of dates. */
export function dateGapShare(dates: ColumnProfile["dates"]): number {
  if (!dates) return 0;
  const { expected, missing, largest_gap } = dates;
  return gapShare({ expected, missing, longest: largest_gap?.missing ?? 0 });
}

const timeName = /(^|[_\s.-])(year|yr|month|week|day|hour|quarter|time|date|period)s?$/i;

/** The share of missing numbers of a column that counts up, as years do, in one step. */
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
