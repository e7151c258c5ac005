import pl from "nodejs-polars";
import { headOfText } from "../base/own-text.ts";
import type { Choosable, PresentValues } from "./column-values.ts";
import { HashSketch, keyOf, MostFrequent, wordsOf } from "./hash-sketch.ts";
import type { JoinHashes, JoinKeys } from "./joins/join-keys.ts";

const shownMax = 10;
const repeatingRowsMin = 100;
const repeatingShareMax = 1 / 4;
const frequentKeysMax = 4096;
/** Only this much of a longer value is kept, because a thousand values may be whole books. */
const spelledCharsMax = 1000;

type CountedValues = NonNullable<PresentValues["counted"]>;

export type TopValue = { key: string; count: number };

/**
 * Distinct and most frequent values of a column in bounded memory, by hash. Counts are exact until
 * the sketch drops keys. From then on the most frequent values are tracked, and undercounted by at
 * most a known error. Results depend only on the values and their order, not on chunks.
 */
export class ValueCounts {
  readonly sketch: HashSketch;
  readonly #spellings = new Map<number, string>();
  #frequent: FrequentKeys | null = null;
  #hardlyRepeats = false;
  #seen = 0;
  /** In the chunk being added: the position after the hash that made the sketch overflow. */
  #overflowAt = 0;

  /** Receives each value at its first appearance. */
  readonly #joins: JoinKeys | null;

  /** Up to this number of distinct values, all spellings are kept. */
  readonly #namedMax: number;

