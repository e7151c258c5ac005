/** Unpacks a HDF5 dataset's chunks into a file, row by row. */
import { closeSync, ftruncateSync, openSync, writeSync } from "node:fs";
import { inflateSync } from "node:zlib";
import { indexedChunks } from "./chunk-index.ts";
import { fault, type Hdf5File } from "./cursor.ts";
import { readTree } from "./groups.ts";
import { unpackLzf } from "./lzf.ts";
import type { Filter, Layout } from "./messages.ts";

const filterIds = { deflate: 1, shuffle: 2, checksum: 3, lzf: 32_000 } as const;
const checksumBytes = 4;
const known: ReadonlySet<number> = new Set(Object.values(filterIds));

const otherFilters: Readonly<Record<number, string>> = {
  4: "szip",
  5: "nbit",
  6: "scale-offset",
  307: "bzip2",
  32001: "Blosc",
  32004: "LZ4",
  32008: "bitshuffle",
  32013: "ZFP",
  32015: "Zstandard",
  32026: "Blosc2",
};

/** The name of a filter that is not read; null if all are. */
export function unreadFilter(filters: readonly Filter[]): string | null {
  const unread = filters.find(({ id }) => !known.has(id));
  return unread ? (otherFilters[unread.id] ?? `filter ${unread.id}`) : null;
}

export type Chunked = {
  layout: Extract<Layout, { kind: "chunks" | "chunk" | "indexed" }>;
  filters: readonly Filter[];
  /** Rows and columns of the dataset and of a chunk; one column for a single dimension. */
  size: readonly [rows: number, columns: number];
  chunk: readonly [rows: number, columns: number];
  /** Of the dataset, with all its dimensions, and how far they may grow. */
  shape: readonly number[];
  shapeMax: readonly number[];
  itemBytes: number;
  fill: Buffer | null;
};

type Stored = { address: number; bytes: number; mask: number; row: number; column: number };

/** Writes all values to `target`. The caller has checked their size; `bandBytesMax` bounds memory. */
export function writeChunks(of: Hdf5File, chunked: Chunked, target: string): void {
  const { size, chunk, itemBytes, fill } = chunked;
  const [rows, columns] = size;
  const rowBytes = columns * itemBytes;
  const fd = openSync(target, "w");
  try {
    ftruncateSync(fd, rows * rowBytes);
    const isFilled = fill?.some((byte) => byte !== 0) ?? false;
    const band = Buffer.alloc(chunk[0] * rowBytes, isFilled && fill ? fill : 0);
    let bandRow = 0;
    const flush = (): void => {
      const bytes = Math.min(chunk[0], rows - bandRow) * rowBytes;
      for (let at = 0; at < bytes; )
        at += writeSync(fd, band, at, bytes - at, bandRow * rowBytes + at);
    };
    const next = (row: number): void => {
      flush();
      band.fill(isFilled && fill ? fill : 0);
      // Between them may be rows that were never written.
      for (bandRow += chunk[0]; isFilled && bandRow < row; bandRow += chunk[0]) flush();
      bandRow = row;
    };
    for (const stored of storedChunks(of, chunked)) {
      if (stored.row < bandRow || stored.row >= rows || stored.column >= columns) throw fault();
      if (stored.row % chunk[0] !== 0 || stored.column % chunk[1] !== 0) throw fault();
      if (stored.row > bandRow) next(stored.row);
      const values = unpacked(of, chunked, stored);
      const width = Math.min(chunk[1], columns - stored.column) * itemBytes;
      for (let row = 0; row < chunk[0]; row++) {
        const from = row * chunk[1] * itemBytes;
        values.copy(band, row * rowBytes + stored.column * itemBytes, from, from + width);
      }
    }
    next(rows);
  } finally {
    closeSync(fd);
  }
}

