import { displayNames } from "../column-names.ts";
import type { FlatTable } from "./flat-table.ts";
import { FIELD, fieldName, hasExtension } from "./schema-message.ts";

/** Type numbers in Arrow schemas. */
const TYPE = {
  null: 1,
  decimal: 7,
  interval: 11,
  struct: 13,
  union: 14,
  fixedList: 16,
  runEnd: 22,
  binaryView: 23,
  utf8View: 24,
  listView: 25,
  largeListView: 26,
} as const;

/** Types whose values Polars cannot hold. */
const unreadTypes: ReadonlySet<number> = new Set([
  TYPE.interval,
  TYPE.union,
  TYPE.runEnd,
  TYPE.listView,
  TYPE.largeListView,
]);
const views: ReadonlySet<number> = new Set([TYPE.binaryView, TYPE.utf8View]);
const textTypes: ReadonlySet<number> = new Set([4, 5, 19, 20]);
const wideDecimalBits = 256;
const denseMode = 1;
const denseFields = { mode: 0, bitWidth: 2 } as const;
/** Before this metadata version, unions had a validity bitmap. */
const unionsWithoutBits = 4;

/** A column's share of a batch's lists. */
export type BufferCounts = { nodes: number; buffers: number; views: number };

/** The columns of a schema: those that Polars reads, under unique names, and the others. */
export type ColumnPlan = {
  /** Each column's share of a batch, by the version of the batch's metadata. */
  partsOf: (version: number) => readonly BufferCounts[];
  kept: readonly boolean[];
  /** The kept columns' names in the file. */
  rawNames: readonly string[];
  /** Unique names of the kept columns for Polars. */
  names: readonly string[];
  lost: readonly string[];
  /** Dictionaries of the kept columns; Polars rejects others. */
  dictionaries: ReadonlySet<bigint>;
  /** Whether the schema must be rewritten for Polars. */
  isChanged: boolean;
};

const typeOf = (field: FlatTable): number => field.byte(FIELD.typeKind);
const isEncoded = (field: FlatTable): boolean => field.target(FIELD.dictionary) !== 0;

function numberOf(field: FlatTable, index: number, width: 2 | 4): number {
  const type = field.table(FIELD.type);
  const at = type?.field(index) ?? 0;
  return !type || at === 0 ? 0 : type.bytes.readUIntLE(at, width);
}

/** Whether Polars reads a field and everything inside it. */
function isReadable(field: FlatTable): boolean {
  const type = typeOf(field);
  if (unreadTypes.has(type)) return false;
  if (type === TYPE.decimal && numberOf(field, denseFields.bitWidth, 4) === wideDecimalBits) {
    return false;
  }
  const children = field.tables(FIELD.children);
  const names = new Set(children.map(fieldName));
  if (type === TYPE.struct && names.size < children.length) return false;
  return children.every(isReadable);
}

/** Number of a batch's buffers for the field itself, without its children. */
function ownBuffers(field: FlatTable, version: number): number {
  const type = typeOf(field);
  if (type === TYPE.null || type === TYPE.runEnd) return 0;
  if (type === TYPE.struct || type === TYPE.fixedList) return 1;
  if (type === TYPE.union) {
    const dense = numberOf(field, denseFields.mode, 2) === denseMode;
    return (dense ? 2 : 1) + (version < unionsWithoutBits ? 1 : 0);
  }
  return textTypes.has(type) || type === TYPE.listView || type === TYPE.largeListView ? 3 : 2;
}

function partsOf(field: FlatTable, version: number): BufferCounts {
  if (isEncoded(field)) return { nodes: 1, buffers: 2, views: 0 };
  const parts = { nodes: 1, buffers: ownBuffers(field, version), views: 0 };
  if (views.has(typeOf(field))) parts.views++;
  for (const child of field.tables(FIELD.children)) {
    const inner = partsOf(child, version);
    parts.nodes += inner.nodes;
    parts.buffers += inner.buffers;
    parts.views += inner.views;
  }
  return parts;
}

function dictionariesOf(field: FlatTable, found: Set<bigint>): void {
  const dictionary = field.table(FIELD.dictionary);
  if (dictionary) found.add(dictionary.long(0));
  for (const child of field.tables(FIELD.children)) dictionariesOf(child, found);
}

/** How to read a schema's columns. The caller has checked the number and depth of the fields. */
export function planColumns(fields: readonly FlatTable[]): ColumnPlan {
  const kept = fields.map(isReadable);
  const readable = fields.filter((_, i) => kept[i]);
  const rawNames = readable.map(fieldName);
  const isRepeated = new Set(rawNames).size < rawNames.length;
  const dictionaries = new Set<bigint>();
  for (const field of readable) dictionariesOf(field, dictionaries);
  return {
    partsOf: (version) => fields.map((field) => partsOf(field, version)),
    kept,
    rawNames,
    names: isRepeated ? displayNames(rawNames).names : rawNames,
    lost: fields.filter((_, i) => !kept[i]).map(fieldName),
    dictionaries,
    isChanged: isRepeated || readable.length < fields.length || readable.some(hasExtension),
  };
}
