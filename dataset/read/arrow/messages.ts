/** Reads and judges the messages of an Arrow file before any library does. */
import type { DiskFile } from "../../base/input.ts";
import { type DatasetLimits, limitRefusal } from "../../base/limits.ts";
import { type OpenFile, openFile } from "../../base/open-file.ts";
import { DatasetRefusal } from "../../base/refusal.ts";
import { FlatTable } from "./flat-table.ts";
import { lacksNames, schemaMessage } from "./schema-message.ts";

/**
 * Walks through the messages of an Arrow file or stream, whose sizes are checked before any decoder
 * allocates for them: one compressed buffer can claim any decoded size, a column of nulls any length.
 */
export type ArrowMessage = {
  kind: "schema" | "dictionary" | "batch";
  /** The message as it stands in a stream: prefix, metadata and body. */
  start: number;
  end: number;
  /** Of a batch: its rows and what they take in memory. */
  rows: number;
  decodedBytes: number;
  /** Of a dictionary: which one, and whether it adds to the one before. */
  dictionary: { id: bigint; isDelta: boolean } | null;
};

const fileMagic = "ARROW1";
const fileStartBytes = 8;
const fileTailBytes = 10;
const continuation = 0xffffffff;
const cellBytes = 8;
const structBytes = 16;
const fieldDepthMax = 32;

const kinds: Readonly<Record<number, ArrowMessage["kind"]>> = {
  1: "schema",
  2: "dictionary",
  3: "batch",
};

export function arrowFault(detail: string): DatasetRefusal {
  return new DatasetRefusal("malformed_file", detail, "arrow");
}

/** The messages of one file, each checked against the limits as it is passed. */
export class ArrowWalk {
  readonly #file: OpenFile;
  readonly #limits: DatasetLimits;
  readonly #end: number;
  readonly #start: number;
  #fields = 0;
  #footerBytes = 0;

  constructor(file: DiskFile, layout: "file" | "stream", limits: DatasetLimits) {
    this.#file = openFile(file.filePath);
    this.#limits = limits;
    this.#start = layout === "file" ? fileStartBytes : 0;
    this.#end = layout === "file" ? this.#footerStart(file.byteSize) : file.byteSize;
  }

  close(): void {
    this.#file.close();
  }

  /** A schema as the message of a stream that every reader takes. */
  schemaOf(message: ArrowMessage): Buffer {
    const bytes = this.bytesOf(message);
    const metadata = bytes.subarray(8);
    try {
      const schema = new FlatTable(metadata, metadata.readUInt32LE(0)).table(2);
      return schema && lacksNames(schema.tables(1)) ? schemaMessage(schema) : bytes;
    } catch {
      throw arrowFault("The schema of the Arrow data cannot be read.");
    }
  }

  /** The bytes of a message, with the prefix that streams have. */
  bytesOf(message: ArrowMessage): Buffer {
    return this.#read(message.start, message.end - message.start);
  }

