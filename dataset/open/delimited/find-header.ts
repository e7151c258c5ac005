/** Finds the title rows, the header rows and the first data row at the top of a table. */
import { kindOf, valueKinds } from "./cell-kind.ts";
import { columnKinds, filledOf, saysMissing, votesOf } from "./column-kinds.ts";
import { countsOn, looksLikeHeader } from "./looks-like-header.ts";

export type HeaderBlock = {
  /** Index of the first header row; the rows above it are titles. */
  from: number;
  /** Index of the first data row. If it equals `from`, there is no header. */
  to: number;
};

type Rows = readonly (readonly string[])[];

/** Most rows at the top that may be titles and header. */
const topRowsMax = 60;
const headerRowsMax = 4;
const nameCharsMax = 80;
/** Column kinds are determined from rows below at most this many. */
const bodyAfterMax = 20;

/**
 * Finds the header of a table with `columns` columns from its first rows. Empty rows are skipped
 * but count in the indexes.
 */
export function findHeader(rows: Rows, columns: number): HeaderBlock {
  const levels = levelsAboveGap(rows, columns);
  if (levels !== null) return levels;
  const found = findNames(rows, columns);
  if (found.to === found.from || !arePeriods(rows, found.to, columns)) return found;
  return { from: found.from, to: found.to + 1 };
}

const periodsMin = 3;

/** Whether a row has only dates above numbers: the days of the weeks that the names count. */
function arePeriods(rows: Rows, index: number, columns: number): boolean {
  const row = rows[index] ?? [];
  if (row.length !== columns) return false;
  const below = rows.slice(index + 1).filter((other) => other.length === columns);
  const kinds = columnKinds(below, columns);
  const above = kinds.flatMap((kind, i) => (kind === "number" ? [(row[i] ?? "").trim()] : []));
  const present = above.filter((cell) => cell !== "");
  return present.length >= periodsMin && present.every((cell) => kindOf(cell) === "date");
}

function findNames(rows: Rows, columns: number): HeaderBlock {
  const filled = rows.map(filledOf);
  const present = rows.flatMap((_, i) => ((filled[i] ?? 0) > 0 ? [i] : []));
  const first = present[0] ?? 0;
  const bodyFrom = present[Math.min(bodyAfterMax, Math.ceil(present.length / 3))] ?? rows.length;
  const body = rows.slice(bodyFrom).filter((row) => row.length === columns && filledOf(row) > 0);
  const usual = usualFilled(body.length > 0 ? body : rows);
  const kinds = columnKinds(body, columns);
  const isFull = (i: number): boolean =>
    (filled[i] ?? 0) >= Math.max(columns > 1 ? 2 : 1, usual / 2) ||
    namesOneBesideIndex(rows[i] ?? [], columns);
  const isTyped = kinds.some((kind) => kind !== null);
  const top = present.filter((i) => i - first < topRowsMax);
  const firstFull = top.find(isFull) ?? first;
  const below = rows.slice(firstFull + 1).filter((row) => filledOf(row) > 0);
  if (countsOn(rows[firstFull] ?? [], below)) return { from: firstFull, to: firstFull };
  const dataFrom = isTyped
    ? top.find((i) => isData(rows[i] ?? [], kinds) && !isYearsRow(rows[i] ?? [], rows[i - 1]))
    : undefined;
  const named = top.slice(dataFrom === undefined ? top.length : top.indexOf(dataFrom));
  const lateNames = namesBelowRemarks(rows, named, kinds, usual);
  if (lateNames !== undefined) return { from: lateNames, to: lateNames + 1 };
  if (dataFrom === undefined || dataFrom <= firstFull) {
    const isValues = dataFrom !== undefined && dataFrom === firstFull;
    return singleHeader(rows, firstFull, top, isTitle(rows, firstFull, columns), isValues);
  }
  const groups = top.find((i) => i < firstFull && isGroupRow(rows[i] ?? [], columns));
  const above = top.filter((i) => i < dataFrom && i >= (groups ?? firstFull));
  return joinedHeader(rows, above, dataFrom, kinds, columns, isFull);
}

