/** Tells the dialect of delimited text from its first records. Pure. */

export type Dialect = {
  delimiter: "," | ";" | "\t" | "|";
  /** False when double quotes are ordinary characters. */
  quoted: boolean;
  hasHeader: boolean;
  /** Lines that begin with `#` are comments; only if the file begins with one. */
  comments: boolean;
};

const delimiters = [",", "\t", ";", "|"] as const;

const headRecordsMax = 200;
const consistentRatioMin = 0.6;
/** So many cells in one record that is as long as the whole head are evidence enough. */
const wideColumnsMin = 100;
const numberShape = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const integerShape = /^\d+$/;

/** Splits text into records of cells. Quotes open only at a cell's beginning and close only before
 * a delimiter or line end, so that stray quotes stay text. A last record cut by the end is kept. */
export function splitRecords(
  text: string,
  delimiter: string,
  quoted: boolean,
  recordsMax: number,
): string[][] {
  const records: string[][] = [];
  let at = 0;
  while (at < text.length && records.length < recordsMax) {
    const record: string[] = [];
    for (;;) {
      const cell = readCell(text, at, delimiter, quoted);
      record.push(cell.value);
      at = cell.end;
      if (text[at] === delimiter) {
        at++;
        continue;
      }
      if (text[at] === "\r") at++;
      at++;
      break;
    }
    records.push(record);
  }
  return records;
}

function readCell(
  text: string,
  start: number,
  delimiter: string,
  quoted: boolean,
): { value: string; end: number } {
  let at = start;
  let value = "";
  if (quoted && text[at] === '"') {
    at++;
    for (;;) {
      const quote = text.indexOf('"', at);
      if (quote < 0) return { value: value + text.slice(at), end: text.length };
      value += text.slice(at, quote);
      at = quote + 1;
      if (text[at] !== '"') break;
      value += '"';
      at++;
    }
  }
  const rest = at;
  while (at < text.length && text[at] !== delimiter && text[at] !== "\n") at++;
  const end = text[at] === "\n" && text[at - 1] === "\r" && at > rest ? at - 1 : at;
  return { value: value + text.slice(rest, end), end };
}

type Candidate = {
  delimiter: Dialect["delimiter"];
  records: string[][];
  width: number;
  fit: number;
};

function judge(
  text: string,
  delimiter: Dialect["delimiter"],
  whole: boolean,
  quoted: boolean,
): Candidate {
  const all = splitRecords(text, delimiter, quoted, headRecordsMax);
  const lastIsCut = !whole && all.length > 1 && all.length < headRecordsMax;
  const complete = lastIsCut ? all.slice(0, -1) : all;
  const records = complete.filter((record) => record.length > 1 || record[0] !== "");
  const widths = new Map<number, number>();
  for (const record of records) widths.set(record.length, (widths.get(record.length) ?? 0) + 1);
  let width = 0;
  let most = 0;
  for (const [size, times] of widths) {
    if (times < most || (times === most && size < width)) continue;
    width = size;
    most = times;
  }
  return { delimiter, records, width, fit: records.length === 0 ? 0 : most / records.length };
}

