/**
 * Builds one Parquet file from many small ones: copies their row groups one after the other and
 * writes a footer for all. So it never holds more than one of them in memory.
 */
import { closeSync, openSync, writeSync } from "node:fs";
import type { ColumnType } from "../../market/profile/schemas.ts";
import {
  BINARY,
  fieldHead,
  I32,
  I64,
  LIST,
  listHead,
  readThrift,
  STRUCT,
  type ThriftFields,
  type ThriftList,
  type ThriftNode,
  writeThrift,
} from "../read/parquet/thrift-tree.ts";
import { TwinRefusal } from "./order.ts";

const magic = Buffer.from("PAR1");
const tailBytes = 8;

/** Thrift field numbers from parquet.thrift. */
const ofFile = { version: 1, schema: 2, rows: 3, groups: 4, createdBy: 6, orders: 7 };
const ofGroup = { columns: 1, rows: 3, offset: 5, ordinal: 7 };
const ofChunk = { offset: 2, meta: 3, offsetIndex: 4, columnIndex: 6 };
const ofMeta = {
  path: 3,
  dataPage: 9,
  indexPage: 10,
  dictionaryPage: 11,
  bloom: 14,
};
const ofElement = { name: 4, children: 5, converted: 6, logical: 10 };
const ofLogical = { json: 12, timestamp: 8 };
const convertedJson = 19n;

/** A column's name in the file, and type details beyond what Polars writes. */
export type FileColumn = { name: string; type: ColumnType; isUtc: boolean; isJson: boolean };

/** Writes the file. The caller must call `finish` or `abandon`. */
export class ParquetFile {
  readonly #fd: number;
  readonly #bytesMax: number;
  #bytes = 0;
  #rows = 0n;
  readonly #groups: Buffer[] = [];
  #first: { schema: Buffer; fields: ThriftFields } | null = null;

  constructor(path: string, bytesMax: number) {
    this.#fd = openSync(path, "w");
    this.#bytesMax = bytesMax;
    this.#write(magic);
  }

