/**
 * Packs the samples, profiles and charts of a file's other tables into one object next to its sample. An
 * index of fixed size lets each be read without the others. Pure.
 */
import type { ByteRange } from "../../platform/storage/port.ts";
import type { ProfileCharts } from "./charts.ts";
import { rowSketchPath } from "./drift/row-sketch.ts";
import { contactSheetPath } from "./rules.ts";
import type { ColumnProfile, Profile, Sample } from "./schemas.ts";

/** The index at the object's beginning has this size, padded with spaces. */
export const TABLE_INDEX_BYTES = 8192;

type StoredTable = { position: number; profile: Profile; sample: Sample; charts: ProfileCharts };

export type PackedColumn = Pick<ColumnProfile, "name" | "type" | "semantic_type" | "format">;

/** The pack's object key, next to the file's sample. */
export function tablePackPath(samplePath: string): string {
  return samplePath.replace(/\.json$/, ".tables");
}

/** All objects that a profile job stores: sample, contact sheet, other tables, row hashes. */
export function previewPaths(samplePath: string): string[] {
  const others = [contactSheetPath, tablePackPath, rowSketchPath];
  return [samplePath, ...others.map((pathOf) => pathOf(samplePath))];
}

/** The index. `tables` holds the byte sizes of a table's parts by position, 0 if missing. */
export type PackIndex = {
  columnsBytes: number;
  tables: [profileBytes: number, sampleBytes: number, chartsBytes: number][];
};

/** A table's parts in their order. */
const parts = ["profile", "sample", "charts"] as const;
export type TablePart = (typeof parts)[number];

/** The layout: index, all columns, then each table's parts as JSON, by position. */
export function packTables(tables: readonly StoredTable[]): Uint8Array {
  const length = 1 + Math.max(-1, ...tables.map(({ position }) => position));
  const columns = new Array<PackedColumn[] | null>(length).fill(null);
  const index: PackIndex = { columnsBytes: 0, tables: new Array(length).fill([0, 0, 0]) };
  const bodies: Buffer[] = [];
  for (const { position, profile, sample, charts } of tables.toSorted(
    (a, b) => a.position - b.position,
  )) {
    const profileText = Buffer.from(JSON.stringify(profile));
    const sampleText = Buffer.from(JSON.stringify(sample));
    const chartsText = Buffer.from(JSON.stringify(charts));
    bodies.push(profileText, sampleText, chartsText);
    index.tables[position] = [profileText.length, sampleText.length, chartsText.length];
    columns[position] = profile.columns.map(({ name, type, semantic_type, format }) => {
      return { name, type, semantic_type, ...(format === undefined ? {} : { format }) };
    });
  }
  const columnsText = Buffer.from(JSON.stringify(columns));
  index.columnsBytes = columnsText.length;
  const head = Buffer.from(JSON.stringify(index).padEnd(TABLE_INDEX_BYTES));
  if (head.length > TABLE_INDEX_BYTES) throw new Error(`an index of ${length} tables`);
  return Buffer.concat([head, columnsText, ...bodies]);
}

/** The range of all columns: an array by position, with null for tables without a profile. */
export function columnsRange(index: PackIndex): ByteRange {
  return rangeOf(TABLE_INDEX_BYTES, index.columnsBytes);
}

/** The byte range of a part of a table; null if the table was not read. */
export function tableRange(
  index: PackIndex,
  position: number,
  wanted: TablePart,
): ByteRange | null {
  const own = index.tables[position];
  if (own === undefined || own.includes(0)) return null;
  const before = index.tables.slice(0, position).flat();
  const earlier = [...before, ...own.slice(0, parts.indexOf(wanted))];
  const start = earlier.reduce((sum, bytes) => sum + bytes, TABLE_INDEX_BYTES + index.columnsBytes);
  return rangeOf(start, own[parts.indexOf(wanted)] ?? 0);
}

const rangeOf = (start: number, bytes: number): ByteRange => ({
  start,
  endInclusive: start + bytes - 1,
});
