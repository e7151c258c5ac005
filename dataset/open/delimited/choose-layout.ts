/** Chooses the delimiter and quoting that best explain the beginning of delimited text. */
import {
  type Candidate,
  dividesThousands,
  judge,
  looksLikeProse,
  usualRows,
  valuesShare,
} from "./judge-delimiter.ts";
import { BLANK, DOUBLE_QUOTE, type RecordLayout, SINGLE_QUOTE, TAB } from "./layout.ts";

/** In order of preference for ties. */
const usual = [",", "\t", ";", "|"] as const;
/** Tried if no usual delimiter explains the file; blanks come last. */
const unusual = ["\x01", "\x1f", "^", "~", ":"] as const;

const consistentShareMin = 0.6;
const unusualShareMin = 0.9;
const runsWeight = 0.95;
/** This many cells in one record as long as the whole head are enough evidence. */
const wideColumnsMin = 100;
const colonColumnsMin = 3;
/** Bytes in which quotes are searched. */
const quotesBytesMax = 64 * 1024;
/** This many malformed records may mean that quotes are ordinary characters. */
const vainQuotesMin = 10;
/** A column that single blanks leave empty in this share of rows is padding. */
const paddedShareMin = 0.9;
const valuesShareMin = 0.5;
const trustedValuesShareMin = 0.3;

export type Hints = {
  /** The seller declared it as delimited, so weak evidence is enough. */
  trusted: boolean;
  /** The seller declared plain text, so a single column is not a table. */
  isProse: boolean;
  comments: boolean;
};

export function plainLayout(delimiter: string, comments: boolean): RecordLayout {
  return {
    delimiter: delimiter.charCodeAt(0),
    quote: DOUBLE_QUOTE,
    backslash: false,
    blankAfter: false,
    blankRuns: false,
    comments,
    columns: 0,
  };
}

/** The best layout of the head, or null if it does not look like delimited text. */
export function chooseLayout(head: Buffer, whole: boolean, hints: Hints): Candidate | null {
  const found = chooseWith(head, whole, hints, DOUBLE_QUOTE);
  if (found || !head.includes(DOUBLE_QUOTE)) return found;
  // An unclosed quote hides the records after it; the reader will meet it, too.
  const unquoted = chooseWith(head, whole, hints, null);
  const delimiter = String.fromCharCode(unquoted?.layout.delimiter ?? 0);
  if (!unquoted || !opensQuotes(head.toString("latin1", 0, quotesBytesMax), delimiter))
    return unquoted;
  return { ...unquoted, layout: { ...unquoted.layout, quote: DOUBLE_QUOTE } };
}

function chooseWith(
  head: Buffer,
  whole: boolean,
  hints: Hints,
  quote: number | null,
): Candidate | null {
  const judged = usual.map((delimiter) =>
    judge(head, { ...plainLayout(delimiter, hints.comments), quote }, whole),
  );
  // Other quote characters may enclose delimiters, so they are tried before candidates compete.
  const quoted = judged.map((candidate) => refine(head, candidate, whole));
  const refined = bestOf(quoted.filter((one) => fits(one, whole, hints.trusted, head)));
  if (refined && strengthOf(refined) >= unusualShareMin) return refined;
  const other = chooseUnusual(head, whole, hints);
  if (other && other.fit > (refined ? strengthOf(refined) : 0)) return other;
  if (refined) return refined;
  const [comma] = judged;
  return hints.isProse || !comma ? null : singleColumn(comma, hints.trusted);
}

function bestOf(candidates: readonly Candidate[]): Candidate | undefined {
  return candidates.toSorted((a, b) => {
    const [first, second] = [strengthOf(a), strengthOf(b)];
    return second - first || Number(isTabbed(b)) - Number(isTabbed(a)) || b.width - a.width;
  })[0];
}

/** Prefers tabs: cells may contain lists with any other delimiter, but hardly ever a tab. */
function isTabbed({ layout }: Candidate): boolean {
  return layout.delimiter === TAB;
}

/** Several tables in a file have different widths, so runs of equally wide rows count, too. */
function strengthOf({ fit, runs }: Candidate): number {
  return Math.max(fit, runs * runsWeight);
}

