/** The places of chunks in the indexes that HDF5 1.10 added (section III.C and VII). */
import { Cursor, fault, type Hdf5File, nowhere } from "./cursor.ts";
import type { ChunkIndex } from "./messages.ts";
import { readNewTree } from "./new-tree.ts";

/** A chunk by its place among the chunks of each dimension. */
type FoundChunk = { address: number; bytes: number; mask: number; places: number[] };

export type IndexedArray = {
  index: ChunkIndex;
  address: number;
  shape: readonly number[];
  shapeMax: readonly number[];
  /** Without the size of an item, unlike in the file. */
  chunk: readonly number[];
  /** Of a chunk without filters. */
  chunkBytes: number;
  isFiltered: boolean;
};

export function indexedChunks(of: Hdf5File, array: IndexedArray): FoundChunk[] {
  if (array.address === nowhere) return [];
  if (array.index === "tree") return inTree(of, array);
  const placesOf = placesIn(array);
  if (array.index === "implicit") return inOrder(array, placesOf);
  const entries = array.index === "fixed" ? fixedEntries(of, array) : extensibleEntries(of, array);
  const found: FoundChunk[] = [];
  for (const { at, entry } of entries) {
    const address = entry.offset();
    if (address === nowhere) continue;
    if (found.length >= chunksMax) throw fault(tooMany);
    const sizeBytes = entry.bytes.length - of.offsetBytes - maskBytes;
    const bytes = array.isFiltered ? entry.number(sizeBytes) : array.chunkBytes;
    const mask = array.isFiltered ? entry.number(maskBytes) : 0;
    found.push({ address, bytes, mask, places: placesOf(at) });
  }
  return found;
}

const maskBytes = 4;
const chunksMax = 1_000_000;
const tooMany = "An array of the HDF5 file has more than a million chunks.";

type PlacesOf = (at: number) => number[];

/** Chunks are numbered as if the array were as large as it may grow, a growing dimension first. */
function placesIn({ shapeMax, chunk }: IndexedArray): PlacesOf {
  const counts = shapeMax.map((size, i) => Math.ceil(size / (chunk[i] ?? 1)));
  const growing = counts.findIndex((count) => !Number.isFinite(count));
  const dimensions = counts.map((_, i) => i);
  if (growing > 0) dimensions.unshift(...dimensions.splice(growing, 1));
  return (at) => {
    const places = counts.map(() => 0);
    let rest = at;
    for (const dimension of dimensions.toReversed()) {
      const count = counts[dimension] ?? 1;
      if (dimension === dimensions[0]) {
        places[dimension] = rest;
        continue;
      }
      places[dimension] = rest % count;
      rest = Math.floor(rest / count);
    }
    return places;
  };
}

/** One after the other, without a list. */
function inOrder(
  { address, chunkBytes, shapeMax, chunk }: IndexedArray,
  placesOf: PlacesOf,
): FoundChunk[] {
  const count = shapeMax.reduce(
    (product, size, i) => product * Math.ceil(size / (chunk[i] ?? 1)),
    1,
  );
  if (!(count <= chunksMax)) throw fault(tooMany);
  return Array.from({ length: count }, (_, at) => {
    const places = placesOf(at);
    return { address: address + at * chunkBytes, bytes: chunkBytes, mask: 0, places };
  });
}

const plainChunks = 10;
const filteredChunks = 11;

function inTree(of: Hdf5File, { address, shape, chunkBytes }: IndexedArray): FoundChunk[] {
  const { type, records } = readNewTree(of, address);
  if (type !== plainChunks && type !== filteredChunks) throw fault();
  if (records.length > chunksMax) throw fault(tooMany);
  return records.map((bytes): FoundChunk => {
    const record = new Cursor(of, bytes);
    const at = record.offset();
    const isFiltered = type === filteredChunks;
    const sizeBytes = bytes.length - of.offsetBytes - maskBytes - 8 * shape.length;
    const stored = isFiltered ? record.number(sizeBytes) : chunkBytes;
    const mask = isFiltered ? record.number(maskBytes) : 0;
    return { address: at, bytes: stored, mask, places: shape.map(() => record.number(8)) };
  });
}

type Entry = { at: number; entry: Cursor };

const checksumBytes = 4;

/** Entries that follow each other, at an address. */
function* entriesAt(
  of: Hdf5File,
  address: number,
  entries: { from: number; count: number; bytes: number },
): Generator<Entry> {
  const { from, count, bytes } = entries;
  const block = Cursor.in(of, address, count * bytes);
  for (let i = 0; i < count; i++) {
    yield { at: from + i, entry: new Cursor(of, block.take(bytes)) };
  }
}

