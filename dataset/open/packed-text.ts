/**
 * Text in gzip or zstd, read as if it lay unpacked on disk: each reading unpacks what it reads, from
 * the beginning on, in bounded memory. Nothing of it is written.
 */
import type { DiskFile } from "../base/input.ts";
import type { DatasetLimits } from "../base/limits.ts";
import { dropView, type OpenFile, provideView } from "../base/open-file.ts";
import { unpackingRefusal } from "./decompress.ts";
import { type UnpackedAtOnce, unpackAtOnce } from "./unpack-at-once.ts";
import { outputRefusal } from "./unpacked-size.ts";

/** What tells a view of a packed file; another thread can be sent it. */
export type PackedText = {
  /** Where it is opened; nothing lies there. */
  filePath: string;
  packed: DiskFile;
  compression: UnpackedAtOnce;
  /** The size of what was uploaded, to which the unpacked bytes are held. */
  storedBytes: number;
  limits: DatasetLimits;
};

/** The beginning is held: from it a file is recognised, and a small one read as often as need be. */
const headBytesMax = 2 * 1024 * 1024;

const provided = new Map<string, PackedText>();

/**
 * From now on the unpacked bytes are opened at `text.filePath`. The size is exact where the head holds
 * all, else guessed from it, and then larger. Throws `DatasetRefusal` for what is wrong with the head.
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

/** What is provided at a path, to be provided in another thread too; null for any other file. */
export function packedTextAt(filePath: string): PackedText | null {
  return provided.get(filePath) ?? null;
}

/** The job of a folder is done: what was provided below it is forgotten. */
export function dropPackedTexts(folder: string): void {
  for (const path of provided.keys()) if (path.startsWith(`${folder}/`)) dropPackedText(path);
}

/** From now on nothing is provided at the path: the unpacked bytes may lie there. */
export function dropPackedText(filePath: string): void {
  provided.delete(filePath);
  dropView(filePath);
}

type Head = { bytes: Buffer; isWhole: boolean; byteSize: number };

class UnpackingReader implements OpenFile {
  readonly #text: PackedText;
  readonly #head: Head | null;
  #parts: Generator<Uint8Array> | null = null;
  /** What was unpacked and not taken yet; it begins at `#at`. */
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

  /** Whether there are bytes at the place: then they are held. What lies before it is unpacked anew. */
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

  /** What comes behind `#at`, once what is held was passed. */
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
