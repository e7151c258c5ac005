/** Formats times that are known to the year, month or day for people and other catalogues. Pure. */
import type { TimePrecision } from "../../db/vocabulary/facts.ts";

const charsOf: Readonly<Record<TimePrecision, number>> = { year: 4, month: 7, day: 10 };

/** `2010`, `2010-02` or `2010-02-01`, as precise as the time is known. */
export function shownTime(day: string, precision: TimePrecision): string {
  return day.slice(0, charsOf[precision]);
}

type Covered = {
  covers_from: string | null;
  covers_to: string | null;
  covers_precision: TimePrecision | null;
};

/** First and last time as text; null if the dataset covers no known time. */
function shownPeriod(covered: Covered): { from: string; to: string } | null {
  const { covers_from: from, covers_to: to, covers_precision: precision } = covered;
  if (from === null || to === null) return null;
  return { from: shownTime(from, precision ?? "day"), to: shownTime(to, precision ?? "day") };
}

/** For example "2010" or "2010-02 to 2012-05". */
export function periodText(covered: Covered): string | null {
  const period = shownPeriod(covered);
  if (period === null) return null;
  return period.from === period.to ? period.from : `${period.from} to ${period.to}`;
}

/** ISO 8601, the format of schema.org's `temporalCoverage`. */
export function temporalCoverage(covered: Covered): { temporalCoverage?: string } {
  const period = shownPeriod(covered);
  return period === null ? {} : { temporalCoverage: `${period.from}/${period.to}` };
}