/** Entries in pages; a bit for each page says whether it was ever written. */
function* pagedEntries(
  of: Hdf5File,
  address: number,
  entries: { from: number; count: number; bytes: number; pageCount: number; written: Buffer },
): Generator<Entry> {
  const { from, count, bytes, pageCount, written } = entries;
  const pageBytes = pageCount * bytes + checksumBytes;
  for (let page = 0; page * pageCount < count; page++) {
    if ((((written[page >> 3] ?? 0) << (page & 7)) & 0x80) === 0) continue;
    const start = page * pageCount;
    yield* entriesAt(of, address + page * pageBytes, {
      ...{ from: from + start, bytes },
      count: Math.min(pageCount, count - start),
    });
  }
}

function* fixedEntries(of: Hdf5File, { address }: IndexedArray): Generator<Entry> {
  const { offsetBytes, lengthBytes } = of;
  const head = Cursor.in(of, address, 12 + lengthBytes + offsetBytes)
    .expect("FAHD")
    .skip(2);
  const bytes = head.number(1);
  const pageBits = head.number(1);
  const count = head.length();
  const block = head.offset();
  if (block === nowhere) return;
  if (bytes < offsetBytes || pageBits > 30) throw fault();
  if (count > chunksMax) throw fault(tooMany);
  const pageCount = 2 ** pageBits;
  const headBytes = 6 + offsetBytes;
  Cursor.in(of, block, headBytes).expect("FADB");
  if (count <= pageCount) {
    yield* entriesAt(of, block + headBytes, { from: 0, count, bytes });
    return;
  }
  const bitmapBytes = Math.ceil(Math.ceil(count / pageCount) / 8);
  const written = Cursor.in(of, block + headBytes, bitmapBytes).bytes;
  const first = block + headBytes + bitmapBytes + checksumBytes;
  yield* pagedEntries(of, first, { from: 0, count, bytes, pageCount, written });
}

/** Blocks of entries that grow: some in the index itself, some by address, some in super blocks. */
function* extensibleEntries(of: Hdf5File, { address }: IndexedArray): Generator<Entry> {
  const { offsetBytes, lengthBytes } = of;
  const head = Cursor.in(of, address, 16 + 6 * lengthBytes + offsetBytes)
    .expect("EAHD")
    .skip(2);
  const bytes = head.number(1);
  const bits = head.number(1);
  const ownCount = head.number(1);
  const blockCountMin = head.number(1);
  const pointersMin = head.number(1);
  const pageBits = head.number(1);
  const index = head.skip(6 * lengthBytes).offset();
  if (index === nowhere) return;
  const isPower = (value: number): boolean => value > 0 && (value & (value - 1)) === 0;
  if (!isPower(blockCountMin) || !isPower(pointersMin) || bits > 64 || pageBits > 30) throw fault();
  if (bytes < offsetBytes) throw fault();
  const directRows = 2 * Math.log2(pointersMin);
  const rows = 1 + bits - Math.log2(blockCountMin);
  if (rows < directRows || rows > 64) throw fault();
  const headBytes = 6 + offsetBytes;
  const directCount = 2 * (pointersMin - 1);
  const indexBytes = ownCount * bytes + (directCount + rows - directRows) * offsetBytes;
  const block = Cursor.in(of, index, headBytes + indexBytes)
    .expect("EAIB")
    .skip(headBytes - 4);
  for (let at = 0; at < ownCount; at++) yield { at, entry: new Cursor(of, block.take(bytes)) };
  const pageCount = 2 ** pageBits;
  const placeBytes = Math.ceil(bits / 8);
  let from = ownCount;
  for (let row = 0; row < rows; row++) {
    const blocks = 2 ** Math.floor(row / 2);
    const count = 2 ** Math.floor((row + 1) / 2) * blockCountMin;
    const pages = count > pageCount ? count / pageCount : 0;
    const bitmapBytes = Math.ceil(pages / 8);
    let addresses: Cursor = block;
    let bitmaps: Cursor | null = null;
    if (row >= directRows) {
      const superAddress = block.offset();
      if (superAddress === nowhere) {
        from += blocks * count;
        continue;
      }
      const superHead = headBytes + placeBytes;
      const superBytes = superHead + blocks * (bitmapBytes + offsetBytes);
      addresses = Cursor.in(of, superAddress, superBytes)
        .expect("EASB")
        .skip(superHead - 4);
      bitmaps = new Cursor(of, addresses.take(blocks * bitmapBytes));
    }
    for (let i = 0; i < blocks; i++, from += count) {
      const at = addresses.offset();
      const written = bitmaps?.take(bitmapBytes) ?? Buffer.alloc(bitmapBytes, 0xff);
      if (at === nowhere) continue;
      Cursor.in(of, at, headBytes).expect("EADB");
      const first = at + headBytes + placeBytes;
      if (pages === 0) yield* entriesAt(of, first, { from, count, bytes });
      else {
        const paged = { from, count, bytes, pageCount, written };
        yield* pagedEntries(of, first + checksumBytes, paged);
      }
    }
  }
}
