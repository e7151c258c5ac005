/** The operators and functions of queries, computed as DuckDB and PostgreSQL do where they agree. */
import pl, { type Expr } from "nodejs-polars";
import type { Call, ValueKind } from "../../market/query/plan.ts";
import type { ValueFault } from "../../market/query/value-faults.ts";
import {
  dayMax,
  dayMicroseconds,
  dayMin,
  int,
  type Keep,
  monthLength,
  monthStart,
} from "./calendar.ts";
import { casts } from "./casts.ts";

type CallContext = {
  settings: readonly (string | number)[];
  kinds: readonly ValueKind[];
  kind: ValueKind;
  keep: Keep;
};

/** The value, and the faults that a row may have. */
type Called = { value: Expr; faults?: [isFaulty: Expr, code: ValueFault][] };

export type Callee = (of: readonly Expr[], context: CallContext) => Called;

/** A little below 2^63: a product is checked by its rounded value. */
const overflowFrom = 9.2e18;
const none = pl.lit(null);
const float = (value: Expr): Expr => value.cast(pl.Float64);
const number = (value: number): Expr => float(pl.lit(value));

function one(of: readonly Expr[], at = 0): Expr {
  const found = of[at];
  if (found === undefined) throw new RangeError("a call without its values");
  return found;
}

const textSetting = ({ settings }: CallContext, at = 0): string => String(settings[at] ?? "");
const numberSetting = ({ settings }: CallContext, at = 0): number => Number(settings[at] ?? 0);

const plain =
  (compute: (value: Expr, context: CallContext) => Expr): Callee =>
  (of, context) => ({ value: compute(one(of), context) });

/** Whole numbers wrap around beyond 64 bits, which the same computation with floats shows. */
const arithmetic =
  (compute: (left: Expr, right: Expr) => Expr): Callee =>
  (of, { kind }) => {
    const [left, right] = [one(of), one(of, 1)];
    const value = compute(left, right);
    if (kind !== "integer") return { value };
    const isTooLarge = compute(float(left), float(right)).abs().gtEq(number(overflowFrom));
    return { value, faults: [[isTooLarge, "overflow"]] };
  };

/** Polars rounds quotients down, and gives remainders the divisor's sign; SQL cuts off. */
function truncated(of: readonly Expr[]) {
  const [left, given] = [one(of), one(of, 1)];
  const right = pl
    .when(given.eq(int(0)))
    .then(none)
    .otherwise(given);
  const rest = left.rem(right);
  const isBelow = rest.neq(int(0)).and(left.lt(int(0)).neq(right.lt(int(0))));
  const isLeast = float(left).ltEq(number(-overflowFrom));
  return { left, right, rest, isBelow, isLeast };
}

/** The characters that DuckDB trims: Unicode's space separators. */
const spaces =
  "\u0020\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000";

/** Letters for which a language, or a library's version, decides about the other case. */
const simpleLetters =
  "^[\\x{0}-\\x{de}\\x{e0}-\\x{12f}\\x{132}-\\x{148}\\x{14a}-\\x{17e}\\x{391}-\\x{3a1}\\x{3a4}-\\x{3ab}\\x{3b1}-\\x{3c1}\\x{3c4}-\\x{3c9}\\x{400}-\\x{45f}\\x{2010}-\\x{2027}\\x{20ac}\\x{3000}-\\x{9fff}\\x{ac00}-\\x{d7a3}]*$";

const inCase =
  (change: (value: Expr) => Expr): Callee =>
  (of) => {
    const value = one(of);
    return {
      value: change(value),
      faults: [[value.str.contains(simpleLetters).not(), "letter_case"]],
    };
  };

const asTime = (value: Expr): Expr => value.cast(pl.Datetime("us"));
const microseconds = (value: Expr): Expr => asTime(value).cast(pl.Int64);
const whole = (value: Expr): Expr => value.cast(pl.Int64);

