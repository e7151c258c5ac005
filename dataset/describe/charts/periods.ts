/** Divides a span of time into calendar periods (UTC). */
import {
  type TimeInterval,
  utcDay,
  utcHour,
  utcMinute,
  utcMonday,
  utcMonth,
  utcSecond,
  utcYear,
} from "d3-time";
import type { PeriodUnit, Series } from "../../../market/profile/charts.ts";
import type { ColumnProfile } from "../../../market/profile/schemas.ts";
import { dayMs, hourMs, minuteMs } from "../../../platform/time.ts";

type Granularity = NonNullable<ColumnProfile["dates"]>["granularity"];

type Period = { unit: PeriodUnit; step: number; ms: number; interval: TimeInterval | null };

export type Periods = { period: Series["period"]; starts: number[] };

/** A chart of card width shows no more. */
const periodsMax = 96;

const units: [PeriodUnit, number, { every(step: number): TimeInterval | null }, number[]][] = [
  ["second", 1000, utcSecond, [1, 5, 15, 30]],
  ["minute", minuteMs, utcMinute, [1, 5, 15, 30]],
  ["hour", hourMs, utcHour, [1, 3, 6, 12]],
  ["day", dayMs, utcDay, [1]],
  ["week", 7 * dayMs, utcMonday, [1]],
  ["month", 30.44 * dayMs, utcMonth, [1, 3]],
  ["year", 365.25 * dayMs, utcYear, [1, 2, 5, 10, 20, 50, 100]],
];

const periods: Period[] = units.flatMap(([unit, ms, of, steps]) =>
  steps.map((step) => ({ unit, step, ms: ms * step, interval: of.every(step) })),
);

/** Trading days have gaps each weekend, so they are shown by week. */
const finest: Record<Granularity, [PeriodUnit, number]> = {
  second: ["second", 1],
  minute: ["minute", 1],
  hour: ["hour", 1],
  weekday: ["week", 1],
  day: ["day", 1],
  week: ["week", 1],
  month: ["month", 1],
  quarter: ["month", 3],
  year: ["year", 1],
};

/**
 * Periods from `from` to `to` (ms since 1970) that are not finer than the values and at least `msMin`
 * long, the finest first.
 */
export function periodsOf(
  { from, to }: { from: number; to: number },
  granularity: Granularity,
  msMin = 0,
): Periods[] {
  const [unit, step] = finest[granularity];
  const first = periods.findIndex((one) => one.unit === unit && one.step === step);
  const able = periods
    .slice(first)
    .filter(({ ms }) => ms >= msMin && (to - from) / ms < periodsMax && (to - from) / ms > 1);
  return able.flatMap(({ interval, unit: name, step: steps }) => {
    if (interval === null) return [];
    const starts = interval.range(interval.floor(new Date(from)), new Date(to + 1)).map(Number);
    return [{ period: { unit: name, step: steps }, starts }];
  });
}

/** The period that holds an instant: the last one that starts no later. */
export function periodAt(starts: readonly number[], time: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] as number) <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
