/** Calendar arithmetic that nodejs-polars does not offer, as expressions of whole numbers. */
import pl, { type Expr } from "nodejs-polars";

export const int = (value: number | bigint): Expr => pl.lit(String(value)).cast(pl.Int64);

export const dayMicroseconds = 86_400_000_000;
/** 0001-01-01 and 9999-12-31, as days since 1970. */
export const dayMin = -719_162;
export const dayMax = 2_932_896;

/** Gives an expression a column of its own, so that it is computed once. */
export type Keep = (expression: Expr) => Expr;

/**
 * Days since 1970-01-01 of a month's first day in the proleptic Gregorian calendar, after Howard
 * Hinnant's `days_from_civil`; months count from January of the year 0. Division of integers rounds
 * down in Polars.
 */
export function monthStart(months: Expr, keep: Keep): Expr {
  // The year begins in March here, so that a leap day is its last day.
  const fromMarch = keep(months.sub(int(2)));
  const year = keep(fromMarch.div(int(12)));
  const month = fromMarch.sub(year.mul(int(12)));
  const days = month.mul(int(153)).add(int(2)).div(int(5));
  const leapDays = year
    .div(int(4))
    .sub(year.div(int(100)))
    .add(year.div(int(400)));
  return keep(year.mul(int(365)).add(leapDays).add(days).sub(int(719_468)));
}

/** The number of days of a month, from its first day. */
export function monthLength(start: Expr): Expr {
  const later = start.add(int(31)).cast(pl.Int32).cast(pl.Date);
  return later.dt.truncate("1mo").cast(pl.Int64).sub(start);
}
