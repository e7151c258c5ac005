/**
 * Finds numbers that stand for a missing value, such as -999: repeated, and far from all other
 * values.
 */
import type { ColumnStats } from "../measure/column-stats.ts";

export type Sentinel = { value: number; count: number; exact: boolean };

/**
 * Only nines, perhaps with decimals; or eights and sevens, which are usual in well logs, grids and
 * integers.
 */
const ninesOnly = /^-?(?:9{2,}(?:\.9+)?|8{3,}|7{3,})$/;
const others = new Set([
  -999.25, -9999.25, -32_768, 32_767, -2_147_483_648, 2_147_483_647, -1e20, 1e20, -1e30, 1e30,
  -1.797_693_134_862_315_7e308, -3.402_823_466_385_288_6e38, 9.969_209_968_386_869e36,
]);
const repeatsMin = 2;
/** With fewer other values, the usual range is unknown. */
const othersMin = 10;
const othersDistinctMin = 3;
const rangesMin = 3;

/**
 * A numeric column's sentinel: its smallest or largest value, which occurs at least twice and is
 * farther from the next value than all others are from each other and than three interquartile
 * ranges. A negative value with at least three digits among values that are never negative need not
 * be as far.
 */
export function findSentinel({ numbers, moments }: ColumnStats): Sentinel | null {
  if (moments.result().std === null) return null;
  const { values, total } = numbers.sorted();
  return (
    judge(values, total, values[0] ?? 0, (value) => value) ??
    judge(values.slice().reverse(), total, values.at(-1) ?? 0, (value) => -value)
  );
}

/**
 * `values` begins with the candidate; `towards` is the sign that makes the others larger than it.
 */
function judge(
  values: Float64Array,
  total: number,
  candidate: number,
  towards: (value: number) => number,
): Sentinel | null {
  if (!ninesOnly.test(String(candidate)) && !others.has(candidate)) return null;
  const firstOther = values.findIndex((value) => value !== candidate);
  const rest = values.subarray(firstOther);
  if (firstOther < repeatsMin || rest.length < othersMin) return null;
  if (new Set(rest).size < othersDistinctMin) return null;
  const at = (share: number): number => towards(rest[Math.floor((rest.length - 1) * share)] ?? 0);
  const range = at(1) - at(0);
  const gap = at(0) - towards(candidate);
  const isFar = gap > Math.max(range, rangesMin * (at(0.75) - at(0.25)));
  const isImpossible = candidate <= -100 && at(0) >= 0 && at(0) === Number(rest[0]);
  if (!isFar && !isImpossible) return null;
  const exact = values.length === total;
  return { value: candidate, count: Math.round((firstOther * total) / values.length), exact };
}
