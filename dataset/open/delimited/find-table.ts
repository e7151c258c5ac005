/** Finds the table in a delimited file: what is above, below and next to it. */
import { kindOf, valueKinds } from "./cell-kind.ts";
import { columnKinds, filledOf, votesOf } from "./column-kinds.ts";
import { findHeader, joinNames } from "./find-header.ts";
import { findNotes, type Texts } from "./find-notes.ts";
import type { Head, HeadRecord } from "./read-head.ts";

export type FoundTable = {
  columns: number;
  /** Names as written in the file; null if the first row is data. */
  names: string[] | null;
  /** Whether no column of values shows that the names are not a first row of data. */
  mayBeData?: boolean;
  headerRows: number;
  /** Length of the longest header row. */
  headerBytes: number;
  /** Lines above the header, without blank ones. */
  titleRows: number;
  /** First and last record of the data; the last one is null if the end was not seen. */
  first: HeadRecord | null;
  end: HeadRecord | null;
  /** Lines of notes below the table. */
  noteRows: number;
  /** Size of the other tables in the file. */
  other: { tables: number; rows: number; cells: number };
  /** Whether empty rows separate tables, and so are skipped. */
  skipsEmptyRows: boolean;
};

/** Consecutive rows of another width from which they form another table. */
const otherRowsMin = 3;
const headRows = 260;
/** Rows that show whether names are above columns of values. */
const namedRowsMax = 20;
const laterFactor = 1.5;
/** Share of words that the header of another table must have. */
const wordsShareMin = 0.8;
/** Names are distinct: a row with few distinct words is a repeated data row. */
const ownNamesShareMin = 0.8;

/** The first byte of a record that is neither quote nor blank: cheaper than its texts. */
type Lead = (record: HeadRecord) => number;

/** Finds the table of a head; `texts` returns a record's cells, `lead` its first byte. */
export function findTable(head: Head, usualWidth: number, texts: Texts, lead: Lead): FoundTable {
  const blocks = divide(head.records, usualWidth, texts, lead);
  const largest = largestOf(blocks);
  const block = blocks[Math.max(0, largest)] ?? [];
  const after = blocks.slice(largest + 1);
  const above = blocks.slice(0, Math.max(0, largest)).flat();
  const columns = blocks.length > 1 ? widthOf(block) : usualWidth;
  const table = describeBlock(block, columns, texts);
  const isLast = after.length === 0;
  const notes = isLast && !head.cut ? findNotes(block, table.columns, texts) : null;
  const rest = after.flat().filter((record) => !record.empty);
  return {
    ...table,
    titleRows: table.titleRows + above.filter((record) => !record.empty).length,
    end: after[0]?.[0] ?? notes?.from ?? null,
    noteRows: notes?.rows ?? 0,
    other: {
      tables: after.length,
      rows: rest.length,
      cells: rest.reduce((sum, record) => sum + record.width, 0),
    },
    skipsEmptyRows: table.skipsEmptyRows || endsEmpty(head) || notes !== null,
  };
}

/** The table with the most cells; an earlier one wins unless a later one is half again as large. */
function largestOf(blocks: readonly (readonly HeadRecord[])[]): number {
  const sizes = blocks.map((block) =>
    block.reduce((cells, record) => cells + (record.empty ? 0 : record.width), 0),
  );
  let largest = 0;
  for (const [i, size] of sizes.entries()) {
    if (size > (sizes[largest] ?? 0) * laterFactor) largest = i;
  }
  return largest;
}

function endsEmpty({ records, cut }: Head): boolean {
  const last = records.at(-1);
  return !cut && records.length > 2 && last?.empty === true && last.width > 1;
}

