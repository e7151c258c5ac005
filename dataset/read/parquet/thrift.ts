/** The part of Thrift's compact protocol that Parquet's footers and page headers use. */

const thriftDepthMax = 32;

export type ThriftValue = number | bigint | Buffer | ThriftValue[] | ThriftStruct | boolean;
export type ThriftStruct = { [field: number]: ThriftValue };

/** Reads structs by field number; throws a RangeError if the bytes end early. */
export class ThriftReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Number of bytes read so far. */
  get at(): number {
    return this.#at;
  }

  struct(depth = 0): ThriftStruct {
    if (depth > thriftDepthMax) throw new RangeError("thrift nesting");
    const fields: ThriftStruct = {};
    for (let id = 0; ; ) {
      const head = this.#byte();
      if (head === 0) return fields;
      const delta = head >> 4;
      id = delta === 0 ? Number(this.#zigzag()) : id + delta;
      fields[id] = this.#value(head & 15, depth);
    }
  }

  #value(type: number, depth: number): ThriftValue {
    switch (type) {
      case 1:
        return true;
      case 2:
        return false;
      case 3:
        return this.#byte();
      case 4:
      case 5:
      case 6:
        return this.#zigzag();
      case 7:
        return this.#take(8);
      case 8:
        return this.#take(Number(this.#varint()));
      case 9:
      case 10:
        return this.#list(depth);
      case 12:
        return this.struct(depth + 1);
      default:
        throw new RangeError(`thrift type ${type}`);
    }
  }

  #list(depth: number): ThriftValue[] {
    const head = this.#byte();
    const size = head >> 4 === 15 ? Number(this.#varint()) : head >> 4;
    if (size > this.#bytes.length) throw new RangeError("thrift list size");
    const type = head & 15;
    const items: ThriftValue[] = [];
    for (let i = 0; i < size; i++) {
      items.push(type <= 2 ? this.#byte() === 1 : this.#value(type, depth + 1));
    }
    return items;
  }

  #byte(): number {
    const byte = this.#bytes[this.#at++];
    if (byte === undefined) throw new RangeError("thrift end");
    return byte;
  }

  #varint(): bigint {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.#byte();
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
    throw new RangeError("thrift varint");
  }

  #zigzag(): bigint {
    const value = this.#varint();
    return (value >> 1n) ^ -(value & 1n);
  }

  #take(bytes: number): Buffer {
    if (bytes < 0 || this.#at + bytes > this.#bytes.length) throw new RangeError("thrift end");
    this.#at += bytes;
    return this.#bytes.subarray(this.#at - bytes, this.#at);
  }
}
