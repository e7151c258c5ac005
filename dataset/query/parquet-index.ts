/** A table's columns, row groups and statistics from a Parquet footer, for planning a query. */
import type { ColumnKind, QueriedColumn } from "../../market/query/plan.ts";
import { childrenOf } from "../read/parquet/schema.ts";
import { ThriftReader, type ThriftStruct, type ThriftValue } from "../read/parquet/thrift.ts";
import { cutFooter, type FooterParts } from "./footer-bytes.ts";

/** A column's bounds in a row group, as stored; null if unknown. */
type ChunkStats = { min: Buffer | null; max: Buffer | null; nulls: number | null };

/**
 * The stored bytes of a column in a row group; for a nested column, the range of all its leaves.
 */
export type ColumnChunk = { start: number; end: number; stats: ChunkStats };

type RowGroup = { rows: number; chunks: ColumnChunk[] };

export type IndexedColumn = QueriedColumn & {
  /** Parquet's number of the physical type; null for a nested column. */
  physical: number | null;
  /** The unit of a time. */
  unit: "ms" | "us" | "ns" | null;
  isUnsigned: boolean;
  /** Whether the column is a decimal. */
  isDecimal: boolean;
};

export type ParquetIndex = {
  rows: number;
  columns: IndexedColumn[];
  groups: RowGroup[];
  parts: FooterParts;
};

type Element = { fields: ThriftStruct; leaves: number };

const columnsMax = 10_000;

/** Reads a footer without the eight bytes after it. Throws a RangeError if it is not a footer. */
export function readIndex(footer: Buffer, byteSize: number): ParquetIndex {
  const file = new ThriftReader(footer).struct();
  const roots = rootsOf(structs(file[2]));
  if (roots.length > columnsMax) throw new RangeError("columns");
  const columns = roots.map(({ fields, leaves }) => columnOf(fields, leaves));
  if (new Set(columns.map(({ name }) => name)).size !== columns.length) {
    throw new RangeError("two columns of one name");
  }
  const groups = structs(file[4]).map((group) => groupOf(group, roots, byteSize));
  const rows = groups.reduce((sum, group) => sum + group.rows, 0);
  if (Number(file[3] ?? rows) !== rows) throw new RangeError("rows");
  return { rows, columns, groups, parts: cutFooter(footer) };
}

function structs(value: ThriftValue | undefined): ThriftStruct[] {
  return Array.isArray(value) ? (value as ThriftStruct[]) : [];
}

/** The elements directly below the schema's root, each with its number of leaves. */
function rootsOf(schema: readonly ThriftStruct[]): Element[] {
  let at = 1;
  const take = (depth: number): Element => {
    const fields = schema[at++];
    if (fields === undefined || depth > 64) throw new RangeError("schema");
    const children = childrenOf(fields);
    if (children === 0) return { fields, leaves: 1 };
    let leaves = 0;
    for (let left = children; left > 0; left -= 1) leaves += take(depth + 1).leaves;
    return { fields, leaves };
  };
  const roots: Element[] = [];
  for (let left = childrenOf(schema[0]); left > 0; left -= 1) roots.push(take(0));
  return roots;
}

function groupOf(group: ThriftStruct, roots: readonly Element[], byteSize: number): RowGroup {
  const rows = Number(group[3] ?? 0);
  if (!(rows >= 0)) throw new RangeError("rows");
  const metas = structs(group[1]).map((chunk) => (chunk[3] ?? {}) as ThriftStruct);
  let at = 0;
  const chunks = roots.map(({ leaves }) => {
    const own = metas.slice(at, at + leaves);
    at += leaves;
    if (own.length !== leaves) throw new RangeError("columns");
    return chunkOf(own, byteSize);
  });
  return { rows, chunks };
}

