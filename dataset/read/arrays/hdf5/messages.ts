/** The messages of a HDF5 object's header ("HDF5 File Format Specification", version 3.0). */
import type { NumberKind } from "../values.ts";
import { Cursor, fault, type Hdf5File } from "./cursor.ts";

export type Message = { type: number; isShared: boolean; body: Cursor };

export const messageTypes = {
  dataspace: 0x1,
  linkInfo: 0x2,
  datatype: 0x3,
  fillValue: 0x5,
  link: 0x6,
  layout: 0x8,
  filters: 0xb,
  attribute: 0xc,
  continuation: 0x10,
  symbolTable: 0x11,
} as const;

const partsMax = 1000;
const headerBytesMax = 64 * 1024;

export function readMessages(of: Hdf5File, address: number): Message[] {
  const room = Math.min(64, of.file.byteSize - of.base - address);
  const head = Cursor.in(of, address, room);
  const isNew = head.bytes.toString("latin1", 0, 4) === "OHDR";
  return isNew ? newMessages(of, address, head) : oldMessages(of, address, head);
}

function oldMessages(of: Hdf5File, address: number, head: Cursor): Message[] {
  if (head.number(1) !== 1) throw fault();
  head.skip(7);
  const bytes = head.number(4);
  const parts = [{ at: address + 16, bytes }];
  const messages: Message[] = [];
  for (let part = parts.shift(), read = 0; part; part = parts.shift()) {
    if (++read > partsMax) throw fault();
    const cursor = Cursor.in(of, part.at, part.bytes);
    while (cursor.at + 8 <= cursor.bytes.length) {
      const type = cursor.number(2);
      const length = cursor.number(2);
      const flags = cursor.number(1);
      const body = new Cursor(of, cursor.skip(3).take(length));
      if (type === messageTypes.continuation) parts.push(partAt(body));
      else messages.push({ type, isShared: (flags & 2) !== 0, body });
    }
  }
  return messages;
}

function newMessages(of: Hdf5File, address: number, head: Cursor): Message[] {
  const flags = head.skip(5).number(1);
  if (flags & 0x20) head.skip(16);
  if (flags & 0x10) head.skip(4);
  const bytes = head.number(1 << (flags & 3));
  if (bytes > headerBytesMax * 64) throw fault();
  const parts = [{ at: address + head.at, bytes }];
  const messages: Message[] = [];
  for (let part = parts.shift(), read = 0; part; part = parts.shift()) {
    if (++read > partsMax) throw fault();
    const cursor = Cursor.in(of, part.at, part.bytes);
    const headBytes = flags & 4 ? 6 : 4;
    while (cursor.at + headBytes <= cursor.bytes.length) {
      const type = cursor.number(1);
      const length = cursor.number(2);
      const own = cursor.number(1);
      const body = new Cursor(of, cursor.skip(headBytes - 4).take(length));
      if (type !== messageTypes.continuation) {
        messages.push({ type, isShared: (own & 2) !== 0, body });
        continue;
      }
      // A signature before the messages, and a checksum after them.
      const next = partAt(body);
      parts.push({ at: next.at + 4, bytes: next.bytes - 8 });
    }
  }
  return messages;
}

function partAt(body: Cursor): { at: number; bytes: number } {
  return { at: body.offset(), bytes: body.length() };
}

/** The sizes of an array, none for a single value, and how far each may grow. */
export function readShape({ body }: Message): { shape: number[]; shapeMax: number[] } {
  const version = body.number(1);
  const rank = body.number(1);
  const flags = body.number(1);
  body.skip(version === 1 ? 5 : 1);
  const shape = Array.from({ length: rank }, () => body.length());
  const shapeMax = (flags & 1) === 0 ? shape : shape.map(() => body.unlimitedLength());
  return { shape, shapeMax };
}

export type Datatype = { name: string; bytes: number } & (
  | { kind: "number"; number: NumberKind; isBig: boolean }
  | { kind: "text" }
  | { kind: "texts" }
  | { kind: "array"; count: number; of: Datatype }
  | { kind: "record"; members: { name: string; at: number; type: Datatype }[] }
  | { kind: "other" }
);

