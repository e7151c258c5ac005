/** Chooses delimiter and quoting of delimited text by how well each explains its beginning. */
import {
  type Candidate,
  judge,
  looksLikeProse,
  usualRows,
  valuesShare,
} from "./judge-delimiter.ts";
import { BLANK, DOUBLE_QUOTE, type RecordLayout, SINGLE_QUOTE, TAB } from "./layout.ts";

/** In the order in which they win a tie. */
const usual = [",", "\t", ";", "|"] as const;
/** Tried where none of the usual ones explains the file; blanks come last. */
const unusual = ["\x01", "\x1f", "^", "~", ":"] as const;

const consistentShareMin = 0.6;
const unusualShareMin = 0.9;
const runsWeight = 0.95;
/** So many cells in one record that is as long as the whole head are evidence enough. */
const wideColumnsMin = 100;
const colonColumnsMin = 3;
/** Where quotes are looked for. */
const quotesBytesMax = 64 * 1024;
/** So many malformed records may tell that quotes are letters. */
const vainQuotesMin = 10;
/** A column that single blanks leave empty in so many rows is padding. */
const paddedShareMin = 0.9;
const valuesShareMin = 0.5;
const trustedValuesShareMin = 0.3;

export type Hints = {
  /** The seller says that it is delimited: weak evidence suffices. */
  trusted: boolean;
  /** The seller says plain text: a single column is no table. */
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

/** The best reading of the head, or null when it does not look like delimited text. */
export function chooseLayout(head: Buffer, whole: boolean, hints: Hints): Candidate | null {
  const found = chooseWith(head, whole, hints, DOUBLE_QUOTE);
  if (found || !head.includes(DOUBLE_QUOTE)) return found;
  // A quote that is never closed hides the records after it; the reader then meets it, too.
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
  // Quotes of another kind hide delimiters of their own, so they count before candidates compete.
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

/** Cells hold lists divided by all the others, but hardly ever a tab. */
function isTabbed({ layout }: Candidate): boolean {
  return layout.delimiter === TAB;
}

/** Several tables in a file have widths of their own: runs of rows as wide as each other count, too. */
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

/** An unusual delimiter must explain nearly all records, and blanks must divide values. */
function isClear(candidate: Candidate, hints: Hints): boolean {
  const { layout, width, fit, records } = candidate;
  if (width < 2 || fit < unusualShareMin || records.length < 2) return false;
  if (layout.delimiter === 58) return width >= colonColumnsMin && !isOtherColon(candidate);
  if (layout.delimiter !== BLANK) return true;
  if (hints.isProse || records.length < 3 || isPadded(candidate)) return false;
  if (isLabelled(candidate)) return false;
  return valuesShare(candidate) >= (hints.trusted ? trustedValuesShareMin : valuesShareMin);
}

/** Whether single blanks leave a column empty: they pad cells to the same length. */
function isPadded(candidate: Candidate): boolean {
  if (candidate.layout.blankRuns) return false;
  const rows = usualRows(candidate);
  const empty = (column: number): boolean => {
    const lacking = rows.filter((row) => (row[column] ?? "") === "").length;
    return lacking >= rows.length * paddedShareMin;
  };
  return Array.from({ length: candidate.width }, (_, column) => column).some(empty);
}

/** One word before every value, as in `Digit 7`, is a part of it. */
function isLabelled(candidate: Candidate): boolean {
  if (candidate.width !== 2) return false;
  const words = new Set(usualRows(candidate).map(([word]) => word));
  const [word = ""] = words;
  return words.size === 1 && /^\p{L}+$/u.test(word);
}

/** Colons of times, of addresses and of sentences. */
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
  if (records.length < 2 || looksLikeProse(records)) return false;
  return fit >= consistentShareMin || runs >= unusualShareMin;
}

/** Names, and a row of which a quoted cell goes on beyond the head. */
function opensLongCell({ layout, records, width }: Candidate, head: Buffer): boolean {
  const [header] = records;
  if (!header || !isHeaderAlone(header.cells ?? []) || layout.quote === null) return false;
  const delimiter = escapeForExpression(String.fromCharCode(layout.delimiter));
  const quote = String.fromCharCode(layout.quote);
  const row = new RegExp(`^(?:[^\\n${quote}${delimiter}]*${delimiter}){0,${width - 1}}${quote}`);
  return row.test(head.toString("latin1", header.end, header.end + quotesBytesMax));
}

/** A file of one line is a table without rows when all of its cells look like names. */
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

/** Once the delimiter is known: other quotes, backslashes before quotes, a blank after delimiters. */
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
  // Nothing opens with a quote, or nothing that does ends with one: quotes are letters like others.
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

/** Fewer quotes out of place, at no cost of consistency; or more consistent by far. */
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

/** Most cells that open with a quote do not end with one, and most of their records are malformed. */
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

/** Cells between single quotes, and none between double ones. */
function usesSingleQuotes(text: string, delimiter: string): boolean {
  if (opensQuotes(text, delimiter)) return false;
  const mark = escapeForExpression(delimiter);
  const wrapped = text.match(new RegExp(`(?<=^|\\n|${mark})'[^\\n]*?'(?=${mark}|\\r?\\n|$)`, "g"));
  return (wrapped?.length ?? 0) >= 2;
}
