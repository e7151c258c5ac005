import pl, { type Expr, type Series } from "nodejs-polars";
import type { ColumnType } from "../../market/profile/schemas.ts";
import type { RawKind } from "./table.ts";

/**
 * How text becomes typed values. A column starts with the first type that all values of its first
 * chunk fit; a later value that does not fit moves it on, and the file is read again from its
 * beginning, so that every figure is of one type over the whole file.
 */
type TextType = {
  type: ColumnType;
  /** What every value looks like; JavaScript and Rust read it alike. */
  pattern: string;
  cast(text: Expr): Expr;
  /** Counts values that the cast would accept against the pattern; null if the cast is as strict. */
  suspects: ((text: Expr) => Expr) | null;
};

/** Spellings of a missing value, honoured where all other values are numbers, dates or booleans. */
export const MISSING_TOKENS: readonly string[] = [
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

const DATE_YMD = "[0-9]{4}-[0-9]{2}-[0-9]{2}";
const CLOCK = "[0-9]{1,2}:[0-9]{2}";
const MONTH = "(?:0?[1-9]|1[0-2])";
const DAY = "(?:0?[1-9]|[12][0-9]|3[01])";
const YEAR_LAST = "^([^/.-]+)[/.-]([^/.-]+)[/.-]([0-9]{4})";
const MONTH_FIRST: Reorder = { parts: YEAR_LAST, order: "$3-$1-$2" };
const DAY_FIRST: Reorder = { parts: YEAR_LAST, order: "$3-$2-$1" };

/** Puts the parts of a match into another order before it is parsed. */
type Reorder = { parts: string; order: string };

/**
 * A date or time by its pattern and its chrono format. Polars looks for the format anywhere in the
 * text, so that day-first "31/04/2024" would pass as "1/04/2024": such dates are put year first.
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
      if (type === "date") return ordered.str.strptime(pl.Date, format);
      return ordered.str.strptime(pl.Datetime("ms"), format);
    },
    suspects: (text) => text.str.contains(anchored).not().sum(),
  };
}

function withoutNaN(value: Expr): Expr {
  return pl.when(value.isNan()).then(pl.lit(null)).otherwise(value);
}

const leadingZero = (text: Expr): Expr => text.str.contains("^[+-]?0[0-9]").sum();

const INTEGER: TextType = {
  type: "integer",
  pattern: "^[+-]?(?:0|[1-9][0-9]*)$",
  cast: (text) => text.cast(pl.Int64, false),
  suspects: leadingZero,
};

const NUMBER: TextType = {
  type: "number",
  pattern:
    "^[+-]?(?:(?:0|[1-9][0-9]*)(?:\\.[0-9]*)?(?:[eE][+-]?[0-9]+)?|\\.[0-9]+(?:[eE][+-]?[0-9]+)?|[iI]nf(?:inity)?)$",
  cast: (text) => withoutNaN(text.cast(pl.Float64, false)),
  // Integers of 16 and more digits are codes or need exactness that a float has not.
  suspects: (text) => text.str.contains("^[+-]?(?:0[0-9]|[0-9]{16,}$)").sum(),
};

const DECIMAL_COMMA: TextType = {
  type: "number",
  pattern: "^[+-]?(?:0|[1-9][0-9]*)(?:,[0-9]+)?$",
  cast: (text) => text.str.replace(",", ".").cast(pl.Float64, false),
  suspects: leadingZero,
};

const BOOLEAN: TextType = {
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

const TEMPORAL: readonly TextType[] = [
  temporal("date", DATE_YMD, "%Y-%m-%d"),
  temporal("date", "[0-9]{4}/[0-9]{1,2}/[0-9]{1,2}", "%Y/%m/%d"),
  temporal("date", `${MONTH}/${DAY}/[0-9]{4}`, "%Y-%m-%d", MONTH_FIRST),
  temporal("date", `${DAY}/${MONTH}/[0-9]{4}`, "%Y-%m-%d", DAY_FIRST),
  temporal("date", `${DAY}\\.${MONTH}\\.[0-9]{4}`, "%Y-%m-%d", DAY_FIRST),
  temporal("date", "[A-Z][a-z]{2} [0-9]{1,2} [0-9]{4}", "%b %d %Y"),
  temporal("date", `${DAY}-[A-Z][a-z]{2}-[0-9]{4}`, "%Y-%b-%d", DAY_FIRST),
  temporal(
    "datetime",
    `${DATE_YMD}T${CLOCK}:[0-9]{2}(?:\\.[0-9]+)?(?:Z|[+-][0-9]{2}:?[0-9]{2})`,
    "%Y-%m-%dT%H:%M:%S%.f%#z",
  ),
  temporal("datetime", `${DATE_YMD}T${CLOCK}:[0-9]{2}(?:\\.[0-9]+)?`, "%Y-%m-%dT%H:%M:%S%.f"),
  temporal("datetime", `${DATE_YMD} ${CLOCK}:[0-9]{2}(?:\\.[0-9]+)?`, "%Y-%m-%d %H:%M:%S%.f"),
  temporal("datetime", `${DATE_YMD}[ ]${CLOCK}`, "%Y-%m-%d %H:%M"),
  temporal("datetime", `${DATE_YMD}T${CLOCK}`, "%Y-%m-%dT%H:%M"),
  temporal("datetime", `[0-9]{4}/[0-9]{2}/[0-9]{2} ${CLOCK}:[0-9]{2}`, "%Y/%m/%d %H:%M:%S"),
  temporal("datetime", `[0-9]{4}/[0-9]{2}/[0-9]{2} ${CLOCK}`, "%Y/%m/%d %H:%M"),
  temporal(
    "datetime",
    `${MONTH}/${DAY}/[0-9]{4} ${CLOCK}:[0-9]{2}`,
    "%Y-%m-%d %H:%M:%S",
    MONTH_FIRST,
  ),
  temporal("datetime", `${MONTH}/${DAY}/[0-9]{4} ${CLOCK}`, "%Y-%m-%d %H:%M", MONTH_FIRST),
];

const STRING: TextType = { type: "string", pattern: "", cast: (text) => text, suspects: null };

/** The types that text of a kind may turn out to have, most special first; the last takes all. */
function typesOf(kind: RawKind, delimiter: string | null): readonly TextType[] {
  if (kind === "json_text") return [...TEMPORAL, STRING];
  if (kind === "digits") return [INTEGER, STRING];
  const decimalComma = delimiter === "," ? [] : [DECIMAL_COMMA];
  return [BOOLEAN, INTEGER, NUMBER, ...decimalComma, ...TEMPORAL, STRING];
}

const HEAD_VALUES = 1000;

/** The type of a text column as far as it is known; it outlives a pass over the file. */
export class TextColumnType {
  private readonly types: readonly TextType[];
  private at = -1;
  private trim = false;
  /** A type that most values fit although the column as a whole does not. */
  private near: TextType | null = null;
  /** True while only spellings of a missing value were seen. */
  private tentative = true;

  constructor(kind: RawKind, delimiter: string | null) {
    this.types = typesOf(kind, delimiter);
  }

  private get current(): TextType {
    return this.types[this.at] ?? STRING;
  }

  get type(): ColumnType {
    return this.at < 0 ? "empty" : this.current.type;
  }

  get known(): boolean {
    return this.at >= 0;
  }

  get nearType(): ColumnType | null {
    return this.type === "string" ? (this.near?.type ?? null) : null;
  }

  /** The typed values of the frame column. */
  expr(name: string): Expr {
    return this.at < 0 ? pl.col(name) : this.castOf(this.current, this.trim, pl.col(name));
  }

  /** Changes whenever an expression of this column does. */
  get state(): string {
    return `${this.at}${this.trim}${this.tentative}${this.near?.pattern ?? ""}`;
  }

  /** Counts the values of a text column that fit the near type. */
  nearExpr(name: string): Expr | null {
    if (this.type !== "string" || !this.near) return null;
    return this.castOf(this.near, true, pl.col(name)).isNotNull().sum();
  }

  /** Whether there is a `suspectsExpr`. */
  get checked(): boolean {
    return this.known && !this.tentative && this.current.suspects !== null;
  }

  /** Counts values that may not fit although the cast takes them; null where that cannot be. */
  suspectsExpr(name: string): Expr | null {
    const suspects = this.checked ? this.current.suspects : null;
    const text = pl.col(name);
    return suspects ? suspects(this.trim ? text.str.stripChars(" \t") : text) : null;
  }

  /** True when these counts of a chunk prove that the type fits it; else `refine` must look. */
  settledBy(rawNulls: number, typedNulls: number, suspects: number): boolean {
    return this.known && !this.tentative && rawNulls === typedNulls && suspects === 0;
  }

  /**
   * Makes the type fit all values of `column`; `typedNulls` are the nulls of its cast. `known` means
   * that the first values appeared, `changed` that figures of earlier chunks no longer hold.
   */
  refine(column: Series, typedNulls: number): "same" | "known" | "changed" {
    if (column.nullCount() === column.len()) return "same";
    const settled = this.known && !this.tentative;
    if (settled && this.fits(column, this.current, this.trim, typedNulls)) return "same";
    const values = column.dropNulls();
    const head = values.head(HEAD_VALUES).toArray() as string[];
    const spoken = head.filter((value) => !MISSING_TOKENS.includes(value));
    const before = this.known ? `${this.at}:${this.trim}` : null;
    if (spoken.length === 0 && this.isOnlyTokens(values)) {
      this.at = this.types.length - 1;
    } else {
      if (this.tentative) this.at = -1;
      this.tentative = false;
      this.moveOn(values, spoken);
    }
    if (before === null) return "known";
    return before === `${this.at}:${this.trim}` ? "same" : "changed";
  }

  private moveOn(values: Series, spoken: readonly string[]): void {
    const from = Math.max(0, this.at);
    const broken = this.known ? this.current : null;
    for (let at = from; at < this.types.length - 1; at++) {
      const type = this.types[at] as TextType;
      const pattern = new RegExp(type.pattern);
      if (!spoken.every((value) => pattern.test(value.trim()))) continue;
      for (const trim of this.trim ? [true] : [false, true]) {
        if (!this.fits(values, type, trim, null)) continue;
        this.at = at;
        this.trim = trim;
        return;
      }
    }
    this.at = this.types.length - 1;
    this.trim = false;
    this.near ??= broken ?? this.mostlyFits(spoken);
  }

  private mostlyFits(spoken: readonly string[]): TextType | null {
    for (const type of this.types.slice(0, -1)) {
      if (type.type === "integer") continue;
      const pattern = new RegExp(type.pattern);
      const fitting = spoken.filter((value) => pattern.test(value.trim())).length;
      if (fitting > spoken.length / 2) return type;
    }
    return null;
  }

  private castOf(type: TextType, trim: boolean, text: Expr): Expr {
    return type.cast(trim ? text.str.stripChars(" \t") : text);
  }

  private fits(column: Series, type: TextType, trim: boolean, typedNulls: number | null): boolean {
    if (type === STRING) return true;
    const raw = pl.col(column.name);
    const text = trim ? raw.str.stripChars(" \t") : raw;
    const isToken = raw.isIn([...MISSING_TOKENS]);
    const frame = column.toFrame();
    const rawNulls = column.nullCount();
    const cast = this.castOf(type, trim, raw);
    if (typedNulls !== rawNulls) {
      const misfits = frame.select(
        cast.isNull().and(raw.isNotNull()).and(isToken.not()).sum().alias("n"),
      );
      if (Number(misfits.row(0)[0]) > 0) return false;
    }
    if (!type.suspects) return true;
    const spoken = frame.filter(raw.isNotNull().and(isToken.not()));
    return Number(spoken.select(type.suspects(text).alias("n")).row(0)[0] ?? 0) === 0;
  }

  private isOnlyTokens(values: Series): boolean {
    const isToken = pl.col(values.name).isIn([...MISSING_TOKENS]);
    return Number(values.toFrame().select(isToken.not().sum().alias("n")).row(0)[0]) === 0;
  }
}