  /** The schema that a file has in its footer, as a message; some writers put it nowhere else. */
  footerSchema(): Buffer {
    if (this.#footerBytes === 0) throw arrowFault("The Arrow data does not begin with a schema.");
    try {
      const footer = this.#read(this.#end, this.#footerBytes);
      const schema = new FlatTable(footer, footer.readUInt32LE(0)).table(1);
      if (!schema) throw arrowFault("The Arrow data has no schema.");
      this.#checkSchema(schema);
      return schemaMessage(schema);
    } catch (error) {
      if (error instanceof DatasetRefusal) throw error;
      throw arrowFault("The footer of the Arrow file cannot be read.");
    }
  }

  /** Copies a message, with its prefix, into `target` from `at`; returns its length. */
  copyTo(message: ArrowMessage, target: Buffer, at: number): number {
    const bytes = message.end - message.start;
    if (this.#file.readSync(target, at, bytes, message.start) < bytes) throw cutOff();
    return bytes;
  }

  *messages(): Generator<ArrowMessage> {
    let at = this.#start;
    while (at < this.#end) {
      const prefix = this.#read(at, 8);
      if (prefix.readUInt32LE(0) !== continuation) {
        throw arrowFault("A message begins where none can (files before Arrow 0.15 are not read).");
      }
      const metadataBytes = prefix.readInt32LE(4);
      if (metadataBytes === 0) return this.#checkEnd(at + 8);
      if (metadataBytes < 0) throw arrowFault("A message has a negative length.");
      if (metadataBytes > this.#limits.schemaBytesMax) {
        throw limitRefusal(this.#limits, "schemaBytesMax", metadataBytes, "arrow");
      }
      const message = this.#parse(this.#read(at + 8, metadataBytes), at);
      if (message.end > this.#end) throw cutOff();
      yield message;
      at = message.end;
    }
  }

  /** The footer of a file repeats the schema and the places of the batches; it is passed over. */
  #footerStart(byteSize: number): number {
    if (byteSize < fileStartBytes + fileTailBytes) throw cutOff();
    const tail = this.#read(byteSize - fileTailBytes, fileTailBytes);
    const start = byteSize - fileTailBytes - tail.readInt32LE(0);
    if (tail.subarray(4).toString("latin1") !== fileMagic) throw cutOff();
    if (start < fileStartBytes || start > byteSize) {
      throw arrowFault("The Arrow footer has a wrong length.");
    }
    this.#footerBytes = byteSize - fileTailBytes - start;
    if (this.#footerBytes > this.#limits.schemaBytesMax) {
      throw limitRefusal(this.#limits, "schemaBytesMax", this.#footerBytes, "arrow");
    }
    return start;
  }

  #checkEnd(at: number): void {
    if (at < this.#end) throw arrowFault("Something follows the end of the Arrow data.");
  }

  #read(at: number, bytes: number): Buffer {
    const target = Buffer.alloc(bytes);
    if (this.#file.readSync(target, 0, bytes, at) < bytes) throw cutOff();
    return target;
  }

  #parse(metadata: Buffer, start: number): ArrowMessage {
    try {
      return this.#parseTables(metadata, start);
    } catch (error) {
      if (error instanceof DatasetRefusal) throw error;
      throw arrowFault("The metadata of an Arrow message cannot be read.");
    }
  }

  #parseTables(metadata: Buffer, start: number): ArrowMessage {
    const root = new FlatTable(metadata, metadata.readUInt32LE(0));
    const kind = kinds[root.byte(1)];
    const header = root.table(2);
    const bodyBytes = Number(root.long(3));
    if (!kind || !header) throw arrowFault("An Arrow message is of no kind that tables have.");
    if (bodyBytes < 0) throw arrowFault("An Arrow message has a negative length.");
    if (bodyBytes > this.#limits.batchBytesMax) {
      throw limitRefusal(this.#limits, "batchBytesMax", bodyBytes, "arrow");
    }
    const bodyStart = start + 8 + metadata.length;
    const message = { kind, start, end: bodyStart + bodyBytes, rows: 0, decodedBytes: 0 };
    if (kind === "schema") {
      this.#checkSchema(header);
      return { ...message, dictionary: null };
    }
    const batch = kind === "batch" ? header : header.table(1);
    if (!batch) throw arrowFault("An Arrow dictionary has no values.");
    const size = this.#sizeOf(batch, bodyStart, bodyBytes);
    const dictionary =
      kind === "batch" ? null : { id: header.long(0), isDelta: header.byte(2) !== 0 };
    return { ...message, ...size, dictionary };
  }

  #checkSchema(schema: FlatTable): void {
    const fields = schema.tables(1);
    if (fields.length > this.#limits.columnsMax) {
      throw limitRefusal(this.#limits, "columnsMax", fields.length, "arrow");
    }
    this.#fields = 0;
    for (const field of fields) this.#countFields(field, 1);
  }

  #countFields(field: FlatTable, depth: number): void {
    this.#fields++;
    if (depth > fieldDepthMax || this.#fields > field.bytes.length) {
      const detail = `The types of the Arrow file nest deeper than ${fieldDepthMax} levels.`;
      throw new DatasetRefusal("unsupported_format", detail, "arrow");
    }
    for (const child of field.tables(5)) this.#countFields(child, depth + 1);
  }

  /** Rows of a batch and their decoded size, from its metadata and the sizes of its buffers. */
  #sizeOf(
    batch: FlatTable,
    bodyStart: number,
    bodyBytes: number,
  ): { rows: number; decodedBytes: number } {
    const rows = Number(batch.long(0));
    if (rows < 0) throw arrowFault("An Arrow batch has a negative number of rows.");
    const nodes = batch.vector(1);
    let cells = rows;
    for (let i = 0; i < nodes.length; i++) {
      const length = Number(batch.bytes.readBigInt64LE(nodes.start + i * structBytes));
      if (length < 0) throw arrowFault("An Arrow column has a negative length.");
      cells += length;
    }
    const isCompressed = batch.field(3) !== 0;
    const bufferBytes = isCompressed ? this.#decodedBytes(batch, bodyStart, bodyBytes) : bodyBytes;
    const decodedBytes = Math.max(bufferBytes, cells * cellBytes);
    if (decodedBytes > this.#limits.batchBytesMax) {
      throw limitRefusal(this.#limits, "batchBytesMax", decodedBytes, "arrow");
    }
    return { rows, decodedBytes };
  }

  /** A compressed buffer begins with its decoded size; -1 says that it is stored as it is. */
  #decodedBytes(batch: FlatTable, bodyStart: number, bodyBytes: number): number {
    const buffers = batch.vector(2);
    let sum = 0;
    for (let i = 0; i < buffers.length; i++) {
      const at = buffers.start + i * structBytes;
      const offset = Number(batch.bytes.readBigInt64LE(at));
      const length = Number(batch.bytes.readBigInt64LE(at + 8));
      if (offset < 0 || length < 0 || offset + length > bodyBytes) {
        throw arrowFault("An Arrow buffer lies outside of its message.");
      }
      if (length === 0) continue;
      if (length < 8) throw arrowFault("A compressed Arrow buffer is too short.");
      const size = Number(this.#read(bodyStart + offset, 8).readBigInt64LE(0));
      if (size < -1) throw arrowFault("An Arrow buffer has a negative length.");
      sum += size === -1 ? length - 8 : size;
    }
    return sum;
  }
}

function cutOff(): DatasetRefusal {
  return arrowFault("The Arrow data is cut off.");
}
