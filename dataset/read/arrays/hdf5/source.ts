/** Reads HDF5 files, which NetCDF-4 files are as well. */
import { writeFileSync } from "node:fs";
import { type DatasetLimits, limitRefusal } from "../../../base/limits.ts";
import { type OpenFile, openFile } from "../../../base/open-file.ts";
import { outputRefusal, type UnpackBudget } from "../../../open/unpacked-size.ts";
import type { OpenInner } from "../../inner-table.ts";
import { arrayTables, type Band, columnNames, type StoredArray } from "../array-table.ts";
import { numberReader } from "../values.ts";
import { unreadFilter, writeChunks } from "./chunks.ts";
import { Cursor, fault, format, type Hdf5File, nowhere } from "./cursor.ts";
import { linksOf } from "./groups.ts";
import {
  type Attribute,
  type Datatype,
  type Message,
  messageTypes,
  readAttribute,
  readDatatype,
  readFillValue,
  readFilters,
  readLayout,
  readMessages,
  readShape,
} from "./messages.ts";
import { readTexts } from "./texts.ts";

const signature = Buffer.from("894844460d0a1a0a", "hex");

export const openHdf5: OpenInner = async (file, target, budget, onShare) => {
  const stored = openFile(file.filePath);
  try {
    const { of, root } = readSuperblock(stored, budget.all);
    const place = { filePath: file.filePath, target, budget };
    return arrayTables(format, readArrays(of, root, place, onShare), budget.all);
  } catch (error) {
    // Lengths that make no sense end in a range error.
    throw error instanceof RangeError ? fault() : error;
  } finally {
    stored.close();
  }
};

function readSuperblock(file: OpenFile, limits: DatasetLimits): { of: Hdf5File; root: number } {
  const head = Buffer.alloc(96);
  file.readSync(head, 0, head.length, 0);
  if (!head.subarray(0, signature.length).equals(signature)) throw fault();
  const of = { file, base: 0, offsetBytes: 8, lengthBytes: 8, bytesLeft: limits.schemaBytesMax };
  const cursor = new Cursor(of, head, signature.length);
  const version = cursor.number(1);
  if (version > 3) throw fault(`The HDF5 file is of the unknown version ${version}.`);
  if (version < 2) cursor.skip(4);
  of.offsetBytes = sizeOf(cursor.number(1));
  of.lengthBytes = sizeOf(cursor.number(1));
  cursor.skip(version === 0 ? 9 : version === 1 ? 13 : 1);
  of.base = cursor.offset();
  cursor.offset();
  cursor.offset();
  if (version < 2) {
    cursor.offset();
    cursor.offset();
  }
  return { of, root: cursor.offset() };
}

function sizeOf(bytes: number): number {
  if (![2, 4, 8].includes(bytes)) throw fault();
  return bytes;
}

const pyTablesIndex = /^_i_/;

type Place = { filePath: string; target: string; budget: UnpackBudget };

function readArrays(
  of: Hdf5File,
  root: number,
  place: Place,
  onShare: (share: number) => void,
): StoredArray[] {
  const limits = place.budget.all;
  const arrays: StoredArray[] = [];
  const seen = new Set<number>();
  const waiting = [{ name: "", address: root }];
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { name, address } = next;
    if (seen.has(address)) continue;
    seen.add(address);
    if (seen.size > limits.columnsMax) throw limitRefusal(limits, "columnsMax", null, format);
    const messages = readMessages(of, address);
    if (messages.some(({ type }) => type === messageTypes.layout)) {
      const array = readArray(of, name, messages, {
        ...place,
        target: `${place.target}-${seen.size}`,
      });
      if (array) arrays.push(array);
      onShare(seen.size / (seen.size + waiting.length));
      continue;
    }
    for (const link of linksOf(of, messages)) {
      // Links to other names have no address.
      if (link.address === nowhere || pyTablesIndex.test(link.name)) continue;
      waiting.push({
        name: name === "" ? link.name : `${name}/${link.name}`,
        address: link.address,
      });
    }
  }
  return arrays;
}

