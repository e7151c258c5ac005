/** Decides which objects of a JSON document are tables, and of what shape. Pure. */
import type { DatasetLimits } from "../../base/limits.ts";
import { ARRAY, OBJECT, TEXT } from "./kinds.ts";

/** The table's shape within its array or object; positions are bytes of the decoded text. */
export type TableShape =
  | { kind: "array" }
  /** Each member is a row, whose fields are columns if it is a record. */
  | { kind: "members"; keyName: string; areRecords: boolean }
  /**
   * Each member is a column: an array, or an object with the row labels as keys. `keyName` is null
   * if the labels only count the rows.
   */
  | { kind: "columns"; columns: ColumnPlace[]; labelled: boolean; keyName: string | null }
  /** pandas' orient `split`: names, rows as arrays, and optionally row labels. */
  | { kind: "split"; names: number; data: number; index: number | null };

type ColumnPlace = { name: string; start: number };

/** A table in a document. `cells` counts the non-empty cells, `values` all scalars inside. */
export type FoundTable = {
  /** Keys that lead to it, as their raw bytes. */
  path: readonly string[];
  start: number;
  /** Number of brackets around its records in the whole document. */
  depth: number;
  records: number;
  cells: number;
  values: number;
  /** Weight for choosing the table to read: its cells, less if they have no names. */
  weight: number;
  shape: TableShape;
};

/** A member that is an array or an object; its key holds the raw bytes as characters. */
export type Member = {
  key: string;
  kind: number;
  start: number;
  elements: number;
  /** Bits of the kinds of an array's elements; scalars are `TEXT`. */
  mask: number;
  cells: number;
  values: number;
  /** For an object: a hash of its keys in order, and whether they count from 0 or label rows. */
  labels?: { keyHash: number; counting: boolean; labelled: boolean };
};

/** An object whose members are being counted. */
export type ObjectFrame = {
  depth: number;
  start: number;
  expectsKey: boolean;
  memberKey: string;
  members: number;
  scalars: number;
  objects: number;
  arrays: number;
  values: number;
  /** The members that are arrays and objects: as many as a table may have columns, and one more. */
  nested: Member[];
  /** The distinct keys of the members' own members, and their number. */
  childKeys: Set<string>;
  childMembers: number;
  keyHash: number;
  counting: boolean;
  labelled: boolean;
  tablesBefore: number;
  beyondBefore: number;
  /** The largest table inside. */
  best: FoundTable | null;
};

/** An object with at most this many members is a document with parts rather than a mapping. */
const partsMax = 16;
/** Share of cells that keyed records must fill if there are few records. */
const fillMin = 0.5;
/** Among many records, this many distinct keys, or this share of filled cells, are common. */
const keysCommonMax = 200;
const fillOfManyMin = 0.02;
/** Most members that may be something else among keyed records, as a share. */
const strayShareMax = 0.1;
/** Parts with this many times more records than there are parts are separate tables. */
const innerRecordsFactor = 10;
/** Fewest rows of columns that are next to single values, as in API responses. */
const rowsBesideValuesMin = 10;
/** If there are many columns, they may be at most this many times the rows. */
const columnsPerRowMax = 4;

/** Weights of a cell: one with a name, one in a row of its own, and a single value. */
const namedWeight = 1;
const rowWeight = 0.1;
const loneWeight = 0.01;

/** An array as a table. */
export function arrayTable(path: string[], member: Member, depth: number): FoundTable {
  const { start, elements, mask, cells, values } = member;
  const weights = mask & ARRAY ? rowWeight : loneWeight;
  const weight = cells * (mask & OBJECT ? namedWeight : weights);
  const found = { path, start, depth, records: elements, cells, values };
  return { ...found, weight, shape: { kind: "array" } };
}

