import { kindOf, neverNames } from "./cell-kind.ts";
import { columnKinds, saysMissing, votesOf } from "./column-kinds.ts";

const numberShape = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const integerShape = /^\d+$/;
/** A sorted list of this many words has no name above it. */
const sortedRowsMin = 20;
/** Values of the first row that recur this often in their column are not names. */
const repeatsMin = 2;

/**
 * Whether the first row names the columns. It does not if it looks like the other rows: cells have
 * the kinds of their columns, or recur below. Increasing integers (years) can be names.
 */
export function looksLikeHeader(records: readonly (readonly string[])[]): boolean {
  const [first, ...rest] = records;
  if (!first) return true;
  if (first.some((cell) => neverNames.has(kindOf(cell)))) return false;
  if (rest.length === 0) return !holdsDate(first);
  if (countsOn(first, rest)) return false;
  if (sharesStem(first, rest) || repeatsNumbered(first)) return false;
  const kinds = columnKinds(rest, first.length);
  if (saysMissing(first) && kinds.some((kind) => kind !== null)) return false;
  const votes = votesOf(first, kinds);
  if (
    (areNumericNames(first, kinds, rest) && !isSteps(rest[0] ?? [])) ||
    isYearOverFigures(first, rest)
  )
    return true;
  if (votes.data > 0) return hasNameOverNumbers(first, rest);
  if (votes.names > 0) return true;
  if (first.some((cell) => numberShape.test(cell.trim()))) return hasNameOverNumbers(first, rest);
  return !comesAgain(first, rest);
}

/** Whether a row without others is one of values: some of its words are next to a date. */
function holdsDate(row: readonly string[]): boolean {
  const kinds = row.map(kindOf);
  return kinds.includes("date") && kinds.includes("number") && kinds.includes("text");
}

/** Rows below a first one that show counting. */
const countedRowsMin = 2;

/** Whether a column counts from 0 or 1 on, beginning in the first row next to words. */
export function countsOn(first: readonly string[], rest: readonly (readonly string[])[]): boolean {
  if (rest.length < countedRowsMin || !first.some((cell) => /\p{L}/u.test(cell))) return false;
  return first.some((cell, column) => {
    if (cell.trim() !== "0" && cell.trim() !== "1") return false;
    return rest.every((row, i) => (row[column] ?? "").trim() === String(Number(cell) + i + 1));
  });
}

/** This many rising integers are hardly ever the first row of data that do not rise. */
const risingMin = 5;

/**
 * Years, integers in equal steps, or some that rise unlike those below are names if no other cell
 * looks like a value.
 */
function areNumericNames(
  first: readonly string[],
  kinds: readonly (string | null)[],
  rest: readonly (readonly string[])[],
): boolean {
  const others = first.filter((cell) => !numberShape.test(cell.trim()));
  const values = kinds.filter((kind) => kind !== null && kind !== "number").length;
  if (values > 0 && others.some((cell) => kindOf(cell) !== "text")) return false;
  const texts = first.map((cell) => cell.trim()).filter((cell) => numberShape.test(cell));
  if (texts.length < 2 || !texts.every((text) => integerShape.test(text))) return false;
  const numbers = texts.map(Number);
  const steps = numbers.slice(1).map((number, i) => number - (numbers[i] ?? 0));
  if (steps.some((step) => step <= 0)) return false;
  const areYears = numbers.every((number) => number >= 1000 && number < 3000);
  // Any two integers are one step apart, such as the bounds of a range.
  if (areYears || (steps.length > 1 && steps.every((step) => step === steps[0]))) return true;
  const isNamed = others.some((cell) => /^\s*\p{L}/u.test(cell));
  return isNamed && numbers.length >= risingMin && !rest.some((row) => rises(row, first));
}

/** Whether the numbers of a row below those of the first one rise as well. */
function rises(row: readonly string[], first: readonly string[]): boolean {
  const numbers = row.flatMap((cell, i) =>
    numberShape.test((first[i] ?? "").trim()) && cell.trim() !== "" ? [Number(cell)] : [],
  );
  return numbers.every((number, i) => i === 0 || number > (numbers[i - 1] ?? 0));
}

/** A matrix whose rows continue counting: the row below possible names looks like names as well. */
function isSteps(row: readonly string[]): boolean {
  const numbers = row.map((cell) => cell.trim());
  if (numbers.length < 3 || !numbers.every((text) => integerShape.test(text))) return false;
  const step = Number(numbers[1]) - Number(numbers[0]);
  return step > 0 && numbers.every((text, i) => Number(text) === Number(numbers[0]) + i * step);
}

/** This many other figures show that a year above them is a name. */
const figuresMin = 3;
const figureShape = /^[+-]?\d*\.\d+%?$|^-\d+%?$|^\d+%$/;

/** A year next to words is a name if the values below are fractions, negative or percentages. */
function isYearOverFigures(
  first: readonly string[],
  rest: readonly (readonly string[])[],
): boolean {
  const years = first.flatMap((cell, i) => (/^(19|20)\d{2}$/.test(cell.trim()) ? [i] : []));
  const [column] = years;
  if (column === undefined || years.length > 1 || first.length < 2) return false;
  if (first.some((cell, i) => i !== column && kindOf(cell) !== "text")) return false;
  const below = rest.map((record) => (record[column] ?? "").trim()).filter((text) => text !== "");
  const figures = below.filter((text) => figureShape.test(text)).length;
  return figures >= figuresMin && figures * 2 > below.length;
}

function hasNameOverNumbers(
  first: readonly string[],
  rest: readonly (readonly string[])[],
): boolean {
  return first.some((cell, column) => {
    if (kindOf(cell) !== "text" && !/^[\p{L}_]/u.test(cell.trim())) return false;
    if (kindOf(cell) === "missing") return false;
    const below = rest.map((record) => (record[column] ?? "").trim()).filter((text) => text !== "");
    return below.length > 0 && below.every((value) => numberShape.test(value));
  });
}

/** Rows needed to see a common beginning of a column's values. */
const stemRowsMin = 4;

/** Whether all cells of a column have the same beginning followed by digits: `gi|454`, `gi|377`. */
function sharesStem(first: readonly string[], rest: readonly (readonly string[])[]): boolean {
  if (rest.length < stemRowsMin) return false;
  return first.some((cell, column) => {
    const stem = /^\D+(?=\d)/.exec(cell)?.[0];
    if (stem === undefined) return false;
    return rest.every((record) => /^\D+(?=\d)/.exec(record[column] ?? "")?.[0] === stem);
  });
}

/** Names may repeat, but hardly ever names that begin with a digit. */
function repeatsNumbered(first: readonly string[]): boolean {
  const numbered = first.filter((cell) => /^\d.*\p{L}/u.test(cell.trim()));
  return new Set(numbered).size < numbered.length;
}

/** Whether words of the first row recur in their columns, or start a sorted list. */
function comesAgain(first: readonly string[], rest: readonly (readonly string[])[]): boolean {
  if (first.length === 1) return rest.length >= sortedRowsMin && isSorted([first, ...rest]);
  return first.some((cell, column) => {
    if (cell.trim().length < 2) return false;
    return rest.filter((record) => record[column] === cell).length >= repeatsMin;
  });
}

function isSorted(records: readonly (readonly string[])[]): boolean {
  const texts = records.map((record) => (record[0] ?? "").toLowerCase());
  return texts.every((text, i) => i === 0 || text > (texts[i - 1] ?? ""));
}
