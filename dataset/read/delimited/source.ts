import pl, { type DataType } from "nodejs-polars";
import { type DatasetLimits, limitRefusal } from "../../base/limits.ts";
import { DatasetRefusal } from "../../base/refusal.ts";
import {
  frameColumn,
  type PlacedRow,
  pickRows,
  type RawKind,
  type ReadAs,
  readsNoCells,
  type TableChunk,
  type TableFacts,
  type TableSource,
} from "../../base/table.ts";
import type { CellChunk } from "../../kernel/cell-chunk.ts";
import { looksLikeValue } from "../../open/delimited/cell-kind.ts";
import { readRecord } from "../../open/delimited/read-record.ts";
import { RecordCells } from "../../open/delimited/record-cells.ts";
import type { TableRegion } from "../../open/delimited/region.ts";
import type { Dialect } from "../../open/delimited/sniff.ts";
import type { TextEncoding } from "../../open/encoding.ts";
import { LINE_FEED } from "../bytes.ts";
import { displayNames } from "../column-names.ts";
import { fill, requireUtf8, Utf8Reader } from "../utf8-reader.ts";
import { emptyColumnAlerts, headerAlerts, rowAlerts, tableAlerts } from "./alerts.ts";
import { type BlocksInput, endWithLineFeed } from "./blocks.ts";
import { type DelimitedLayout, noRowCounts, type RecordScan } from "./count-records.ts";
import { parseFrame } from "./parse-frame.ts";
import { placedRows } from "./placed-rows.ts";
import { readBlocks } from "./read-blocks.ts";
import { rewriteRecords } from "./rewrite-records.ts";
import { scanRecords } from "./scan-records.ts";

type Input = {
  filePath: string;
  byteSize: number;
  format: "csv" | "tsv";
  encoding: TextEncoding;
  dialect: Dialect;
  region: TableRegion;
  limits: DatasetLimits;
};

/** Two blocks are held (one is read while the other is processed), with the columns of both. */
const blockShare = 3 / 4;
/**
 * If the first block does not let the kernel prove the types, Polars determines them, many times
 * slower.
 */
const firstBlockBytesMin = 256 * 1024;
const firstColumnBytes = 1024;

/** Reads delimited text in chunks of whole records; all cells come as text, empty ones as null. */
export class DelimitedSource implements TableSource {
  readonly format: string;
  readonly encoding: string;
  readonly delimiter: string;
  readonly #input: Input;
  /** Names as written in the file; empty ones if it has none. */
  #written: readonly string[];
  #layout: DelimitedLayout;
  #naming: ReturnType<typeof displayNames>;
  #schema: Record<string, DataType>;
  #kinds: readonly RawKind[];
  #leftOut = 0;
  #counts = { ...noRowCounts };
  #endsShort = false;

  constructor(input: Input) {
    this.#input = input;
    this.format = input.format;
    this.encoding = input.encoding.name;
    this.delimiter = input.dialect.delimiter;
    const table = input.dialect.table;
    const columns = table?.columns ?? 0;
    const first = table ? (table.names ?? new Array<string>(columns).fill("")) : this.#readHeader();
    if (table && table.headerBytes > input.limits.headerBytesMax) {
      throw limitRefusal(input.limits, "headerBytesMax", table.headerBytes, input.format);
    }
    if (first.length > input.limits.columnsMax) {
      throw limitRefusal(input.limits, "columnsMax", first.length, input.format);
    }
    this.#written = first;
    this.#naming = displayNames(first);
    this.#layout = { ...this.#baseLayout(), columns: first.length };
    this.#schema = Object.fromEntries(first.map((_, i) => [frameColumn(i), pl.Utf8]));
    this.#kinds = first.map(() => "text");
  }

  get names(): readonly string[] {
    return this.#naming.names;
  }

  leaveOutLast(columns: number): void {
    this.#leftOut += columns;
    this.#written = this.#written.slice(0, -columns);
    this.#naming = displayNames(this.#written);
    this.#layout = { ...this.#layout, columns: this.#written.length };
    this.#schema = Object.fromEntries(this.#written.map((_, i) => [frameColumn(i), pl.Utf8]));
    this.#kinds = this.#written.map(() => "text");
  }

  async *chunks(readAs: ReadAs = readsNoCells): AsyncGenerator<TableChunk> {
    this.#counts = { ...noRowCounts };
    this.#endsShort = false;
    for await (const { bytes, scan, bytesDone, endsInRow, chunk } of readBlocks(
      this.#blocksInput,
      readAs,
    )) {
      this.#count(scan);
      this.#endsShort = endsInRow && scan.lastIsShort;
      if (scan.rows > 0) yield this.#toChunk(bytes, scan, bytesDone, chunk);
    }
  }

