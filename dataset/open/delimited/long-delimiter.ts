/** Recognises delimiters of several characters, such as `::` and `|~|`. */

import { kindOf, valueKinds } from "./cell-kind.ts";

/** The longer ones first, because they contain others. */
const longDelimiters = [
  ...["|~|", "|^|", "|#|", "#|#", "~|~", "^|^", "<|>", "|||", "$$$"],
  ...["::", "||", ";;", "##", "~~", "^^", "@@", "$$", "%%"],
] as const;

const linesMax = 300;
const linesMin = 2;
/** Two columns need more evidence. */
const linesOfTwoMin = 10;
const usual = [",", "\t", ";", "|"] as const;

/**
 * The delimiter of a text's beginning if it occurs equally often in nearly all of its lines, and null if a
 * single character does or if its characters also stand alone.
 */
export function findLongDelimiter(head: string, whole: boolean): string | null {
  const all = head.split(/\r?\n/);
  const lines = (whole ? all : all.slice(0, -1)).filter((line) => line !== "").slice(0, linesMax);
  if (lines.length < linesMin) return null;
  for (const mark of longDelimiters) {
    const count = commonCount(lines, mark);
    if (count === 0 || (count === 1 && !dividesValues(lines, mark))) continue;
    if (isDoubled(mark) && mark !== "::" && !lines.every((line) => isWhole(line, mark))) continue;
    const isOther = usual.some((one) => !mark.includes(one) && commonCount(lines, one) > 0);
    return isOther ? null : mark;
  }
  return null;
}

const commonShareMin = 0.98;

/** How often the text occurs in nearly every line; 0 if lines differ. */
function commonCount(lines: readonly string[], text: string): number {
  const counts = lines.map((line) => line.split(text).length - 1);
  const usualCount = counts.toSorted((a, b) => a - b)[Math.floor(counts.length / 2)] ?? 0;
  const common = counts.filter((count) => count === usualCount).length;
  return common >= counts.length * commonShareMin ? usualCount : 0;
}

/** Whether two columns are values, or the delimiter is part of names such as `std::sort`. */
function dividesValues(lines: readonly string[], mark: string): boolean {
  if (lines.length < linesOfTwoMin) return false;
  const values = lines.filter((line) =>
    line.split(mark).some((cell) => valueKinds.has(kindOf(cell))),
  );
  return values.length * 2 > lines.length;
}

const isDoubled = (mark: string): boolean => new Set(mark).size === 1;

/** Whether the mark's character only occurs in whole marks; otherwise cells are empty. */
function isWhole(line: string, mark: string): boolean {
  return !line.split(mark).some((cell) => cell.includes(mark.charAt(0)));
}
