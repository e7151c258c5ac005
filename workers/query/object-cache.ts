/** Local copies of recently queried tables, within a limit on total bytes. */
import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { type ParquetIndex, readIndex } from "../../dataset/query/engine.ts";
import type { Storage } from "../../platform/storage/port.ts";
import { ObjectChangedError, SparseFile } from "./sparse-file.ts";

/** A stored Parquet file: its key, and what distinguishes it from another file with that key. */
export type StoredTable = { objectKey: string; byteSize: number; sha256: string };

/** The bytes are not a Parquet file that a query can read. */
export class UnreadableTableError extends Error {
  constructor(cause: unknown) {
    super("The footer cannot be read.", { cause });
    this.name = "UnreadableTableError";
  }
}

/** Smaller files are fetched whole, which saves a request. */
const wholeBytesMax = 8 * 1024 * 1024;
const tailBytes = 8;
/** Bytes fetched from the end of the file: most footers fit. */
const firstTailBytes = 512 * 1024;
const footerBytesMax = 32 * 1024 * 1024;
const headBytes = 4;
/**
 * A copy that is not used for this long is removed even if there is room, because its file may be
 * withdrawn.
 */
const idleMsMax = 3600 * 1000;
const copiesMax = 500;

export type OpenTable = { file: SparseFile; index: ParquetIndex };

type Copy = {
  opening: Promise<OpenTable>;
  opened: OpenTable | null;
  bytes: number;
  users: number;
  usedAtMs: number;
};

export class ObjectCache {
  readonly #storage: Pick<Storage, "read" | "head">;
  readonly #folder: string;
  readonly #bytesMax: number;
  readonly #nowMs: () => number;
  /** Least recently used first. */
  readonly #copies = new Map<string, Copy>();
  #bytes = 0;
  #isClosed = false;

  constructor(options: {
    storage: Pick<Storage, "read" | "head">;
    folder: string;
    bytesMax: number;
    nowMs: () => number;
  }) {
    this.#storage = options.storage;
    this.#folder = options.folder;
    this.#bytesMax = options.bytesMax;
    this.#nowMs = options.nowMs;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Runs `use` with the table, which stays until then; concurrent uses share one copy. Throws
   * {@link ObjectChangedError}, {@link UnreadableTableError}, and errors of the store.
   */
  async with<Result>(table: StoredTable, use: (open: OpenTable) => Promise<Result>) {
    const key = `${table.objectKey} ${table.byteSize} ${table.sha256}`;
    const copy = this.#copies.get(key) ?? this.#begin(table);
    // Removed and inserted again, it becomes the most recent.
    this.#copies.delete(key);
    this.#copies.set(key, copy);
    copy.users += 1;
    try {
      return await use(await copy.opening);
    } catch (error) {
      const isBroken = copy.opened === null || error instanceof ObjectChangedError;
      if (isBroken && this.#copies.get(key) === copy) this.#copies.delete(key);
      throw error;
    } finally {
      copy.users -= 1;
      copy.usedAtMs = this.#nowMs();
      if (copy.users === 0 && this.#copies.get(key) !== copy) await this.#remove(copy);
      await this.#evict();
    }
  }

  /**
   * Removes copies that were not used for an hour, and those whose stored file is gone or was
   * replaced, so that an idle process keeps no withdrawn file. Throws errors of the store.
   */
  async sweep(): Promise<void> {
    await this.#evict();
    for (const [key, copy] of [...this.#copies]) {
      if (copy.opened === null || (await this.#isStored(copy.opened.file))) continue;
      if (this.#copies.get(key) !== copy) continue;
      this.#copies.delete(key);
      // A copy in use is removed when its last use ends.
      if (copy.users === 0) await this.#remove(copy);
    }
  }

  /** Closes all copies; those in use as soon as their queries have ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#evict();
  }

  async #isStored({ objectKey, byteSize }: SparseFile): Promise<boolean> {
    const head = await this.#storage.head(objectKey);
    return head !== null && head.byteSize === byteSize;
  }

  #begin(table: StoredTable): Copy {
    const copy: Copy = {
      opening: Promise.resolve() as never,
      opened: null,
      bytes: 0,
      users: 0,
      usedAtMs: this.#nowMs(),
    };
    copy.opening = this.#open(table, copy);
    copy.opening.catch(() => {});
    return copy;
  }

  async #open({ objectKey, byteSize }: StoredTable, copy: Copy): Promise<OpenTable> {
    const head = await this.#storage.head(objectKey);
    if (head === null || head.byteSize !== byteSize) throw new ObjectChangedError();
    const path = join(this.#folder, `${randomUUID()}.parquet`);
    const opened = { storage: this.#storage, key: objectKey, path, byteSize };
    const file = await SparseFile.create(opened, (bytes) => {
      copy.bytes += bytes;
      this.#bytes += bytes;
    });
    try {
      copy.opened = { file, index: await readFooter(file) };
      return copy.opened;
    } catch (error) {
      await file.close();
      await rm(path, { force: true });
      this.#bytes -= copy.bytes;
      copy.bytes = 0;
      throw error;
    }
  }

  /** Copies in use stay even above the limit: a query may need more than there is room for. */
  async #evict(): Promise<void> {
    const nowMs = this.#nowMs();
    for (const [key, copy] of this.#copies) {
      const isIdle = nowMs - copy.usedAtMs > idleMsMax;
      const isTooMuch = this.#bytes > this.#bytesMax || this.#copies.size > copiesMax;
      if (!isIdle && !isTooMuch && !this.#isClosed) return;
      if (copy.users > 0) continue;
      this.#copies.delete(key);
      await this.#remove(copy);
    }
  }

  async #remove(copy: Copy): Promise<void> {
    const { opened } = copy;
    if (opened === null) return;
    copy.opened = null;
    this.#bytes -= copy.bytes;
    await opened.file.close();
    await rm(opened.file.path, { force: true });
  }
}

async function readFooter(file: SparseFile): Promise<ParquetIndex> {
  const { byteSize } = file;
  if (byteSize < headBytes + tailBytes) throw new UnreadableTableError("too short");
  const isWhole = byteSize <= wholeBytesMax;
  await file.ensure([{ start: isWhole ? 0 : byteSize - firstTailBytes, end: byteSize }]);
  const tail = await file.read(byteSize - tailBytes, byteSize);
  const length = tail.readUInt32LE(0);
  const start = byteSize - tailBytes - length;
  const isParquet = tail.toString("latin1", headBytes) === "PAR1";
  if (!isParquet || length > footerBytesMax || start < headBytes) {
    throw new UnreadableTableError("no footer");
  }
  await file.ensure([{ start, end: byteSize }]);
  const footer = await file.read(start, byteSize - tailBytes);
  try {
    return readIndex(footer, byteSize);
  } catch (cause) {
    throw new UnreadableTableError(cause);
  }
}