  placedRows(): Iterable<PlacedRow> {
    return placedRows(this.#blocksInput);
  }

  facts(): TableFacts {
    const { dialect } = this.#input;
    const counts = this.#counts;
    const otherCells = dialect.table?.other.cells ?? 0;
    return {
      raggedRows: counts.shortRows + counts.longRows,
      endsShort: this.#endsShort,
      badlyNamedColumns: this.#naming.badlyNamed,
      doubtfulNames: this.#doubtfulNames(),
      mixes: new Map(),
      cellsUnread: counts.surplusCells + otherCells,
      alerts: [
        ...tableAlerts(dialect.table),
        ...rowAlerts(counts),
        ...headerAlerts(this.#naming, dialect.table !== null && dialect.table.names === null),
        ...emptyColumnAlerts(this.#leftOut),
      ],
    };
  }

  #doubtfulNames(): NonNullable<TableFacts["doubtfulNames"]> {
    const positions = [...this.#written.keys()].filter((at) => this.#written[at]?.trim() !== "");
    const values = positions.filter((at) => looksLikeValue(this.#written[at] ?? ""));
    const texts = this.#input.dialect.table?.mayBeData ? positions : [];
    return { values: new Set(values), texts: new Set(texts) };
  }

  get #blocksInput(): BlocksInput {
    const { filePath, byteSize, format, encoding, dialect, region, limits } = this.#input;
    const blockBytes = Math.min(Math.ceil(limits.chunkBytes * blockShare), byteSize * 2 + 1024);
    // The rows of a first block tell most about types. A file that fits into one block is read as
    // one.
    const told = Math.max(firstBlockBytesMin, this.names.length * firstColumnBytes);
    return {
      filePath,
      byteSize,
      format,
      encoding,
      limits,
      layout: this.#layout,
      start: region.start ?? encoding.bomBytes,
      end: region.end ?? null,
      skipsHeader: dialect.table === null,
      blockBytes,
      firstBlockBytes: byteSize < blockBytes ? blockBytes : Math.min(blockBytes, told),
    };
  }

  #baseLayout(): DelimitedLayout {
    const { layout, table } = this.#input.dialect;
    return { ...layout, skipsEmptyRows: table?.skipsEmptyRows ?? false };
  }

  /** Reads a first record that was too long for the file's head. */
  #readHeader(): string[] {
    const { filePath, encoding, byteSize, limits, format, region } = this.#input;
    const reader = new Utf8Reader(filePath, encoding, region.start);
    try {
      let block: Buffer = Buffer.allocUnsafe(Math.min(limits.headerBytesMax, byteSize * 2 + 1024));
      const filled = fill(reader, block, 0);
      let { length } = filled;
      if (filled.ended) ({ block, length } = endWithLineFeed(block, length));
      const layout = this.#baseLayout();
      const scan = scanRecords(block, length, layout, filled.ended, 1);
      if (scan.rows === 0) {
        if (filled.ended) throw new DatasetRefusal("empty_file", "The file has no rows.", format);
        throw limitRefusal(limits, "headerBytesMax", null, format);
      }
      const bytes = lastRecord(block, scan);
      requireUtf8(encoding, bytes);
      const cells = new RecordCells();
      readRecord(bytes, 0, bytes.length, layout, true, cells);
      return cells.texts(bytes, layout.quote, layout.backslash);
    } finally {
      reader.close();
    }
  }

  #count(scan: RecordScan): void {
    for (const name of Object.keys(noRowCounts) as (keyof typeof noRowCounts)[]) {
      this.#counts[name] += scan[name];
    }
  }

  #toChunk(bytes: Buffer, scan: RecordScan, bytesDone: number, read: CellChunk | null): TableChunk {
    let parsed: pl.DataFrame | null = null;
    const frame = (): pl.DataFrame => {
      parsed ??= this.#parse(bytes, scan);
      return parsed;
    };
    return {
      get frame() {
        return frame();
      },
      cells: scan.cells,
      read,
      rows: scan.rows,
      kinds: this.#kinds,
      pick: (offsets) => pickRows(frame(), offsets),
      bytesDone,
    };
  }

  /**
   * Parses with Polars, and accepts the result only if it has the number of rows that the scan
   * counted.
   */
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
    throw new DatasetRefusal("malformed_file", "The rows could not be separated.", this.format);
  }

  #tryParse(text: Buffer, sep: string, quoteChar: string, eolChar: string): pl.DataFrame | null {
    // Polars does not accept shared memory.
    const bytes = text.buffer instanceof SharedArrayBuffer ? Buffer.from(text) : text;
    return parseFrame(bytes, this.#schema, { sep, quoteChar, eolChar });
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
