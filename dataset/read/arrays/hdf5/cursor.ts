/** Reads a HDF5 file's numbers in order; nothing outside of the file or beyond a budget is read. */
import type { OpenFile } from "../../../base/open-file.ts";
import { DatasetRefusal } from "../../../base/refusal.ts";

export const format = "hdf5";

export function fault(detail = "The HDF5 file is damaged or cut off."): DatasetRefusal {
  return new DatasetRefusal("malformed_file", detail, format);
}

/** A file with its sizes of addresses and lengths. `bytesLeft` bounds everything but values. */
export type Hdf5File = {
  file: OpenFile;
  base: number;
  offsetBytes: number;
  lengthBytes: number;
  bytesLeft: number;
};

/** The address of something that was never stored. */
export const nowhere = Number.POSITIVE_INFINITY;

export class Cursor {
  at: number;
  readonly bytes: Buffer;
  readonly of: Hdf5File;

  constructor(of: Hdf5File, bytes: Buffer, at = 0) {
    this.of = of;
    this.bytes = bytes;
    this.at = at;
  }

  /** The bytes at an address, for reading. */
  static in(of: Hdf5File, address: number, length: number): Cursor {
    const at = of.base + address;
    if (!(length >= 0 && at >= 0 && at + length <= of.file.byteSize)) throw fault();
    of.bytesLeft -= length;
    if (of.bytesLeft < 0) throw fault("The HDF5 file's directory is too large or has circles.");
    const bytes = Buffer.alloc(length);
    of.file.readSync(bytes, 0, length, at);
    return new Cursor(of, bytes);
  }

  get ended(): boolean {
    return this.at >= this.bytes.length;
  }

  take(length: number): Buffer {
    if (!(length >= 0 && this.at + length <= this.bytes.length)) throw fault();
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  skip(length: number): this {
    this.take(length);
    return this;
  }

  /** An unsigned number of up to eight bytes. */
  number(length: number): number {
    const bytes = this.take(length);
    if (length <= 6) return length === 0 ? 0 : bytes.readUIntLE(0, length);
    return bytes.readUIntLE(0, 6) + bytes.readUIntLE(6, length - 6) * 2 ** 48;
  }

  offset(): number {
    const { offsetBytes } = this.of;
    const isNowhere = this.bytes.subarray(this.at, this.at + offsetBytes).every((b) => b === 255);
    const value = this.number(offsetBytes);
    return isNowhere ? nowhere : value;
  }

  length(): number {
    return this.number(this.of.lengthBytes);
  }

  /** A length whose highest value means that there is no limit. */
  unlimitedLength(): number {
    const { lengthBytes } = this.of;
    const isUnlimited = this.bytes.subarray(this.at, this.at + lengthBytes).every((b) => b === 255);
    const value = this.number(lengthBytes);
    return isUnlimited ? Number.POSITIVE_INFINITY : value;
  }

  expect(signature: string): this {
    if (this.take(4).toString("latin1") !== signature) throw fault();
    return this;
  }

  /** A text that a zero byte ends. */
  text(): string {
    const end = this.bytes.indexOf(0, this.at);
    if (end < 0) throw fault();
    const length = end - this.at;
    return this.take(length + 1).toString("utf8", 0, length);
  }
}
