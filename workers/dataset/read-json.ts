import { fill, requireUtf8, type TextEncoding, Utf8Reader } from "./bytes.ts";
import { JsonColumns, type RecordShape } from "./json-columns.ts";
import { checkLineDepth, ObjectWalk, scanElements } from "./json-scan.ts";
import { type DatasetLimits, DatasetRefusal, limitRefusal } from "./limits.ts";
import type { TableChunk, TableFacts, TableSource } from "./table.ts";

/** Where the records are: one a line, or in an array that begins at a byte of the decoded text. */
export type JsonLayout =
  | { records: "lines" }
  | { records: "array"; start: number; shape: RecordShape; depth: number };

type Input = {
  filePath: string;
  byteSize: number;
  encoding: TextEncoding;
  layout: JsonLayout;
  format: "json" | "jsonl" | "geojson";
  limits: DatasetLimits;
};

const LINE_FEED = 10;
/** Parsed JSON needs several times the memory of its text. */
const CHUNK_SHARE = 4;
/** Digits of an integer that a number may not hold, as a JSON value rather than inside a text. */
const BIG_INTEGER_DIGITS = /(?<=[:,[\s-]|^)\d{16,}(?=[\s,}\]]|$)/;

/** Finds out how a JSON file holds its records. `head` is its beginning without white space. */
export function findJsonLayout(
  filePath: string,
  encoding: TextEncoding,
  head: string,
  hintedLines: boolean,
  limits: DatasetLimits,
): { layout: JsonLayout; format: Input["format"] } {
  if (holdsLines(head, hintedLines)) return { layout: { records: "lines" }, format: "jsonl" };
  if (head.startsWith("[")) {
    const start = positionOfFirst(filePath, encoding, "[") + 1;
    return { layout: { records: "array", start, shape: "values", depth: 1 }, format: "json" };
  }
  const outline = new ObjectWalk(limits).read(filePath, encoding);
  if (outline.followed) return { layout: { records: "lines" }, format: "jsonl" };
  if (outline.type === "Topology") {
    const detail = "No sample is made of TopoJSON; convert it to GeoJSON.";
    throw new DatasetRefusal("unsupported_format", detail, "topojson");
  }
  if (outline.type === "FeatureCollection") {
    const features = outline.arrays.find((array) => array.key === "features");
    if (features) {
      const { start } = features;
      return {
        layout: { records: "array", start, shape: "features", depth: 2 },
        format: "geojson",
      };
    }
  }
  const ofObjects = outline.arrays.filter((array) => array.first === "{");
  const candidates = ofObjects.length > 0 ? ofObjects : outline.arrays;
  const longest = candidates.toSorted((a, b) => b.elements - a.elements)[0];
  if (!longest) {
    const detail = "The JSON object holds no array of records.";
    throw new DatasetRefusal("unknown_format", detail, "json");
  }
  const { start } = longest;
  return { layout: { records: "array", start, shape: "values", depth: 2 }, format: "json" };
}

