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

/** Written by people for a missing value; a column of nothing else has no values. */
const ofPeople: ReadonlySet<string> = new Set(["NA", "N/A", "n/a", "N.A.", "NaN", "nan", "null"]);
const codeName = /countr|nation|state|region|code|iso/i;

/** The spellings that are missing because the column, which holds no codes, has no other values. */
export function loneWords(values: readonly string[], columnName: string): string[] {
  const words = values.map((value) => value.trim());
  const areMissing = words.every((word) => ofPeople.has(word) || ofPrograms.has(word));
  return areMissing && !codeName.test(columnName) ? words : [];
}

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

/** One array per list, because thousands of columns share a few lists. */
const lists = new Map<string, readonly string[]>();
const listsMax = 1000;

function listOf(words: readonly string[]): readonly string[] {
  const key = words.join("\n");
  const list = lists.get(key) ?? words;
  if (lists.size > listsMax) lists.clear();
  lists.set(key, list);
  return list;
}

const ofFiles = new WeakMap<ReadonlySet<string>, readonly string[]>();

/** The usual spellings and those of a file. */
function wordsOfFile(file: ReadonlySet<string>): readonly string[] {
  if (file.size === 0) return usualWords;
  const known = ofFiles.get(file);
  if (known) return known;
  const usual = new Set(usualWords);
  const words = listOf(missingTokens.filter((token) => file.has(token) || usual.has(token)));
  ofFiles.set(file, words);
  return words;
}

/**
 * The spellings that are missing in a column of text: the usual ones and those of the `file`, which
 * are missing in its columns of other types, except those that belong to the column's values.
 */
export function missingWordsOf(
  file: ReadonlySet<string>,
  values: readonly string[],
): readonly string[] {
  const words = wordsOfFile(file);
  const others = [...new Set(values)].filter((value) => value !== "" && !isMissingToken(value));
  const hasMarks = others.some((other) => !/[\p{L}\p{N}]/u.test(other));
  const shape = shapeOfCodes(others);
  if (!hasMarks && shape === null) return words;
  // A strand `-` belongs to `+`, and the country NA to other codes.
  const belongs = (word: string): boolean =>
    /[\p{L}\p{N}]/u.test(word) ? shapeOf(word) === shape : hasMarks;
  return listOf(words.filter((word) => !belongs(word)));
}

/** The shape of nearly all values if they are codes of letters. */
function shapeOfCodes(others: readonly string[]): string | null {
  const first = others.find((other) => codeShape.test(other.trim()));
  if (first === undefined || others.length < codesMin) return null;
  const counts = new Map<string, number>();
  for (const other of others) {
    const shape = shapeOf(other.trim());
    counts.set(shape, (counts.get(shape) ?? 0) + 1);
  }
  const usual = [...counts].find(([, count]) => count >= others.length * codesShareMin);
  return usual && codeShape.test(usual[0]) ? usual[0] : null;
}

/** No spelling of a missing value has more letters. */
const codeShape = /^\p{L}{2,8}$/u;

/** Letters as A or a. */
function shapeOf(text: string): string {
  return text.replace(/\p{Lu}/gu, "A").replace(/\p{Ll}/gu, "a");
}
