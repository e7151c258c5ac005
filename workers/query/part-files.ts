/**
 * Gives Polars a file with some of the row groups: a part of the local copy under its own footer.
 */
import { randomUUID } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { writeFooter } from "../../dataset/query/engine.ts";
import { QUERY_SCAN_BYTES_MAX } from "../../market/query/limits.ts";
import type { OpenTable } from "./object-cache.ts";

/** The query would read more than is allowed. */
export class ScanTooLargeError extends Error {
  readonly bytes: number;

  constructor(bytes: number) {
    super("The query reads too much.");
    this.name = "ScanTooLargeError";
    this.bytes = bytes;
  }
}

/** Up to this size a part is always copied; above it, unless it is most of the file. */
const partBytesMax = 64 * 1024 * 1024;
const copyBytes = 8 * 1024 * 1024;
const headBytes = 4;

type Range = { start: number; end: number };

/** `groups` are indexes of row groups in file order. */
export type PartSelection = { groups: readonly number[]; columns: readonly string[] };

/** The location of the wanted groups: in a file whose rows are those of `groups`, in this order. */
export type PartFile = { path: string; groups: readonly number[] };

/** The stored bytes of some columns in some row groups. */
export function wantedBytes(table: OpenTable, wanted: PartSelection): number {
  return rangesOf(table, wanted).reduce((sum, { start, end }) => sum + end - start, 0);
}

/**
 * Fetches the selected parts and runs `use` with a file that contains them; other columns are
 * holes. A large part of a file is read in the copy itself. Throws {@link ScanTooLargeError}.
 */
export async function withPart<Result>(
  table: OpenTable,
  wanted: PartSelection,
  folder: string,
  use: (part: PartFile) => Promise<Result>,
): Promise<Result> {
  const { file, index } = table;
  const bytes = wantedBytes(table, wanted);
  const all = index.groups.map((_, position) => position);
  const isWhole = wanted.groups.length === all.length || isMost(table, wanted, bytes);
  const groups = isWhole ? all : wanted.groups;
  const ranges = rangesOf(table, { ...wanted, groups });
  const scanned = isWhole ? wantedBytes(table, { ...wanted, groups }) : bytes;
  if (scanned > QUERY_SCAN_BYTES_MAX) throw new ScanTooLargeError(scanned);
  await file.ensure([{ start: 0, end: headBytes }, ...ranges]);
  if (isWhole) return await use({ path: file.path, groups });
  const path = join(folder, `${randomUUID()}.parquet`);
  try {
    await writePart(table, path, { groups, ranges });
    return await use({ path, groups });
  } finally {
    await rm(path, { force: true });
  }
}

/** Whether copying the groups costs more than reading the others as well. */
function isMost(table: OpenTable, { columns }: PartSelection, bytes: number): boolean {
  if (bytes <= partBytesMax) return false;
  const groups = table.index.groups.map((_, position) => position);
  return bytes * 2 > wantedBytes(table, { groups, columns });
}

/** Chunks keep their offsets, so that the groups' own metadata stays valid. */
async function writePart(
  { file, index }: OpenTable,
  path: string,
  { groups, ranges }: { groups: readonly number[]; ranges: readonly Range[] },
): Promise<void> {
  const part = await open(path, "wx", 0o600);
  try {
    await part.write("PAR1", 0, "latin1");
    let end = headBytes;
    for (const range of ranges) {
      for (let at = range.start; at < range.end; at += copyBytes) {
        const bytes = await file.read(at, Math.min(at + copyBytes, range.end));
        await part.write(bytes, 0, bytes.length, at);
      }
      end = Math.max(end, range.end);
    }
    // After all chunks of the groups, including omitted ones, because readers check their offsets.
    const chunks = groups.flatMap((group) => index.groups[group]?.chunks ?? []);
    end = chunks.reduce((most, chunk) => Math.max(most, chunk.end), end);
    const rows = groups.reduce((sum, group) => sum + (index.groups[group]?.rows ?? 0), 0);
    const footer = writeFooter(index.parts, groups, rows);
    await part.write(footer, 0, footer.length, end);
  } finally {
    await part.close();
  }
}

/** Adjacent ranges are merged. */
function rangesOf({ index }: OpenTable, { groups, columns }: PartSelection): Range[] {
  const names = new Set(columns);
  const positions = index.columns.flatMap(({ name }, at) => (names.has(name) ? [at] : []));
  const ranges = groups
    .flatMap((group) => positions.flatMap((at) => index.groups[group]?.chunks[at] ?? []))
    .map(({ start, end }) => ({ start, end }))
    .sort((one, other) => one.start - other.start);
  const merged: Range[] = [];
  for (const range of ranges) {
    const last = merged.at(-1);
    if (last !== undefined && range.start <= last.end) last.end = Math.max(last.end, range.end);
    else merged.push({ ...range });
  }
  return merged;
}