/** An object as a table; null if it is not one, although it may contain some. */
export function objectTable(
  frame: ObjectFrame,
  path: string[],
  limits: DatasetLimits,
): FoundTable | null {
  if (frame.members === 0) return null;
  const judges = [asSplit, asDescribed, asColumns, asLabelledColumns, asRecords, asEntries];
  for (const judge of judges) {
    const found = judge(frame, limits);
    if (found) return { ...placeOf(frame), ...found, path: [...path, ...(found.path ?? [])] };
  }
  return null;
}

/** An object of single values, as a table with one row. */
export function pairTable(frame: ObjectFrame): FoundTable {
  return { ...placeOf(frame), ...entriesOf(frame), path: [] };
}

type Judged = Pick<FoundTable, "records" | "cells" | "weight" | "shape"> &
  Partial<Pick<FoundTable, "path" | "start" | "depth" | "values">>;

function placeOf(frame: ObjectFrame): Pick<FoundTable, "start" | "depth" | "values"> {
  return { start: frame.start, depth: frame.depth, values: frame.values };
}

const splitKeys = new Set(["columns", "index", "data", "index_names", "column_names"]);

/** pandas' `split` and `tight`. */
function asSplit(frame: ObjectFrame): Judged | null {
  const { nested, members } = frame;
  if (nested.length !== members || !nested.every(({ key }) => splitKeys.has(key))) return null;
  const part = (name: string): Member | undefined =>
    nested.find(({ key, kind }) => key === name && kind === ARRAY);
  const names = part("columns");
  const data = part("data");
  const index = part("index");
  if (!names || !data || (data.mask & ~ARRAY) !== 0) return null;
  if (index && index.elements !== data.elements) return null;
  const { elements: records, cells } = data;
  const shape = { names: names.start, data: data.start, index: index?.start ?? null };
  return { records, cells, weight: cells, shape: { kind: "split", ...shape } };
}

/** pandas' `table`: records, and a description of their fields that is not a table itself. */
function asDescribed(frame: ObjectFrame): Judged | null {
  const { nested, members, childKeys } = frame;
  const data = nested.find(({ key, kind }) => key === "data" && kind === ARRAY);
  const schema = nested.find(({ key, kind }) => key === "schema" && kind === OBJECT);
  if (members !== 2 || !data || !schema || !childKeys.has("fields")) return null;
  const { elements: records, cells, start } = data;
  const place = { path: ["data"], start, depth: frame.depth + 1 };
  return { records, cells, weight: cells, shape: { kind: "array" }, ...place };
}

/** Arrays of equal length are columns, even next to some single values and other arrays. */
function asColumns(frame: ObjectFrame, limits: DatasetLimits): Judged | null {
  if (frame.arrays === 0 || frame.objects > 0 || frame.arrays > limits.columnsMax) return null;
  const columns = sameLength(frame.nested);
  const isAlone = frame.scalars === 0 && columns.length === frame.arrays;
  const rows = columns[0]?.elements ?? 0;
  if (rows === 0 || columns.some(({ mask }) => (mask & OBJECT) !== 0)) return null;
  if (!columns.some(({ mask }) => mask === TEXT)) return null;
  if (!isAlone && (columns.length < 2 || rows < rowsBesideValuesMin)) return null;
  if (!isAlone && holdsLess(columns, frame.nested)) return null;
  if (!areColumns(columns.length, rows)) return null;
  const values = columns.reduce((sum, member) => sum + member.values, 0);
  const cells = rows * columns.length;
  const shape = { columns: placesOf(columns), labelled: false, keyName: null };
  // A single named list says no more than a plain list, so a table of records next to it is
  // preferred.
  const weight = columns.length > 1 ? cells : cells * rowWeight;
  return { records: rows, cells, weight, values, shape: { kind: "columns", ...shape } };
}

/**
 * Among many lists of various lengths, a few have the same length by chance: word lists by language
 * are not columns.
 */
