/**
 * Numbers as people write them: with a unit, thousands separators, a decimal comma, in parentheses.
 */
import pl, { type Expr } from "nodejs-polars";
import { isShare, unitOf } from "../../base/units.ts";
import { looksLike, type TextType } from "./text-type.ts";

/**
 * Thousands and decimal separators; empty for none. `lakhs`: above the thousands, groups of two
 * digits as in India.
 */
type Separators = { thousands: string; decimal: string; lakhs?: true };

/** The unit as written before or after the number; `told` is its name in the profile. */
type Unit = { before: string; after: string; told: string };

const blanks = " \u00a0\u2009\u202f";
const apostrophes = "'’";
const minus = "[-−–]";
const signs = "[-+−–]";
const blank = `[${blanks}]?`;

const whole: Separators = { thousands: "", decimal: "" };
const plain: Separators = { thousands: "", decimal: "." };
const comma: Separators = { thousands: "", decimal: "," };
const grouped: readonly Separators[] = [
  { thousands: ",", decimal: "." },
  { thousands: ",", decimal: ".", lakhs: true },
  { thousands: ".", decimal: "," },
  { thousands: blanks, decimal: "," },
  { thousands: blanks, decimal: "." },
  { thousands: apostrophes, decimal: "." },
  { thousands: apostrophes, decimal: "," },
];

/**
 * A number with everything that may surround it; the groups capture what is before and after it.
 */
const anatomy = new RegExp(
  `^\\(?${signs}?${blank}([^-+−–0-9.,()'’${blanks}]{0,3})${blank}${signs}?` +
    `[0-9.,][0-9.,'’${blanks}]*?${blank}([^-+−–0-9.,()'’${blanks}]{0,3})-?\\)?$`,
);

/** A float holds this many groups of digits exactly. */
const groupsMax = 4;
const pairsMax = 5;
const ungroupedDigitsMax = 14;

/** One object per format, so that a column's type keeps its identity. */
const made = new Map<string, TextType>();
const madeMax = 2000;

/** The number formats that a column's first value allows, in the order of trying. */
export function numberFormatsOf(value: string, decimalCommaUsual: boolean): TextType[] {
  const found = /[0-9]/.test(value) ? anatomy.exec(value) : null;
  const [before, after] = [found?.[1] ?? "", found?.[2] ?? ""];
  const told = before + after === "" ? "" : unitOf(before || after);
  if (!found || told === null || (before !== "" && after !== "")) return [];
  const unit = { before, after, told };
  return orderOf(told, decimalCommaUsual)
    .map((one) => typeOf(one, unit))
    .filter((type) => looksLike(type, value));
}

/** Groups of three are thousands before they are fractions, except in shares of a whole. */
function orderOf(unit: string, decimalCommaUsual: boolean): Separators[] {
  const wholeGroups = grouped.map((one) => ({ ...one, decimal: "" }));
  if (isShare(unit)) return [whole, plain, comma, ...wholeGroups, ...grouped];
  if (unit === "" && decimalCommaUsual) return [whole, ...wholeGroups, comma, ...grouped, plain];
  const points = grouped.filter(({ decimal }) => decimal === ".");
  const commas = grouped.filter(({ decimal }) => decimal === ",");
  return [whole, ...wholeGroups, plain, ...points, comma, ...commas];
}

function typeOf(separators: Separators, unit: Unit): TextType {
  const key = JSON.stringify([separators, unit]);
  const held = made.get(key);
  if (held) return held;
  const type = makeType(separators, unit);
  if (made.size > madeMax) made.clear();
  made.set(key, type);
  return type;
}

function makeType(separators: Separators, unit: Unit): TextType {
  const { thousands, decimal, lakhs } = separators;
  const pattern = patternOf(separators, unit);
  const isInteger = decimal === "";
  return {
    type: isInteger ? "integer" : "number",
    pattern,
    format: formatOf(separators, unit),
    ...(unit.told === "" ? {} : { unit: unit.told }),
    ...(thousands === "" ? {} : { thousands }),
    ...(lakhs ? { lakhs } : {}),
    ...(isInteger ? {} : { decimal }),
    cast: (text) => {
      const number = plainText(text, decimal);
      const fits = text.str.contains(pattern);
      const masked = pl.when(fits).then(number).otherwise(pl.lit(null));
      return masked.cast(isInteger ? pl.Int64 : pl.Float64, false);
    },
    suspects: null,
  };
}

/** The digits with a decimal point and a minus sign, ready for a cast. */
function plainText(text: Expr, decimal: string): Expr {
  const digits = text.str.replaceAll(`[^0-9${decimal}]`, "");
  const number = decimal === "," ? digits.str.replace(",", ".") : digits;
  const isNegative = text.str.contains("^\\(|[-−–]");
  return pl.when(isNegative).then(number.str.replace("^", "-")).otherwise(number);
}

function patternOf(separators: Separators, unit: Unit): string {
  const number = digitsPattern(separators);
  const [before, after] = [escaped(unit.before), escaped(unit.after)];
  const front = before === "" ? "" : `${before}${blank}`;
  const back = after === "" ? "" : `${blank}${after}`;
  // A plus sign before digits without a unit indicates a telephone number.
  const sign = unit.told === "" ? minus : signs;
  const signed = `${sign}?${blank}${front}${number}${back}`;
  const inner = before === "" ? "" : `|${front}${sign}${number}`;
  return `^(?:${signed}${inner}|\\(${blank}${front}${number}${back}\\)|${front}${number}${back}-)$`;
}

function digitsPattern({ thousands, decimal, lakhs }: Separators): string {
  const isInteger = decimal === "";
  const groups = `{1,${isInteger ? groupsMax + 1 : groupsMax}}`;
  const threes = `|[1-9][0-9]{0,2}(?:[${thousands}][0-9]{3})${groups}`;
  const pairs = `|[1-9][0-9]?(?:${thousands}[0-9]{2}){0,${pairsMax}}${thousands}[0-9]{3}`;
  const groupsOf = thousands === "" ? "" : lakhs ? pairs : threes;
  const before = `(?:0|[1-9][0-9]{0,${ungroupedDigitsMax}}${groupsOf})`;
  if (isInteger) return before;
  const point = decimal === "." ? "\\." : ",";
  return `(?:${before}(?:${point}[0-9]+)?|${point}[0-9]+)`;
}

function escaped(text: string): string {
  return text.replaceAll("$", "\\$");
}

/** The format in spreadsheet notation: `#.##0,## €`. */
function formatOf({ thousands, decimal, lakhs }: Separators, unit: Unit): string {
  const separator = thousands.charAt(0);
  const upper = lakhs ? `#${separator}##` : "#";
  const digits = separator === "" ? "0" : `${upper}${separator}##0`;
  const fraction = decimal === "" ? "" : `${decimal}##`;
  const front = /[A-Z]$/.test(unit.before) ? `${unit.before} ` : unit.before;
  const back = unit.after === "" || unit.after === "%" ? unit.after : ` ${unit.after}`;
  return `${front}${digits}${fraction}${back}`;
}
