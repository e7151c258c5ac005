/** Decides which spellings of a missing value are missing in a column of text. Pure. */
import { isMissingToken, missingTokens } from "./formats/missing-tokens.ts";

/** Written by programs only for a missing value. */
const ofPrograms: ReadonlySet<string> = new Set([
  "\\N",
  "NULL",
  "<NA>",
  "(null)",
  "<null>",
  "#N/A",
  "#N/A N/A",
  "#NA",
  "#NULL!",
  "#VALUE!",
  "#DIV/0!",
  "#REF!",
  "#NAME?",
]);

/** Among words, written only for a missing one. */
const marks: ReadonlySet<string> = new Set([
  "?",
  "-",
  "--",
  "---",
  "–",
  "—",
  ".",
  "..",
  "...",
  "…",
]);

/** The spellings that are missing in text unless the column's other values speak against it. */
export const usualWords: readonly string[] = missingTokens.filter(
  (token) => ofPrograms.has(token) || marks.has(token),
);

/** Number of other values that show a list of codes. */
const codesMin = 3;
const codesShareMin = 0.9;

/**
 * The spellings that are missing in a column of text: the usual ones and those of the `file`, which
 * are missing in its columns of other types, except those that belong to the column's values.
 */
export function missingWordsOf(
  file: ReadonlySet<string>,
  values: readonly string[],
): readonly string[] {
  const others = [...new Set(values.map((value) => value.trim()))].filter(
    (value) => value !== "" && !isMissingToken(value),
  );
  const words = missingTokens.filter((token) => file.has(token) || usualWords.includes(token));
  const belonging = words.filter((word) => belongs(word, others));
  return belonging.length === 0 ? words : words.filter((word) => !belonging.includes(word));
}

/** Whether a word is one of a column's codes: the country NA, or a strand `-` next to `+`. */
function belongs(word: string, others: readonly string[]): boolean {
  if (!/[\p{L}\p{N}]/u.test(word)) return others.some((other) => !/[\p{L}\p{N}]/u.test(other));
  if (!/^\p{L}+$/u.test(word) || others.length < codesMin) return false;
  const alike = others.filter((other) => shapeOf(other) === shapeOf(word));
  return alike.length >= others.length * codesShareMin;
}

/** Letters as A or a. */
function shapeOf(text: string): string {
  return text.replace(/\p{Lu}/gu, "A").replace(/\p{Ll}/gu, "a");
}
