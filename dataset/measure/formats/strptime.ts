/** Parses dates and times in Polars. */
import pl, { type DataType, type Expr } from "nodejs-polars";
import { dayMs } from "../../../platform/time.ts";

/**
 * Makes a `strptime` match its format against the whole text, which takes a sixth of the time. Only
 * the plan of an expression has the option: nodejs-polars always looks anywhere in the text.
 */
function exactly(parsed: Expr): Expr {
  const plan = parsed.serialize("json").toString();
  const exact = plan.replaceAll('"exact":false', '"exact":true');
  return pl.Expr.deserialize(Buffer.from(exact), "json");
}

/** The first of the hundred years that two digits mean: 1969 as POSIX has it, or 1930 as spreadsheets do. */
export type YearsFrom = 1930 | 1969;

/** A century from any of these years on. */
const centuryDays = 36_525;
/** The day that is the first beyond the hundred years, counted from 1970 on. */
const firstDayBeyond: Readonly<Record<YearsFrom, number>> = { 1930: 21_915, 1969: 36_160 };

/**
 * Years of two digits, of which chrono has 1970 as the first. `perDay` is the column's count of a day: the
 * days beyond the hundred years are those a century of fixed length earlier.
 */
function inCentury(
  parsed: Expr,
  yearsFrom: YearsFrom | undefined,
  dtype: DataType,
  perDay: number,
): Expr {
  if (yearsFrom === undefined) return parsed;
  const count = parsed.cast(pl.Int64);
  const earlier = count.minus(centuryDays * perDay).cast(dtype);
  return pl
    .when(count.gtEq(firstDayBeyond[yearsFrom] * perDay))
    .then(earlier)
    .otherwise(parsed);
}

/** Days by a chrono format; null where a text is no day of it. */
export function parseDate(text: Expr, format: string, yearsFrom?: YearsFrom): Expr {
  return inCentury(exactly(text.str.strptime(pl.Date, format)), yearsFrom, pl.Date, 1);
}

/**
 * Parses texts with fractions of seconds apart, as one format that takes both is slow. Times are
 * microseconds, whatever unit nodejs-polars is asked for.
 */
export function parseDateTime(text: Expr, format: string, yearsFrom?: YearsFrom): Expr {
  const whole = format.replace("%.f", "");
  const parsed = exactly(text.str.strptime(pl.Datetime("ms"), whole));
  const perDay = dayMs * 1000;
  const placed = (times: Expr) => inCentury(times, yearsFrom, pl.Datetime("us"), perDay);
  if (whole === format) return placed(parsed);
  const rest = pl.when(parsed.isNull()).then(text).otherwise(pl.lit(null));
  return placed(parsed.fillNull(exactly(rest.str.strptime(pl.Datetime("ms"), format))));
}

/** The time of day of texts such as `09:05:00`. */
export function parseTime(text: Expr, format: string): Expr {
  const dated = text.str.replace("^", "1970-01-01 ");
  return exactly(dated.str.strptime(pl.Datetime("ms"), `%Y-%m-%d ${format}`)).cast(pl.Time);
}
