/**
 * How samples and profiles of the tables beside the default one are stored: all in one object beside
 * its sample, behind an index of fixed size, so that each is read without the others. Pure.
 */
import type { ByteRange } from "../../platform/storage/port.ts";
import { rowSketchPath } from "./drift/row-sketch.ts";
import { contactSheetPath } from "./rules.ts";
import type { ColumnProfile, Profile, Sample } from "./schemas.ts";

/** The object begins with an index of so many bytes, padded with blanks. */
export const TABLE_INDEX_BYTES = 8192;

type StoredTable = { position: number; profile: Profile; sample: Sample };

export type PackedColumn = Pick<ColumnProfile, "name" | "type" | "semantic_type" | "format">;

/** Where the pack of a file is kept, beside its sample. */
export function tablePackPath(samplePath: string): string {
  return samplePath.replace(/\.json$/, ".tables");
}

/** All that a profile job stores of a file: sample, contact sheet, other tables, hashes of rows. */
export function previewPaths(samplePath: string): string[] {
  const others = [contactSheetPath, tablePackPath, rowSketchPath];
  return [samplePath, ...others.map((pathOf) => pathOf(samplePath))];
}

/** Where everything lies: in `tables` the bytes of profile and sample by position, 0 without them. */
export type PackIndex = {
  columnsBytes: number;
  tables: [profileBytes: number, sampleBytes: number][];
};

/** The object: the index, all columns, then each table's profile and sample as JSON, by position. */
export function packTables(tables: readonly StoredTable[]): Uint8Array {
  const length = 1 + Math.max(-1, ...tables.map(({ position }) => position));
  const columns = new Array<PackedColumn[] | null>(length).fill(null);
  const index: PackIndex = { columnsBytes: 0, tables: new Array(length).fill([0, 0]) };
  const bodies: Buffer[] = [];
  for (const { position, profile, sample } of tables.toSorted((a, b) => a.position - b.position)) {
    const profileText = Buffer.from(JSON.stringify(profile));
    const sampleText = Buffer.from(JSON.stringify(sample));
    bodies.push(profileText, sampleText);
    index.tables[position] = [profileText.length, sampleText.length];
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

/** Where a table's profile or sample lies, by the index; null where it has none. */
export function tableRange(
  index: PackIndex,
  position: number,
  wanted: "profile" | "sample",
): ByteRange | null {
  const own = index.tables[position];
  if (!own || own[0] === 0 || own[1] === 0) return null;
  let start = TABLE_INDEX_BYTES + index.columnsBytes;
  for (const [profile, sample] of index.tables.slice(0, position)) start += profile + sample;
  return wanted === "profile" ? rangeOf(start, own[0]) : rangeOf(start + own[0], own[1]);
}

const rangeOf = (start: number, bytes: number): ByteRange => ({
  start,
  endInclusive: start + bytes - 1,
});
