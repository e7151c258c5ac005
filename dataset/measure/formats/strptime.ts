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

const centuryDays = 36_525;
const firstDayOf2069 = 36_160;

/**
 * Years of two digits are 1969 to 2068, as POSIX has it; chrono begins with 1970. `perDay` is the
 * column's count of a day: the days of 2069 are those of 1969, a century of fixed length earlier.
 */
function inPosixCentury(parsed: Expr, format: string, dtype: DataType, perDay: number): Expr {
  if (!format.includes("%y")) return parsed;
  const count = parsed.cast(pl.Int64);
  const earlier = count.minus(centuryDays * perDay).cast(dtype);
  return pl
    .when(count.gtEq(firstDayOf2069 * perDay))
    .then(earlier)
    .otherwise(parsed);
}

/** Days by a chrono format; null where a text is no day of it. */
export function parseDate(text: Expr, format: string): Expr {
  return inPosixCentury(exactly(text.str.strptime(pl.Date, format)), format, pl.Date, 1);
}

/**
 * Parses texts with fractions of seconds apart, as one format that takes both is slow. Times are
 * microseconds, whatever unit nodejs-polars is asked for.
 */
export function parseDateTime(text: Expr, format: string): Expr {
  const whole = format.replace("%.f", "");
  const parsed = exactly(text.str.strptime(pl.Datetime("ms"), whole));
  const perDay = dayMs * 1000;
  const inCentury = (times: Expr) => inPosixCentury(times, format, pl.Datetime("us"), perDay);
  if (whole === format) return inCentury(parsed);
  const rest = pl.when(parsed.isNull()).then(text).otherwise(pl.lit(null));
  return inCentury(parsed.fillNull(exactly(rest.str.strptime(pl.Datetime("ms"), format))));
}

/** The time of day of texts such as `09:05:00`. */
export function parseTime(text: Expr, format: string): Expr {
  const dated = text.str.replace("^", "1970-01-01 ");
  return exactly(dated.str.strptime(pl.Datetime("ms"), `%Y-%m-%d ${format}`)).cast(pl.Time);
}
