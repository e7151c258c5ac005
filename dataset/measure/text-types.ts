/** The types that text may have, in the order of trying. */
import pl, { type Expr } from "nodejs-polars";
import type { RawKind } from "../base/table.ts";
import { booleanTypesOf } from "./formats/boolean-words.ts";
import { dateFormatsOf } from "./formats/date-formats.ts";
import { epochTypesOf } from "./formats/epochs.ts";
import { compactDay, compactMonth, isoTypes, plainYear } from "./formats/iso-types.ts";
import { numberFormatsOf } from "./formats/number-formats.ts";
import type { TextType } from "./formats/text-type.ts";

/** The value comes first, so that the result keeps its column's name. */
function withoutNaN(value: Expr): Expr {
  return pl.when(value.isNan().not()).then(value).otherwise(pl.lit(null));
}

/** Digits that are not numbers: codes with leading zeros, telephone numbers with a plus sign. */
const codes = (text: Expr): Expr => text.str.contains("^[+-]?0[0-9]|^\\+[0-9]{8,15}$").sum();

const integerType: TextType = {
  type: "integer",
  pattern: "^[+-]?(?:0|[1-9][0-9]*)$",
  cast: (text) => text.cast(pl.Int64, false),
  suspects: codes,
  sure: /^-?(?:0|[1-9][0-9]{0,14})$/,
  form: "integer",
  spans: true,
};

/** Integers of 16 or more digits are codes, or need more precision than a float has. */
const codesOrLong = (text: Expr): Expr =>
  text.str.contains("^[+-]?0[0-9]|^\\+[0-9]{8,15}$|^[+-]?[0-9]{16,}$").sum();

const numberType: TextType = {
  type: "number",
  pattern:
    "^[+-]?(?:(?:0|[1-9][0-9]*)(?:\\.[0-9]*)?(?:[eE][+-]?[0-9]+)?|\\.[0-9]+(?:[eE][+-]?[0-9]+)?|[iI]nf(?:inity)?)$",
  cast: (text) => withoutNaN(text.cast(pl.Float64, false)),
  suspects: codesOrLong,
  sure: /^-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,15})?$/,
  form: "number",
  spans: true,
};

const booleanType: TextType = {
  type: "boolean",
  pattern: "^(?:[tT]rue|[fF]alse|TRUE|FALSE)$",
  form: "boolean",
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

/** One object per list of words, so that a column's type keeps its identity. */
const texts = new WeakMap<readonly string[], TextType>();

/** Text in which blank cells and these spellings are missing values. */
export function textWithout(words: readonly string[]): TextType {
  const type = texts.get(words) ?? makeText(words);
  texts.set(words, type);
  return type;
}

function makeText(words: readonly string[]): TextType {
  return {
    type: "string",
    pattern: "",
    form: "string",
    // A pattern would be compiled for each column of a wide table.
    cast: (text) => {
      const isBlank = text.str
        .strip()
        .eq(pl.lit(""))
        .and(text.neq(pl.lit("")));
      const isWord = text.str.stripChars(" \t").isIn([...words]);
      const isMissing = words.length === 0 ? isBlank : isBlank.or(isWord);
      return pl.when(isMissing.not()).then(text).otherwise(pl.lit(null));
    },
    suspects: null,
    spans: true,
  };
}

/** Stands for text in lists of types. */
export const stringType: TextType = textWithout([]);

/** Context that influences how a column's text may be meant. */
export type TextOrigin = { kind: RawKind; delimiter: string | null; name: string };

/**
 * The types that a column's text may have, most specific first; the last one accepts everything.
 * Only formats that fit the first value are tried, because every value must fit.
 */
export function typesOf(origin: TextOrigin, first: string): readonly TextType[] {
  const { kind, delimiter, name } = origin;
  if (kind === "digits") return [integerType, stringType];
  const dates = dateFormatsOf(first, name);
  const numbers = numberFormatsOf(first, delimiter === ";");
  if (kind === "json_text") {
    // A JSON writer that put a plain number into quotes meant text.
    const marked = numbers.filter(
      ({ unit, thousands }) => unit || showsThousands(first, thousands),
    );
    const isYear = /^\d{4}$/.test(first);
    if (isYear && !yearName.test(name)) return [...marked, stringType];
    return [...(isYear ? [plainYear] : []), ...isoTypes, ...dates, ...marked, stringType];
  }
  const isCompact = (type: TextType): boolean => type === compactDay || type === compactMonth;
  const compact = dates.filter(isCompact);
  const others = dates.filter((type) => !isCompact(type));
  return [
    booleanType,
    ...booleanTypesOf(first, name),
    ...compact,
    ...epochTypesOf(first, name),
    integerType,
    numberType,
    ...numbers.filter((type) => isLikely(type, delimiter)),
    ...isoTypes,
    ...others,
    stringType,
  ];
}

/** Names of quoted years; other words of four digits are codes. Keys of records are called `key`. */
const yearName = /year|date|\bann(o|ée|ee)\b|jahr|año|\bano\b|^key$/i;

function showsThousands(value: string, separators: string | undefined): boolean {
  const found = /[0-9]([^0-9])[0-9]{3}(?![0-9])/.exec(value)?.[1];
  return found !== undefined && found !== "." && (separators?.includes(found) ?? false);
}

/**
 * In a comma-separated file, two numbers with a comma between them are as likely as a decimal
 * comma.
 */
function isLikely({ unit, thousands, decimal }: TextType, delimiter: string | null): boolean {
  return delimiter !== "," || decimal !== "," || unit !== undefined || thousands !== undefined;
}
