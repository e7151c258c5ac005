/** Reads the stored bytes of a column in a row group on demand. */
import type { OpenFile } from "../../base/open-file.ts";
import { ThriftReader, type ThriftStruct } from "./thrift.ts";

/** A buffer that is reused for each read. */
export type Scratch = { bytes: Buffer };

/** Page types, and the header field with the details of each. */
export const DICTIONARY = 2;
export const DATA_V2 = 3;
export const placesOfHeads: Readonly<Record<number, number>> = {
  0: 5,
  [DICTIONARY]: 7,
  [DATA_V2]: 8,
};

/** Page headers contain statistics; most fit into the first read. */
const headerBytes = 4096;
const headerBytesMax = 1024 * 1024;

export class StoredBytes {
  readonly length: number;
  readonly #file: OpenFile;
  readonly #start: number;
  readonly #scratch: Scratch;

  constructor(
    file: OpenFile,
    { start, end }: { start: number; end: number },
    scratch: Scratch = { bytes: Buffer.alloc(0) },
  ) {
    this.length = end - start;
    this.#file = file;
    this.#start = start;
    this.#scratch = scratch;
  }

  /** The bytes are valid until the next call for any column with the same scratch buffer. */
  read(at: number, length: number): Buffer {
    if (this.#scratch.bytes.length < length) this.#scratch.bytes = Buffer.allocUnsafeSlow(length);
    const bytes = this.#scratch.bytes.subarray(0, length);
    const read = this.#file.readSync(bytes, 0, length, this.#start + at);
    return bytes.subarray(0, read);
  }

  /** The header of the page at a position, and its length. Throws if there is none. */
  header(at: number): { header: ThriftStruct; length: number } {
    for (let wanted = headerBytes; ; wanted *= 16) {
      const reader = new ThriftReader(this.read(at, Math.min(wanted, this.length - at)));
      try {
        return { header: reader.struct(), length: reader.at };
      } catch (error) {
        if (wanted >= headerBytesMax || at + wanted >= this.length) throw error;
      }
    }
  }
}
