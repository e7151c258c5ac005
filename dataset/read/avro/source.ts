import { inflateRawSync, zstdDecompressSync } from "node:zlib";
import { uncompress } from "snappyjs";
import type { DiskFile } from "../../base/input.ts";
import { type DatasetLimits, limitRefusal } from "../../base/limits.ts";
import { type OpenFile, openFile } from "../../base/open-file.ts";
import { DatasetRefusal } from "../../base/refusal.ts";
import type { TableChunk, TableFacts, TableSource } from "../../base/table.ts";
import { bunzip2 } from "../../open/codecs.ts";
import { outputRefusal } from "../../open/unpacked-size.ts";
import { JsonColumns } from "../json/columns.ts";
import { checkLineDepth } from "../json/scan.ts";
import { outOfRangeAlerts } from "../lost-columns.ts";
import { AvroCursor, type AvroRead, avroFault, compileAvroSchema } from "./decoder.ts";

const magic = Buffer.from("Obj\u0001");
const syncBytes = 16;
/** Two varints of up to ten bytes. */
const blockHeadBytes = 20;
/** Decoded values need several times the memory of their bytes. */
const chunkShare = 4;
const snappyChecksumBytes = 4;
/** Most rows that a block may claim regardless of its size: rows of only nulls take no bytes. */
const emptyRowsMax = 100_000;

type Decompress = (bytes: Buffer, bytesMax: number) => Uint8Array;

const codecs: Readonly<Record<string, Decompress>> = {
  null: (bytes) => bytes,
  deflate: (bytes, maxOutputLength) => inflateRawSync(bytes, { maxOutputLength }),
  zstandard: (bytes, maxOutputLength) => zstdDecompressSync(bytes, { maxOutputLength }),
  bzip2: bunzip2,
  snappy: (bytes, bytesMax) => uncompress(bytes.subarray(0, -snappyChecksumBytes), bytesMax),
};

type Header = { read: AvroRead; decompress: Decompress; sync: Buffer; end: number };
type Block = { rows: number; bytes: Buffer; end: number };

/** Reads Avro object container files block by block. */
export class AvroSource implements TableSource {
  readonly format = "avro";
  readonly encoding = null;
  readonly delimiter = null;
  readonly #file: DiskFile;
  readonly #limits: DatasetLimits;
  readonly #header: Header;
  readonly #columns: JsonColumns;
  #outOfRange = 0;

  constructor(file: DiskFile, limits: DatasetLimits) {
    this.#file = file;
    this.#limits = limits;
    this.#columns = new JsonColumns("values", limits, "avro");
    this.#header = withFile(file, (stored) => readHeader(stored, 0, file.byteSize, limits));
  }

  get names(): readonly string[] {
    return this.#columns.names;
  }