const classNames = ["", "", "time", "", "bits", "opaque", "", "reference", "", "lists"];
const membersMax = 10_000;
const typeDepthMax = 8;

export function readDatatype(body: Cursor, depth = 0): Datatype {
  const first = body.number(1);
  const [version, kind] = [first >> 4, first & 15];
  const bits = body.number(3);
  const bytes = body.number(4);
  const isBig = (bits & 1) === 1;
  const other: Datatype = { kind: "other", name: classNames[kind] || "other values", bytes };
  if (depth > typeDepthMax) throw fault();
  if (kind === 0) {
    body.skip(4);
    const number = `${bits & 8 ? "int" : "uint"}${bytes * 8}` as NumberKind;
    if (![1, 2, 4, 8].includes(bytes)) return other;
    return { kind: "number", number, isBig, name: number, bytes };
  }
  if (kind === 1) {
    body.skip(12);
    const number = `float${bytes * 8}` as NumberKind;
    if (![2, 4, 8].includes(bytes) || (bits & 0x40) !== 0) return other;
    return { kind: "number", number, isBig, name: number, bytes };
  }
  if (kind === 3) return { kind: "text", name: `text${bytes}`, bytes };
  if (kind === 9 && (bits & 15) === 1) return { kind: "texts", name: "texts", bytes };
  if (kind === 6) return readRecord(body, version, bits & 0xffff, bytes, depth);
  if (kind === 10) {
    const rank = body.number(1);
    if (version < 3) body.skip(3);
    const sizes = Array.from({ length: rank }, () => body.number(4));
    if (version < 3) body.skip(4 * rank);
    const of = readDatatype(body, depth + 1);
    const count = sizes.reduce((product, size) => product * size, 1);
    return { kind: "array", name: `${of.name} arrays`, bytes, count, of };
  }
  // A list of words with their numbers is shown by its numbers.
  if (kind === 8) return readDatatype(body, depth + 1);
  return other;
}

function readRecord(
  body: Cursor,
  version: number,
  count: number,
  bytes: number,
  depth: number,
): Datatype {
  if (count > membersMax) throw fault();
  const placeBytes = version < 3 ? 4 : Math.max(1, Math.ceil(Math.log2(bytes + 1) / 8));
  const members: { name: string; at: number; type: Datatype }[] = [];
  for (let i = 0; i < count; i++) {
    const start = body.at;
    const name = body.text();
    if (version < 3) body.at = start + Math.ceil((body.at - start) / 8) * 8;
    const at = body.number(placeBytes);
    if (version === 1) body.skip(28);
    const type = readDatatype(body, depth + 1);
    members.push({ name, at, type });
    // Members of other kinds have properties of unknown length; what follows cannot be read.
    if (type.kind === "other" || type.kind === "texts")
      return { kind: "other", name: "records", bytes };
  }
  return { kind: "record", name: "records", members, bytes };
}

export type Filter = { id: number; values: number[] };

export function readFilters({ body }: Message): Filter[] {
  const version = body.number(1);
  const count = body.number(1);
  if (version === 1) body.skip(6);
  return Array.from({ length: count }, () => {
    const id = body.number(2);
    const nameBytes = version === 1 || id >= 256 ? body.number(2) : 0;
    const values = body.skip(2).number(2);
    body.skip(version === 1 ? Math.ceil(nameBytes / 8) * 8 : nameBytes);
    const found = Array.from({ length: values }, () => body.number(4));
    if (version === 1 && values % 2 === 1) body.skip(4);
    return { id, values: found };
  });
}

/** The value of parts that were never written; null for zeros. */
export function readFillValue({ body }: Message): Buffer | null {
  const version = body.number(1);
  if (version === 3) return body.number(1) & 0x20 ? body.take(body.number(4)) : null;
  const isDefined = body.skip(2).number(1) === 1;
  return version < 3 && (version === 1 || isDefined) ? body.take(body.number(4)) : null;
}