function storedChunks(of: Hdf5File, chunked: Chunked): Stored[] {
  const { layout, size, chunk, itemBytes } = chunked;
  if (layout.kind === "chunk") {
    const bytes = layout.bytes ?? chunk[0] * chunk[1] * itemBytes;
    const isStored = Number.isFinite(layout.address);
    return isStored
      ? [{ address: layout.address, bytes, mask: layout.mask, row: 0, column: 0 }]
      : [];
  }
  if (layout.kind === "indexed") return inOrder(indexed(of, chunked, layout), size);
  const rank = layout.chunk.length - 1;
  const found = readTree(of, layout.tree, 8 + 8 * (rank + 1), 0).map(({ key, child }): Stored => {
    const [bytes, mask] = [key.number(4), key.number(4)];
    const row = key.number(8);
    return { address: child, bytes, mask, row, column: rank === 2 ? key.number(8) : 0 };
  });
  return inOrder(found, size);
}

function inOrder(found: readonly Stored[], [rows, columns]: Chunked["size"]): Stored[] {
  // Chunks beyond the end remain when a dataset is cut.
  const held = found.filter(({ row, column }) => row < rows && column < columns);
  return held.sort((a, b) => a.row - b.row || a.column - b.column);
}

const noFilters = 0xffffffff;

function indexed(
  of: Hdf5File,
  { size, chunk, itemBytes, filters, shape, shapeMax }: Chunked,
  layout: Extract<Layout, { kind: "indexed" }>,
): Stored[] {
  const found = indexedChunks(of, {
    ...{ index: layout.index, address: layout.address, shape, shapeMax },
    chunk: chunk.slice(0, shape.length),
    chunkBytes: chunk[0] * chunk[1] * itemBytes,
    isFiltered: filters.length > 0,
  });
  return found.map(({ address, bytes, mask, places: [first = 0, second = 0] }) => {
    const row = first * chunk[0];
    const column = second * chunk[1];
    const isEdge = row + chunk[0] > size[0] || column + chunk[1] > size[1];
    const isPlain = layout.hasPlainEdges && isEdge;
    return { address, bytes, mask: isPlain ? noFilters : mask, row, column };
  });
}

function unpacked(of: Hdf5File, { filters, chunk, itemBytes }: Chunked, stored: Stored): Buffer {
  const bytes = chunk[0] * chunk[1] * itemBytes;
  const at = of.base + stored.address;
  if (!(at >= 0 && at + stored.bytes <= of.file.byteSize)) throw fault();
  let values = Buffer.alloc(stored.bytes);
  of.file.readSync(values, 0, stored.bytes, at);
  for (const [i, { id, values: settings }] of [...filters.entries()].reverse()) {
    if (stored.mask & (1 << i)) continue;
    if (id === filterIds.checksum) values = values.subarray(0, values.length - checksumBytes);
    if (id === filterIds.deflate) values = inflated(values, bytes + checksumBytes);
    if (id === filterIds.lzf) values = unpackLzf(values, bytes + checksumBytes);
    if (id === filterIds.shuffle) values = unshuffled(values, settings[0] ?? itemBytes);
  }
  if (values.length < bytes) throw fault();
  return values;
}

function inflated(packed: Buffer, bytesMax: number): Buffer<ArrayBuffer> {
  try {
    return Buffer.from(inflateSync(packed, { maxOutputLength: bytesMax }));
  } catch {
    throw fault("A part of the HDF5 file cannot be unpacked.");
  }
}

/** Puts the first bytes of all items, then the second ones and so on, back together. */
function unshuffled(bytes: Buffer, itemBytes: number): Buffer<ArrayBuffer> {
  const items = itemBytes > 0 ? Math.floor(bytes.length / itemBytes) : 0;
  const out = Buffer.from(bytes);
  for (let byte = 0, from = 0; byte < itemBytes && items > 1; byte++) {
    for (let item = 0; item < items; item++) out[item * itemBytes + byte] = bytes[from++] ?? 0;
  }
  return out;
}
