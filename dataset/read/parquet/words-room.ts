/** Memory needed to read slices as words: in the kernel, and for open pages outside of it. */
import { openFile } from "../../base/open-file.ts";
import { placeBytes, wordBytes } from "../../kernel/arrays.ts";
import { readColumnRowBytes, readRowBytes } from "../../kernel/read-words.ts";
import { takenRowBytes } from "./column-words.ts";
import type { ParquetFooter } from "./footer.ts";
import { pagesOf } from "./page-bytes.ts";
import type { Slice } from "./slices.ts";
import { StoredBytes } from "./stored-bytes.ts";

type WordsFile = {
  filePath: string;
  slices: readonly Slice[];
  rowGroups: ParquetFooter["rowGroups"];
  bytesMax: number;
};

type HeldBytes = { openBytes: number; heldBytes: number };

type Group = ParquetFooter["rowGroups"][number];

/** Bytes per row and column, and the bytes per row for its number. */
const columnRowBytes = takenRowBytes + readColumnRowBytes;
const rowBytes = readRowBytes + placeBytes;
const slackBytes = 4 * 2 ** 20;
/** The first row group is split after the first slice, the others only if they are large. */
const slicesOfSmallGroupMax = 2;
/** A slice of a row group may have longer values than the others. */
const slicedBytesFactor = 1.5;
/** A dictionary entry becomes a word and its hash. */
const entryBytes = 2 * wordBytes;

/** Bytes of the kernel's memory for any of the slices, and bytes of all columns' open pages. */
export type WordsRoom = { partBytes: number; openBytes: number };

/**
 * For large row groups, estimated from the first pages of the largest one; deviations are detected
 * while reading. Throws a RangeError if the pages contradict themselves.
 */
export function wordsRoom(file: WordsFile): WordsRoom {
  let partBytes = 0;
  let largest: Group | null = null;
  for (const [index, slices] of Map.groupBy(file.slices, ({ group }) => group)) {
    const group = file.rowGroups[index];
    if (!group) continue;
    const rows = slices.reduce((most, slice) => Math.max(most, slice.rows), 0);
    const isSmall = slices.length <= slicesOfSmallGroupMax;
    const share = isSmall ? 1 : Math.min(1, (slicedBytesFactor * rows) / group.rows);
    const found = rows * (group.places.length * columnRowBytes + rowBytes);
    const bytes = Math.ceil(group.uncompressedBytes * share) + found + slackBytes;
    partBytes = Math.max(partBytes, bytes);
    if (isSmall || group.uncompressedBytes <= (largest?.uncompressedBytes ?? 0)) continue;
    largest = group;
  }
  if (!largest) return { partBytes, openBytes: 0 };
  const { openBytes, heldBytes } = firstPages(file, largest);
  return { partBytes: partBytes + heldBytes, openBytes };
}

/**
 * Decoded size of the first pages of all columns, and the part of it that the kernel's memory holds
 * in addition to a slice.
 */
function firstPages({ filePath, bytesMax }: WordsFile, { places }: Group): HeldBytes {
  const file = openFile(filePath);
  try {
    const held = places.map((place) => firstPagesOf(new StoredBytes(file, place), bytesMax));
    const openBytes = held.reduce((sum, pages) => sum + pages.openBytes, 0);
    const dictionaryBytes = held.reduce((sum, pages) => sum + pages.dictionaryBytes, 0);
    const unpackedBytes = held.reduce((most, pages) => Math.max(most, pages.unpackedBytes), 0);
    return { openBytes, heldBytes: dictionaryBytes + unpackedBytes };
  } finally {
    file.close();
  }
}

/**
 * The dictionary stays in memory during a slice; other unpacked parts of a page are freed at once.
 */
function firstPagesOf(
  stored: StoredBytes,
  bytesMax: number,
): { openBytes: number; dictionaryBytes: number; unpackedBytes: number } {
  // Only headers are read, which are never compressed.
  const pages = pagesOf(stored, { codec: "UNCOMPRESSED", isOptional: false, bytesMax });
  let dictionaryBytes = 0;
  for (const { isDictionary, values, bytes } of pages) {
    if (isDictionary) dictionaryBytes += bytes + values * entryBytes;
    else {
      const unpackedBytes = bytes + values * placeBytes;
      return { openBytes: bytes, dictionaryBytes, unpackedBytes };
    }
  }
  return { openBytes: 0, dictionaryBytes, unpackedBytes: 0 };
}