/** How the places of chunks are listed, since layouts of version 4. */
export type ChunkIndex = "implicit" | "fixed" | "extensible" | "tree";

/** By their number in a layout, with the bytes of their settings. */
const chunkIndexes: Readonly<Record<number, readonly [ChunkIndex, settingsBytes: number]>> = {
  2: ["implicit", 0],
  3: ["fixed", 1],
  4: ["extensible", 5],
  5: ["tree", 6],
};

export type Layout =
  | { kind: "place"; address: number; bytes: number }
  | { kind: "inline"; bytes: Buffer }
  | { kind: "chunks"; tree: number; chunk: number[] }
  | { kind: "chunk"; address: number; chunk: number[]; bytes: number | null; mask: number }
  | {
      kind: "indexed";
      index: ChunkIndex;
      address: number;
      chunk: number[];
      /** Chunks that the end of the array cuts are stored without filters. */
      hasPlainEdges: boolean;
    }
  | { kind: "other" };

export function readLayout({ body }: Message): Layout {
  const version = body.number(1);
  if (version < 3) {
    const rank = body.number(1);
    const kind = body.number(1);
    body.skip(5);
    const address = kind === 0 ? 0 : body.offset();
    const sizes = Array.from({ length: rank }, () => body.number(4));
    if (kind === 0) return { kind: "inline", bytes: body.take(body.number(4)) };
    if (kind === 2) return { kind: "chunks", tree: address, chunk: sizes };
    return { kind: "place", address, bytes: sizes.reduce((product, size) => product * size, 1) };
  }
  const kind = body.number(1);
  if (kind === 0) return { kind: "inline", bytes: body.take(body.number(2)) };
  if (kind === 1) return { kind: "place", address: body.offset(), bytes: body.length() };
  if (kind !== 2) return { kind: "other" };
  if (version === 3) {
    const rank = body.number(1);
    const tree = body.offset();
    return { kind: "chunks", tree, chunk: Array.from({ length: rank }, () => body.number(4)) };
  }
  const flags = body.number(1);
  const rank = body.number(1);
  const sizeBytes = body.number(1);
  const chunk = Array.from({ length: rank }, () => body.number(sizeBytes));
  const number = body.number(1);
  const [index, settingsBytes] = chunkIndexes[number] ?? [];
  if (index !== undefined && settingsBytes !== undefined) {
    const address = body.skip(settingsBytes).offset();
    return { kind: "indexed", index, address, chunk, hasPlainEdges: (flags & 1) !== 0 };
  }
  if (number !== 1) return { kind: "other" };
  const isFiltered = (flags & 2) !== 0;
  const bytes = isFiltered ? body.length() : null;
  const mask = isFiltered ? body.number(4) : 0;
  return { kind: "chunk", address: body.offset(), chunk, bytes, mask };
}

export type Attribute = { name: string; type: Datatype; value: Buffer };

/** An attribute with a single number or a text; null for others. */
export function readAttribute({ body }: Message): Attribute | null {
  const version = body.number(1);
  const flags = body.number(1);
  const [nameBytes, typeBytes, spaceBytes] = [body.number(2), body.number(2), body.number(2)];
  if (version === 3) body.skip(1);
  const padded = (bytes: number): number => (version === 1 ? Math.ceil(bytes / 8) * 8 : bytes);
  const name = body.take(padded(nameBytes)).toString("utf8").replace(/\0.*$/s, "");
  // Types and spaces may be those of another object.
  if (version > 1 && (flags & 3) !== 0) return null;
  const type = readDatatype(new Cursor(body.of, body.take(padded(typeBytes))));
  const space = new Cursor(body.of, body.take(padded(spaceBytes)));
  const { shape } = readShape({ type: messageTypes.dataspace, isShared: false, body: space });
  const count = shape.reduce((product, size) => product * size, 1);
  // An attribute may have no value at all.
  const isOne = count === 1 && body.at + type.bytes <= body.bytes.length;
  return isOne ? { name, type, value: body.take(type.bytes) } : null;
}