function chunkOf(metas: readonly ThriftStruct[], byteSize: number): ColumnChunk {
  const ranges = metas.map((meta) => {
    const data = Number(meta[9] ?? -1);
    const dictionary = Number(meta[11] ?? 0);
    const start = dictionary > 0 && dictionary < data ? dictionary : data;
    const end = start + Number(meta[7] ?? -1);
    if (!(start >= 4 && end >= start && end <= byteSize)) throw new RangeError("offsets");
    return { start, end };
  });
  const start = Math.min(...ranges.map((range) => range.start));
  const end = Math.max(...ranges.map((range) => range.end));
  const stats = ((metas.length === 1 ? metas[0]?.[12] : undefined) ?? {}) as ThriftStruct;
  const { 3: nulls, 5: max, 6: min } = stats;
  return {
    start,
    end,
    stats: {
      min: Buffer.isBuffer(min) ? min : null,
      max: Buffer.isBuffer(max) ? max : null,
      nulls: nulls === undefined ? null : Number(nulls),
    },
  };
}

const LOGICAL = { string: 1, map: 2, list: 3, enum: 4, decimal: 5, date: 6, time: 7 } as const;
const TIMESTAMP = 8;
const INTEGER = 10;
const JSON_TYPE = 12;
const FLOAT16 = 15;

/** Parquet's older (converted) types for the same kinds. */
const converted: Readonly<Record<number, ColumnKind>> = {
  0: "string",
  4: "string",
  5: "number",
  6: "date",
  7: "time",
  8: "time",
  9: "datetime",
  10: "datetime",
  19: "string",
};
const physicalKinds: readonly ColumnKind[] = [
  "boolean",
  "integer",
  "integer",
  "datetime",
  "number",
  "number",
  "binary",
  "binary",
];

function columnOf(element: ThriftStruct, leaves: number): IndexedColumn {
  const name = Buffer.isBuffer(element[4]) ? element[4].toString("utf8") : "";
  const logical = (element[10] ?? {}) as ThriftStruct;
  const old = element[6] === undefined ? null : Number(element[6]);
  const isNested = childrenOf(element) > 0 || leaves > 1;
  // A repeated field without an enclosing list.
  const isRepeated = element[3] !== undefined && Number(element[3]) === 2;
  const plain = { physical: null, unit: null, isUnsigned: false, isDecimal: false };
  if (isNested || isRepeated) {
    const isList = logical[LOGICAL.list] !== undefined || logical[LOGICAL.map] !== undefined;
    const isArray = isRepeated || isList || old === 1 || old === 3;
    return { ...plain, name, kind: isArray ? "array" : "object" };
  }
  const physical = Number(element[1] ?? -1);
  const kind = logicalKind(logical) ?? converted[old ?? -1] ?? physicalKinds[physical] ?? "binary";
  const integer = logical[INTEGER] as ThriftStruct | undefined;
  return {
    name,
    kind,
    physical,
    unit: unitOf(logical, old, physical),
    isUnsigned: integer?.[2] === false || (old !== null && old >= 11 && old <= 14),
    isDecimal: logical[LOGICAL.decimal] !== undefined || old === 5,
  };
}

function logicalKind(logical: ThriftStruct): ColumnKind | null {
  const kinds: [field: number, kind: ColumnKind][] = [
    [LOGICAL.string, "string"],
    [LOGICAL.enum, "string"],
    [JSON_TYPE, "string"],
    [LOGICAL.decimal, "number"],
    [FLOAT16, "number"],
    [LOGICAL.date, "date"],
    [LOGICAL.time, "time"],
    [TIMESTAMP, "datetime"],
    [INTEGER, "integer"],
  ];
  return kinds.find(([field]) => logical[field] !== undefined)?.[1] ?? null;
}

function unitOf(logical: ThriftStruct, old: number | null, physical: number) {
  const time = (logical[TIMESTAMP] ?? logical[LOGICAL.time]) as ThriftStruct | undefined;
  const unit = (time?.[2] ?? {}) as ThriftStruct;
  if (unit[1] !== undefined || old === 7 || old === 9) return "ms" as const;
  if (unit[2] !== undefined || old === 8 || old === 10) return "us" as const;
  return unit[3] !== undefined || physical === 3 ? ("ns" as const) : null;
}
