/** The types that text may turn out to have, and how each is told and cast. */
import pl, { type Expr } from "nodejs-polars";
import type { ColumnType } from "../../market/profile/schemas.ts";
import type { RawKind } from "../base/table.ts";

/** The types that text may turn out to have: what their values look like and how they are cast. */
export type TextType = {
  type: ColumnType;
  /** What every value looks like; JavaScript and Rust read it alike. */
  pattern: string;
  cast(text: Expr): Expr;
  /** Counts values that the cast would accept against the pattern; null if the cast is as strict. */
  suspects: ((text: Expr, typed: Expr) => Expr) | null;
};

/** Spellings of a missing value, honoured where all other values are numbers, dates or booleans. */
export const missingTokens: readonly string[] = [
  "NA",
  "N/A",
  "n/a",
  "NULL",
  "null",
  "None",
  "NaN",
  "nan",
  "\\N",
  "-",
  "?",
];

const dateYmd = "[0-9]{4}-[0-9]{2}-[0-9]{2}";
const clock = "[0-9]{1,2}:[0-9]{2}";
const monthDigits = "(?:0?[1-9]|1[0-2])";
const dayDigits = "(?:0?[1-9]|[12][0-9]|3[01])";
const yearLast = "^([^/.-]+)[/.-]([^/.-]+)[/.-]([0-9]{4})";
const monthFirst: Reorder = { parts: yearLast, order: "$3-$1-$2" };
const dayFirst: Reorder = { parts: yearLast, order: "$3-$2-$1" };

/** Puts the parts of a match into another order before it is parsed. */
type Reorder = { parts: string; order: string };

/**
 * Makes a `strptime` match its format against the whole text, which takes a sixth of the time. Only
 * the plan of an expression has the option: nodejs-polars always looks anywhere in the text.
 */
function exactly(parsed: Expr): Expr {
  const plan = parsed.serialize("json").toString();
  const exact = plan.replaceAll('"exact":false', '"exact":true');
  return pl.Expr.deserialize(Buffer.from(exact), "json");
}

/** Parses texts with fractions of seconds apart, as one format that takes both is slow. */
function parseDateTime(text: Expr, format: string): Expr {
  const whole = format.replace("%.f", "");
  const parsed = exactly(text.str.strptime(pl.Datetime("ms"), whole));
  if (whole === format) return parsed;
  const rest = pl.when(parsed.isNull()).then(text).otherwise(pl.lit(null));
  return parsed.fillNull(exactly(rest.str.strptime(pl.Datetime("ms"), format)));
}

/**
 * A date or time by its pattern and its chrono format. Parsing is laxer than the pattern: numbers may
 * have a sign or lack their zeros, so that day-first dates, for one, are put year first.
 */
function temporal(
  type: "date" | "datetime",
  pattern: string,
  format: string,
  reorder: Reorder | null = null,
): TextType {
  const anchored = `^(?:${pattern})$`;
  return {
    type,
    pattern: anchored,
    cast: (text) => {
      const ordered = reorder ? text.str.replace(reorder.parts, reorder.order) : text;
      if (type === "datetime") return parseDateTime(ordered, format);
      return exactly(ordered.str.strptime(pl.Date, format));
    },
    suspects: (text) => text.str.contains(anchored).not().sum(),
  };
}

function withoutNaN(value: Expr): Expr {
  return pl.when(value.isNan()).then(pl.lit(null)).otherwise(value);
}

/** Digits that are no number: codes with leading zeros, telephone numbers with their plus sign. */
const codes = (text: Expr): Expr => text.str.contains("^[+-]?0[0-9]|^\\+[0-9]{8,15}$").sum();

const integerType: TextType = {
  type: "integer",
  pattern: "^[+-]?(?:0|[1-9][0-9]*)$",
  cast: (text) => text.cast(pl.Int64, false),
  suspects: codes,
};

/** No integer of 16 digits is less. */
const longIntegerMin = 1e15;

