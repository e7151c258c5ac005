/** The local copy of a stored object as a sparse file, which contains only the requested pieces. */
import { type FileHandle, open } from "node:fs/promises";
import { type ByteRange, ObjectNotFoundError, type Storage } from "../../platform/storage/port.ts";

/** The stored object was deleted or replaced. */
export class ObjectChangedError extends Error {
  constructor() {
    super("The stored object is gone, or another one.");
    this.name = "ObjectChangedError";
  }
}

/** Size of pieces: the smallest that is worth a request. */
const pieceBytes = 256 * 1024;
/** Most pieces per request, so that several requests run concurrently. */
const requestPiecesMax = 32;
const requestsMax = 8;

export class SparseFile {
  readonly path: string;
  readonly objectKey: string;
  readonly byteSize: number;
  readonly #storage: Pick<Storage, "read">;
  readonly #file: FileHandle;
  /** Per piece: null once it is there, a promise while it is being fetched. */
  readonly #pieces = new Map<number, Promise<void> | null>();
  readonly #onStored: (bytes: number) => void;

  private constructor(
    file: FileHandle,
    opened: { storage: Pick<Storage, "read">; key: string; path: string; byteSize: number },
    onStored: (bytes: number) => void,
  ) {
    this.#file = file;
    this.#storage = opened.storage;
    this.objectKey = opened.key;
    this.path = opened.path;
    this.byteSize = opened.byteSize;
    this.#onStored = onStored;
  }

  /** An empty copy of this size; `onStored` receives the bytes that each fetch adds to the disk. */
  static async create(
    opened: { storage: Pick<Storage, "read">; key: string; path: string; byteSize: number },
    onStored: (bytes: number) => void,
  ): Promise<SparseFile> {
    const file = await open(opened.path, "wx+", 0o600);
    try {
      await file.truncate(opened.byteSize);
    } catch (error) {
      await file.close();
      throw error;
    }
    return new SparseFile(file, opened, onStored);
  }

  /** Resolves when the ranges are there; waits for pieces that another query is fetching. */
  async ensure(ranges: readonly { start: number; end: number }[]): Promise<void> {
    const wanted = new Set<number>();
    for (const { start, end } of ranges) {
      const last = Math.ceil(Math.min(end, this.byteSize) / pieceBytes);
      for (let piece = Math.floor(start / pieceBytes); piece < last; piece += 1) wanted.add(piece);
    }
    const missing = [...wanted].filter((piece) => !this.#pieces.has(piece)).sort((a, b) => a - b);
    const runs = runsOf(missing);
    const fetching = this.#fetchAll(runs);
    const underway = [...wanted].flatMap((piece) => this.#pieces.get(piece) ?? []);
    await Promise.all([fetching, ...underway]);
  }

  /** Reads fetched bytes; others read as zeros. */
  async read(start: number, end: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(end - start);
    const { bytesRead } = await this.#file.read(bytes, 0, bytes.length, start);
    if (bytesRead !== bytes.length) throw new ObjectChangedError();
    return bytes;
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  /** A few requests at a time; all pieces are marked as being fetched at once. */
  async #fetchAll(runs: readonly Run[]): Promise<void> {
    const waiting = runs.map((run) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      promise.catch(() => {});
      for (let piece = run.from; piece < run.to; piece += 1) this.#pieces.set(piece, promise);
      return { run, promise, resolve, reject };
    });
    const queue = [...waiting];
    const work = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const { run } = next;
        try {
          await this.#fetch(run);
          for (let piece = run.from; piece < run.to; piece += 1) this.#pieces.set(piece, null);
          next.resolve();
        } catch (error) {
          for (let piece = run.from; piece < run.to; piece += 1) this.#pieces.delete(piece);
          next.reject(error);
        }
      }
    };
    await Promise.all(Array.from({ length: Math.min(requestsMax, queue.length) }, work));
    await Promise.all(waiting.map(({ promise }) => promise));
  }

  async #fetch({ from, to }: Run): Promise<void> {
    const start = from * pieceBytes;
    const end = Math.min(to * pieceBytes, this.byteSize);
    let at = start;
    for await (const bytes of await this.#open({ start, endInclusive: end - 1 })) {
      if (at + bytes.length > end) throw new ObjectChangedError();
      await this.#file.write(bytes, 0, bytes.length, at);
      at += bytes.length;
    }
    if (at !== end) throw new ObjectChangedError();
    this.#onStored(end - start);
  }

  async #open(range: ByteRange): Promise<ReadableStream<Uint8Array>> {
    try {
      return await this.#storage.read(this.objectKey, range);
    } catch (error) {
      throw error instanceof ObjectNotFoundError ? new ObjectChangedError() : error;
    }
  }
}

/** Consecutive pieces; `to` is exclusive. */
type Run = { from: number; to: number };

function runsOf(pieces: readonly number[]): Run[] {
  const runs: Run[] = [];
  for (const piece of pieces) {
    const last = runs.at(-1);
    if (last !== undefined && last.to === piece && last.to - last.from < requestPiecesMax) {
      last.to = piece + 1;
    } else runs.push({ from: piece, to: piece + 1 });
  }
  return runs;
}
