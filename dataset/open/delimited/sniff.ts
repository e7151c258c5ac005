import { chooseLayout, type Hints, plainLayout, refine } from "./choose-layout.ts";
import { columnKinds, votesOf } from "./column-kinds.ts";
import { type FoundTable, findTable } from "./find-table.ts";
import { type Candidate, judge } from "./judge-delimiter.ts";
import { BLANK, HASH, type RecordLayout } from "./layout.ts";
import { type Head, type HeadRecord, readHead } from "./read-head.ts";
import { readRecord } from "./read-record.ts";
import { RecordCells } from "./record-cells.ts";

/** How to read a delimited file: its dialect, and the location of its table. */
export type Dialect = {
  /** The character between cells, for display; a blank also stands for runs of blanks. */
  delimiter: string;
  layout: RecordLayout;
  /** Null if the first record is longer than the head; it is then read as the header. */
  table: FoundTable | null;
};

/** The dialect with double quotes and one delimiter, for a table that another program located. */
export function tableDialect(delimiter: string, table: FoundTable): Dialect {
  return { delimiter, layout: { ...plainLayout(delimiter, false), columns: table.columns }, table };
}

/** Records of the head that are read as text; of the others only the widths. */
const textsMax = 300;
const recordsMax = 50_000;
const commentLinesMin = 2;

/** The dialect of a head whose delimiter the file states. */
export function dialectOf(head: Buffer, delimiter: string, whole: boolean): Dialect {
  const stated = judge(head, plainLayout(delimiter, false), whole);
  return describe(head, refine(head, stated, whole), whole);
}

/** Recognises the dialect of a file's beginning (UTF-8); null if it is not delimited text. */
export function sniffDialect(
  head: Buffer,
  whole: boolean,
  hints: Omit<Hints, "comments">,
): Dialect | null {
  const comments = head.includes(HASH) && hasComments(head.toString("latin1"));
  const best = chooseLayout(head, whole, { ...hints, comments });
  return best ? describe(head, best, whole) : null;
}

function hasComments(head: string): boolean {
  return (head.startsWith("#") && /\n(?!#)/.test(head)) || hasCommentBlock(head);
}

/**
 * Whether notes are below the header: lines with `#` and a blank, and no line with `#` and a value.
 */
function hasCommentBlock(head: string): boolean {
  const lines = head.match(/^#.*$/gm) ?? [];
  if (lines.length < commentLinesMin || !/^[^#\n][^\n]*\r?\n#/.test(head)) return false;
  if (!lines.every((line) => /^#+(\s|$)/.test(line))) return false;
  return lines.length * 2 < (head.match(/\n/g) ?? []).length;
}

function describe(head: Buffer, best: Candidate, whole: boolean): Dialect {
  const layout = { ...best.layout, columns: best.width };
  const delimiter = String.fromCharCode(layout.delimiter);
  const found = readHead(head, layout, whole, recordsMax, textsMax);
  const isTooLong = found.cut && found.records.length === 1 && found.comments.length === 0;
  if (isTooLong || found.records.length === 0) {
    return { delimiter, layout: { ...layout, columns: 0 }, table: null };
  }
  const texts = (record: HeadRecord): string[] => record.cells ?? textsOf(head, record, layout);
  const table = withCommentHeader(
    findTable(found, best.width, texts, (record) => leadOf(head, record, layout)),
    found,
    texts,
  );
  return { delimiter, layout: { ...layout, columns: table.columns }, table };
}

function textsOf(head: Buffer, record: HeadRecord, layout: RecordLayout): string[] {
  const cells = new RecordCells();
  readRecord(head, record.start, record.end, layout, true, cells);
  return cells.texts(head, layout.quote, layout.backslash);
}

function leadOf(head: Buffer, { start, end }: HeadRecord, { quote }: RecordLayout): number {
  let at = start;
  while (at < end && (head[at] === quote || head[at] === BLANK)) at++;
  return head[at] ?? -1;
}

/** The last comment, or the one below a line of dashes; between two such lines is a title. */
function lastSaid(
  comments: readonly HeadRecord[],
  texts: (record: HeadRecord) => string[],
): HeadRecord | undefined {
  const isRule = (comment: HeadRecord | undefined): boolean =>
    comment !== undefined && !texts(comment).some((cell) => /[\p{L}\p{N}]/u.test(cell));
  if (!isRule(comments.at(-1))) return comments.at(-1);
  return isRule(comments.at(-2)) || isRule(comments.at(-3)) ? undefined : comments.at(-2);
}

/** Uses a comment directly above the data as names if it has the same number of cells: `#CHROM`. */
function withCommentHeader(
  table: FoundTable,
  head: Head,
  texts: (record: HeadRecord) => string[],
): FoundTable {
  const first = head.records.find((record) => !record.empty);
  const comments = head.comments.filter((comment) => first && comment.line < first.line);
  const above = lastSaid(comments, texts);
  if (!above || !first || table.columns < 2) return table;
  const [lead = "", ...others] = texts(above).map((cell) => cell.trim());
  const bare = lead.replace(/^[#\s]+/, "");
  // Rows may omit their last cells, or have more of them if a text was not quoted.
  const widths = head.records.filter((record) => !record.empty).map(({ width }) => width);
  // The mark in `# dose signal` is not a name; in `#,name` it is, because the rows have a cell for
  // it.
  const isMark = bare === "" && !widths.includes(others.length + 1);
  const leads = isMark ? [] : [bare === "" ? lead : bare];
  const names = [...leads, ...others].filter((cell) => cell !== "");
  const isShort = names.length < table.columns;
  if (!widths.includes(names.length)) return table;
  if (isShort && (names.length < 2 || Math.min(...widths) < names.length)) return table;
  const rows = head.records.filter((record) => record.cells !== null && !record.empty).map(texts);
  const kinds = columnKinds(rows.slice(1), table.columns);
  const own = votesOf(rows[0] ?? [], kinds);
  if (own.names > 0 && own.data === 0) return table;
  const votes = votesOf(names, kinds);
  if (votes.data > votes.names) return table;
  const unnamed = new Array<string>(Math.max(0, table.columns - names.length)).fill("");
  const all = [...names, ...unnamed];
  return { ...table, columns: all.length, names: all, headerRows: 1, first };
}