const numberType: TextType = {
  type: "number",
  pattern:
    "^[+-]?(?:(?:0|[1-9][0-9]*)(?:\\.[0-9]*)?(?:[eE][+-]?[0-9]+)?|\\.[0-9]+(?:[eE][+-]?[0-9]+)?|[iI]nf(?:inity)?)$",
  cast: (text) => withoutNaN(text.cast(pl.Float64, false)),
  // Integers of 16 and more digits are codes or need exactness that a float has not.
  suspects: (text, typed) => {
    const large = text.filter(typed.abs().gtEq(longIntegerMin));
    return codes(text).add(large.str.contains("^[+-]?[0-9]{16,}$").sum());
  },
};

const decimalCommaType: TextType = {
  type: "number",
  pattern: "^[+-]?(?:0|[1-9][0-9]*)(?:,[0-9]+)?$",
  cast: (text) => text.str.replace(",", ".").cast(pl.Float64, false),
  suspects: codes,
};

const booleanType: TextType = {
  type: "boolean",
  pattern: "^(?:[tT]rue|[fF]alse|TRUE|FALSE)$",
  cast: (text) => {
    const lower = text.str.toLowerCase();
    return pl
      .when(lower.eq(pl.lit("true")))
      .then(pl.lit(true))
      .when(lower.eq(pl.lit("false")))
      .then(pl.lit(false))
      .otherwise(pl.lit(null));
  },
  suspects: null,
};

const temporalTypes: readonly TextType[] = [
  temporal("date", dateYmd, "%Y-%m-%d"),
  temporal("date", "[0-9]{4}/[0-9]{1,2}/[0-9]{1,2}", "%Y/%m/%d"),
  temporal("date", `${monthDigits}/${dayDigits}/[0-9]{4}`, "%Y-%m-%d", monthFirst),
  temporal("date", `${dayDigits}/${monthDigits}/[0-9]{4}`, "%Y-%m-%d", dayFirst),
  temporal("date", `${dayDigits}\\.${monthDigits}\\.[0-9]{4}`, "%Y-%m-%d", dayFirst),
  temporal("date", "[A-Z][a-z]{2} [0-9]{1,2} [0-9]{4}", "%b %d %Y"),
  temporal("date", `${dayDigits}-[A-Z][a-z]{2}-[0-9]{4}`, "%Y-%b-%d", dayFirst),
  temporal(
    "datetime",
    `${dateYmd}T${clock}:[0-9]{2}(?:\\.[0-9]+)?(?:Z|[+-][0-9]{2}:?[0-9]{2})`,
    "%Y-%m-%dT%H:%M:%S%.f%#z",
  ),
  temporal("datetime", `${dateYmd}T${clock}:[0-9]{2}(?:\\.[0-9]+)?`, "%Y-%m-%dT%H:%M:%S%.f"),
  temporal("datetime", `${dateYmd} ${clock}:[0-9]{2}(?:\\.[0-9]+)?`, "%Y-%m-%d %H:%M:%S%.f"),
  temporal("datetime", `${dateYmd}[ ]${clock}`, "%Y-%m-%d %H:%M"),
  temporal("datetime", `${dateYmd}T${clock}`, "%Y-%m-%dT%H:%M"),
  temporal("datetime", `[0-9]{4}/[0-9]{2}/[0-9]{2} ${clock}:[0-9]{2}`, "%Y/%m/%d %H:%M:%S"),
  temporal("datetime", `[0-9]{4}/[0-9]{2}/[0-9]{2} ${clock}`, "%Y/%m/%d %H:%M"),
  temporal(
    "datetime",
    `${monthDigits}/${dayDigits}/[0-9]{4} ${clock}:[0-9]{2}`,
    "%Y-%m-%d %H:%M:%S",
    monthFirst,
  ),
  temporal(
    "datetime",
    `${monthDigits}/${dayDigits}/[0-9]{4} ${clock}`,
    "%Y-%m-%d %H:%M",
    monthFirst,
  ),
];

export const stringType: TextType = {
  type: "string",
  pattern: "",
  cast: (text) => text,
  suspects: null,
};

/** The types that text of a kind may turn out to have, most special first; the last takes all. */
export function typesOf(kind: RawKind, delimiter: string | null): readonly TextType[] {
  if (kind === "json_text") return [...temporalTypes, stringType];
  if (kind === "digits") return [integerType, stringType];
  const decimalComma = delimiter === "," ? [] : [decimalCommaType];
  return [booleanType, integerType, numberType, ...decimalComma, ...temporalTypes, stringType];
}
