/** Samples rows by their own hashes, so that every version of a table yields the same rows. */
import { keyBound } from "../../market/profile/drift/row-sketch.ts";
import { headOfText } from "../base/own-text.ts";
import type { TableChunk } from "../base/table.ts";
import { nestedJson } from "../base/values.ts";
import { keyOf, wordsOf } from "./hash-sketch.ts";

/** Longer than any shown cell, and than the part of a text that is searched for personal data. */
const heldCharsMax = 32 * 1024;

/** Replaces a nested value that is too long to keep and to show. */
export const TOO_LONG = Symbol("too long");

/** A raw row with its position in the file; rows with smaller keys are shown first. */
export type SampledRow = { index: number; key: number; values: unknown[] };

/**
 * The rows with the smallest hashes, equal rows once: a uniform sample of the distinct rows,
 * independent of row order and chunks. Appended rows replace few of them. While the rows do not
 * exceed the capacity, all are kept, including repeated ones.
 */
export class DrawnRows {
  readonly #capacity: number;
  #rows: HeldRow[] = [];
  /** Cached result since the last chunk. */
  #result: SampledRow[] | null = null;
  #seen = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Adds the next chunk with its row hashes. */
  add(chunk: Pick<TableChunk, "rows" | "pick">, hashes: BigUint64Array): void {
    this.#result = null;
    const rowsBefore = this.#seen;
    this.#seen += chunk.rows;
    const words = wordsOf(hashes);
    const all = this.#seen <= this.#capacity;
    const chosen = all ? everyRow(words) : this.#smallest(words);
    const picked = chunk.pick(chosen.map(({ offset }) => offset));
    for (const [at, { key, offset }] of chosen.entries()) {
      this.#rows.push({ index: rowsBefore + offset, key, packed: packed(picked[at] ?? []) });
    }
  }

  /** The sampled rows in file order. */
  result(): SampledRow[] {
    this.#result ??= this.#rows
      .toSorted((a, b) => a.index - b.index)
      .map(({ index, key, packed: row }) => ({ index, key, values: unpacked(row) }));
    return this.#result;
  }

  /** Drops kept rows that a chunk displaces, and returns the chunk's rows that replace them. */
  #smallest(words: Uint32Array): Candidate[] {
    const held = new Map(this.#rows.toReversed().map((row) => [row.key, row]));
    const kept: Candidate[] = [...held.keys()].map((key) => ({ key, offset: -1 }));
    kept.sort((a, b) => a.key - b.key);
    kept.length = Math.min(kept.length, this.#capacity);
    const capacity = this.#capacity;
    const bound = (): number => {
      return kept.length === capacity ? (kept.at(-1)?.key ?? 0) : Number.POSITIVE_INFINITY;
    };
    let most = highestOf(bound());
    for (let i = 0; i < words.length; i += 2) {
      // The upper word is enough to decide for nearly all rows.
      const high = words[i + 1] as number;
      if (high > most) continue;
      insert(kept, { key: keyOf(words[i] as number, high), offset: i >> 1 }, capacity);
      most = highestOf(bound());
    }
    const before = kept.filter(({ offset }) => offset < 0);
    this.#rows = before.flatMap(({ key }) => held.get(key) ?? []);
    return kept.filter(({ offset }) => offset >= 0);
  }
}

/**
 * Packed because rows of ten thousand short texts would be a million strings for each garbage
 * collection to visit.
 */
type PackedRow = {
  /** All texts of the row, concatenated. */
  texts: string;
  /** The length of each text value, -1 for other values. */
  lengths: Int32Array;
  /** The values that are not text. */
  others: readonly unknown[];
};

type HeldRow = Omit<SampledRow, "values"> & { packed: PackedRow };

function packed(row: readonly unknown[]): PackedRow {
  const lengths = new Int32Array(row.length);
  const texts: string[] = [];
  const others: unknown[] = [];
  for (const [index, given] of row.entries()) {
    const value = heldValue(given);
    if (typeof value === "string") texts.push(value);
    else others.push(value);
    lengths[index] = typeof value === "string" ? value.length : -1;
  }
  return { texts: texts.join(""), lengths, others };
}

function unpacked({ texts, lengths, others }: PackedRow): unknown[] {
  let from = 0;
  let other = 0;
  return Array.from(lengths, (length) => {
    if (length < 0) return others[other++];
    from += length;
    return texts.slice(from - length, from);
  });
}

/** Cuts a value to the part that may be shown, because a hundred rows may be gigabytes. */
function heldValue(value: unknown): unknown {
  if (typeof value === "string") return headOfText(value, heldCharsMax);
  if (typeof value !== "object" || value === null) return value;
  return nestedJson(value).length > heldCharsMax ? TOO_LONG : value;
}

/** A row of the current chunk by its offset; -1 for a row of an earlier chunk. */
type Candidate = { key: number; offset: number };

function everyRow(words: Uint32Array): Candidate[] {
  return Array.from({ length: words.length / 2 }, (_, offset) => {
    const [low, high] = [words[offset * 2] as number, words[offset * 2 + 1] as number];
    return { key: keyOf(low, high), offset };
  });
}

/** The highest upper word of hashes whose key is at most `key`. */
function highestOf(key: number): number {
  const high = Math.floor(key / 2 ** 21);
  return keyBound(high) > key ? high - 1 : high;
}

/** Inserts a candidate into the sorted list, unless its key is already there. */
function insert(kept: Candidate[], candidate: Candidate, capacity: number): void {
  let low = 0;
  let high = kept.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((kept[middle] as Candidate).key < candidate.key) low = middle + 1;
    else high = middle;
  }
  if (kept[low]?.key === candidate.key) return;
  kept.splice(low, 0, candidate);
  if (kept.length > capacity) kept.pop();
}
