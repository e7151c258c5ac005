/** A column of the sampled rows, prepared for judging: numbers, texts, ranks and groups. */
import type { ColumnType } from "../../../market/profile/schemas.ts";
import type { BlockColumn } from "../../measure/row-blocks.ts";

export type SampledColumn = {
  name: string;
  type: ColumnType;
  /** Number of values that are not missing. */
  count: number;
  distinct: number;
  /** For numbers, dates, booleans, and text that mostly reads as numbers; NaN elsewhere. */
  numbers: Float64Array | null;
  /** For text; null if missing. */
  texts: readonly (string | null)[] | null;
  /** Index of each row's value among the distinct values in ascending order; -1 if missing. */
  codes: Int32Array;
  /** Frequency of each distinct value. */
  counts: Int32Array;
  /** The rank of each value, from 0 to 1; NaN if missing. */
  ranks: Float64Array;
  /**
   * At most 16 groups of similar values: ranges of numbers, frequent texts; null without groups.
   */
  groups: { of: Int8Array; many: number } | null;
};

const groupsMax = 16;
/** Texts with a larger share of distinct values form no groups. */
const groupedShareMax = 0.5;

/** `nearNumbers`: most texts of the column read as numbers. */
export function sampledColumn(
  name: string,
  type: ColumnType,
  column: BlockColumn,
  nearNumbers: boolean,
): SampledColumn {
  const texts = column.kind === "texts" ? column.texts : null;
  const numbers = column.kind === "numbers" ? column.numbers : null;
  const read = numbers ?? (texts && nearNumbers ? numbersOf(texts) : null);
  const { codes, counts, count } = texts ? codesOfTexts(texts) : codesOfNumbers(read);
  const ranks = ranksOf(codes, counts, count);
  const base = { name, type, count, distinct: counts.length, numbers: read, texts, codes, counts };
  return { ...base, ranks, groups: groupsOf(read !== null, codes, counts, ranks, count) };
}

const numberShape = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i;

function numbersOf(texts: readonly (string | null)[]): Float64Array {
  return Float64Array.from(texts, (text) =>
    text !== null && numberShape.test(text.trim()) ? Number(text) : Number.NaN,
  );
}

type Codes = { codes: Int32Array; counts: Int32Array; count: number };

function codesOfTexts(texts: readonly (string | null)[]): Codes {
  const present = new Set<string>();
  for (const text of texts) if (text !== null) present.add(text);
  const places = new Map([...present].sort().map((text, i) => [text, i]));
  return count(texts.length, places.size, (row) => {
    const text = texts[row];
    return text === null || text === undefined ? -1 : (places.get(text) ?? -1);
  });
}

function codesOfNumbers(numbers: Float64Array | null): Codes {
  const values = numbers ?? new Float64Array(0);
  const sorted = distinctOf(values);
  return count(values.length, sorted.length, (row) => placeIn(sorted, values[row] as number));
}

/** The distinct finite values in ascending order. */
function distinctOf(values: Float64Array): Float64Array {
  const sorted = values.filter(Number.isFinite).sort();
  let many = 0;
  for (let at = 0; at < sorted.length; at++) {
    if (at === 0 || sorted[at] !== sorted[at - 1]) sorted[many++] = sorted[at] as number;
  }
  return sorted.subarray(0, many);
}

/** Index of a value among the sorted ones; -1 if absent. */
function placeIn(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === value ? low : -1;
}

function count(rows: number, many: number, codeOf: (row: number) => number): Codes {
  const codes = new Int32Array(rows);
  const counts = new Int32Array(many);
  let present = 0;
  for (let row = 0; row < rows; row++) {
    const code = codeOf(row);
    codes[row] = code;
    if (code < 0) continue;
    counts[code] = (counts[code] as number) + 1;
    present++;
  }
  return { codes, counts, count: present };
}

/** Equal values share the mean of their ranks. */
function ranksOf(codes: Int32Array, counts: Int32Array, count: number): Float64Array {
  const middles = new Float64Array(counts.length);
  let before = 0;
  for (let code = 0; code < counts.length; code++) {
    const many = counts[code] as number;
    middles[code] = (before + many / 2) / count;
    before += many;
  }
  const ranks = new Float64Array(codes.length);
  for (let row = 0; row < ranks.length; row++) {
    const code = codes[row] as number;
    ranks[row] = code < 0 ? Number.NaN : (middles[code] as number);
  }
  return ranks;
}

function groupsOf(
  isNumeric: boolean,
  codes: Int32Array,
  counts: Int32Array,
  ranks: Float64Array,
  count: number,
): SampledColumn["groups"] {
  const many = counts.length;
  if (many < 2) return null;
  if (many <= groupsMax) return { of: new Int8Array(codes), many };
  const of = new Int8Array(codes.length);
  if (isNumeric) {
    for (let row = 0; row < of.length; row++) {
      const rank = ranks[row] as number;
      of[row] = rank >= 0 ? Math.floor(rank * groupsMax) : -1;
    }
    return { of, many: groupsMax };
  }
  if (many > count * groupedShareMax) return null;
  const frequent = [...counts.keys()]
    .sort((a, b) => (counts[b] as number) - (counts[a] as number))
    .slice(0, groupsMax - 1);
  const groups = new Int8Array(many).fill(groupsMax - 1);
  for (const [group, code] of frequent.entries()) groups[code] = group;
  for (let row = 0; row < of.length; row++) {
    const code = codes[row] as number;
    of[row] = code < 0 ? -1 : (groups[code] as number);
  }
  return { of, many: groupsMax };
}
