/**
 * Builds rows from a JSON file whose columns are stored one after the other: all columns are read
 * side by side.
 */
import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { limitRefusal } from "../../base/limits.ts";
import { openFile } from "../../base/open-file.ts";
import { DatasetRefusal } from "../../base/refusal.ts";
import type { TextEncoding } from "../../open/encoding.ts";
import { Utf8Reader } from "../utf8-reader.ts";
import { type ElementPlan, ElementReader } from "./element-reader.ts";
import type { TableShape } from "./table-shapes.ts";

/** A UTF-8 file that is read at several positions at once. */
export type PlacedFile = { filePath: string; bomBytes: number };

type Columnar = Extract<TableShape, { kind: "columns" | "split" }>;

/** A run of elements, and what each contributes to its row. */
type Cursor = {
  reader: ElementReader;
  held: unknown[];
  taken: number;
  add(element: unknown): void;
};

const blockBytesMin = 4 * 1024;
const blockBytesMax = 256 * 1024;
/** Blocks grow to their longest element; together they may hold this many times a row. */
const grownRowsMax = 4;
const copyBlockBytes = 1024 * 1024;

/** Copies a file as UTF-8, so that it can be read at any position. */
export function copyAsUtf8(filePath: string, encoding: TextEncoding, workDir: string): PlacedFile {
  const copyPath = join(workDir, "utf8.json");
  const reader = new Utf8Reader(filePath, encoding);
  const copy = openSync(copyPath, "w");
  try {
    const block = Buffer.allocUnsafe(copyBlockBytes);
    for (let length = reader.read(block, 0); length > 0; length = reader.read(block, 0)) {
      for (let done = 0; done < length; ) done += writeSync(copy, block, done, length - done);
    }
  } finally {
    reader.close();
    closeSync(copy);
  }
  return { filePath: copyPath, bomBytes: 0 };
}

/** How to read cells, and who receives them row by row. */
export type ColumnPlan = Omit<ElementPlan, "of"> & { add(name: string, value: unknown): void };

/**
 * Reads rows cell by cell; yields the bytes of the file read so far after each row. The columns
 * have equal lengths, as the walk through the file has counted. `depth` is that of their object.
 */
export function* columnRows(
  { filePath, bomBytes }: PlacedFile,
  shape: Columnar,
  plan: ColumnPlan,
): Generator<number> {
  const { limits, format } = plan;
  const places = shape.kind === "split" ? 2 : shape.columns.length;
  const share = Math.ceil(limits.chunkBytes / 4 / places);
  const blockBytes = Math.min(blockBytesMax, Math.max(blockBytesMin, share));
  const file = openFile(filePath);
  let bytesRead = 0;
  const openAt: OpenAt = (start, of) => {
    let position = bomBytes + start;
    const read = (target: Buffer, offset: number): number => {
      const length = file.readSync(target, offset, target.length - offset, position);
      position += length;
      bytesRead += length;
      return length;
    };
    return new ElementReader({ read }, { ...plan, of, depth: plan.depth + 1 }, blockBytes);
  };
  try {
    const cursors = cursorsOf(shape, openAt, plan);
    const heldMax = cursors.length * blockBytes + grownRowsMax * limits.rowBytesMax;
    for (let rows = refill(cursors, format); rows > 0; rows = refill(cursors, format)) {
      const held = cursors.reduce((sum, { reader }) => sum + reader.blockBytes, 0);
      if (held > heldMax) throw limitRefusal(limits, "rowBytesMax", null, format);
      for (let i = 0; i < rows; i++) {
        for (const cursor of cursors) cursor.add(cursor.held[cursor.taken++]);
        yield bytesRead;
      }
    }
  } finally {
    file.close();
  }
}

type OpenAt = (start: number, of: "array" | "object") => ElementReader;

