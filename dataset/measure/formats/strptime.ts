/** Parses dates and times in Polars. */
import pl, { type Expr } from "nodejs-polars";

/**
 * Makes a `strptime` match its format against the whole text, which takes a sixth of the time. Only
 * the plan of an expression has the option: nodejs-polars always looks anywhere in the text.
 */
function exactly(parsed: Expr): Expr {
  const plan = parsed.serialize("json").toString();
  const exact = plan.replaceAll('"exact":false', '"exact":true');
  return pl.Expr.deserialize(Buffer.from(exact), "json");
}

/** Days by a chrono format; null where a text is no day of it. */
export function parseDate(text: Expr, format: string): Expr {
  return exactly(text.str.strptime(pl.Date, format));
}

/** Parses texts with fractions of seconds apart, as one format that takes both is slow. */
export function parseDateTime(text: Expr, format: string): Expr {
  const whole = format.replace("%.f", "");
  const parsed = exactly(text.str.strptime(pl.Datetime("ms"), whole));
  if (whole === format) return parsed;
  const rest = pl.when(parsed.isNull()).then(text).otherwise(pl.lit(null));
  return parsed.fillNull(exactly(rest.str.strptime(pl.Datetime("ms"), format)));
}

/** The time of day of texts such as `09:05:00`. */
export function parseTime(text: Expr, format: string): Expr {
  const dated = text.str.replace("^", "1970-01-01 ");
  return exactly(dated.str.strptime(pl.Datetime("ms"), `%Y-%m-%d ${format}`)).cast(pl.Time);
}
