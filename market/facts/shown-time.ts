/** Times that are known by the year, the month or the day, as people and other catalogues read them. Pure. */
import type { TimePrecision } from "../../db/vocabulary/facts.ts";

const charsOf: Readonly<Record<TimePrecision, number>> = { year: 4, month: 7, day: 10 };

/** `2010`, `2010-02` or `2010-02-01`: no more of a day than is known. */
export function shownTime(day: string, precision: TimePrecision): string {
  return day.slice(0, charsOf[precision]);
}

type Covered = {
  covers_from: string | null;
  covers_to: string | null;
  covers_precision: TimePrecision | null;
};

/** Beginning and end as they are shown; null where no column tells. */
function shownPeriod(covered: Covered): { from: string; to: string } | null {
  const { covers_from: from, covers_to: to, covers_precision: precision } = covered;
  if (from === null || to === null) return null;
  return { from: shownTime(from, precision ?? "day"), to: shownTime(to, precision ?? "day") };
}

/** As in "2010" or "2010-02 to 2012-05". */
export function periodText(covered: Covered): string | null {
  const period = shownPeriod(covered);
  if (period === null) return null;
  return period.from === period.to ? period.from : `${period.from} to ${period.to}`;
}

/** ISO 8601, as `temporalCoverage` of schema.org takes it. */
export function temporalCoverage(covered: Covered): { temporalCoverage?: string } {
  const period = shownPeriod(covered);
  return period === null ? {} : { temporalCoverage: `${period.from}/${period.to}` };
}
