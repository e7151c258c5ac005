/**
 * Reads and writes Thrift's compact protocol as a tree that keeps each field's type, so that
 * unknown fields are written unchanged.
 */

const stop = 0;
const shortTrue = 1;
const shortFalse = 2;
const byteType = 3;
const doubleType = 7;
export const BINARY = 8;
export const LIST = 9;
export const STRUCT = 12;
export const I32 = 5;
export const I64 = 6;
const depthMax = 32;

export type ThriftList = { of: number; items: ThriftNode[] };
export type ThriftNode = number | bigint | Buffer | boolean | ThriftList | ThriftFields;
export type ThriftFields = Map<number, { type: number; value: ThriftNode }>;

/**
 * Reads one struct; throws a RangeError if the bytes end early or use types that Parquet does not.
 */
export function readThrift(bytes: Buffer): ThriftFields {
  let at = 0;
  const byte = (): number => {
    const read = bytes[at++];
    if (read === undefined) throw new RangeError("thrift end");
    return read;
  };
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const read = byte();
      value |= BigInt(read & 127) << shift;
      if (read < 128) return value;
    }
    throw new RangeError("thrift varint");
  };
  const zigzag = (): bigint => {
    const value = varint();
    return (value >> 1n) ^ -(value & 1n);
  };
  const take = (length: number): Buffer => {
    if (length < 0 || at + length > bytes.length) throw new RangeError("thrift end");
    at += length;
    return bytes.subarray(at - length, at);
  };
  const list = (depth: number): ThriftList => {
    const head = byte();
    const size = head >> 4 === 15 ? Number(varint()) : head >> 4;
    if (size > bytes.length) throw new RangeError("thrift list size");
    const of = head & 15;
    const one = () => (of <= shortFalse ? byte() === shortTrue : value(of, depth + 1));
    return { of, items: Array.from({ length: size }, one) };
  };
  const value = (type: number, depth: number): ThriftNode => {
    if (type === shortTrue || type === shortFalse) return type === shortTrue;
    if (type === byteType) return byte();
    if (type > byteType && type < doubleType) return zigzag();
    if (type === doubleType) return take(8);
    if (type === BINARY) return take(Number(varint()));
    if (type === LIST) return list(depth);
    if (type === STRUCT) return struct(depth + 1);
    throw new RangeError(`thrift type ${type}`);
  };
  const struct = (depth: number): ThriftFields => {
    if (depth > depthMax) throw new RangeError("thrift nesting");
    const fields: ThriftFields = new Map();
    for (let id = 0; ; ) {
      const head = byte();
      if (head === stop) return fields;
      id = head >> 4 === 0 ? Number(zigzag()) : id + (head >> 4);
      fields.set(id, { type: head & 15, value: value(head & 15, depth) });
    }
  };
  return struct(0);
}

/** Encodes a struct. */
export function writeThrift(fields: ThriftFields): Buffer {
  const parts: Buffer[] = [];
  writeStruct(parts, fields);
  return Buffer.concat(parts);
}

/** Encodes the head of a list of structs whose bytes follow. */
export function listHead(of: number, size: number): Buffer {
  if (size < 15) return Buffer.from([(size << 4) | of]);
  return Buffer.concat([Buffer.from([0xf0 | of]), varintBytes(BigInt(size))]);
}

/** Encodes the head of a field that follows the field `before` in a struct. */
export function fieldHead(id: number, before: number, type: number): Buffer {
  const delta = id - before;
  if (delta > 0 && delta < 16) return Buffer.from([(delta << 4) | type]);
  return Buffer.concat([Buffer.from([type]), zigzagBytes(BigInt(id))]);
}

function writeStruct(parts: Buffer[], fields: ThriftFields): void {
  let before = 0;
  for (const [id, { type, value }] of fields) {
    const written = typeof value === "boolean" ? (value ? shortTrue : shortFalse) : type;
    parts.push(fieldHead(id, before, written));
    before = id;
    if (typeof value !== "boolean") writeValue(parts, type, value);
  }
  parts.push(Buffer.from([stop]));
}

function writeValue(parts: Buffer[], type: number, value: ThriftNode): void {
  if (value instanceof Map) writeStruct(parts, value);
  else if (Buffer.isBuffer(value)) {
    if (type === BINARY) parts.push(varintBytes(BigInt(value.length)));
    parts.push(value);
  } else if (typeof value === "bigint") parts.push(zigzagBytes(value));
  else if (typeof value === "number") parts.push(Buffer.from([value]));
  else if (typeof value === "boolean") parts.push(Buffer.from([value ? shortTrue : shortFalse]));
  else {
    parts.push(listHead(value.of, value.items.length));
    for (const item of value.items) writeValue(parts, value.of, item);
  }
}

function zigzagBytes(value: bigint): Buffer {
  return varintBytes(value < 0n ? -2n * value - 1n : 2n * value);
}

function varintBytes(value: bigint): Buffer {
  const bytes: number[] = [];
  let left = value;
  while (left >= 128n) {
    bytes.push(Number(left & 127n) | 128);
    left >>= 7n;
  }
  bytes.push(Number(left));
  return Buffer.from(bytes);
}
