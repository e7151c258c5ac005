import type { OpenFile } from "../../../base/open-file.ts";
import { ArchiveFault } from "../entries.ts";

const blockBytes = 256 * 1024;

/** A packed stream of an archive, read synchronously in blocks. */
export class PackedBytes {
  /** The current block; bytes from `at` on are unread. */
  block: Buffer = Buffer.alloc(0);
  at = 0;
  readonly #stored: OpenFile;
  #from: number;
  readonly #end: number;

  constructor(stored: OpenFile, from: number, byteSize: number) {
    this.#stored = stored;
    this.#from = from;
    this.#end = from + byteSize;
  }

  /** Bytes read so far end here: a position in the archive. */
  get position(): number {
    return this.#from - this.block.length + this.at;
  }

  byte(): number {
    if (this.at === this.block.length && !this.#refill()) throw truncated();
    return this.block[this.at++] as number;
  }

  /** The next bytes, at most `bytesMax`; null at the end. */
  next(bytesMax: number = blockBytes): Buffer | null {
    if (this.at === this.block.length && !this.#refill()) return null;
    const part = this.block.subarray(this.at, this.at + bytesMax);
    this.at += part.length;
    return part;
  }

  #refill(): boolean {
    const wanted = Math.min(blockBytes, this.#end - this.#from);
    if (wanted === 0) return false;
    // A new block each time, because `next` returns parts of it.
    const block = Buffer.allocUnsafe(wanted);
    const read = this.#stored.readSync(block, 0, wanted, this.#from);
    if (read === 0) throw truncated();
    this.block = block.subarray(0, read);
    this.#from += read;
    this.at = 0;
    return true;
  }
}

export function truncated(): ArchiveFault {
  return new ArchiveFault("an entry is truncated");
}