/**
 * Names of several levels as pandas writes them: complete rows that begin with a word, above a row
 * without any value.
 */
function levelsAboveGap(rows: Rows, columns: number): HeaderBlock | null {
  const gap = rows.findIndex((row) => filledOf(row) === 0);
  if (gap < 2 || gap > headerRowsMax || rows[gap]?.length !== columns || columns < 3) return null;
  const isLevel = (row: readonly string[]): boolean =>
    row.length === columns && filledOf(row) === columns && kindOf(row[0] ?? "") === "text";
  const below = rows.slice(gap + 1).filter((row) => filledOf(row) > 0);
  if (below.length === 0 || below.some((row) => kindOf(row[0] ?? "") === "text")) return null;
  return rows.slice(0, gap).every(isLevel) ? { from: 0, to: gap + 1 } : null;
}

/** Years or words below names of groups, with nothing in the first column. */
function isYearsRow(row: readonly string[], above: readonly string[] | undefined): boolean {
  const [first = "", ...others] = row.map((cell) => cell.trim());
  const hasGap = above
    ?.slice(1)
    .some((cell, i) => cell.trim() === "" && (above[i] ?? "").trim() !== "");
  if (first !== "" || !hasGap || others.length < 2) return false;
  return others.every((cell) => /^(?:1[5-9]|2[01])\d{2}$/.test(cell));
}

function isTitle(rows: Rows, index: number, columns: number): boolean {
  const row = rows[index] ?? [];
  return columns > 1 && filledOf(row) < 2 && !namesOneBesideIndex(row, columns);
}

/** R and pandas write row numbers under an empty name: `"","r500"`. */
function namesOneBesideIndex(row: readonly string[], columns: number): boolean {
  const [index = "", name = ""] = row;
  if (columns !== 2 || row.length !== 2 || index.trim() !== "") return false;
  return name.trim() !== "" && name.length <= nameCharsMax;
}

function usualFilled(body: Rows): number {
  const counts = body.map(filledOf).sort((a, b) => a - b);
  return counts[Math.floor(counts.length / 2)] ?? 0;
}

function isData(row: readonly string[], kinds: readonly (string | null)[]): boolean {
  const { data, names } = votesOf(row, kinds);
  if (data === 0 && names === 0) return saysMissing(row);
  return data > 0 && data >= names;
}

/**
 * Finds names below lines that look slightly like data: counts of rows and columns, or `<1960 Q1>`.
 */
function namesBelowRemarks(
  rows: Rows,
  candidates: readonly number[],
  kinds: readonly (string | null)[],
  usual: number,
): number | undefined {
  const typed = kinds.filter((kind) => kind !== null).length;
  if (typed < 2) return undefined;
  for (const i of candidates) {
    const row = rows[i] ?? [];
    const { data, names } = votesOf(row, kinds);
    const isComplete = filledOf(row) >= usual;
    if (isComplete && names === typed && !holdsValues(row)) return i;
    if (isComplete && names === 0 && data > 0) return undefined;
  }
  return undefined;
}

/** One header row or none: compares the first full row with the rows below it. */
function singleHeader(
  rows: Rows,
  firstFull: number,
  top: readonly number[],
  isLone: boolean,
  isValues: boolean,
): HeaderBlock {
  const from = isLone ? (top[0] ?? 0) : firstFull;
  const below = rows.slice(from + 1).filter((row) => filledOf(row) > 0);
  // Below titles there is a header, unless the row holds values itself.
  const isShort = (rows[from] ?? []).every((cell) => cell.length <= nameCharsMax);
  const isBelowTitles =
    !isLone && !isValues && isShort && from > (top[0] ?? 0) && !holdsValues(rows[from] ?? []);
  const hasHeader = isBelowTitles || looksLikeHeader([rows[from] ?? [], ...below]);
  return { from, to: hasHeader ? from + 1 : from };
}