const dateParts: Record<string, (value: Expr) => Expr> = {
  year: (value) => value.dt.year(),
  quarter: (value) => whole(value.dt.month()).add(int(2)).div(int(3)),
  month: (value) => value.dt.month(),
  week: (value) => value.dt.week(),
  day: (value) => value.dt.day(),
  hour: (value) => value.dt.hour(),
  minute: (value) => value.dt.minute(),
  second: (value) => value.dt.second(),
  dayofweek: (value) => whole(value.dt.weekday()).rem(int(7)),
  isodow: (value) => value.dt.weekday(),
  dayofyear: (value) => value.dt.ordinalDay(),
};

const truncations: Record<string, string> = {
  ...{ year: "1y", quarter: "1q", month: "1mo", week: "1w", day: "1d" },
  ...{ hour: "1h", minute: "1m", second: "1s" },
};

const part = (name: string, value: Expr): Expr => {
  const compute = dateParts[name];
  if (compute === undefined) throw new RangeError("a part that a date does not have");
  return whole(compute(asTime(value)));
};

/** The number of a unit's begin since a fixed one. */
const ordinals: Record<string, (value: Expr) => Expr> = {
  year: (value) => part("year", value),
  quarter: (value) => part("year", value).mul(int(4)).add(part("quarter", value)),
  month: (value) => part("year", value).mul(int(12)).add(part("month", value)),
  day: (value) => microseconds(value).div(int(dayMicroseconds)),
  hour: (value) => microseconds(value).div(int(3_600_000_000)),
  minute: (value) => microseconds(value).div(int(60_000_000)),
  second: (value) => microseconds(value).div(int(1_000_000)),
};

const isOutside = (days: Expr): Expr => days.lt(int(dayMin)).or(days.gt(int(dayMax)));

/** A day of a later month that does not have it becomes that month's last day. */
const addInterval: Callee = (of, context) => {
  const [months, rest] = [numberSetting(context), numberSetting(context, 1)];
  const { keep } = context;
  const value = one(of);
  const stamp = keep(microseconds(value));
  const day = keep(stamp.div(int(dayMicroseconds)));
  const date = months === 0 ? day : inLaterMonth(value, months, keep);
  const moved = keep(
    date
      .mul(int(dayMicroseconds))
      .add(stamp.sub(day.mul(int(dayMicroseconds))))
      .add(int(rest)),
  );
  return {
    value: moved.cast(pl.Datetime("us")),
    faults: [[isOutside(moved.div(int(dayMicroseconds))), "date_range"]],
  };
};

function inLaterMonth(value: Expr, months: number, keep: Keep): Expr {
  const start = monthStart(monthsOf(value).add(int(months)), keep);
  const length = keep(monthLength(start));
  const wanted = keep(part("day", value));
  const within = pl.when(wanted.gt(length)).then(length).otherwise(wanted);
  return keep(start.add(within).sub(int(1)));
}

/** Months since January of the year 0. */
const monthsOf = (value: Expr): Expr =>
  part("year", value).mul(int(12)).add(part("month", value)).sub(int(1));

/**
 * Polars multiplies by the reciprocal of a constant, which may miss the nearest float: 199 / 10
 * would be 19.900000000000002. A divisor for each row is divided by.
 */
function quotient(left: Expr, right: Expr): Expr {
  return left.div(pl.when(left.isNotNull()).then(right).otherwise(none));
}

const round: Callee = (of, context) => {
  const digits = numberSetting(context);
  const factor = number(10 ** Math.abs(digits));
  const value = one(of);
  const nearest = (scaled: Expr) => scaled.round({ decimals: 0, mode: "halfawayfromzero" });
  if (digits === 0) return { value: nearest(value) };
  if (digits < 0) return { value: nearest(quotient(value, factor)).mul(factor) };
  const scaled = value.mul(factor);
  const rounded = quotient(nearest(scaled), factor);
  return { value: pl.when(scaled.isFinite()).then(rounded).otherwise(value) };
};

