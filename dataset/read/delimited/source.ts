/** Reads CSV and its relatives in chunks of whole records. */

import pl, { type DataType } from "nodejs-polars";
import type { FileAlertCode } from "../../../market/profile/alerts.ts";
import type { ProfileAlert } from "../../../market/profile/schemas.ts";
import { type DatasetLimits, limitRefusal } from "../../base/limits.ts";
import { DatasetRefusal } from "../../base/refusal.ts";
import {
  frameColumn,
  pickRows,
  type RawKind,
  type TableChunk,
  type TableFacts,
  type TableSource,
} from "../../base/table.ts";
import { type Dialect, splitRecords } from "../../open/dialect.ts";
import type { TextEncoding } from "../../open/encoding.ts";
import { LINE_FEED } from "../bytes.ts";
import { displayNames } from "../column-names.ts";
import { fill, fillAside, requireUtf8, Utf8Reader } from "../utf8-reader.ts";
import { rewriteRecords } from "./rewrite-records.ts";
import { type DelimitedLayout, type RecordScan, scanRecords } from "./scan-records.ts";

/** Thrown when a quoted cell never ends; the file is read again with quotes as plain characters. */
export class UnbalancedQuotesError extends Error {}

type Input = {
  filePath: string;
  byteSize: number;
  format: "csv" | "tsv";
  encoding: TextEncoding;
  dialect: Dialect;
  limits: DatasetLimits;
};

/** Of all formats this one needs the least memory for each byte: chunks are larger, up to a bound. */
const chunkFactor = 3;
const largerChunkBytesMax = 48 * 1024 * 1024;

/** Reads delimited text in chunks of whole records; all cells come as text, empty ones as null. */
export class DelimitedSource implements TableSource {
  readonly format: string;
  readonly encoding: string;
  readonly delimiter: string;
  readonly names: readonly string[];
  readonly #input: Input;
  readonly #layout: DelimitedLayout;
  readonly #naming: ReturnType<typeof displayNames>;
  readonly #schema: Record<string, DataType>;
  readonly #kinds: readonly RawKind[];
  #counts = { shortRows: 0, longRows: 0, blankLines: 0, commentLines: 0 };

  constructor(input: Input) {
    this.#input = input;
    this.format = input.format;
    this.encoding = input.encoding.name;
    this.delimiter = input.dialect.delimiter;
    const first = this.#readFirstRecord();
    if (first.length > input.limits.columnsMax) {
      throw limitRefusal(input.limits, "columnsMax", first.length, input.format);
    }
    this.#naming = displayNames(input.dialect.hasHeader ? first : first.map(() => ""));
    this.names = this.#naming.names;
    this.#layout = { ...this.#baseLayout(), columns: first.length };
    this.#schema = Object.fromEntries(first.map((_, i) => [frameColumn(i), pl.Utf8]));
    this.#kinds = first.map(() => "text");
  }

