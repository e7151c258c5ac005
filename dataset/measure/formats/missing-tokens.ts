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

/** Whether a text is a spelling of a missing value, with or without blanks around it, or blank. */
export function isMissingToken(text: string): boolean {
  const bare = text.trim();
  return tokens.has(bare) || (bare === "" && text !== "");
}

/** `isMissingToken` as an expression over a text column. */
export function isMissingTokenExpr(text: Expr): Expr {
  const bare = text.str.strip();
  return bare.isIn([...missingTokens]).or(isBlankExpr(text));
}

/** Whether a text consists of white space; an empty text does not. */
function isBlankExpr(text: Expr): Expr {
  return text.str.contains("^\\s+$", false);
}
