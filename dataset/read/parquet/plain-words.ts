/** Copies plain values and dictionaries of Parquet pages into a kernel's memory. */
import { placeBytes, wordBytes } from "../../kernel/arrays.ts";
import type { Kernel } from "../../kernel/kernel.ts";
import type { WordType } from "../../kernel/word-chunk.ts";
import type { Page } from "./page-bytes.ts";

/** How the values of a column are stored. */
export type StoredType = "BOOLEAN" | "INT32" | "INT64" | "FLOAT" | "DOUBLE" | "BYTE_ARRAY";

/** A flat column that can be read as words. */
export type WordField = WordType & {
  stored: StoredType;
  isSigned: boolean;
  isOptional: boolean;
};

/** Words and vectors may be read beyond the last byte by up to this much. */
const slackBytes = 64;

/** Bytes per value; 0 if it varies or is not a whole number of bytes. */
export const plainBytes: Readonly<Record<StoredType, number>> = {
  BOOLEAN: 0,
  INT32: 4,
  INT64: 8,
  FLOAT: 4,
  DOUBLE: 8,
  BYTE_ARRAY: 0,
};

/** Throws a RangeError if there is no room. */
export function roomFor(kernel: Kernel, bytes: number): number {
  if (!kernel.hasRoom(bytes + slackBytes)) throw new RangeError("room");
  return kernel.take(bytes + slackBytes);
}

export function bringBytes(kernel: Kernel, bytes: Uint8Array): number {
  const at = roomFor(kernel, bytes.length);
  kernel.bytes().set(bytes, at);
  return at;
}

/** Expands values of whole bytes to words. */
export function widenPlain(
  kernel: Kernel,
  { stored, isSigned }: WordField,
  bytes: Uint8Array,
  count: number,
  values: number,
): void {
  if (plainBytes[stored] === wordBytes) {
    kernel.bytes().set(bytes, values);
    return;
  }
  const from = bringBytes(kernel, bytes);
  if (stored === "FLOAT") kernel.program.widenFloats(from, count, values);
  else kernel.program.widenWords(from, count, Number(isSigned), values);
}

/**
 * Addresses of a dictionary's values and of their hashes (0: not hashed yet), valid for this
 * generation of the kernel's memory.
 */
export type Dictionary = { generation: number; words: number; hashes: number; count: number };

export function bringDictionary(
  kernel: Kernel,
  field: WordField,
  { values: count, body }: Page,
): Dictionary {
  const { program, generation } = kernel;
  const words = roomFor(kernel, count * wordBytes);
  if (field.stored === "BYTE_ARRAY") {
    const from = bringBytes(kernel, body);
    const end = program.cellsBehindLengths(from, from + body.length, count, words);
    if (end === 0 && count > 0) throw new RangeError("texts");
  } else {
    const bytes = count * plainBytes[field.stored];
    if (bytes === 0 || bytes > body.length) throw new RangeError("dictionary values");
    widenPlain(kernel, field, body.subarray(0, bytes), count, words);
  }
  return { generation, words, hashes: 0, count };
}

export function hashDictionary(kernel: Kernel, field: WordField, dictionary: Dictionary): void {
  const { words, count } = dictionary;
  dictionary.hashes = roomFor(kernel, count * wordBytes);
  if (field.stored !== "BYTE_ARRAY") hashWords(kernel, field, words, count, dictionary.hashes);
  else kernel.program.hashIntoRows(words, 0, count, dictionary.hashes, 1, kernel.seed, 0);
}

/** The hashes of consecutive words. */
function hashWords(
  kernel: Kernel,
  { form, mask }: WordField,
  words: number,
  count: number,
  hashes: number,
): void {
  const { program, numberState, seed } = kernel;
  const rows = roomFor(kernel, count * placeBytes);
  const scratch = roomFor(kernel, count * (wordBytes + placeBytes));
  const places = scratch + count * wordBytes;
  const areFloats = Number(form === "number");
  program.countUp(0, count, rows);
  program.hashWordsIntoRows(
    words,
    rows,
    count,
    count,
    areFloats,
    0,
    mask,
    numberState,
    seed,
    0n,
    1,
    scratch,
    scratch,
    hashes,
    places,
  );
}
