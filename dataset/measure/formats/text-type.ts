import type { Expr } from "nodejs-polars";
import type { ColumnType, DatePrecision } from "../../../market/profile/schemas.ts";
import type { CellForm } from "../../kernel/cell-types.ts";
import type { YearsFrom } from "./strptime.ts";

/**
 * A type that text may have: what its values look like, how they are cast, and what the profile
 * reports.
 */
export type TextType = {
  type: ColumnType;
  /** Matches every value; JavaScript and Rust read the pattern alike. */
  pattern: string;
  cast(text: Expr): Expr;
  /**
   * Counts values that violate the pattern although the cast accepts them; null if the cast is as
   * strict.
   */
  suspects: ((text: Expr) => Expr) | null;
  /** Matches only values that the cast accepts and that are no suspects. */
  sure?: RegExp;
  /** Whether one expression can cast and check several columns. */
  spans?: true;
  /** How the kernel reads the values, if it can. */
  form?: CellForm;
  /** The format of the values, if it is not the plain one of their type. */
  format?: string;
  /** The unit of the numbers: an ISO 4217 code, a currency sign of several countries, or `%`. */
  unit?: string;
  /** What a date states, if not a day. */
  precision?: DatePrecision;
  /** Lower-case words that must all occur in the column. */
  words?: readonly string[];
  /** For a format with two-digit years: the first year of their century. */
  yearsFrom?: YearsFrom;
  /** The format that reads the same digits with day and month swapped. */
  rival?: string;
  /** The thousands separator, if values may have one. */
  thousands?: string;
  /** Digits above the thousands are grouped in pairs, as in India. */
  lakhs?: true;
  /** The decimal separator of formats that are not plain. */
  decimal?: string;
};

/** The same patterns are tried on thousands of columns. */
const compiled = new Map<string, RegExp>();

/** Whether a value looks like the values of a type. */
export function looksLike({ pattern }: TextType, value: string): boolean {
  let regExp = compiled.get(pattern);
  if (!regExp) {
    regExp = new RegExp(pattern);
    // Each unit has its own pattern, and a file may contain any number of units.
    if (compiled.size > compiledMax) compiled.clear();
    compiled.set(pattern, regExp);
  }
  return regExp.test(value);
}

const compiledMax = 2000;
