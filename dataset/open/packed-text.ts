/**
 * Reads gzip or zstd text as if it were an unpacked file. Each reading unpacks from the beginning
 * in bounded memory; nothing is written to disk.
 */
import type { DiskFile } from "../base/input.ts";
import type { DatasetLimits } from "../base/limits.ts";
import { dropView, type OpenFile, provideView } from "../base/open-file.ts";
import { unpackingRefusal } from "./decompress.ts";
import { type UnpackedAtOnce, unpackAtOnce } from "./unpack-at-once.ts";
import { outputRefusal } from "./unpacked-size.ts";

/** Describes a view of a packed file; it can be sent to another thread. */
export type PackedText = {
  /** The virtual path at which it is opened. */
  filePath: string;
  packed: DiskFile;
  compression: UnpackedAtOnce;
  /** Size of the upload, for the compression ratio. */
  storedBytes: number;
  limits: DatasetLimits;
};

/**
 * Bytes of the beginning that are kept: for detecting the format, and for rereading small files.
 */
const headBytesMax = 2 * 1024 * 1024;

const provided = new Map<string, PackedText>();

/**
 * Makes the unpacked bytes available at `text.filePath`. The size is exact if the head holds
 * everything; otherwise it is estimated, and too large. Throws `DatasetRefusal` for a damaged head.
 */
export function providePackedText(text: PackedText): DiskFile {
  const reader = new UnpackingReader(text, null);
  const { filePath, packed } = text;
  try {
    const held = Buffer.allocUnsafe(headBytesMax + 1);
    const bytes = held.subarray(0, reader.readSync(held, 0, held.length, 0));
    const isWhole = bytes.length <= headBytesMax;
    const share = packed.byteSize / Math.max(1, reader.packedBytesDone);
    const byteSize = isWhole ? bytes.length : Math.ceil(bytes.length * Math.max(2, share));
    const head = { bytes: Buffer.from(bytes), isWhole };
    provideView(filePath, () => new UnpackingReader(text, { ...head, byteSize }));
    provided.set(filePath, text);
    return { filePath, byteSize };
  } finally {
    reader.close();
  }
}

/** The view at a path, for registration in another thread; null for any other file. */
export function packedTextAt(filePath: string): PackedText | null {
  return provided.get(filePath) ?? null;
}

/** Removes the views below a job's folder when the job is done. */
export function dropPackedTexts(folder: string): void {
  for (const path of provided.keys()) if (path.startsWith(`${folder}/`)) dropPackedText(path);
}

/** Removes the view at a path, where the unpacked file may be written now. */
export function dropPackedText(filePath: string): void {
  provided.delete(filePath);
  dropView(filePath);
}

type Head = { bytes: Buffer; isWhole: boolean; byteSize: number };

class UnpackingReader implements OpenFile {
  readonly #text: PackedText;
  readonly #head: Head | null;
  #parts: Generator<Uint8Array> | null = null;
  /** Unpacked bytes that were not taken yet; they begin at `#at`. */
  #held: Uint8Array = new Uint8Array();
  #at = 0;
  packedBytesDone = 0;

  constructor(text: PackedText, head: Head | null) {
    this.#text = text;
    this.#head = head;
  }

  get byteSize(): number {
    return this.#head?.byteSize ?? 0;
  }

  readSync(target: Uint8Array, offset: number, length: number, position: number): number {
    const fromHead = this.#takeHead(target, offset, length, position);
    let done = fromHead;
    if (this.#head?.isWhole) return done;
    while (done < length && this.#stand(position + done)) {
      const part = this.#held.subarray(0, length - done);
      target.set(part, offset + done);
      this.#pass(part.length);
      done += part.length;
    }
    return done;
  }

  async read(
    target: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ): Promise<number> {
    return this.readSync(target, offset, length, position);
  }

  close(): void {
    this.#parts?.return(undefined);
    this.#parts = null;
    this.#held = new Uint8Array();
    this.#at = 0;
  }

  #takeHead(target: Uint8Array, offset: number, length: number, position: number): number {
    const bytes = this.#head?.bytes.subarray(position, position + length);
    if (bytes === undefined) return 0;
    target.set(bytes, offset);
    return bytes.length;
  }

  /**
   * Whether there are bytes at the position; holds them then. Unpacks again for an earlier
   * position.
   */
  #stand(position: number): boolean {
    if (position < this.#at) this.close();
    for (;;) {
      this.#pass(Math.min(position - this.#at, this.#held.length));
      if (this.#held.length > 0) return true;
      const part = this.#next();
      if (part === null) return false;
      this.#held = part;
    }
  }

  #pass(bytes: number): void {
    this.#held = this.#held.subarray(bytes);
    this.#at += bytes;
  }

  /** The chunk at `#at`, once the held bytes were passed. */
  #next(): Uint8Array | null {
    const { packed, compression, storedBytes, limits } = this.#text;
    const onBytes = (done: number): void => {
      this.packedBytesDone = done;
    };
    try {
      this.#parts ??= unpackAtOnce(packed, compression, { storedBytes, limits, onBytes });
      const { done, value } = this.#parts.next();
      if (done) return null;
      const refusal = outputRefusal(limits, storedBytes, this.#at + value.length, compression);
      if (refusal) throw refusal;
      return value;
    } catch (error) {
      throw unpackingRefusal(error, compression, limits);
    }
  }
}
