/** Spellings of a missing value. */
import type { Expr } from "nodejs-polars";

/**
 * Spellings of a missing value, honoured where all other values are numbers, dates, times or booleans.
 * Sources: what pandas, R, DuckDB, Excel, SAS, Stata, Eurostat, the World Bank and IMF write; stars
 * are what Fortran prints of a figure that does not fit, and offices of one that is withheld.
 */
export const missingTokens: readonly string[] = [
  "NA",
  "N/A",
  "n/a",
  "na",
  "Na",
  "N.A.",
  "n.a.",
  "n.a",
  "#N/A",
  "#NA",
  "#n/a",
  "#N/A N/A",
  "<NA>",
  "NULL",
  "Null",
  "null",
  "(null)",
  "<null>",
  "#NULL!",
  "None",
  "none",
  "NONE",
  "nil",
  "NIL",
  "NaN",
  "nan",
  "NAN",
  "-NaN",
  "-nan",
  "NaT",
  "1.#IND",
  "-1.#IND",
  "1.#QNAN",
  "-1.#QNAN",
  "#VALUE!",
  "#DIV/0!",
  "#REF!",
  "#NUM!",
  "#NAME?",
  "\\N",
  "missing",
  "Missing",
  "MISSING",
  "n.d.",
  "k.A.",
  "k. A.",
  "-",
  "--",
  "---",
  "–",
  "—",
  "?",
  ".",
  "..",
  "...",
  "…",
  ":",
  "*",
  "**",
  "***",
  "****",
  "*****",
  "******",
  "*******",
  "********",
];

const tokens: ReadonlySet<string> = new Set(missingTokens);

/** Cells that are padded, or in which someone left a tab. */
const blanks = /^[ \t]+$/;

export function isMissingToken(text: string): boolean {
  return tokens.has(text) || blanks.test(text);
}

/** As `isMissingToken`, of a column of text. */
export function isMissingTokenExpr(text: Expr): Expr {
  return text.isIn([...missingTokens]).or(text.str.contains(blanks.source, false));
}
