/** Reads JSON lines, arrays and GeoJSON as a table. */

import pl from "nodejs-polars";
import type { ProfileAlert } from "../../../market/profile/schemas.ts";
import { type DatasetLimits, limitRefusal } from "../../base/limits.ts";
import { DatasetRefusal } from "../../base/refusal.ts";
import {
  frameColumn,
  type TableChunk,
  type TableFacts,
  type TableSource,
} from "../../base/table.ts";
import type { TextEncoding } from "../../open/encoding.ts";
import { LINE_FEED } from "../bytes.ts";
import { fill, requireUtf8, Utf8Reader } from "../utf8-reader.ts";
import { JsonColumns } from "./columns.ts";
import { FLAT_DELIMITER, FLAT_LINE_END, FLAT_NULL, type FlatFacts } from "./flat-block.ts";
import type { ArrayLayout, JsonFormat, RunLayout } from "./layout.ts";
import { holdsBigIntegers, parseJson } from "./parse.ts";
import { readJsonLines } from "./read-lines.ts";
import { scanElements } from "./scan.ts";
import { flatType } from "./series.ts";
import { valueRuns } from "./value-runs.ts";

type Input = {
  filePath: string;
  byteSize: number;
  encoding: TextEncoding;
  layout: RunLayout;
  alerts: readonly ProfileAlert[];
  format: JsonFormat;
  limits: DatasetLimits;
};

/** Parsed JSON needs several times the memory of its text. */
const chunkShare = 4;

/** Reads JSON records in chunks. Values keep their JSON types; nested ones come as JSON text. */
export class JsonSource implements TableSource {
  readonly format: string;
  readonly encoding: string;
  readonly delimiter = null;
  readonly #input: Input;
  readonly #columns: JsonColumns;
  #linesDone = 0;

  constructor(input: Input) {
    this.#input = input;
    this.format = input.format;
    this.encoding = input.encoding.name;
    const shape = input.layout.records === "lines" ? "values" : input.layout.shape;
    this.#columns = new JsonColumns(shape, input.limits, input.format);
  }

  get names(): readonly string[] {
    return this.#columns.names;
  }