/** Null for what is no data: dimensions of NetCDF that have only a length. */
function readArray(
  of: Hdf5File,
  name: string,
  messages: readonly Message[],
  { filePath, target, budget }: Place,
): StoredArray | null {
  const find = (type: number): Message | undefined => messages.find((each) => each.type === type);
  const [space, typed, laid] = [
    find(messageTypes.dataspace),
    find(messageTypes.datatype),
    find(messageTypes.layout),
  ];
  if (space === undefined || typed === undefined || laid === undefined) throw fault();
  const { shape, shapeMax } = readShape(space);
  const attributes = messages
    .filter(({ type, isShared }) => type === messageTypes.attribute && !isShared)
    .flatMap((message) => readAttribute(message) ?? []);
  if (attributes.some(isBareDimension)) return null;
  const type: Datatype = typed.isShared
    ? { kind: "other", name: "a named type", bytes: 0 }
    : readDatatype(typed.body);
  const none = { name, type: type.name, shape, bands: null };
  const isPlain = type.kind === "number" || type.kind === "text";
  const isTable = (shape.length === 1 && type.kind !== "array") || (shape.length === 2 && isPlain);
  if (!isTable || type.kind === "other" || type.bytes === 0) return none;
  const [rows = 0, columns = 1] = shape;
  const limits = budget.all;
  // Such as an index, next to the data.
  if (columns > limits.columnsMax) return none;
  const bytes = rows * columns * type.bytes;
  if (bytes > Number.MAX_SAFE_INTEGER) throw fault();
  if (type.kind === "texts" && shape.length > 1) return none;
  const placed = columnsOf(name, shape, type, attributes);
  if (placed === null) return none;
  const bands = (path: string, start: number): Band[] => {
    if (type.kind === "texts")
      return textBands(of, name, { filePath: path, start, rows }, target, limits);
    return [{ filePath: path, start, stride: columns * type.bytes, columns: placed }];
  };
  const layout = readLayout(laid);
  if (layout.kind === "other") return none;
  if (layout.kind === "inline") {
    if (layout.bytes.length < bytes) throw fault();
    writeFileSync(target, layout.bytes);
    return { ...none, bands: bands(target, 0) };
  }
  if (layout.kind === "place") {
    const start = of.base + layout.address;
    // A dataset that was never written has no address.
    if (!Number.isFinite(start)) return { ...none, shape: [0, ...shape.slice(1)] };
    if (start + bytes > of.file.byteSize) throw fault();
    return { ...none, bands: bands(filePath, start) };
  }
  const filtered = find(messageTypes.filters);
  const filters = filtered === undefined ? [] : readFilters(filtered);
  const unread = unreadFilter(filters);
  if (unread !== null) return { ...none, type: `${type.name} packed with ${unread}` };
  const filled = find(messageTypes.fillValue);
  const [chunkRows = 0, chunkColumns = 1] = layout.chunk.slice(0, shape.length);
  const bandBytes = chunkRows * Math.max(chunkColumns, columns) * type.bytes;
  if (!(chunkRows > 0 && chunkColumns > 0)) throw fault();
  if (bandBytes > limits.batchBytesMax) {
    throw limitRefusal(limits, "batchBytesMax", bandBytes, format);
  }
  const refusal = outputRefusal(budget.limits, budget.storedBytes, bytes, format);
  if (refusal) throw refusal;
  writeChunks(
    of,
    {
      ...{ layout, filters, shape, shapeMax, itemBytes: type.bytes },
      size: [rows, columns],
      chunk: [chunkRows, chunkColumns],
      fill: filled && !filled.isShared ? readFillValue(filled) : null,
    },
    target,
  );
  budget.spend(bytes);
  return { ...none, bands: bands(target, 0) };
}