  /** While a chunk is worked on, the bytes of the next one are read. */
  async *chunks(): AsyncGenerator<TableChunk> {
    const { filePath, byteSize, encoding, limits, dialect } = this.#input;
    const reader = new Utf8Reader(filePath, encoding);
    this.#counts = { shortRows: 0, longRows: 0, blankLines: 0, commentLines: 0 };
    const larger = Math.min(limits.chunkBytes * chunkFactor, largerChunkBytesMax);
    const size = Math.min(Math.max(limits.chunkBytes, larger), byteSize * 2 + 1024);
    let block: Buffer = Buffer.allocUnsafe(size);
    let spare: Buffer | null = null;
    let filling = fillAside(reader, block, 0);
    let headerPending = dialect.hasHeader;
    try {
      for (;;) {
        const filled = await filling;
        const { bytesDone } = reader;
        let { length } = filled;
        if (filled.ended) ({ block, length } = endWithLineFeed(block, length));
        if (headerPending && length > 0) {
          const header = scanRecords(block, length, this.#layout, 1);
          block.copyWithin(0, header.end, length);
          length -= header.end;
          headerPending = header.rows === 0;
        }
        const scan = scanRecords(block, length, this.#layout);
        this.#checkRecord(scan, length, filled.ended);
        if (scan.end === 0 && length === block.length) {
          block = Buffer.concat([block], block.length * 2);
        }
        const records = block.subarray(0, scan.end);
        if (!filled.ended) {
          const next: Buffer = scan.end === 0 ? block : spareFor(block, spare);
          block.copy(next, 0, scan.end, length);
          filling = fillAside(reader, next, length - scan.end);
          // Its failure is met where it is awaited, unless the work on the records fails first.
          filling.catch(() => {});
          if (next !== block) spare = block;
          block = next;
        }
        this.#count(scan);
        if (scan.rows > 0) yield this.#toChunk(records, scan, bytesDone);
        if (filled.ended) return;
      }
    } finally {
      await filling.catch(() => {});
      reader.close();
    }
  }

  facts(): TableFacts {
    const { shortRows, longRows, blankLines, commentLines } = this.#counts;
    const alerts: ProfileAlert[] = [];
    const note = (count: number, code: FileAlertCode, detail: string): void => {
      if (count > 0) alerts.push({ code, detail });
    };
    const { dialect } = this.#input;
    note(shortRows, "short_rows", `${shortRows} rows have fewer cells than there are columns.`);
    note(
      longRows,
      "long_rows",
      `${longRows} rows have more cells than columns; they are left out.`,
    );
    note(blankLines, "blank_lines", `${blankLines} blank lines were skipped.`);
    note(commentLines, "comment_lines", `${commentLines} lines starting with # were skipped.`);
    if (!dialect.hasHeader) {
      alerts.push({ code: "no_header", detail: "The first line is data; columns are numbered." });
    } else {
      note(this.#naming.empty, "empty_header", `${this.#naming.empty} columns have no name.`);
      note(
        this.#naming.repeated,
        "duplicate_header",
        `${this.#naming.repeated} names are repeated.`,
      );
    }
    return {
      raggedRows: shortRows + longRows,
      badlyNamedColumns: this.#naming.badlyNamed,
      mixes: new Map(),
      alerts,
    };
  }

  #baseLayout(): DelimitedLayout {
    const { dialect } = this.#input;
    const delimiter = dialect.delimiter.charCodeAt(0);
    return { delimiter, quoted: dialect.quoted, comments: dialect.comments, columns: 1 };
  }

  #readFirstRecord(): string[] {
    const { filePath, encoding, byteSize, limits, dialect, format } = this.#input;
    const reader = new Utf8Reader(filePath, encoding);
    try {
      let block: Buffer = Buffer.allocUnsafe(Math.min(limits.headerBytesMax, byteSize * 2 + 1024));
      const filled = fill(reader, block, 0);
      let { length } = filled;
      if (filled.ended) ({ block, length } = endWithLineFeed(block, length));
      const layout = this.#baseLayout();
      const scan = scanRecords(block, length, layout, 1);
      if (scan.rows === 0) {
        if (scan.openQuote && filled.ended) throw new UnbalancedQuotesError();
        if (filled.ended) throw new DatasetRefusal("empty_file", "The file has no rows.", format);
        throw limitRefusal(limits, "headerBytesMax", null, format);
      }
      const bytes = lastRecord(block, scan);
      requireUtf8(encoding, bytes);
      return splitRecords(bytes.toString("utf8"), dialect.delimiter, dialect.quoted, 1)[0] ?? [];
    } finally {
      reader.close();
    }
  }

  #checkRecord(scan: RecordScan, length: number, ended: boolean): void {
    const { rowBytesMax } = this.#input.limits;
    const left = length - scan.end;
    if (scan.openQuote && (ended || left > rowBytesMax)) throw new UnbalancedQuotesError();
    if (scan.longestBytes <= rowBytesMax && left <= rowBytesMax) return;
    throw limitRefusal(this.#input.limits, "rowBytesMax", null, this.format);
  }

  #count(scan: RecordScan): void {
    this.#counts.shortRows += scan.shortRows;
    this.#counts.longRows += scan.longRows;
    this.#counts.blankLines += scan.blankLines;
    this.#counts.commentLines += scan.commentLines;
  }

  #toChunk(bytes: Buffer, scan: RecordScan, bytesDone: number): TableChunk {
    requireUtf8(this.#input.encoding, bytes);
    const frame = this.#parse(bytes, scan);
    return {
      frame,
      rows: scan.rows,
      kinds: this.#kinds,
      pick: (offsets) => pickRows(frame, offsets),
      bytesDone,
    };
  }

  /** Parses with Polars and trusts it only if it finds the rows that the scan counted. */
  #parse(bytes: Buffer, scan: RecordScan): pl.DataFrame {
    if (scan.regular) {
      const frame = this.#tryParse(bytes, this.delimiter, scan.hasQuotes ? '"' : "", "\n");
      if (frame?.height === scan.rows) return frame;
    }
    const rewritten = rewriteRecords(bytes, this.#layout);
    const frame = rewritten
      ? this.#tryParse(rewritten.bytes, rewritten.delimiter, "", rewritten.lineEnd)
      : null;
    if (frame?.height === scan.rows) return frame;
    throw new DatasetRefusal("malformed_file", "The rows could not be told apart.", this.format);
  }

  #tryParse(bytes: Buffer, sep: string, quoteChar: string, eolChar: string): pl.DataFrame | null {
    try {
      return pl.readCSV(bytes, {
        hasHeader: false,
        schema: this.#schema,
        sep,
        quoteChar,
        eolChar,
        nullValues: "",
        inferSchemaLength: 0,
        truncateRaggedLines: true,
      });
    } catch {
      return null;
    }
  }
}

function lastRecord(block: Buffer, scan: RecordScan): Buffer {
  const text = block.subarray(0, scan.end);
  let start = 0;
  for (let skipped = scan.blankLines + scan.commentLines; skipped > 0; skipped--) {
    start = text.indexOf(LINE_FEED, start) + 1;
  }
  return text.subarray(start);
}

/** Another block for the next bytes, while the records of this one are worked on. */
function spareFor(block: Buffer, spare: Buffer | null): Buffer {
  return spare?.length === block.length ? spare : Buffer.allocUnsafe(block.length);
}

function endWithLineFeed(block: Buffer, length: number): { block: Buffer; length: number } {
  if (length === 0 || block[length - 1] === LINE_FEED) return { block, length };
  const room = length < block.length ? block : Buffer.concat([block], length + 1);
  room[length] = LINE_FEED;
  return { block: room, length: length + 1 };
}
