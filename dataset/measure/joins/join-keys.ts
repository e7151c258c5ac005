import pl from "nodejs-polars";
import type { JoinHasher } from "../../../market/profile/join/join-hasher.ts";
import {
  JOIN_HASH_LIMIT,
  JOIN_HASHES_MAX,
  JOIN_TEXT_CHARS_MAX,
} from "../../../market/profile/join/vocabulary.ts";
import type { ColumnType } from "../../../market/profile/schemas.ts";
import { isWhole, normalizeValue, VALUE_CHARS_MAX } from "../../../sdk/src/normalize-value.ts";
import type { Choosable } from "../column-values.ts";
import type { HashSketch } from "../hash-sketch.ts";

/** Number of values examined before deciding whether the others are worth their time. */
const probedMax = 64;
/** With more distinct values only a share is examined, because normalising them takes time. */
const chosenMax = 4 * JOIN_HASHES_MAX;
/** Hashes are collected up to the first number and cut down to the second. */
const gatheredMax = 3 * JOIN_HASHES_MAX;
const keptMax = 2 * JOIN_HASHES_MAX;

/** The sketch that counts the distinct values. */
type Counted = Pick<HashSketch, "distinct" | "threshold">;

/** The join hashes of a column. */
export type JoinHashes = {
  /** Number of distinct values after normalisation. */
  distinct: number;
  /** Share of all distinct values that was examined: those with a small Polars hash. */
  share: number;
  /**
   * The Polars hash function that chose them: two columns with the same one examined the same
   * values.
   */
  chooser: string;
  /** All hashes of the examined values below this are included, in order. */
  below: number;
  hashes: number[];
  /** Whether the examined values are numbers, with few exceptions. */
  areNumbers: boolean;
  /** Length of the longest examined value after normalisation. */
  charsMax: number;
};

const numbersShareMin = 0.9;
const numeric = /^-?\d+(\.\d+)?$/;

/** Types whose values may be keys; a number column drops out at its first fraction. */
export function mayBeKey(type: ColumnType): boolean {
  return type === "string" || type === "integer" || type === "number";
}

/**
 * Collects the smallest keyed hashes of one column's values, by which columns of other files are
 * compared with it. It receives each value only when the sketch sees it for the first time, so no
 * value is processed twice.
 */
export class JoinKeys {
  readonly #hasher: JoinHasher;
  readonly #isNumber: boolean;
  #isOpen = true;
  #isProbed = false;
  #chooser = "";
  /** Values with a Polars hash whose upper word is below this are examined. */
  #chosenBelow = 2 ** 32;
  #below = JOIN_HASH_LIMIT;
  #hashes: number[] = [];
  #looked = 0;
  #numbers = 0;
  #charsMax = 0;
  /** The upper words of the Polars hashes, by which values may be dropped later. */
  #highs: number[] = [];

  constructor(hasher: JoinHasher, type: ColumnType) {
    this.#hasher = hasher;
    this.#isNumber = type === "number";
  }

