/** Reads and checks the messages of an Arrow file before any library does. */
import type { DiskFile } from "../../base/input.ts";
import { type DatasetLimits, limitRefusal } from "../../base/limits.ts";
import { type OpenFile, openFile } from "../../base/open-file.ts";
import { DatasetRefusal } from "../../base/refusal.ts";
import { keptBatch } from "./batch-message.ts";
import { FlatTable } from "./flat-table.ts";
import { type ColumnPlan, planColumns } from "./readable-columns.ts";
import { continuation, framed, lacksNames, schemaMessage } from "./schema-message.ts";

/**
 * A message of an Arrow file or stream. All sizes are checked before a decoder allocates for them:
 * a compressed buffer can claim any decoded size, a column of nulls any length.
 */
export type ArrowMessage = {
  kind: "schema" | "dictionary" | "batch";
  /** Offsets of its parts: prefix, metadata and body. */
  start: number;
  metadataStart: number;
  bodyStart: number;
  end: number;
  /** For a batch: its rows and its decoded size in memory. */
  rows: number;
  decodedBytes: number;
  /** For a dictionary: its id, and whether it extends the previous one. */
  dictionary: { id: bigint; isDelta: boolean } | null;
};

const fileMagic = "ARROW1";
const fileStartBytes = 8;
const fileTailBytes = 10;
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

/** The messages of one file, each checked against the limits when it is reached. */
export class ArrowWalk {
  readonly #file: OpenFile;
  readonly #limits: DatasetLimits;
  readonly #end: number;
  readonly #start: number;
  #fields = 0;
  #footerBytes = 0;
  #plan: ColumnPlan | null = null;

  constructor(file: DiskFile, layout: "file" | "stream", limits: DatasetLimits) {
    this.#file = openFile(file.filePath);
    this.#limits = limits;
    this.#start = layout === "file" ? fileStartBytes : 0;
    this.#end = layout === "file" ? this.#footerStart(file.byteSize) : file.byteSize;
  }

  close(): void {
    this.#file.close();
  }

  /** How to read the schema's columns, once the schema was read. */
  get plan(): ColumnPlan | null {
    return this.#plan;
  }

  /** A schema as a stream message that every reader accepts. */
  schemaOf(message: ArrowMessage): Buffer {
    const metadata = this.#metadataOf(message);
    try {
      const schema = new FlatTable(metadata, metadata.readUInt32LE(0)).table(2);
      return schema ? this.#planned(schema, framed(metadata)) : framed(metadata);
    } catch (error) {
      if (error instanceof DatasetRefusal) throw error;
      throw arrowFault("The schema of the Arrow data cannot be read.");
    }
  }

  /** The bytes before a message's body; for a batch, without the columns that are not read. */
  headOf(message: ArrowMessage): Buffer {
    const metadata = this.#metadataOf(message);
    const plan = this.#plan;
    if (message.kind !== "batch" || !plan || plan.lost.length === 0) return framed(metadata);
    const kept = keptBatch(metadata, plan);
    if (!kept) throw arrowFault("An Arrow batch has other columns than its schema.");
    return framed(kept);
  }