function holdsLess(columns: readonly Member[], arrays: readonly Member[]): boolean {
  const elementsOf = (members: readonly Member[]): number =>
    members.reduce((sum, { elements }) => sum + elements, 0);
  return arrays.length > partsMax && elementsOf(columns) * 2 < elementsOf(arrays);
}

/**
 * The arrays of the length that has the most elements in total; R's statistics have several
 * lengths.
 */
function sameLength(arrays: readonly Member[]): Member[] {
  const byLength = new Map<number, Member[]>();
  for (const member of arrays) {
    const known = byLength.get(member.elements);
    if (known) known.push(member);
    else byLength.set(member.elements, [member]);
  }
  const cellsOf = (members: readonly Member[]): number =>
    members.length * (members[0]?.elements ?? 0);
  return [...byLength.values()].sort((a, b) => cellsOf(b) - cellsOf(a))[0] ?? [];
}

/** pandas' `columns`: objects with the same keys, which are numbers or dates. */
function asLabelledColumns(frame: ObjectFrame, limits: DatasetLimits): Judged | null {
  const { nested, objects, members } = frame;
  if (objects !== members || objects > limits.columnsMax || frame.labelled) return null;
  const first = nested[0];
  if (!first?.labels?.labelled || first.elements === 0) return null;
  const { keyHash, counting } = first.labels;
  const rows = first.elements;
  if (!nested.every(({ labels, elements }) => elements === rows && labels?.keyHash === keyHash)) {
    return null;
  }
  if (!areColumns(objects, rows)) return null;
  const columns = placesOf(nested);
  const names = new Set(columns.map(({ name }) => name));
  const keyName = counting ? null : freeName(names);
  const shape = { columns, labelled: true, keyName };
  const cells = rows * objects;
  return { records: rows, cells, weight: cells, shape: { kind: "columns", ...shape } };
}

function areColumns(columns: number, rows: number): boolean {
  return columns <= partsMax || columns < rows * columnsPerRowMax;
}

/** Keyed records: similar objects; a few other members are allowed. */
function asRecords(frame: ObjectFrame, limits: DatasetLimits): Judged | null {
  const { members, objects, childKeys, childMembers, best } = frame;
  if (objects < (frame.counting ? 1 : 2) || members - objects > members * strayShareMax)
    return null;
  const keys = childKeys.size;
  if (keys === 0 || keys > limits.columnsMax) return null;
  const fill = childMembers / (objects * keys);
  if (members <= partsMax) {
    if (fill < fillMin) return null;
    if (best && best.records > members * innerRecordsFactor) return null;
  } else if (keys > keysCommonMax && fill < fillOfManyMin) return null;
  const cells = childMembers + members - objects;
  const keyName = freeName(childKeys);
  return {
    records: members,
    cells,
    weight: cells,
    shape: { kind: "members", keyName, areRecords: true },
  };
}

/** Keys with values: only single values, or many members without a large table inside. */
function asEntries(frame: ObjectFrame): Judged | null {
  const { members, scalars, best, values } = frame;
  if (members < 2) return null;
  const isMapping = members > partsMax && (!best || best.values * 2 < values);
  return scalars === members || isMapping ? entriesOf(frame) : null;
}

function entriesOf({ members }: ObjectFrame): Judged {
  const cells = members * 2;
  const shape: TableShape = { kind: "members", keyName: "key", areRecords: false };
  return { records: members, cells, weight: cells * loneWeight, shape };
}

function placesOf(members: readonly Member[]): ColumnPlace[] {
  return members.map(({ key, start }) => ({ name: keyText(key), start }));
}

/** A name for the column of keys that no field has. */
function freeName(taken: ReadonlySet<string>): string {
  let name = "key";
  for (let i = 2; taken.has(name); i++) name = `key_${i}`;
  return name;
}

/** A key in readable form; a key that was cut to the size limit keeps its raw spelling. */
export function keyText(raw: string): string {
  const text = Buffer.from(raw, "latin1").toString("utf8");
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return text;
  }
}