/** The texts, in memory, in the order of a file that only counts them. */
function textBands(
  of: Hdf5File,
  name: string,
  { filePath, start, rows }: { filePath: string; start: number; rows: number },
  target: string,
  limits: DatasetLimits,
): Band[] {
  const file = openFile(filePath);
  let texts: (string | null)[];
  try {
    texts = readTexts(of, { file, start, rows }, limits);
  } finally {
    file.close();
  }
  const order = `${target}-order`;
  writeFileSync(order, Buffer.from(Uint32Array.from({ length: rows }, (_, i) => i).buffer));
  const read = (block: Buffer, at: number): unknown => texts[block.readUInt32LE(at)] ?? null;
  return [{ filePath: order, start: 0, stride: 4, columns: [{ name, bytes: 4, read }] }];
}

function isBareDimension({ name, type, value }: Attribute): boolean {
  return (
    name === "NAME" &&
    type.kind === "text" &&
    value.toString("latin1").startsWith("This is a netCDF dimension but not")
  );
}

type PlacedColumn = Band["columns"][number];

/** An array's columns, or those of its records' members; null if a member cannot be shown. */
function columnsOf(
  name: string,
  shape: readonly number[],
  type: Datatype,
  attributes: readonly Attribute[],
): PlacedColumn[] | null {
  if (type.kind !== "record") {
    const read = valueReader(type, attributes);
    return (
      read && columnNames(name, shape).map((column) => ({ name: column, bytes: type.bytes, read }))
    );
  }
  const members = type.members.flatMap(partsOf).toSorted((a, b) => a.at - b.at);
  if (members.length > columnsInRecordMax) return null;
  const columns: PlacedColumn[] = [];
  for (const [i, member] of members.entries()) {
    const read = member.type.kind === "texts" ? null : valueReader(member.type, []);
    const end = members[i + 1]?.at ?? type.bytes;
    if (read === null || member.at + member.type.bytes > end) return null;
    // The gap behind a member counts to it.
    const start = i === 0 ? 0 : member.at;
    const before = member.at - start;
    columns.push({
      ...{ name: member.name, bytes: end - start },
      read: (block, at) => read(block, at + before),
    });
  }
  return columns;
}

const columnsInRecordMax = 10_000;

type Member = { name: string; at: number; type: Datatype };

/** A member, or the elements of one that is an array. */
function partsOf(member: Member): Member[] {
  const { name, at, type } = member;
  if (type.kind !== "array" || type.count > columnsInRecordMax) return [member];
  return Array.from({ length: type.count }, (_, i) => {
    return {
      name: type.count === 1 ? name : `${name}_${i + 1}`,
      at: at + i * type.of.bytes,
      type: type.of,
    };
  });
}

/** Reads a value; attributes say what stands for none and how it is packed (CF, section 8.1). */
function valueReader(
  type: Datatype,
  attributes: readonly Attribute[],
): ((block: Buffer, at: number) => unknown) | null {
  const { bytes } = type;
  if (type.kind === "text") {
    return (block, at) => block.toString("utf8", at, at + bytes).replace(/[\0 ]+$/, "") || null;
  }
  // They are read in another way.
  if (type.kind === "texts") return () => null;
  if (type.kind !== "number") return null;
  const read = numberReader(type.number, type.isBig);
  const numbers = new Map(
    attributes.flatMap(({ name, type: own, value }): [string, number][] => {
      return own.kind === "number"
        ? [[name, Number(numberReader(own.number, own.isBig)(value, 0))]]
        : [];
    }),
  );
  const missing = [numbers.get("_FillValue"), numbers.get("missing_value")];
  const scale = numbers.get("scale_factor") ?? 1;
  const offset = numbers.get("add_offset") ?? 0;
  const isPacked = scale !== 1 || offset !== 0;
  return (block, at) => {
    const value = read(block, at);
    if (value === null || missing.includes(Number(value))) return null;
    return isPacked ? Number((Number(value) * scale + offset).toPrecision(12)) : value;
  };
}