  /** The schema from a file's footer, as a message; some writers store it only there. */
  footerSchema(): Buffer {
    if (this.#footerBytes === 0) throw arrowFault("The Arrow data does not begin with a schema.");
    try {
      const footer = this.#read(this.#end, this.#footerBytes);
      const schema = new FlatTable(footer, footer.readUInt32LE(0)).table(1);
      if (!schema) throw arrowFault("The Arrow data has no schema.");
      this.#checkSchema(schema);
      return this.#planned(schema, null);
    } catch (error) {
      if (error instanceof DatasetRefusal) throw error;
      throw arrowFault("The footer of the Arrow file cannot be read.");
    }
  }

  /** Copies a message's body into `target` at `at`; returns its length. */
  copyBody(message: ArrowMessage, target: Buffer, at: number): number {
    const bytes = message.end - message.bodyStart;
    if (this.#file.readSync(target, at, bytes, message.bodyStart) < bytes) throw cutOff();
    return bytes;
  }

  /** Before Arrow 0.15, a message began with only the length of its metadata. */
  *messages(): Generator<ArrowMessage> {
    let at = this.#start;
    while (at < this.#end) {
      const first = this.#read(at, 4);
      const isOld = first.readUInt32LE(0) !== continuation;
      const metadataStart = at + (isOld ? 4 : 8);
      const metadataBytes = (isOld ? first : this.#read(at + 4, 4)).readInt32LE(0);
      if (metadataBytes === 0) return this.#checkEnd(metadataStart);
      if (isOld && (metadataBytes < 0 || metadataBytes > this.#limits.schemaBytesMax)) {
        throw arrowFault("An Arrow message begins at an invalid position.");
      }
      if (metadataBytes < 0) throw arrowFault("A message has a negative length.");
      if (metadataBytes > this.#limits.schemaBytesMax) {
        throw limitRefusal(this.#limits, "schemaBytesMax", metadataBytes, "arrow");
      }
      const metadata = this.#read(metadataStart, metadataBytes);
      const message = this.#parse(metadata, { start: at, metadataStart });
      if (message.end > this.#end) throw cutOff();
      yield message;
      at = message.end;
    }
  }

  /** A file's footer repeats the schema and the positions of the batches, so it is skipped. */
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
    if (at < this.#end) throw arrowFault("The end of the Arrow data is followed by other data.");
  }

  #read(at: number, bytes: number): Buffer {
    const target = Buffer.alloc(bytes);
    if (this.#file.readSync(target, 0, bytes, at) < bytes) throw cutOff();
    return target;
  }

  #metadataOf({ metadataStart, bodyStart }: ArrowMessage): Buffer {
    return this.#read(metadataStart, bodyStart - metadataStart);
  }

  /** The schema for Polars: unchanged if no column is left out or renamed. */
  #planned(schema: FlatTable, bytes: Buffer | null): Buffer {
    const fields = schema.tables(1);
    this.#plan = planColumns(fields);
    if (fields.length > 0 && this.#plan.rawNames.length === 0) {
      const detail = "None of the Arrow file's columns has a supported type.";
      throw new DatasetRefusal("unsupported_format", detail, "arrow");
    }
    const isTaken = bytes && !this.#plan.isChanged && !lacksNames(fields);
    return isTaken ? bytes : schemaMessage(schema, this.#plan);
  }

  #parse(metadata: Buffer, from: Pick<ArrowMessage, "start" | "metadataStart">): ArrowMessage {
    try {
      return this.#parseTables(metadata, from);
    } catch (error) {
      if (error instanceof DatasetRefusal) throw error;
      throw arrowFault("The metadata of an Arrow message cannot be read.");
    }
  }

  #parseTables(
    metadata: Buffer,
    from: Pick<ArrowMessage, "start" | "metadataStart">,
  ): ArrowMessage {
    const root = new FlatTable(metadata, metadata.readUInt32LE(0));
    const kind = kinds[root.byte(1)];
    const header = root.table(2);
    const bodyBytes = Number(root.long(3));
    if (!kind || !header) throw arrowFault("An Arrow message has an unknown kind.");
    if (bodyBytes < 0) throw arrowFault("An Arrow message has a negative length.");
    if (bodyBytes > this.#limits.batchBytesMax) {
      throw limitRefusal(this.#limits, "batchBytesMax", bodyBytes, "arrow");
    }
    const bodyStart = from.metadataStart + metadata.length;
    const end = bodyStart + bodyBytes;
    const message = { kind, ...from, bodyStart, end, rows: 0, decodedBytes: 0 };
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

  /** Rows and decoded size of a batch, from its metadata and the sizes of its buffers. */
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

  /** A compressed buffer begins with its decoded size; -1 means that it is not compressed. */
  #decodedBytes(batch: FlatTable, bodyStart: number, bodyBytes: number): number {
    const buffers = batch.vector(2);
    let sum = 0;
    for (let i = 0; i < buffers.length; i++) {
      const at = buffers.start + i * structBytes;
      const offset = Number(batch.bytes.readBigInt64LE(at));
      const length = Number(batch.bytes.readBigInt64LE(at + 8));
      if (offset < 0 || length < 0 || offset + length > bodyBytes) {
        throw arrowFault("An Arrow buffer lies outside its message.");
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
  return arrowFault("The Arrow data is truncated.");
}