/** Sentences: a space follows nearly every delimiter and the cells are runs of words. */
function looksLikeProse(records: string[][]): boolean {
  const cells = records.flat();
  const later = records.flatMap((record) => record.slice(1));
  const spaced = later.filter((cell) => cell.startsWith(" ")).length;
  if (spaced < later.length * 0.9) return false;
  const sentences = records.filter((record) => /[.!?]["')]?$/.test(record.at(-1) ?? "")).length;
  if (sentences >= records.length / 2) return true;
  const words = cells.reduce((sum, cell) => sum + cell.trim().split(/\s+/).length, 0);
  return words >= cells.length * 3;
}

function isSingleColumn(records: string[][]): boolean {
  if (records.length < 2) return false;
  const plain = records.filter((record) => !/\s/.test((record[0] ?? "").trim())).length;
  return plain / records.length >= 0.95;
}

/** A header is missing when the first record looks like the others: some column is numeric all the
 * way down, and none has a name over numbers. Increasing integers (years) pass as names. */
export function looksLikeHeader(records: string[][]): boolean {
  const [first, ...rest] = records;
  if (!first || rest.length === 0) return true;
  const numbersInFirst = first.filter((cell) => numberShape.test(cell.trim()));
  if (numbersInFirst.length === 0) return true;
  const integers = numbersInFirst.map((cell) => cell.trim());
  const increasing = integers.every(
    (cell, i) => integerShape.test(cell) && (i === 0 || Number(cell) > Number(integers[i - 1])),
  );
  if (increasing && integers.length > 1) return true;
  const namesOverNumbers = first.some((cell, column) => {
    if (numberShape.test(cell.trim()) || cell === "") return false;
    const below = rest.map((record) => record[column] ?? "").filter((value) => value !== "");
    return below.length > 0 && below.every((value) => numberShape.test(value.trim()));
  });
  return namesOverNumbers;
}

function usesQuotes(text: string, delimiter: string): boolean {
  const escaped = delimiter === "|" ? "\\|" : delimiter;
  const opening = new RegExp(`(^|\\n|${escaped})"`);
  return opening.test(text) || !text.includes('"');
}

/** The dialect of `text` when its delimiter is known. */
export function dialectOf(text: string, delimiter: Dialect["delimiter"], whole: boolean): Dialect {
  const quoted = usesQuotes(text, delimiter);
  const { records } = judge(text, delimiter, whole, quoted);
  return { delimiter, quoted, hasHeader: looksLikeHeader(records), comments: false };
}

/**
 * The dialect of `text`, the beginning of a file; `whole` says that it is all of it. Null when it
 * does not look like delimited text. With `trusted` (the seller says so) weak evidence suffices;
 * with `isProse` (the seller says plain text) a single column is no table.
 */
export function sniffDialect(
  text: string,
  whole: boolean,
  trusted: boolean,
  isProse = false,
): Dialect | null {
  const comments = text.startsWith("#") && /\n(?!#)/.test(text);
  const body = comments ? text.replace(/^#.*(\r?\n|$)/gm, "") : text;
  const find = (quoted: boolean): Candidate | null => {
    const candidates = delimiters.map((delimiter) => judge(body, delimiter, whole, quoted));
    const fitting = candidates.filter((candidate) => fits(candidate, whole, trusted));
    fitting.sort((a, b) => b.fit - a.fit || b.width - a.width);
    return fitting[0] ?? (isProse ? null : fallback(candidates[0], trusted));
  };
  // A quote that is never closed hides the records after it; the reader then meets it, too.
  const best = find(true) ?? (body.includes('"') ? find(false) : null);
  if (!best) return null;
  return {
    delimiter: best.delimiter,
    quoted: usesQuotes(body, best.delimiter),
    hasHeader: looksLikeHeader(best.records),
    comments,
  };
}

function fits(candidate: Candidate, whole: boolean, trusted: boolean): boolean {
  const header = candidate.records[0]?.length ?? 0;
  if (candidate.width < 2 && !(trusted && header > 1)) return false;
  if (trusted) return true;
  if (!whole && candidate.records.length === 1) return candidate.width >= wideColumnsMin;
  if (candidate.records.length === 1) return isHeaderAlone(candidate.records[0] ?? []);
  if (candidate.records.length < 2 || looksLikeProse(candidate.records)) return false;
  return candidate.fit >= consistentRatioMin;
}

/** A file of one line is a table without rows when all of its cells look like names. */
function isHeaderAlone(record: readonly string[]): boolean {
  return record.every((cell) => /^[\p{L}_][\p{L}\p{N}_ ./()%-]{0,63}$/u.test(cell));
}

function fallback(comma: Candidate | undefined, trusted: boolean): Candidate | null {
  if (!comma || comma.records.length === 0) return null;
  return trusted || isSingleColumn(comma.records) ? comma : null;
}
