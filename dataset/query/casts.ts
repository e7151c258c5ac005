/** CAST as SQL reads it; a text that is not of the type is a fault. */
import pl, { type Expr } from "nodejs-polars";
import type { ValueKind } from "../../market/query/plan.ts";
import type { ValueFault } from "../../market/query/value-faults.ts";
import { dayMicroseconds, int, type Keep, monthLength, monthStart } from "./calendar.ts";

type Cast = { value: Expr; faults?: [isFaulty: Expr, code: ValueFault][] };

const bounds: Record<string, bigint> = {
  smallint: 2n ** 15n - 1n,
  integer: 2n ** 31n - 1n,
  bigint: 2n ** 63n - 1n,
};
const none = pl.lit(null);
const number = (value: number): Expr => pl.lit(value).cast(pl.Float64);
const integerText = "^[+-]?[0-9]{1,18}$";
const numberText = "^[+-]?[0-9]{1,300}(\\.[0-9]{1,300})?([eE][+-]?[0-9]{1,3})?$";
const dateText = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$";

/** `from` is the value's kind, `to` a type of `castTypes`. */
export function casts(value: Expr, from: ValueKind, to: string, keep: Keep): Cast {
  if (to in bounds) return toInteger(value, from, bounds[to] ?? 0n);
  if (to === "double") return toNumber(value, from);
  if (to === "text") return { value: toText(value, from) };
  if (to === "date") return toDate(value, from, keep);
  if (to === "datetime") return { value: value.cast(pl.Datetime("us")) };
  return { value: from === "boolean" ? value : value.neq(int(0)) };
}

/** Fractions are rounded to the nearest even number. */
function toInteger(value: Expr, from: ValueKind, max: bigint): Cast {
  const isWidest = max === bounds.bigint;
  if (from === "boolean") return { value: value.cast(pl.Int64) };
  if (from === "string") {
    const text = value.str.stripChars(" ");
    const isNone = text.str.contains(integerText).not();
    const parsed = text.cast(pl.Int64, false);
    const isFar = parsed.gt(int(max)).or(parsed.lt(int(-max - 1n)));
    const faults: Cast["faults"] = [[isNone, "no_number"]];
    return { value: parsed, faults: isWidest ? faults : [...faults, [isFar, "out_of_range"]] };
  }
  if (from === "integer") {
    const isFar = value.gt(int(max)).or(value.lt(int(-max - 1n)));
    return isWidest ? { value } : { value, faults: [[isFar, "out_of_range"]] };
  }
  const nearest = value.round({ decimals: 0, mode: "halftoeven" });
  const isFar = nearest.gt(number(Number(max))).or(nearest.lt(number(-Number(max) - 1)));
  const isOut = isWidest ? nearest.abs().gtEq(number(9.2e18)) : isFar;
  return { value: nearest.cast(pl.Int64, false), faults: [[isOut, "out_of_range"]] };
}

function toNumber(value: Expr, from: ValueKind): Cast {
  if (from !== "string") return { value: value.cast(pl.Float64) };
  const text = value.str.stripChars(" ");
  const isNone = text.str.contains(numberText).not();
  const parsed = text.cast(pl.Float64, false);
  return {
    value: parsed,
    faults: [
      [isNone, "no_number"],
      [parsed.isInfinite(), "out_of_range"],
    ],
  };
}

function toText(value: Expr, from: ValueKind): Expr {
  if (from === "string") return value;
  if (from !== "boolean") return value.cast(pl.Utf8);
  return pl
    .when(value.isNull())
    .then(none)
    .when(value)
    .then(pl.lit("true"))
    .otherwise(pl.lit("false"));
}

function toDate(value: Expr, from: ValueKind, keep: Keep): Cast {
  const asDate = (days: Expr): Expr => days.cast(pl.Int32, false).cast(pl.Date);
  if (from === "date") return { value };
  if (from === "datetime") {
    return { value: asDate(value.cast(pl.Int64).div(int(dayMicroseconds))) };
  }
  const text = keep(value.str.stripChars(" "));
  const part = (start: number, length: number) =>
    keep(text.str.slice(start, length).cast(pl.Int64, false));
  const [year, month, day] = [part(0, 4), part(5, 2), part(8, 2)];
  const isMonth = keep(
    text.str
      .contains(dateText)
      .and(year.gtEq(int(1)))
      .and(month.gtEq(int(1)))
      .and(month.ltEq(int(12)))
      .fillNull(pl.lit(false)),
  );
  const months = pl
    .when(isMonth)
    .then(year.mul(int(12)).add(month).sub(int(1)))
    .otherwise(none);
  const start = monthStart(months, keep);
  const isDay = day.gtEq(int(1)).and(day.ltEq(monthLength(start)));
  const isNone = value.isNotNull().and(isMonth.and(isDay).fillNull(pl.lit(false)).not());
  return { value: asDate(start.add(day).sub(int(1))), faults: [[isNone, "no_date"]] };
}