/** Number of rows that all cursors hold; 0 at the end. */
function refill(cursors: readonly Cursor[], format: string): number {
  let rows = Number.POSITIVE_INFINITY;
  for (const cursor of cursors) {
    if (cursor.taken >= cursor.held.length) {
      cursor.held = cursor.reader.next()?.elements ?? [];
      cursor.taken = 0;
    }
    rows = Math.min(rows, cursor.held.length - cursor.taken);
  }
  if (rows > 0) return rows;
  if (cursors.every(({ held, taken }) => held.length === taken)) return 0;
  throw new DatasetRefusal("malformed_file", "The columns have different lengths.", format);
}

function cursor(reader: ElementReader, add: Cursor["add"]): Cursor {
  return { reader, held: [], taken: 0, add };
}

function cursorsOf(shape: Columnar, openAt: OpenAt, plan: ColumnPlan): Cursor[] {
  if (shape.kind === "split") return splitCursors(shape, openAt, plan);
  if (shape.labelled) return labelledCursors(shape, openAt, plan);
  return shape.columns.map(({ name, start }) =>
    cursor(openAt(start, "array"), (value) => plan.add(name, value)),
  );
}

/**
 * Cursors for columns that are objects; each must have the keys of the first, in the same order.
 */
function labelledCursors(
  { columns, keyName }: Extract<TableShape, { kind: "columns" }>,
  openAt: OpenAt,
  { add, format }: ColumnPlan,
): Cursor[] {
  let label: unknown;
  return columns.map(({ name, start }, index) =>
    cursor(openAt(start, "object"), (pair) => {
      const [key, value] = pair as [string, unknown];
      if (index === 0) {
        label = key;
        if (keyName !== null) add(keyName, key);
      }
      if (key !== label) {
        throw new DatasetRefusal("malformed_file", "The columns have different keys.", format);
      }
      add(name, value);
    }),
  );
}

/** Cursors for the row labels, unless they only count, and for the rows. */
function splitCursors(
  { names, data, index }: Extract<TableShape, { kind: "split" }>,
  openAt: OpenAt,
  { add, limits, format }: ColumnPlan,
): Cursor[] {
  const columns: string[] = [];
  const taken = new Map<string, number>();
  for (const value of elementsOf(openAt(names, "array"))) {
    if (columns.length >= limits.columnsMax) {
      throw limitRefusal(limits, "columnsMax", null, format);
    }
    columns.push(freeName(nameOf(value), taken));
  }
  const cursors: Cursor[] = [];
  if (index !== null && !isCounting(openAt(index, "array"))) {
    const name = freeName("index", taken);
    cursors.push(cursor(openAt(index, "array"), (value) => add(name, value)));
  }
  const addCells: Cursor["add"] = (cells) => {
    if (!Array.isArray(cells)) {
      throw new DatasetRefusal("malformed_file", "A row is not an array.", format);
    }
    const width = Math.max(cells.length, columns.length);
    for (let i = 0; i < width; i++) add(columns[i] ?? `column_${i + 1}`, cells[i]);
  };
  cursors.push(cursor(openAt(data, "array"), addCells));
  return cursors;
}

function* elementsOf(reader: ElementReader): Generator<unknown> {
  for (let held = reader.next(); held; held = reader.next()) yield* held.elements;
}

function isCounting(reader: ElementReader): boolean {
  let count = 0;
  for (const value of elementsOf(reader)) if (value !== count++) return false;
  return true;
}

/** pandas names columns with several levels by arrays. */
function nameOf(value: unknown): string {
  return Array.isArray(value) ? value.map(String).join("_") : String(value);
}

/** A name that no earlier column has; `taken` counts the columns by name. */
function freeName(name: string, taken: Map<string, number>): string {
  let count = (taken.get(name) ?? 0) + 1;
  let free = count === 1 ? name : `${name}_${count}`;
  while (count > 1 && taken.has(free)) free = `${name}_${++count}`;
  taken.set(name, count);
  if (free !== name) taken.set(free, 1);
  return free;
}
