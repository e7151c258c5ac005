/** Gives Polars a file of some row groups: a part of the local copy under a footer of its own. */
import { randomUUID } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { writeFooter } from "../../dataset/query/engine.ts";
import { QUERY_SCAN_BYTES_MAX } from "../../market/query/limits.ts";
import type { OpenTable } from "./object-cache.ts";

/** The query would read more than one may. */
export class ScanTooLargeError extends Error {
  readonly bytes: number;

  constructor(bytes: number) {
    super("The query reads too much.");
    this.name = "ScanTooLargeError";
    this.bytes = bytes;
  }
}

/** Up to it a part is always copied; above, unless it is most of the file. */
const partBytesMax = 64 * 1024 * 1024;
const copyBytes = 8 * 1024 * 1024;
const headBytes = 4;

type Range = { start: number; end: number };

/** `groups` are positions of row groups in the order of the file. */
export type PartSelection = { groups: readonly number[]; columns: readonly string[] };

/** Where the wanted groups lie: in a file whose rows are those of `groups`, in this order. */
export type PartFile = { path: string; groups: readonly number[] };

/** The stored bytes of some columns in some row groups. */
export function wantedBytes(table: OpenTable, wanted: PartSelection): number {
  return rangesOf(table, wanted).reduce((sum, { start, end }) => sum + end - start, 0);
}

/**
 * Fetches what is wanted and runs `use` with a file of it; columns that are not wanted are holes. A
 * large part of a file is read in the copy itself. Errors: {@link ScanTooLargeError}.
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

/** Whether copying the groups costs more than reading the others along. */
function isMost(table: OpenTable, { columns }: PartSelection, bytes: number): boolean {
  if (bytes <= partBytesMax) return false;
  const groups = table.index.groups.map((_, position) => position);
  return bytes * 2 > wantedBytes(table, { groups, columns });
}

/** Chunks stay at their places, so that the groups' own descriptions stay true. */
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
    // Behind all chunks of the groups, also those that were left out: a reader checks their places.
    const chunks = groups.flatMap((group) => index.groups[group]?.chunks ?? []);
    end = chunks.reduce((most, chunk) => Math.max(most, chunk.end), end);
    const rows = groups.reduce((sum, group) => sum + (index.groups[group]?.rows ?? 0), 0);
    const footer = writeFooter(index.parts, groups, rows);
    await part.write(footer, 0, footer.length, end);
  } finally {
    await part.close();
  }
}

/** Beside each other they are one. */
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