/** A header of several rows: the lowest rows of words above columns of values. */
function joinedHeader(
  rows: Rows,
  above: readonly number[],
  dataFrom: number,
  kinds: readonly (string | null)[],
  columns: number,
  isFull: (index: number) => boolean,
): HeaderBlock {
  const typed = kinds.filter((kind) => kind !== null).length;
  const namesMin = Math.max(2, typed / 2);
  const isExtra = (i: number): boolean => {
    const row = rows[i] ?? [];
    if (isYearsRow(row, rows[i - 1])) return true;
    const { data, names } = votesOf(row, kinds);
    if (data > 0 || holdsValues(row)) return false;
    return isFull(i) ? names >= namesMin : (row[0] ?? "").trim() === "";
  };
  // A row of odd values below the names is data, not a second header row.
  const wide = above.filter((i) => (rows[i]?.length ?? 0) === columns);
  const [top, ...rest] = wide.length > 0 ? wide : above;
  if (top === undefined) return { from: dataFrom, to: dataFrom };
  const firstOdd = rest.find((i) => !isExtra(i));
  const lowest = rest.at(-1) ?? top;
  if (firstOdd !== undefined) {
    // Names above all columns, directly above the data, are not data, so what precedes them is a
    // remark.
    const fullest = Math.max(
      ...wide.filter((i) => i < firstOdd).map((i) => filledOf(rows[i] ?? [])),
    );
    const isNamed = isExtra(lowest) && filledOf(rows[lowest] ?? []) > fullest;
    return isNamed ? { from: lowest, to: lowest + 1 } : { from: top, to: firstOdd };
  }
  const chosen = [top, ...rest].filter((i) => lowest - i < headerRowsMax * 2).slice(-headerRowsMax);
  const from = chosen.find((i) => filledOf(rows[i] ?? []) > 1) ?? lowest;
  const label = above.at(-1) ?? lowest;
  return {
    from,
    to: (label > lowest && namesFirst(rows[label] ?? [], kinds) ? label : lowest) + 1,
  };
}

/** Whether a row only says what the first column holds: `Year`, above 1993 and below other names. */
function namesFirst(row: readonly string[], kinds: readonly (string | null)[]): boolean {
  return kinds[0] !== null && filledOf(row) === 1 && kindOf(row[0] ?? "") === "text";
}

/** Whether at least half of a row's cells are values other than years. */
function holdsValues(row: readonly string[]): boolean {
  const present = row.filter((cell) => cell.trim() !== "");
  const values = present.filter(
    (cell) => valueKinds.has(kindOf(cell)) && !/^\s*(?:1[5-9]|2[01])\d{2}\s*$/.test(cell),
  );
  return values.length * 2 >= present.length;
}

/** Whether a row names groups of columns, with gaps between its words. */
function isGroupRow(row: readonly string[], columns: number): boolean {
  const filled = filledOf(row);
  if (row.length !== columns || filled < 2 || holdsValues(row)) return false;
  return row.slice(0, filled).some((cell) => cell.trim() === "") || filled > columns / 3;
}

/** Column names from one or several header rows; a word above several names applies to each. */
export function joinNames(header: Rows, columns: number): string[] {
  const rows = header.filter((row) => filledOf(row) > 0);
  const spread = rows.map((row, i) =>
    i === rows.length - 1 ? row : spreadOver(row, rows.slice(i + 1)),
  );
  return Array.from({ length: columns }, (_, column) =>
    spread
      .map((row) => (row[column] ?? "").trim())
      .filter((cell) => cell !== "")
      .join(" "),
  );
}

/**
 * A merged cell fills only its first column, so its word is copied to the empty cells next to it.
 */
function spreadOver(row: readonly string[], below: Rows): string[] {
  if (filledOf(row) < 2 && (row[0] ?? "").trim() !== "") return [...row];
  let word = "";
  return row.map((cell, column) => {
    if (cell.trim() !== "") word = cell;
    else if (below.some((other) => (other[column] ?? "").trim() !== "")) return word;
    return cell;
  });
}