  /** False once the values cannot be keys: nothing more needs to be added. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /**
   * Adds the values at the positions in `firsts`, which the sketch saw for the first time; `words`
   * are their hashes, low word first.
   */
  add(values: Choosable, words: Uint32Array, firsts: readonly number[], sketch: Counted): void {
    if (!this.#isOpen || firsts.length === 0) return;
    this.#chooser ||= String(values.dtype);
    this.#choose(sketch);
    const chosen = this.#chosenOf(firsts, words);
    let rest = chosen;
    if (!this.#isProbed) {
      const probed = textsOf(values, chosen.slice(0, probedMax));
      if (!this.#areKeys(probed)) {
        this.#close();
        return;
      }
      this.#isProbed = chosen.length >= probedMax;
      this.#take(probed, chosen, words);
      rest = chosen.slice(probedMax);
    }
    if (rest.length > 0) this.#take(textsOf(values, rest), rest, words);
  }

  /** Null for a column whose values are not keys. */
  result(sketch: Counted): JoinHashes | null {
    if (!this.#isOpen) return null;
    this.#choose(sketch);
    const spellings = this.#hashes.length;
    if (spellings === 0) return null;
    const hashes = distinctOf(this.#hashes);
    const unlike = hashes.length / spellings;
    if (hashes.length > JOIN_HASHES_MAX) {
      this.#below = hashes[JOIN_HASHES_MAX] as number;
      hashes.length = JOIN_HASHES_MAX;
    }
    return {
      distinct: Math.round(sketch.distinct * unlike),
      share: this.#chosenBelow / 2 ** 32,
      chooser: this.#chooser,
      below: this.#below,
      hashes,
      areNumbers: this.#numbers >= this.#looked * numbersShareMin,
      charsMax: this.#charsMax,
    };
  }

  /** Examines a smaller share of the values the more there are. */
  #choose({ distinct, threshold }: Counted): void {
    let below = Math.min(this.#chosenBelow, threshold);
    while (distinct * (below / 2 ** 32) > chosenMax) below /= 2;
    if (below === this.#chosenBelow) return;
    this.#chosenBelow = below;
    this.#keep((_, high) => high < below);
  }

  #chosenOf(positions: readonly number[], words: Uint32Array): readonly number[] {
    const below = this.#chosenBelow;
    if (below === 2 ** 32) return positions;
    const chosen: number[] = [];
    for (let i = 0; i < positions.length; i++) {
      const at = positions[i] as number;
      if ((words[at * 2 + 1] as number) < below) chosen.push(at);
    }
    return chosen;
  }

  #areKeys(texts: readonly string[]): boolean {
    if (this.#isNumber) return texts.every(isWhole);
    const chars = texts.reduce((sum, text) => sum + text.length, 0);
    return chars <= texts.length * JOIN_TEXT_CHARS_MAX;
  }

  #take(texts: readonly string[], positions: readonly number[], words: Uint32Array): void {
    for (const [at, text] of texts.entries()) {
      if (this.#isNumber && !isWhole(text)) {
        this.#close();
        return;
      }
      const value = normalizeValue(text);
      if (value === null) continue;
      this.#looked += 1;
      if (numeric.test(value)) this.#numbers += 1;
      this.#charsMax = Math.max(this.#charsMax, value.length);
      const hash = this.#hasher.hashValue(value);
      if (hash >= this.#below) continue;
      this.#hashes.push(hash);
      this.#highs.push(words[(positions[at] as number) * 2 + 1] as number);
    }
    if (this.#hashes.length > gatheredMax) this.#cut();
  }

  #cut(): void {
    this.#below = new Float64Array(this.#hashes).sort()[keptMax] as number;
    this.#keep((hash) => hash < this.#below);
  }

  #keep(isKept: (hash: number, high: number) => boolean): void {
    const hashes: number[] = [];
    const highs: number[] = [];
    for (const [at, hash] of this.#hashes.entries()) {
      const high = this.#highs[at] as number;
      if (!isKept(hash, high)) continue;
      hashes.push(hash);
      highs.push(high);
    }
    this.#hashes = hashes;
    this.#highs = highs;
  }

  #close(): void {
    this.#isOpen = false;
    this.#hashes = [];
    this.#highs = [];
  }
}

/**
 * The distinct numbers in ascending order, by a typed array sort: a sort with a comparator takes
 * many times as long.
 */
function distinctOf(numbers: readonly number[]): number[] {
  const sorted = new Float64Array(numbers).sort();
  const distinct: number[] = [];
  for (let at = 0; at < sorted.length; at++) {
    if (at === 0 || sorted[at] !== sorted[at - 1]) distinct.push(sorted[at] as number);
  }
  return distinct;
}

function textsOf(values: Choosable, positions: readonly number[]): string[] {
  const atHand = values.texts?.(positions, VALUE_CHARS_MAX);
  if (atHand) return atHand;
  const chosen = values.gather([...positions]);
  if (!chosen.isString()) return chosen.cast(pl.Utf8).toArray() as string[];
  const cut = pl.col(chosen.name).str.slice(0, VALUE_CHARS_MAX);
  return chosen.toFrame().select(cut).getColumn(chosen.name).toArray() as string[];
}