  constructor(keysMax: number, namedMax: number, joins: JoinKeys | null = null) {
    this.#joins = joins;
    this.#namedMax = namedMax;
    this.sketch = new HashSketch(keysMax, (taken) => this.#overflow(taken));
  }

  /** Hashes from this value on change nothing any more; null while all count. It never rises. */
  get hashesBelow(): bigint | null {
    return this.#hardlyRepeats ? this.sketch.hashesBelow : null;
  }

  /**
   * Whether the values of the hashes are needed, too, if only those below `hashesBelow` are given.
   */
  get wantsValues(): boolean {
    return this.#joins?.isOpen ?? false;
  }

  /**
   * Adds a chunk's non-null values with their hashes, at least those below `hashesBelow`; `hashed`
   * are the values of these hashes, if they are not all.
   */
  add(values: Choosable, hashes: BigUint64Array, hashed: Choosable | null = values): void {
    const firsts: number[] = [];
    this.#overflowAt = 0;
    const named = !this.#hardlyRepeats && this.sketch.distinct <= this.#namedMax;
    this.sketch.add(hashes, named || this.wantsValues ? firsts : null);
    if (hashed) this.#joins?.add(hashed, wordsOf(hashes), firsts, this.sketch);
    if (this.#hardlyRepeats) return;
    this.#frequent?.add(wordsOf(hashes), this.#overflowAt);
    this.#seen += hashes.length;
    if (this.sketch.exact && this.sketch.distinct <= this.#namedMax)
      this.#spell(values, hashes, firsts);
    else this.#spellTop(values, hashes);
  }

  /**
   * Like `add`, for distinct values in order of appearance with their counts. False if the order of
   * repetitions matters; nothing was added then.
   */
  addCounted({ values, hashes, counts }: CountedValues): boolean {
    if (this.#hardlyRepeats || this.#frequent || !this.sketch.hasRoomFor(hashes.length))
      return false;
    const firsts: number[] = [];
    this.sketch.addCounted(hashes, counts, firsts);
    this.#joins?.add(values, wordsOf(hashes), firsts, this.sketch);
    for (let i = 0; i < counts.length; i++) this.#seen += counts[i] as number;
    if (this.sketch.distinct <= this.#namedMax) this.#spell(values, hashes, firsts);
    else this.#spellTop(values, hashes);
    return true;
  }

  /** The hashes for comparison with other columns; null if the values are not keys. */
  joinHashes(): JoinHashes | null {
    return this.#joins?.result(this.sketch) ?? null;
  }

  /** The most frequent values, by count and then by value; null if values hardly repeat. */
  result(): { values: TopValue[]; error: number } | null {
    if (this.#seen === 0 || this.#hardlyRepeats) return null;
    if (!this.#frequent && this.#repeatsTooLittle(this.sketch.distinct, this.#seen)) return null;
    const allSpelt = this.sketch.exact && this.sketch.distinct <= this.#namedMax;
    const entries = allSpelt ? this.sketch.entries() : this.#top();
    const values = entries
      .map(([key, count]) => ({ key: this.#spellings.get(key) ?? "", count }))
      .sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1))
      .slice(0, shownMax);
    return { values, error: this.#frequent?.undercount ?? 0 };
  }

  /** All distinct values as text, cut to a maximum length; null if they are too many. */
  allSpelled(): string[] | null {
    const isComplete = this.sketch.exact && this.sketch.distinct <= this.#namedMax;
    return isComplete && !this.#hardlyRepeats ? [...this.#spellings.values()] : null;
  }

  #top(): [key: number, count: number][] {
    return (this.#frequent ?? this.sketch).mostFrequent(shownMax);
  }

  #repeatsTooLittle(distinct: number, total: number): boolean {
    return total > repeatingRowsMin && distinct > total * repeatingShareMax;
  }

  #overflow(taken: number): void {
    this.#overflowAt = taken;
    this.#hardlyRepeats = this.#repeatsTooLittle(this.sketch.distinct, this.#seen + taken);
    if (this.#hardlyRepeats) this.#spellings.clear();
    else this.#frequent = new FrequentKeys(this.sketch.entries());
  }

  #spell(values: Choosable, hashes: BigUint64Array, offsets: readonly number[]): void {
    if (offsets.length === 0) return;
    const texts =
      values.texts?.(offsets, spelledCharsMax) ??
      (values
        .gather([...offsets])
        .cast(pl.Utf8)
        .toArray() as string[]);
    const words = wordsOf(hashes);
    for (const [i, offset] of offsets.entries()) {
      const key = keyOf(words[offset * 2] as number, words[offset * 2 + 1] as number);
      this.#spellings.set(key, headOfText(texts[i] ?? "", spelledCharsMax));
    }
  }

  /**
   * Stores the spelling of values that are new among the most frequent ones. Counts only grow, so a
   * value that is frequent at the end was already frequent at its last occurrence, and is spelled
   * by then.
   */
  #spellTop(values: Choosable, hashes: BigUint64Array): void {
    const wanted = new Set(
      this.#top()
        .map(([key]) => key)
        .filter((key) => !this.#spellings.has(key)),
    );
    if (wanted.size === 0) return;
    const offsets: number[] = [];
    const words = wordsOf(hashes);
    for (let i = 0; i < words.length && wanted.size > 0; i += 2) {
      if (wanted.delete(keyOf(words[i] as number, words[i + 1] as number))) offsets.push(i >> 1);
    }
    this.#spell(values, hashes, offsets);
  }
}

/** Frequent keys of a stream in bounded memory (Misra and Gries); counts are never too high. */
class FrequentKeys {
  #counts: Map<number, number>;
  /** Upper bound of how much a count may be too low. */
  undercount = 0;

  constructor(entries: Iterable<[key: number, count: number]>) {
    this.#counts = new Map(entries);
    this.#prune();
  }

  add(words: Uint32Array, fromHash: number): void {
    const counts = this.#counts;
    for (let i = fromHash * 2; i < words.length; i += 2) {
      const key = keyOf(words[i] as number, words[i + 1] as number);
      this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
      if (counts.size > frequentKeysMax * 2) this.#prune();
    }
  }

  mostFrequent(many: number): [key: number, count: number][] {
    const top = new MostFrequent(many);
    for (const [key, count] of this.#counts) if (count >= top.least) top.offer(key, count);
    return top.entries();
  }

  /**
   * Lowers all counts by that of the first key beyond the limit, and drops keys that reach zero.
   */
  #prune(): void {
    const ordered = [...this.#counts].sort((a, b) => b[1] - a[1]);
    const by = ordered[frequentKeysMax]?.[1] ?? 0;
    this.undercount += by;
    this.#counts.clear();
    for (const [key, count] of ordered) {
      if (count <= by) break;
      this.#counts.set(key, count - by);
    }
  }
}