function chooseUnusual(head: Buffer, whole: boolean, hints: Hints): Candidate | null {
  const texts = unusual.filter((delimiter) => head.includes(delimiter));
  const candidates = texts.map((text) => judge(head, plainLayout(text, hints.comments), whole));
  const blanks = plainLayout(" ", hints.comments);
  candidates.push(judge(head, blanks, whole), judge(head, { ...blanks, blankRuns: true }, whole));
  const fitting = candidates.filter((candidate) => isClear(candidate, hints));
  const best = fitting.toSorted((a, b) => b.fit - a.fit || b.width - a.width)[0];
  return best ? refine(head, best, whole) : null;
}

/** An unusual delimiter must explain nearly all records, and blanks must separate values. */
function isClear(candidate: Candidate, hints: Hints): boolean {
  const { layout, width, fit, records } = candidate;
  if (width < 2 || fit < unusualShareMin || records.length < 2) return false;
  if (layout.delimiter === 58) return width >= colonColumnsMin && !isOtherColon(candidate);
  if (layout.delimiter !== BLANK) return true;
  if (hints.isProse || records.length < 3 || isPadded(candidate)) return false;
  if (isLabelled(candidate)) return false;
  return valuesShare(candidate) >= (hints.trusted ? trustedValuesShareMin : valuesShareMin);
}

/** Whether single blanks leave a column empty because they pad cells to equal length. */
function isPadded(candidate: Candidate): boolean {
  if (candidate.layout.blankRuns) return false;
  const rows = usualRows(candidate);
  const empty = (column: number): boolean => {
    const lacking = rows.filter((row) => (row[column] ?? "") === "").length;
    return lacking >= rows.length * paddedShareMin;
  };
  return Array.from({ length: candidate.width }, (_, column) => column).some(empty);
}

/** Whether the same word precedes every value, as in `Digit 7`, and so belongs to it. */
function isLabelled(candidate: Candidate): boolean {
  if (candidate.width !== 2) return false;
  const words = new Set(usualRows(candidate).map(([word]) => word));
  const [word = ""] = words;
  return words.size === 1 && /^\p{L}+$/u.test(word);
}

