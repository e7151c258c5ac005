import pl, { type DataFrame } from "nodejs-polars";
import type { DiskFile } from "../../base/input.ts";
import { type DatasetLimits, limitRefusal } from "../../base/limits.ts";
import type { TableChunk, TableFacts, TableSource } from "../../base/table.ts";
import { unreadableColumns } from "../lost-columns.ts";
import { decoded, PolarsColumns } from "../polars-columns.ts";
import { type ArrowMessage, ArrowWalk, arrowFault } from "./messages.ts";

const endOfStream = Buffer.from("ffffffff00000000", "hex");

/**
 * Reads Arrow IPC files (Feather 2) and streams. It combines a few record batches with the schema
 * and the dictionaries into a small stream, which Polars decodes.
 */
export class ArrowSource implements TableSource {
  readonly format = "arrow";
  readonly encoding = null;
  readonly delimiter = null;
  readonly names: readonly string[];
  readonly #file: DiskFile;
  readonly #layout: "file" | "stream";
  readonly #limits: DatasetLimits;
  readonly #columns: PolarsColumns;
  /** Columns with unsupported types. */
  readonly #lost: readonly string[];

  constructor(file: DiskFile, layout: "file" | "stream", limits: DatasetLimits) {
    this.#file = file;
    this.#layout = layout;
    this.#limits = limits;
    const walk = new ArrowWalk(file, layout, limits);
    try {
      const parts = new StreamParts(walk, limits);
      for (const message of walk.messages()) {
        // Polars cannot read a schema with dictionaries without a batch.
        if (message.kind === "batch") break;
        parts.add(message);
      }
      const head = decoded("Arrow", () => pl.readIPCStream(parts.take()).limit(0));
      this.#lost = walk.plan?.lost ?? [];
      this.#columns = new PolarsColumns(head, new Map(), walk.plan?.rawNames);
      this.names = this.#columns.naming.names;
    } finally {
      walk.close();
    }
  }

  async *chunks(): AsyncGenerator<TableChunk> {
    const walk = new ArrowWalk(this.#file, this.#layout, this.#limits);
    const parts = new StreamParts(walk, this.#limits);
    this.#columns.restart();
    try {
      for (const message of walk.messages()) {
        if (message.kind !== "batch" && parts.rows > 0) yield* this.#decode(parts, message.start);
        parts.add(message);
        const isFull = parts.decodedBytes >= this.#limits.chunkBytes;
        if (isFull && parts.rows > 0) yield* this.#decode(parts, message.end);
      }
      if (parts.rows > 0) yield* this.#decode(parts, this.#file.byteSize);
    } finally {
      walk.close();
    }
  }

  facts(): TableFacts {
    return {
      raggedRows: 0,
      badlyNamedColumns: this.#columns.naming.badlyNamed,
      mixes: new Map(),
      alerts: [
        ...this.#columns.alerts(),
        ...unreadableColumns(this.#lost, this.names.length + this.#lost.length),
      ],
    };
  }

  /** Decodes the held batches into chunks; splits a batch that is larger than a chunk. */
  *#decode(parts: StreamParts, bytesDone: number): Generator<TableChunk> {
    const { rows, decodedBytes } = parts;
    const whole = decoded("Arrow", () => this.#columns.select(pl.readIPCStream(parts.take())));
    this.#columns.refuseLongText(whole, this.#limits, "arrow");
    if (whole.height !== rows)
      throw arrowFault("An Arrow batch does not have the stated number of rows.");
    const bytesPerRow = Math.max(1, decodedBytes / rows);
    const rowsPerChunk = Math.max(1, Math.ceil((2 * this.#limits.chunkBytes) / bytesPerRow));
    for (let from = 0; from < rows; from += rowsPerChunk) {
      const taken = Math.min(rowsPerChunk, rows - from);
      yield this.#toChunk(taken === rows ? whole : whole.slice(from, taken), taken, bytesDone);
    }
  }

  #toChunk(frame: DataFrame, rows: number, bytesDone: number): TableChunk {
    const { kinds } = this.#columns;
    const pick = (offsets: readonly number[]): unknown[][] => this.#columns.pick(frame, offsets);
    return { frame, rows, kinds, pick, bytesDone };
  }
}

/** Collects the messages of a small stream. */
class StreamParts {
  rows = 0;
  decodedBytes = 0;
  readonly #walk: ArrowWalk;
  readonly #limits: DatasetLimits;
  #schema: Buffer | null = null;
  readonly #dictionaries = new Map<bigint, { bytes: Buffer[]; decodedBytes: number }>();
  /** Batches are read only when the stream is built, so that memory holds them once. */
  #batches: ArrowMessage[] = [];

  constructor(walk: ArrowWalk, limits: DatasetLimits) {
    this.#walk = walk;
    this.#limits = limits;
  }

  add(message: ArrowMessage): void {
    if (message.kind === "schema") {
      this.#schema = this.#walk.schemaOf(message);
      return;
    }
    this.#schema ??= this.#walk.footerSchema();
    if (message.dictionary) this.#addDictionary(message, message.dictionary);
    else {
      this.#batches.push(message);
      this.rows += message.rows;
      this.decodedBytes += message.decodedBytes;
    }
  }

  /** Everything added so far, as a stream; schema and dictionaries are kept for the next one. */
  take(): Buffer {
    this.#schema ??= this.#walk.footerSchema();
    const dictionaries = [...this.#dictionaries.values()].flatMap(({ bytes }) => bytes);
    const head = Buffer.concat([this.#schema, ...dictionaries]);
    const batches = this.#batches.map((message) => ({ message, head: this.#walk.headOf(message) }));
    const size = batches.reduce(
      (sum, { message, head }) => sum + head.length + message.end - message.bodyStart,
      head.length,
    );
    const stream = Buffer.allocUnsafe(size + endOfStream.length);
    head.copy(stream);
    let at = head.length;
    for (const { message, head } of batches) {
      at += head.copy(stream, at);
      at += this.#walk.copyBody(message, stream, at);
    }
    endOfStream.copy(stream, at);
    this.#batches = [];
    this.rows = 0;
    this.decodedBytes = 0;
    return stream;
  }

  #addDictionary(message: ArrowMessage, dictionary: { id: bigint; isDelta: boolean }): void {
    if (this.#walk.plan?.dictionaries.has(dictionary.id) === false) return;
    const { decodedBytes } = message;
    const bytes = this.#walk.headOf(message);
    const body = Buffer.alloc(message.end - message.bodyStart);
    this.#walk.copyBody(message, body, 0);
    const held = this.#dictionaries.get(dictionary.id);
    if (held && dictionary.isDelta) {
      held.bytes.push(bytes, body);
      held.decodedBytes += decodedBytes;
    } else this.#dictionaries.set(dictionary.id, { bytes: [bytes, body], decodedBytes });
    let sum = 0;
    for (const each of this.#dictionaries.values()) sum += each.decodedBytes;
    if (sum > this.#limits.batchBytesMax) {
      throw limitRefusal(this.#limits, "batchBytesMax", sum, "arrow");
    }
  }
}