/** Records stand one a line when the first line is a whole value and another one follows. */
function holdsLines(head: string, hintedLines: boolean): boolean {
  const lineEnd = head.indexOf("\n");
  const line = lineEnd < 0 ? head : head.slice(0, lineEnd);
  if (hintedLines && !head.startsWith("[")) return true;
  if (lineEnd < 0) return false;
  const next = head.slice(lineEnd).trimStart()[0];
  if (next !== "{" && next !== "[") return false;
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

function positionOfFirst(filePath: string, encoding: TextEncoding, char: string): number {
  const reader = new Utf8Reader(filePath, encoding);
  try {
    const block = Buffer.allocUnsafe(64 * 1024);
    for (let position = 0; ; ) {
      const length = reader.read(block, 0);
      if (length === 0) return 0;
      const at = block.subarray(0, length).indexOf(char);
      if (at >= 0) return position + at;
      position += length;
    }
  } finally {
    reader.close();
  }
}

/** Reads JSON records in chunks. Values keep their JSON types; nested ones come as JSON text. */
export class JsonSource implements TableSource {
  readonly format: string;
  readonly encoding: string;
  readonly delimiter = null;
  private readonly input: Input;
  private readonly columns: JsonColumns;
  private linesDone = 0;

  constructor(input: Input) {
    this.input = input;
    this.format = input.format;
    this.encoding = input.encoding.name;
    const shape = input.layout.records === "array" ? input.layout.shape : "values";
    this.columns = new JsonColumns(shape, input.limits, input.format);
  }

  get names(): readonly string[] {
    return this.columns.names;
  }

  facts(): TableFacts {
    return {
      raggedRows: 0,
      badlyNamedColumns: new Set(),
      mixes: this.columns.mixes(),
      geometries: this.columns.geometryFacts(),
      alerts: [],
    };
  }

  async *chunks(): AsyncGenerator<TableChunk> {
    const { filePath, byteSize, encoding, limits, layout } = this.input;
    const reader = new Utf8Reader(filePath, encoding);
    const size = Math.min(Math.ceil(limits.chunkBytes / CHUNK_SHARE), byteSize * 2 + 1024);
    let block: Buffer = Buffer.allocUnsafe(size);
    let length = 0;
    this.linesDone = 0;
    this.columns.restart();
    try {
      if (layout.records === "array") skip(reader, layout.start);
      for (;;) {
        const filled = fill(reader, block, length);
        length = filled.length;
        const cut = this.cut(block, length, filled.ended);
        if (cut.textEnd > 0) {
          for (const record of this.parse(block.subarray(0, cut.textEnd))) {
            this.columns.add(record);
            if (this.columns.full) yield this.columns.take(reader.bytesDone);
          }
          if (!this.columns.empty) yield this.columns.take(reader.bytesDone);
        } else if (length === block.length) {
          block = Buffer.concat([block], block.length * 2);
        }
        block.copyWithin(0, cut.next, length);
        length -= cut.next;
        if (cut.last) return this.checkRest(reader, block, length);
      }
    } finally {
      reader.close();
    }
  }

  /** Where the whole records of a block end, where the next one begins and whether it was the last. */
  private cut(
    block: Buffer,
    length: number,
    ended: boolean,
  ): { textEnd: number; next: number; last: boolean } {
    const { layout, limits } = this.input;
    if (layout.records === "lines") {
      checkLineDepth(block, length, limits);
      const end = ended ? length : block.subarray(0, length).lastIndexOf(LINE_FEED) + 1;
      this.checkRecordBytes(length - end);
      return { textEnd: end, next: end, last: ended };
    }
    const scan = scanElements(block, length, limits, layout.depth);
    this.checkRecordBytes(scan.longestBytes);
    if (scan.closedAt >= 0) {
      return { textEnd: scan.closedAt, next: scan.closedAt + 1, last: true };
    }
    if (ended)
      throw new DatasetRefusal("malformed_file", "The JSON array is cut off.", this.format);
    this.checkRecordBytes(length - scan.end);
    return { textEnd: scan.end - 1, next: scan.end, last: false };
  }

  private checkRecordBytes(bytes: number): void {
    const { limits } = this.input;
    if (bytes > limits.rowBytesMax) throw limitRefusal(limits, "rowBytesMax", null, this.format);
  }

  private parse(bytes: Buffer): unknown[] {
    const { encoding, layout } = this.input;
    requireUtf8(encoding, bytes);
    const text = bytes.toString("utf8");
    const exact = BIG_INTEGER_DIGITS.test(text);
    if (layout.records === "array") return this.parseArray(`[${text}]`, exact);
    const records: unknown[] = [];
    for (const line of text.split("\n")) {
      this.linesDone++;
      if (line.trim() === "") continue;
      try {
        records.push(parseJson(line, exact && BIG_INTEGER_DIGITS.test(line)));
      } catch {
        const detail = `Line ${this.linesDone} is not valid JSON.`;
        throw new DatasetRefusal("malformed_file", detail, this.format);
      }
    }
    if (text.endsWith("\n")) this.linesDone--;
    return records;
  }

  private parseArray(text: string, exact: boolean): unknown[] {
    try {
      return parseJson(text, exact) as unknown[];
    } catch {
      throw new DatasetRefusal("malformed_file", "The array is not valid JSON.", this.format);
    }
  }

  /** Nothing but white space may follow a top-level array. */
  private checkRest(reader: Utf8Reader, block: Buffer, length: number): void {
    const { layout } = this.input;
    if (layout.records !== "array" || layout.depth !== 1) return;
    for (let left = length; left > 0; left = reader.read(block, 0)) {
      if (block.subarray(0, left).toString("latin1").trim() === "") continue;
      throw new DatasetRefusal("malformed_file", "Something follows the JSON array.", this.format);
    }
  }
}

function skip(reader: Utf8Reader, bytes: number): void {
  const scratch = Buffer.allocUnsafe(Math.min(bytes, 1024 * 1024));
  for (let left = bytes; left > 0; ) {
    const read = reader.read(scratch.subarray(0, Math.min(left, scratch.length)), 0);
    if (read === 0) return;
    left -= read;
  }
}

type SourceAwareReviver = (key: string, value: unknown, context: { source?: string }) => unknown;

/** Parses JSON; with `exact`, integers that a number cannot hold become bigints. */
function parseJson(text: string, exact: boolean): unknown {
  if (!exact) return JSON.parse(text);
  const reviver: SourceAwareReviver = (_, value, { source }) => {
    if (typeof value !== "number" || Number.isSafeInteger(value)) return value;
    return source !== undefined && /^-?\d+$/.test(source) ? BigInt(source) : value;
  };
  return JSON.parse(text, reviver as Parameters<typeof JSON.parse>[1]);
}