const extreme =
  (isBetter: (candidate: Expr, best: Expr) => Expr): Callee =>
  (of) => ({
    value: of.slice(1).reduce((best, candidate) => {
      const isTaken = candidate.isNotNull().and(best.isNull().or(isBetter(candidate, best)));
      return pl
        .when(isTaken.fillNull(pl.lit(false)))
        .then(candidate)
        .otherwise(best);
    }, one(of)),
  });

const padded =
  (pad: (value: Expr, length: number, fill: string) => Expr): Callee =>
  (of, context) => {
    const [value, length] = [one(of), numberSetting(context)];
    const isLong = value.str.lengths().gtEq(pl.lit(length));
    const filled = pad(value, length, textSetting(context, 1));
    return { value: pl.when(isLong).then(value.str.slice(0, length)).otherwise(filled) };
  };

export const calls: Record<Call, Callee> = {
  add: arithmetic((left, right) => left.add(right)),
  subtract: arithmetic((left, right) => left.sub(right)),
  multiply: arithmetic((left, right) => left.mul(right)),
  divide: (of) => ({
    value: quotient(one(of), one(of, 1)),
    faults: [[one(of, 1).eq(number(0)), "division_by_zero"]],
  }),
  quotient: (of) => {
    const { left, right, isBelow, isLeast } = truncated(of);
    const floor = left.div(right);
    return {
      value: pl
        .when(isBelow)
        .then(floor.add(int(1)))
        .otherwise(floor),
      faults: [[isLeast.and(right.eq(int(-1))), "overflow"]],
    };
  },
  remainder: (of) => {
    const { right, rest, isBelow, isLeast } = truncated(of);
    return {
      value: pl.when(isBelow).then(rest.sub(right)).otherwise(rest),
      faults: [[isLeast.and(right.eq(int(-1))), "overflow"]],
    };
  },
  negate: (of, { kind }) => {
    if (kind !== "integer") return { value: one(of).mul(number(-1)) };
    const isLeast = float(one(of)).ltEq(number(-overflowFrom));
    return { value: int(0).sub(one(of)), faults: [[isLeast, "overflow"]] };
  },
  power: plain((value, context) => float(value).pow(numberSetting(context))),
  abs: (of, { kind }) => {
    if (kind !== "integer") return { value: one(of).abs() };
    const isLeast = float(one(of)).ltEq(number(-overflowFrom));
    return { value: one(of).abs(), faults: [[isLeast, "overflow"]] };
  },
  sign: plain((value) =>
    whole(
      pl
        .when(value.isNull())
        .then(none)
        .when(value.gt(pl.lit(0)))
        .then(int(1))
        .when(value.lt(pl.lit(0)))
        .then(int(-1))
        .otherwise(int(0)),
    ),
  ),
  round,
  floor: plain((value) => float(value).floor()),
  ceil: plain((value) => float(value).ceil()),
  trunc: plain((value) =>
    pl
      .when(float(value).lt(number(0)))
      .then(float(value).ceil())
      .otherwise(float(value).floor()),
  ),
  sqrt: (of) => ({
    value: float(one(of)).pow(0.5),
    faults: [[float(one(of)).lt(number(0)), "square_root"]],
  }),
  ln: (of) => ({
    value: float(one(of)).log(),
    faults: [[float(one(of)).ltEq(number(0)), "logarithm"]],
  }),
  exp: plain((value) => float(value).exp()),
  coalesce: (of) => ({ value: of.slice(1).reduce((value, next) => value.fillNull(next), one(of)) }),
  nullif: (of) => ({
    value: pl
      .when(one(of, 1).eq(one(of, 2)))
      .then(none)
      .otherwise(one(of)),
  }),
  greatest: extreme((candidate, best) => candidate.gt(best)),
  least: extreme((candidate, best) => candidate.lt(best)),
  lower: inCase((value) => value.str.toLowerCase()),
  upper: inCase((value) => value.str.toUpperCase()),
  length: plain((value) => whole(value.str.lengths())),
  trim: plain((value) => value.str.stripChars(spaces)),
  ltrim: plain((value) => value.str.stripCharsStart(spaces)),
  rtrim: plain((value) => value.str.stripCharsEnd(spaces)),
  substring: plain((value, context) =>
    value.str.slice(numberSetting(context) - 1, numberSetting(context, 1)),
  ),
  right: plain((value, context) => {
    const length = numberSetting(context);
    return length === 0 ? value.str.slice(0, 0) : value.str.slice(-length);
  }),
  replace: plain((value, context) =>
    value.str.replaceAll(textSetting(context), textSetting(context, 1), true),
  ),
  concatenate: (of) => ({ value: of.slice(1).reduce((text, next) => text.add(next), one(of)) }),
  concatenate_present: (of) => {
    const texts = of.map((value) => value.fillNull(pl.lit("")));
    return { value: texts.slice(1).reduce((text, next) => text.add(next), one(texts)) };
  },
  position: plain((value, context) => {
    const needle = textSetting(context);
    const before = value.str.split(needle).list.first().str.lengths();
    return pl
      .when(value.str.contains(pl.lit(needle), true))
      .then(whole(before).add(int(1)))
      .when(value.isNotNull())
      .then(int(0))
      .otherwise(none);
  }),
  split_part: plain((value, context) => {
    const found = value.str
      .split(textSetting(context))
      .list.get(numberSetting(context, 1) - 1, true);
    return pl
      .when(value.isNull())
      .then(none)
      .otherwise(found.fillNull(pl.lit("")));
  }),
  lpad: padded((value, length, fill) => value.str.padStart(length, fill)),
  rpad: padded((value, length, fill) => value.str.padEnd(length, fill)),
  matches: plain((value, context) => value.str.contains(textSetting(context))),
  date_part: plain((value, context) => part(textSetting(context), value)),
  date_trunc: plain((value, context) =>
    asTime(value).dt.truncate(truncations[textSetting(context)] ?? "1d"),
  ),
  date_diff: (of, context) => {
    const ordinal = ordinals[textSetting(context)];
    if (ordinal === undefined) throw new RangeError("a unit that a date does not have");
    return { value: ordinal(one(of, 1)).sub(ordinal(one(of))) };
  },
  format_date: (of, context) => {
    const year = part("year", one(of));
    return {
      value: asTime(one(of)).dt.strftime(textSetting(context)),
      faults: [[year.lt(int(1000)).or(year.gt(int(9999))), "date_range"]],
    };
  },
  last_day: plain((value, { keep }) => {
    const start = monthStart(monthsOf(value), keep);
    return start.add(monthLength(start)).sub(int(1)).cast(pl.Int32).cast(pl.Date);
  }),
  add_days: (of) => {
    const moved = float(whole(one(of))).add(float(one(of, 1)));
    const isFar = moved.lt(number(dayMin)).or(moved.gt(number(dayMax)));
    const days = pl
      .when(isFar)
      .then(none)
      .otherwise(whole(one(of)).add(one(of, 1)));
    return { value: days.cast(pl.Int32).cast(pl.Date), faults: [[isFar, "date_range"]] };
  },
  days_between: (of) => ({ value: whole(one(of)).sub(whole(one(of, 1))) }),
  add_interval: addInterval,
  cast: (of, context) =>
    casts(one(of), context.kinds[0] ?? "string", textSetting(context), context.keep),
};

const raising: ReadonlySet<Call> = new Set([
  ...(["add", "subtract", "multiply", "divide", "quotient", "remainder", "negate", "abs"] as const),
  ...(["sqrt", "ln", "lower", "upper", "format_date", "add_days", "add_interval", "cast"] as const),
]);

/** Whether a row may have a fault. */
export const isRaising = (call: Call): boolean => raising.has(call);