  facts(): TableFacts {
    return {
      raggedRows: 0,
      badlyNamedColumns: new Set(),
      mixes: this.#columns.mixes(),
      geometries: this.#columns.geometryFacts(),
      alerts: [...this.#input.alerts],
    };
  }

  async *chunks(): AsyncGenerator<TableChunk> {
    this.#linesDone = 0;
    this.#columns.restart();
    const { layout } = this.#input;
    if (layout.records === "lines") yield* this.#lineChunks();
    else if (layout.records === "array") yield* this.#arrayChunks(layout);
    else {
      const { partBytes, format } = { partBytes: this.#partBytes, format: this.format };
      for (const { records, bytesDone } of valueRuns({ ...this.#input, partBytes, format })) {
        yield* this.#toChunks(records, bytesDone);
      }
    }
  }

  async *#lineChunks(): AsyncGenerator<TableChunk> {
    for await (const { bytes, flat, bytesDone } of readJsonLines(this.#input)) {
      if (flat) {
        this.#linesDone += flat.lines;
        yield* this.#columns.takeFlat(flat.columns, this.#parseFlat(bytes, flat), bytesDone);
        continue;
      }
      for (let from = 0; from < bytes.length; ) {
        const to = endOfLines(bytes, from, this.#partBytes);
        yield* this.#toChunks(this.#parseLines(bytes.subarray(from, to)), bytesDone);
        from = to;
      }
    }
  }

  async *#arrayChunks(layout: ArrayLayout): AsyncGenerator<TableChunk> {
    const { filePath, byteSize, encoding } = this.#input;
    const reader = new Utf8Reader(filePath, encoding);
    let block: Buffer = Buffer.allocUnsafe(Math.min(this.#partBytes, byteSize * 2 + 1024));
    let length = 0;
    try {
      skip(reader, layout.start);
      for (;;) {
        const filled = fill(reader, block, length);
        length = filled.length;
        const cut = this.#cut(layout, block, length, filled.ended);
        if (cut.textEnd > 0) {
          const records = this.#parseArray(block.subarray(0, cut.textEnd));
          yield* this.#toChunks(records, reader.bytesDone);
        } else if (length === block.length) {
          block = Buffer.concat([block], block.length * 2);
        }
        block.copyWithin(0, cut.next, length);
        length -= cut.next;
        if (cut.last) return this.#checkRest(layout, reader, block, length);
      }
    } finally {
      reader.close();
    }
  }

  /** Bytes of text that JavaScript parses at a time. */
  get #partBytes(): number {
    return Math.ceil(this.#input.limits.chunkBytes / chunkShare);
  }

  *#toChunks(records: readonly unknown[], bytesDone: number): Generator<TableChunk> {
    for (const record of records) {
      this.#columns.add(record);
      if (this.#columns.full) yield this.#columns.take(bytesDone);
    }
    if (!this.#columns.empty) yield this.#columns.take(bytesDone);
  }

  /** Parses rewritten lines with Polars and trusts it only if it finds all rows and values. */
  #parseFlat(bytes: Buffer, { columns, rows }: FlatFacts): pl.DataFrame {
    const frame = pl.readCSV(bytes, {
      hasHeader: false,
      schema: Object.fromEntries(columns.map((column, i) => [frameColumn(i), flatType(column)])),
      sep: String.fromCharCode(FLAT_DELIMITER),
      eolChar: String.fromCharCode(FLAT_LINE_END),
      nullValues: String.fromCharCode(FLAT_NULL),
      quoteChar: "",
      missingIsNull: false,
      inferSchemaLength: 0,
    });
    const nulls = frame.nullCount().row(0).map(Number);
    const isWhole = columns.every(({ values }, i) => values === rows - (nulls[i] ?? 0));
    if (frame.height === rows && isWhole) return frame;
    throw new DatasetRefusal("malformed_file", "The rows could not be told apart.", this.format);
  }

  /** Where the whole records of a block end, where the next one begins and whether it was the last. */
  #cut(
    layout: ArrayLayout,
    block: Buffer,
    length: number,
    ended: boolean,
  ): { textEnd: number; next: number; last: boolean } {
    const scan = scanElements(block, length, this.#input.limits, layout.depth);
    this.#checkRecordBytes(scan.longestBytes);
    if (scan.closedAt >= 0) {
      return { textEnd: scan.closedAt, next: scan.closedAt + 1, last: true };
    }
    if (ended)
      throw new DatasetRefusal("malformed_file", "The JSON array is cut off.", this.format);
    this.#checkRecordBytes(length - scan.end);
    return { textEnd: scan.end - 1, next: scan.end, last: false };
  }

  #checkRecordBytes(bytes: number): void {
    const { limits } = this.#input;
    if (bytes > limits.rowBytesMax) throw limitRefusal(limits, "rowBytesMax", null, this.format);
  }

  #parseLines(bytes: Buffer): unknown[] {
    const text = bytes.toString("utf8");
    const exact = holdsBigIntegers(text);
    const records: unknown[] = [];
    for (const line of text.split("\n")) {
      this.#linesDone++;
      if (line.trim() === "") continue;
      try {
        records.push(parseJson(line, exact && holdsBigIntegers(line)));
      } catch {
        const detail = `Line ${this.#linesDone} is not valid JSON.`;
        throw new DatasetRefusal("malformed_file", detail, this.format);
      }
    }
    if (text.endsWith("\n")) this.#linesDone--;
    return records;
  }

  #parseArray(bytes: Buffer): unknown[] {
    requireUtf8(this.#input.encoding, bytes);
    const text = bytes.toString("utf8");
    try {
      return parseJson(`[${text}]`, holdsBigIntegers(text)) as unknown[];
    } catch {
      throw new DatasetRefusal("malformed_file", "The array is not valid JSON.", this.format);
    }
  }

  /** Nothing but white space may follow a top-level array. */
  #checkRest(layout: ArrayLayout, reader: Utf8Reader, block: Buffer, length: number): void {
    if (layout.depth !== 1) return;
    for (let left = length; left > 0; left = reader.read(block, 0)) {
      if (block.subarray(0, left).toString("latin1").trim() === "") continue;
      throw new DatasetRefusal("malformed_file", "Something follows the JSON array.", this.format);
    }
  }
}

/** Where a run of whole lines of about `bytesMax` bytes ends that begins at `from`. */
function endOfLines(bytes: Buffer, from: number, bytesMax: number): number {
  if (bytes.length - from <= bytesMax) return bytes.length;
  const last = bytes.lastIndexOf(LINE_FEED, from + bytesMax - 1);
  if (last >= from) return last + 1;
  const next = bytes.indexOf(LINE_FEED, from + bytesMax);
  return next < 0 ? bytes.length : next + 1;
}

function skip(reader: Utf8Reader, bytes: number): void {
  const scratch = Buffer.allocUnsafe(Math.min(bytes, 1024 * 1024));
  for (let left = bytes; left > 0; ) {
    const read = reader.read(scratch.subarray(0, Math.min(left, scratch.length)), 0);
    if (read === 0) return;
    left -= read;
  }
}
