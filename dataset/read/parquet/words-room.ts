/** What reading slices as words takes: of the kernel's memory, and of pages that stay open beside it. */
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

/** What is found of a row in each column, and beside them: also its number. */
const columnRowBytes = takenRowBytes + readColumnRowBytes;
const rowBytes = readRowBytes + placeBytes;
const slackBytes = 4 * 2 ** 20;
/** The first row group is cut behind the first slice, the others only where they are large. */
const slicesOfSmallGroupMax = 2;
/** A slice of a row group may hold longer values than the others. */
const slicedBytesFactor = 1.5;
/** What an entry of a dictionary becomes: a word and its hash. */
const entryBytes = 2 * wordBytes;

/** Bytes: of the kernel's memory for any of the slices, and of the pages of all columns that stay open. */
export type WordsRoom = { partBytes: number; openBytes: number };

/**
 * Of large row groups the largest one's first pages say it; that others differ is met where they are
 * read. Throws a RangeError where the pages contradict themselves.
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

/** What the first pages become, of all columns together, and what of it the kernel's memory holds beside a slice. */
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

/** The dictionary stays while a slice is read, what else is unpacked of a page is freed at once. */
function firstPagesOf(
  stored: StoredBytes,
  bytesMax: number,
): { openBytes: number; dictionaryBytes: number; unpackedBytes: number } {
  // Headers alone are read, which no compression concerns.
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