/** Whether colons come from times, addresses or sentences. */
function isOtherColon(candidate: Candidate): boolean {
  const cells = usualRows(candidate).slice(0, 50).flat();
  const share = (shape: RegExp): number =>
    cells.filter((cell) => shape.test(cell)).length / Math.max(1, cells.length);
  return share(/^\s*\d{1,2}\s*$/) > 0.6 || share(/^\/\//) > 0 || share(/^\s|\s$/) > 0.1;
}

function fits(candidate: Candidate, whole: boolean, trusted: boolean, head: Buffer): boolean {
  const { records, width, fit, runs } = candidate;
  const header = records[0]?.width ?? 0;
  if (width < 2 && !(trusted && header > 1)) return false;
  if (trusted) return true;
  if (!whole && records.length === 1) {
    return width >= wideColumnsMin || opensLongCell(candidate, head);
  }
  if (records.length === 1) return isHeaderAlone(records[0]?.cells ?? []);
  if (records.length < 2 || looksLikeProse(records) || dividesThousands(candidate)) return false;
  return fit >= consistentShareMin || runs >= unusualShareMin;
}

/**
 * Whether the head is a row of names and one row with a quoted cell that continues beyond the head.
 */
function opensLongCell({ layout, records, width }: Candidate, head: Buffer): boolean {
  const [header] = records;
  if (!header || !isHeaderAlone(header.cells ?? []) || layout.quote === null) return false;
  const delimiter = escapeForExpression(String.fromCharCode(layout.delimiter));
  const quote = String.fromCharCode(layout.quote);
  const row = new RegExp(`^(?:[^\\n${quote}${delimiter}]*${delimiter}){0,${width - 1}}${quote}`);
  return row.test(head.toString("latin1", header.end, header.end + quotesBytesMax));
}

/** A file of one line is a header without rows if all of its cells look like names. */
function isHeaderAlone(record: readonly string[]): boolean {
  return record.every((cell) => /^[\p{L}_][\p{L}\p{N}_ ./()%-]{0,63}$/u.test(cell));
}

function singleColumn(comma: Candidate, trusted: boolean): Candidate | null {
  if (comma.records.length === 0) return null;
  if (trusted) return comma;
  if (comma.records.length < 2) return null;
  const plain = comma.records.filter((record) => !/\s/.test((record.cells?.[0] ?? "").trim()));
  return plain.length / comma.records.length >= 0.95 ? comma : null;
}

/**
 * With the delimiter known, tries other quotes, backslashes before quotes, and a blank after
 * delimiters.
 */
export function refine(head: Buffer, best: Candidate, whole: boolean): Candidate {
  const text = head.toString("latin1", 0, quotesBytesMax);
  const { layout } = best;
  const delimiter = String.fromCharCode(layout.delimiter);
  const variants: RecordLayout[] = [];
  if (text.includes('\\"')) variants.push({ ...layout, backslash: true });
  if (hasBlankedQuotes(text, delimiter)) variants.push({ ...layout, blankAfter: true });
  if (usesSingleQuotes(text, delimiter)) {
    variants.push({ ...layout, quote: SINGLE_QUOTE });
    if (text.includes("\\'")) variants.push({ ...layout, quote: SINGLE_QUOTE, backslash: true });
  }
  // If no cell both opens and closes with a quote, quotes are ordinary characters.
  const mayBeUnquoted = variants.length === 0 && text.includes('"');
  if (mayBeUnquoted && (!opensQuotes(text, delimiter) || opensInVain(text, delimiter, best))) {
    variants.push({ ...layout, quote: null });
  }
  let chosen = best;
  for (const variant of variants) {
    const candidate = judge(head, variant, whole);
    if (isBetter(candidate, chosen)) chosen = candidate;
  }
  return chosen;
}

/** Fewer misplaced quotes without loss of consistency, or far better consistency. */
function isBetter(candidate: Candidate, chosen: Candidate): boolean {
  const { quote, backslash, blankAfter } = candidate.layout;
  if (candidate.width < 2 && chosen.width > 1) return false;
  if (quote === null && candidate.width !== chosen.width) return false;
  const isOtherKind = quote === null || (quote === SINGLE_QUOTE && !backslash) || blankAfter;
  if (isOtherKind) return candidate.fit >= chosen.fit;
  if (candidate.fit > chosen.fit) return true;
  return candidate.fit === chosen.fit && candidate.malformed < chosen.malformed;
}

const escapeForExpression = (text: string): string => text.replace(/[\\^$|.*+?()[\]{}]/g, "\\$&");

function opensQuotes(text: string, delimiter: string): boolean {
  return new RegExp(`(^|\\n|${escapeForExpression(delimiter)})"`).test(text);
}

/**
 * Whether most cells that open with a quote do not close with one, and most of their records are
 * malformed.
 */
function opensInVain(text: string, delimiter: string, judged: Candidate): boolean {
  const { malformed, records } = judged;
  if (malformed < vainQuotesMin) return false;
  const mark = escapeForExpression(delimiter);
  const read = text.slice(0, records.at(-1)?.end);
  const opened = read.match(new RegExp(`(?<=^|\\n|${mark})"[^\\n${mark}]*`, "g")) ?? [];
  const closed = opened.filter((cell) => /^".*"\r?$/.test(cell)).length;
  return malformed * 2 > opened.length && closed * 2 < opened.length;
}

function hasBlankedQuotes(text: string, delimiter: string): boolean {
  if (delimiter === " ") return false;
  const mark = escapeForExpression(delimiter);
  if (new RegExp(`${mark}"`).test(text)) return false;
  return new RegExp(`${mark} +"[^"\\n]*"(?=${mark}|\\r?\\n|$)`).test(text);
}

/** Whether cells are enclosed in single quotes and none in double quotes. */
function usesSingleQuotes(text: string, delimiter: string): boolean {
  if (opensQuotes(text, delimiter)) return false;
  const mark = escapeForExpression(delimiter);
  const wrapped = text.match(new RegExp(`(?<=^|\\n|${mark})'[^\\n]*?'(?=${mark}|\\r?\\n|$)`, "g"));
  return (wrapped?.length ?? 0) >= 2;
}
