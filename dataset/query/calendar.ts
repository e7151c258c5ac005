/** Calendar arithmetic that nodejs-polars does not offer, as expressions of whole numbers. */
import pl, { type Expr } from "nodejs-polars";

export const int = (value: number | bigint): Expr => pl.lit(String(value)).cast(pl.Int64);

export const dayMicroseconds = 86_400_000_000;
/** 0001-01-01 and 9999-12-31, as days since 1970. */
export const dayMin = -719_162;
export const dayMax = 2_932_896;

/**
 * Days since 1970-01-01 of a date of the proleptic Gregorian calendar, after Howard Hinnant's
 * `days_from_civil`. Division of integers rounds down in Polars.
 */
export function daysOf(year: Expr, month: Expr, day: Expr): Expr {
  const isEarly = month.ltEq(int(2));
  const shifted = pl
    .when(isEarly)
    .then(year.sub(int(1)))
    .otherwise(year);
  const monthFromMarch = pl
    .when(isEarly)
    .then(month.add(int(9)))
    .otherwise(month.sub(int(3)));
  const era = shifted.div(int(400));
  const yearOfEra = shifted.sub(era.mul(int(400)));
  const dayOfYear = monthFromMarch.mul(int(153)).add(int(2)).div(int(5)).add(day).sub(int(1));
  const dayOfEra = yearOfEra
    .mul(int(365))
    .add(yearOfEra.div(int(4)))
    .sub(yearOfEra.div(int(100)))
    .add(dayOfYear);
  return era.mul(int(146_097)).add(dayOfEra).sub(int(719_468));
}

/** The first day of the month that is `months` after a month. */
export function monthStart(year: Expr, month: Expr, months: number): Expr {
  const count = year
    .mul(int(12))
    .add(month.sub(int(1)))
    .add(int(months));
  const ofYear = count.div(int(12));
  return daysOf(ofYear, count.sub(ofYear.mul(int(12))).add(int(1)), int(1));
}