function widthOf(block: readonly HeadRecord[]): number {
  const counts = new Map<number, number>();
  for (const { width, empty } of block) if (!empty) counts.set(width, (counts.get(width) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0]?.[0] ?? 0;
}

/** Splits records where a header of another width, or the same header again, starts a table. */
function divide(
  records: readonly HeadRecord[],
  usual: number,
  texts: Texts,
  lead: Lead,
): HeadRecord[][] {
  const blocks: HeadRecord[][] = [];
  let block: HeadRecord[] = [];
  let width = usual;
  let header = "";
  let headerLead = -1;
  let hasData = false;
  for (const [i, record] of records.entries()) {
    const isOther = record.width !== width && record.width > 1 && !record.empty;
    const isNew = isOther && beginsTable(records, i, texts);
    const repeats: boolean =
      header !== "" && lead(record) === headerLead && repeatsHeader(record, header, texts);
    if (isNew || (repeats && hasData)) {
      if (block.some((known) => !known.empty)) blocks.push(block);
      block = [];
      width = record.width;
      header = "";
    }
    hasData = block.length > 0 && !repeats && (hasData || !record.empty);
    if (header === "" && !record.empty) {
      header = keyOf(record, texts);
      headerLead = lead(record);
    }
    block.push(record);
  }
  blocks.push(block);
  return blocks;
}

function keyOf(record: HeadRecord, texts: Texts): string {
  return record.width > 1 && record.cells !== null ? texts(record).join("\n") : "";
}

/** Whether the table's first row is repeated and consists of words, which starts the next table. */
function repeatsHeader(record: HeadRecord, header: string, texts: Texts): boolean {
  if (record.width < 3 || header === "" || record.end - record.start > header.length * 2 + 16)
    return false;
  const cells = texts(record);
  if (cells.join("\n") !== header) return false;
  const words = cells.filter((cell) => cell.trim() !== "");
  if (new Set(words).size < words.length * ownNamesShareMin) return false;
  return words.length > 1 && words.every((cell) => !isValue(cell));
}

function isValue(cell: string): boolean {
  const kind = kindOf(cell);
  return kind === "missing" || valueKinds.has(kind);
}

function beginsTable(records: readonly HeadRecord[], index: number, texts: Texts): boolean {
  const width = records[index]?.width ?? 0;
  const run: HeadRecord[] = [];
  for (let i = index; i < records.length && run.length < 30; i++) {
    const record = records[i] as HeadRecord;
    if (record.empty) continue;
    if (record.width !== width) break;
    run.push(record);
  }
  if (run.length <= otherRowsMin) return false;
  const [first, ...rest] = run.map(texts);
  if (!first?.every((cell) => cell.trim() !== "")) return false;
  const words = first.filter((cell) => kindOf(cell) === "text").length;
  if (words < width * wordsShareMin) return false;
  const kinds = columnKinds(rest, width).map((kind) => (valueKinds.has(kind ?? "") ? kind : null));
  const votes = votesOf(first, kinds);
  return votes.names > 0 && votes.data === 0;
}

type Described = Pick<
  FoundTable,
  | "columns"
  | "names"
  | "mayBeData"
  | "headerRows"
  | "headerBytes"
  | "titleRows"
  | "first"
  | "skipsEmptyRows"
>;

function describeBlock(block: readonly HeadRecord[], usualWidth: number, texts: Texts): Described {
  const top = block.slice(0, headRows);
  const rows = top.map((record) => texts(record));
  const lone = loneName(rows, usualWidth);
  if (lone !== null) {
    const first = block[lone.at + 1] ?? null;
    const headerBytes = (block[lone.at]?.end ?? 0) - (block[lone.at]?.start ?? 0);
    const shape = { columns: lone.names.length, names: lone.names, first, headerBytes };
    const isTitle = lone.names.every((name) => name === "");
    const named = isTitle
      ? { names: null, headerRows: 0, titleRows: 1 }
      : { headerRows: 1, titleRows: 0 };
    return { ...shape, ...named, skipsEmptyRows: false };
  }
  const { from, to } = findHeader(rows, usualWidth);
  const isPresent = (record: HeadRecord): boolean => !record.empty;
  const titleRows = top.slice(0, from).filter(isPresent).length;
  const first = block[to] ?? null;
  const headerBytes = block
    .slice(from, to)
    .reduce((most, row) => Math.max(most, row.end - row.start), 0);
  const shape = { columns: usualWidth, first, headerBytes };
  const header = rows.slice(from, to);
  const headerRows = top.slice(from, to).filter(isPresent).length || Math.min(1, to - from);
  const lowest = header.at(-1) ?? [];
  const named = header.filter((row) => filledOf(row) > 0);
  const wanted = named.length > 1 ? usualWidth : lowest.length;
  const skipsEmptyRows = titleRows > 0 || headerRows > 1;
  if (to === from) {
    const short = shortNames(rows.slice(from), usualWidth);
    if (short) {
      const data = block[from + 1] ?? null;
      return { ...shape, first: data, names: short, headerRows: 1, titleRows, skipsEmptyRows };
    }
    const odd = oddlyDivided(rows[from - 1], usualWidth);
    return odd
      ? {
          ...shape,
          names: odd,
          headerRows: 1,
          titleRows: titleRows - 1,
          skipsEmptyRows: titleRows > 1,
        }
      : { ...shape, names: null, headerRows: 0, titleRows, skipsEmptyRows };
  }
  const single = (named[0] ?? lowest).map((cell) => cell.trim());
  if (
    named.length === 1 &&
    countsTable(single, block.slice(to).filter(isPresent).length, usualWidth)
  ) {
    return { ...shape, names: null, headerRows: 0, titleRows: titleRows + 1, skipsEmptyRows: true };
  }
  const names = named.length > 1 ? joinNames(named, Math.max(wanted, 1)) : single;
  const fitted = fitNames(names, usualWidth, rows.slice(to));
  const judged = rows.slice(to, to + namedRowsMax);
  const mayBeData = votesOf(fitted, columnKinds(judged, fitted.length)).names === 0;
  const found = { columns: fitted.length, names: fitted, mayBeData };
  return { ...shape, ...found, headerRows, titleRows, skipsEmptyRows };
}

const nameCharsMax = 80;

/**
 * One name above other rows: with delimiters in it above a column of values, `Bands(42), Rows(64)`, or
 * R's name of a column beside row numbers.
 */
function loneName(
  rows: readonly (readonly string[])[],
  columns: number,
): { names: string[]; at: number } | null {
  const at = rows.findIndex((row) => filledOf(row) > 0);
  const head = rows[at] ?? [];
  const below = rows.slice(at + 1).filter((row) => filledOf(row) > 0);
  const [lead = "", ...others] = head;
  if (at < 0 || below.length < longerRowsMin || isValue(lead)) return null;
  if (columns === 1 && others.length > 0) {
    const isSpoken = others.every((cell) => /^\s+\S/.test(cell));
    const isColumn = below.every((row) => row.length === 1 && isValue(row[0] ?? ""));
    const name = head.join(",").trim();
    return isSpoken && isColumn ? { names: [name.length > nameCharsMax ? "" : name], at } : null;
  }
  if (columns !== 2 || head.length !== 1 || lead.length > nameCharsMax) return null;
  const isNumbered = below.every((row, i) => row.length === 2 && row[0] === String(i + 1));
  return isNumbered ? { names: ["", lead], at } : null;
}

/** Whether a row states the numbers of rows and columns that follow, as scikit-learn's files do. */
function countsTable(row: readonly string[], rows: number, columns: number): boolean {
  const [rowCount = "", columnCount = ""] = row;
  if (rowCount !== String(rows)) return false;
  return columnCount === String(columns) || columnCount === String(columns - 1);
}

/** Number of rows of equal width that show a first row, shorter by one cell, to be a header. */
const longerRowsMin = 3;

/** R leaves the column of row names without a name, even if the other names are numbers. */
function shortNames(rows: readonly (readonly string[])[], columns: number): string[] | null {
  const [first, ...rest] = rows.filter((row) => filledOf(row) > 0);
  if (!first || first.length !== columns - 1 || rest.length < longerRowsMin) return null;
  if (rest.some((row) => row.length !== columns) || new Set(first).size < first.length) return null;
  const labels = rest.map(([label = ""]) => label);
  const areNames = labels.every((label) => label !== "" && !valueKinds.has(kindOf(label)));
  if (!areNames || new Set(labels).size < labels.length) return null;
  return valueKinds.has(kindOf(first[0] ?? "")) ? ["", ...first] : null;
}

/** The line above the data, if another delimiter splits it into the right number of words. */
function oddlyDivided(row: readonly string[] | undefined, columns: number): string[] | null {
  if (!row || columns < 3 || row.length >= columns) return null;
  const line = row.join(",").trim();
  for (const mark of [/\t/, /;/, /\|/, /,/, /\s+/]) {
    const names = line.split(mark).map((name) => name.replace(/^"(.*)"$/, "$1"));
    if (names.length === columns && names.every((name) => kindOf(name) === "text")) return names;
  }
  return null;
}

/** Names for all data columns; the first or the last ones may be unnamed. */
function fitNames(names: string[], width: number, body: readonly (readonly string[])[]): string[] {
  const missing = width - names.length;
  if (missing <= 0) return withoutSurplus(names, -missing, body);
  const last = body.filter((row) => row.length === width).map((row) => row.at(-1) ?? "");
  const lastIsEmpty = last.every((cell) => cell.trim() === "");
  const blanks = new Array<string>(missing).fill("");
  // R leaves the column of row names without a name.
  return missing === 1 && !lastIsEmpty ? ["", ...names] : [...names, ...blanks];
}

/** Removes empty names without cells below, unless rows are short themselves. */
function withoutSurplus(
  names: string[],
  surplus: number,
  body: readonly (readonly string[])[],
): string[] {
  if (surplus === 0 || body.some((row) => row.length === names.length)) return names;
  const empty = names.flatMap((name, i) => (name === "" ? [i] : []));
  if (empty.length < surplus) return names;
  const left = new Set(empty.slice(0, surplus));
  return names.filter((_, i) => !left.has(i));
}