  get rows(): number {
    return Number(this.#rows);
  }

  /** Appends a whole Parquet file with the same columns, which it names by position. */
  append(part: Buffer, names: readonly string[]): void {
    const footerBytes = part.readUInt32LE(part.length - tailBytes);
    const footerStart = part.length - tailBytes - footerBytes;
    const fields = readThrift(part.subarray(footerStart, part.length - tailBytes));
    const schema = writeThrift(new Map([[1, required(fields, ofFile.schema)]]));
    if (this.#first === null) this.#first = { schema, fields };
    else if (!this.#first.schema.equals(schema)) {
      throw new TwinRefusal("values_differ", "A column changes its type within the file.");
    }
    const shift = BigInt(this.#bytes - magic.length);
    for (const group of structsOf(fields, ofFile.groups)) {
      if (numberOf(group, ofGroup.rows) === 0n) continue;
      moveGroup(group, shift, names);
      group.delete(ofGroup.ordinal);
      this.#rows += numberOf(group, ofGroup.rows);
      this.#groups.push(writeThrift(group));
    }
    this.#write(part.subarray(magic.length, footerStart));
  }

  /** Writes the footer. At least one part must have been appended. */
  finish(columns: readonly FileColumn[]): void {
    if (this.#first === null) throw new Error("a Parquet file of no parts");
    const { fields } = this.#first;
    const version = required(fields, ofFile.version).value;
    const head = writeThrift(
      new Map([
        [ofFile.version, { type: I32, value: version }],
        [ofFile.schema, { type: LIST, value: namedSchema(fields, columns) }],
        [ofFile.rows, { type: I64, value: this.#rows }],
      ]),
    );
    const orders = fields.get(ofFile.orders);
    const behind = writeThrift(
      new Map([
        [ofFile.createdBy, required(fields, ofFile.createdBy)],
        ...(orders === undefined ? [] : ([[ofFile.orders, orders]] as const)),
      ]),
    );
    // Thrift encodes the field ids of `behind` as differences: its first one follows field 4 here,
    // not 0.
    const footer = Buffer.concat([
      head.subarray(0, -1),
      fieldHead(ofFile.groups, ofFile.rows, LIST),
      listHead(STRUCT, this.#groups.length),
      ...this.#groups,
      fieldHead(ofFile.createdBy, ofFile.groups, BINARY),
      behind.subarray(1),
    ]);
    const tail = Buffer.alloc(tailBytes);
    tail.writeUInt32LE(footer.length, 0);
    magic.copy(tail, 4);
    this.#write(footer);
    this.#write(tail);
    closeSync(this.#fd);
  }

  /** Closes the file as it is. */
  abandon(): void {
    closeSync(this.#fd);
  }

  #write(bytes: Buffer): void {
    this.#bytes += bytes.length;
    if (this.#bytes > this.#bytesMax) {
      const detail = `As Parquet the table has more than ${this.#bytesMax} bytes.`;
      throw new TwinRefusal("twin_bytes_exceeded", detail);
    }
    for (let done = 0; done < bytes.length; ) {
      done += writeSync(this.#fd, bytes, done, bytes.length - done);
    }
  }
}

/** Shifts every offset of a row group to its place in the new file. */
function moveGroup(group: ThriftFields, shift: bigint, names: readonly string[]): void {
  move(group, ofGroup.offset, shift);
  for (const chunk of structsOf(group, ofGroup.columns)) {
    for (const id of [ofChunk.offset, ofChunk.offsetIndex, ofChunk.columnIndex]) {
      move(chunk, id, shift);
    }
    const meta = required(chunk, ofChunk.meta).value as ThriftFields;
    for (const id of [ofMeta.dataPage, ofMeta.indexPage, ofMeta.dictionaryPage, ofMeta.bloom]) {
      move(meta, id, shift);
    }
    const path = required(meta, ofMeta.path).value as ThriftList;
    path.items[0] = Buffer.from(nameAt(String(path.items[0]), names));
  }
}

function move(fields: ThriftFields, id: number, shift: bigint): void {
  const field = fields.get(id);
  if (field !== undefined) field.value = (field.value as bigint) + shift;
}

/** The table's name for the frame column `c<position>`. */
function nameAt(frameName: string, names: readonly string[]): string {
  const name = names[Number(frameName.slice(1))];
  if (name === undefined) throw new Error(`a column ${frameName} that the table lacks`);
  return name;
}

/** The schema with the table's own names; elements within a nested column keep theirs. */
function namedSchema(fields: ThriftFields, columns: readonly FileColumn[]): ThriftList {
  const { of, items } = required(fields, ofFile.schema).value as ThriftList;
  const elements = items as ThriftFields[];
  let position = 0;
  for (let at = 1; at < elements.length; at = behind(elements, at)) {
    const element = elements[at] as ThriftFields;
    const column = columns[position++];
    if (column === undefined) throw new Error("more columns than the table has");
    element.set(ofElement.name, { type: BINARY, value: Buffer.from(column.name) });
    markColumn(element, column);
  }
  return { of, items };
}

function markColumn(element: ThriftFields, { isJson, isUtc }: FileColumn): void {
  if (isJson) {
    element.set(ofElement.converted, { type: I32, value: convertedJson });
    element.set(ofElement.logical, { type: STRUCT, value: emptyUnion(ofLogical.json) });
  }
  const logical = element.get(ofElement.logical)?.value as ThriftFields | undefined;
  const timestamp = logical?.get(ofLogical.timestamp)?.value as ThriftFields | undefined;
  if (isUtc) timestamp?.set(1, { type: 1, value: true });
}

function emptyUnion(id: number): ThriftFields {
  return new Map([[id, { type: STRUCT, value: new Map() as ThriftFields }]]);
}

/** The position after an element and its descendants. */
function behind(elements: readonly ThriftFields[], at: number): number {
  let next = at + 1;
  const children = Number(elements[at]?.get(ofElement.children)?.value ?? 0);
  for (let child = 0; child < children; child++) next = behind(elements, next);
  return next;
}

function required(fields: ThriftFields, id: number): { type: number; value: ThriftNode } {
  const field = fields.get(id);
  if (field === undefined) throw new Error(`a Parquet footer without field ${id}`);
  return field;
}

function structsOf(fields: ThriftFields, id: number): ThriftFields[] {
  return (required(fields, id).value as ThriftList).items as ThriftFields[];
}

function numberOf(fields: ThriftFields, id: number): bigint {
  return required(fields, id).value as bigint;
}