  facts(): TableFacts {
    const mixes = this.#columns.mixes();
    const alerts = outOfRangeAlerts(this.#outOfRange);
    return { raggedRows: 0, badlyNamedColumns: new Set(), mixes, alerts };
  }

  async *chunks(): AsyncGenerator<TableChunk> {
    this.#columns.restart();
    this.#outOfRange = 0;
    const stored = openFile(this.#file.filePath);
    let bytesHeld = 0;
    let bytesTotal = 0;
    try {
      let header = this.#header;
      for (let at = header.end; at < this.#file.byteSize; ) {
        if (readAt(stored, at, magic.length).equals(magic)) {
          // Some writers (Polars) put several containers into one file.
          header = readHeader(stored, at, this.#file.byteSize, this.#limits);
          at = header.end;
          continue;
        }
        const block = this.#readBlock(stored, at, header);
        bytesHeld += block.bytes.length;
        bytesTotal += block.bytes.length;
        const refusal = outputRefusal(this.#limits, this.#file.byteSize, bytesTotal, "avro");
        if (refusal) throw refusal;
        const cursor = new AvroCursor(block.bytes, this.#limits);
        for (const record of decodeRows(header, block.rows, cursor)) {
          this.#columns.add(record);
          if (this.#columns.full) yield this.#columns.take(at);
        }
        this.#outOfRange += cursor.outOfRange;
        at = block.end;
        if (bytesHeld < this.#limits.chunkBytes / chunkShare) continue;
        bytesHeld = 0;
        if (!this.#columns.empty) yield this.#columns.take(at);
      }
      if (!this.#columns.empty) yield this.#columns.take(this.#file.byteSize);
    } finally {
      stored.close();
    }
  }

  #readBlock(file: OpenFile, at: number, header: Header): Block {
    const { byteSize } = this.#file;
    const head = new AvroCursor(readAt(file, at, blockHeadBytes), this.#limits);
    const [rows, size] = guarded(() => [Number(head.long()), Number(head.long())] as const);
    const start = at + head.at;
    const end = start + size + syncBytes;
    if (rows < 0 || size < 0) throw avroFault("An Avro block has a negative size.");
    if (end > byteSize) throw avroFault("The Avro file is truncated.");
    const { batchBytesMax } = this.#limits;
    if (size > batchBytesMax) throw limitRefusal(this.#limits, "batchBytesMax", size, "avro");
    const stored = readAt(file, start, size + syncBytes);
    if (!stored.subarray(size).equals(header.sync)) {
      throw avroFault("An Avro block does not end with the file's marker.");
    }
    const bytes = this.#decompress(stored.subarray(0, size), header);
    if (rows > Math.max(bytes.length, emptyRowsMax)) {
      throw avroFault("An Avro block is too small for its stated number of rows.");
    }
    return { rows, bytes, end };
  }

  #decompress(stored: Buffer, header: Header): Buffer {
    const { batchBytesMax } = this.#limits;
    try {
      const bytes = header.decompress(stored, batchBytesMax);
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    } catch (error) {
      if (error instanceof Error && /larger than|exceeds|too large/i.test(error.message)) {
        throw limitRefusal(this.#limits, "batchBytesMax", null, "avro");
      }
      throw avroFault("An Avro block cannot be decompressed.");
    }
  }
}

function* decodeRows(header: Header, rows: number, cursor: AvroCursor): Generator<unknown> {
  for (let row = 0; row < rows; row++) yield guarded(() => header.read(cursor));
  if (!cursor.ended) throw avroFault("An Avro block has more bytes than its rows.");
}

function withFile<T>(file: DiskFile, call: (file: OpenFile) => T): T {
  const stored = openFile(file.filePath);
  try {
    return call(stored);
  } finally {
    stored.close();
  }
}

function readAt(file: OpenFile, at: number, bytes: number): Buffer {
  const target = Buffer.allocUnsafe(bytes);
  return target.subarray(0, file.readSync(target, 0, bytes, at));
}

/** Turns reads beyond the available bytes into a refusal of damaged data. */
function guarded<T>(call: () => T): T {
  try {
    return call();
  } catch (error) {
    if (error instanceof DatasetRefusal) throw error;
    throw avroFault("The Avro data does not match its schema.");
  }
}

function readHeader(file: OpenFile, at: number, byteSize: number, limits: DatasetLimits): Header {
  const bytes = readAt(file, at, Math.min(byteSize - at, limits.schemaBytesMax));
  const cursor = new AvroCursor(bytes, limits);
  cursor.take(magic.length);
  const meta = new Map<string, Buffer>();
  let sync: Buffer;
  try {
    cursor.items(() => {
      const key = cursor.take(cursor.long()).toString("utf8");
      meta.set(key, cursor.take(cursor.long()));
    });
    sync = Buffer.from(cursor.take(syncBytes));
  } catch {
    if (bytes.length < byteSize - at) throw limitRefusal(limits, "schemaBytesMax", null, "avro");
    throw avroFault("The header of the Avro file cannot be read.");
  }
  const codec = meta.get("avro.codec")?.toString("latin1") ?? "null";
  if (!Object.hasOwn(codecs, codec)) {
    const detail = `The Avro file is compressed with ${codec.slice(0, 40)}, which is not supported.`;
    throw new DatasetRefusal("unsupported_format", detail, "avro");
  }
  const read = compileAvroSchema(parseSchema(meta.get("avro.schema"), limits));
  return { read, decompress: codecs[codec] as Decompress, sync, end: at + cursor.at };
}

function parseSchema(bytes: Buffer | undefined, limits: DatasetLimits): unknown {
  const text = (bytes?.toString("utf8") ?? "").replaceAll("\n", " ");
  const oneLine = Buffer.from(text);
  checkLineDepth(oneLine, oneLine.length, limits);
  try {
    return JSON.parse(text);
  } catch {
    throw avroFault("The schema of the Avro file is not JSON.");
  }
}
