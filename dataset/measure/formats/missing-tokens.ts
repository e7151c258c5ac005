import type { Expr } from "nodejs-polars";

/**
 * Spellings of a missing value, accepted if all other values are numbers, dates, times or booleans.
 * Sources: pandas, R, DuckDB, Excel, SAS, Stata, Eurostat, the World Bank and the IMF. Fortran
 * prints stars for a number that does not fit, and statistical offices for a withheld one.
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

/** Cells with only blanks or tabs. */
const blanks = /^[ \t]+$/;

export function isMissingToken(text: string): boolean {
  return tokens.has(text) || blanks.test(text);
}

/** `isMissingToken` as an expression over a text column. */
export function isMissingTokenExpr(text: Expr): Expr {
  return text.isIn([...missingTokens]).or(text.str.contains(blanks.source, false));
}
