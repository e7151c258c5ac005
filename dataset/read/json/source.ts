import pl from "nodejs-polars";
import type { ProfileAlert } from "../../../market/profile/schemas.ts";
import type { DatasetLimits } from "../../base/limits.ts";
import { DatasetRefusal } from "../../base/refusal.ts";
import {
  frameColumn,
  type ReadAs,
  readsNoCells,
  type TableChunk,
  type TableFacts,
  type TableSource,
} from "../../base/table.ts";
import type { TextEncoding } from "../../open/encoding.ts";
import { packedTextAt } from "../../open/packed-text.ts";
import { LINE_FEED } from "../bytes.ts";
import { Utf8Reader } from "../utf8-reader.ts";
import { columnRows, copyAsUtf8, type PlacedFile } from "./column-rows.ts";
import { JsonColumns, type RecordShape } from "./columns.ts";
import { ElementReader, type ElementsOf } from "./element-reader.ts";
import type { JsonFormat, JsonLayout } from "./layout.ts";
import { FLAT_DELIMITER, FLAT_LINE_END, FLAT_NULL, type FlatFacts } from "./lines/flat-block.ts";
import { readJsonLines } from "./lines/read-lines.ts";
import { holdsBigIntegers, parseJson } from "./parse-json.ts";
import { flatType } from "./series.ts";

type Input = {
  filePath: string;
  byteSize: number;
  workDir: string;
  encoding: TextEncoding;
  layout: JsonLayout;
  shape: RecordShape;
  format: JsonFormat;
  alerts: ProfileAlert[];
  cellsUnread?: number;
  limits: DatasetLimits;
};

type LayoutOf<Records extends string> = Extract<JsonLayout, { records: Records }>;
type Place = { of: ElementsOf; start: number; depth: number };

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
  #copy: PlacedFile | null = null;

  constructor(input: Input) {
    this.#input = input;
    this.format = input.format;
    this.encoding = input.encoding.name;
    this.#columns = new JsonColumns(input.shape, input.limits, input.format);
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
      alerts: this.#input.alerts,
      cellsUnread: this.#input.cellsUnread ?? 0,
    };
  }

  async *chunks(readAs: ReadAs = readsNoCells): AsyncGenerator<TableChunk> {
    this.#linesDone = 0;
    this.#columns.restart();
    const { layout } = this.#input;
    switch (layout.records) {
      case "lines":
        return yield* this.#lineChunks(readAs);
      case "array":
      case "sequence":
        return yield* this.#elementChunks(layout);
      case "members":
        return yield* this.#memberChunks(layout);
      case "columns":
        return yield* this.#columnChunks(layout);
    }
  }

  async *#lineChunks(readAs: ReadAs): AsyncGenerator<TableChunk> {
    const { filePath, byteSize, encoding, limits, shape } = this.#input;
    const input = { filePath, byteSize, encoding, limits, neverFlat: shape !== "values" };
    for await (const block of readJsonLines(input, readAs)) {
      const { bytesDone } = block;
      if (block.values) {
        this.#linesDone += block.values.facts.lines;
        yield this.#columns.takeFound(block.values, bytesDone);
        continue;
      }
      const { bytes, flat } = block;
      if (flat) {
        this.#linesDone += flat.lines;
        yield* this.#columns.takeFlat(flat.columns, this.#parseFlat(bytes, flat), bytesDone);
        continue;
      }
      for (let from = 0; from < bytes.length; ) {
        const to = endOfLines(bytes, from, this.#partBytes);
        const text = bytes.toString("utf8", from, to);
        this.#columns.keys.readFrom({ text, depth: 0 });
        yield* this.#toChunks(this.#parseLines(text), bytesDone);
        from = to;
      }
    }
  }

  *#elementChunks({ records, ...place }: LayoutOf<"array" | "sequence">): Generator<TableChunk> {
    for (const { elements, bytesDone } of this.#runs({ of: records, ...place })) {
      yield* this.#toChunks(elements, bytesDone);
    }
  }

  *#memberChunks({ keyName, areRecords, ...place }: LayoutOf<"members">): Generator<TableChunk> {
    for (const { elements, bytesDone } of this.#runs({ of: "object", ...place })) {
      for (const member of elements) {
        const [key, value] = member as [string, unknown];
        this.#columns.addCell(keyName, key);
        this.#columns.addMember(value, areRecords);
        if (this.#columns.full) yield this.#columns.take(bytesDone);
      }
      if (!this.#columns.empty) yield this.#columns.take(bytesDone);
    }
  }

  *#columnChunks({ depth, table }: LayoutOf<"columns">): Generator<TableChunk> {
    const { encoding, limits, format } = this.#input;
    const columns = this.#columns;
    const add = (name: string, value: unknown): void => columns.addCell(name, value);
    const plan = { depth, encoding, limits, format, add };
    let taken = 0;
    let bytesRead = 0;
    for (bytesRead of columnRows(this.#placedFile(), table, plan)) {
      columns.endRow();
      if (!columns.full && bytesRead - taken < this.#partBytes) continue;
      yield columns.take(bytesRead);
      taken = bytesRead;
    }
    if (!columns.empty) yield columns.take(bytesRead);
  }

  /** The unpacked file in UTF-8, or a copy of it, because its columns are read side by side. */
  #placedFile(): PlacedFile {
    const { filePath, encoding, workDir } = this.#input;
    const isPlain = encoding.name === "utf-8" && packedTextAt(filePath) === null;
    if (isPlain) return { filePath, bomBytes: encoding.bomBytes };
    this.#copy ??= copyAsUtf8(filePath, encoding, workDir);
    return this.#copy;
  }

  /** The elements of a place in runs of some megabytes, which form whole chunks. */
  *#runs({ of, start, depth }: Place): Generator<{ elements: unknown[]; bytesDone: number }> {
    const { filePath, byteSize, encoding, limits, format } = this.#input;
    const bytes = new Utf8Reader(filePath, encoding);
    try {
      skip(bytes, start);
      const blockBytes = Math.min(this.#partBytes, byteSize * 2 + 1024);
      const reader = new ElementReader(bytes, { of, depth, encoding, limits, format }, blockBytes);
      for (let parsed = reader.next(); parsed; parsed = reader.next()) {
        this.#columns.keys.readFrom(parsed.from);
        yield { elements: parsed.elements, bytesDone: bytes.bytesDone };
      }
    } finally {
      bytes.close();
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

  /**
   * Parses rewritten lines with Polars, and accepts the result only if all rows and values are
   * there.
   */
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
    throw new DatasetRefusal("malformed_file", "The rows could not be separated.", this.format);
  }

  #parseLines(text: string): unknown[] {
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
}

/** End of a run of whole lines from `from`, of about `bytesMax` bytes. */
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
