/** Counts the distinct and the most frequent values of a column in bounded memory. */
import pl from "nodejs-polars";
import { headOfText } from "../base/own-text.ts";
import type { Choosable, PresentValues } from "./column-values.ts";
import { HashSketch, keyOf, MostFrequent, wordsOf } from "./hash-sketch.ts";
import type { JoinHashes, JoinKeys } from "./joins/join-keys.ts";

const shownMax = 10;
const repeatingRowsMin = 100;
const repeatingShareMax = 1 / 4;
const frequentKeysMax = 4096;
/** Of a longer value so much is held: a thousand of them may be whole books. */
const spelledCharsMax = 1000;

type CountedValues = NonNullable<PresentValues["counted"]>;

export type TopValue = { key: string; count: number };

/**
 * Distinct and most frequent values of a column, by hash. Counts are exact until the sketch drops
 * keys; from then on the most frequent ones are followed, and counted too low by at most an error
 * that is known. All of it depends on the values and their order alone, not on chunks.
 */
export class ValueCounts {
  readonly sketch: HashSketch;
  readonly #spellings = new Map<number, string>();
  #frequent: FrequentKeys | null = null;
  #hardlyRepeats = false;
  #seen = 0;
  /** Position after the hash that made the sketch overflow, in the chunk being added. */
  #overflowAt = 0;

  /** Hears of each value when it first comes. */
  readonly #joins: JoinKeys | null;

  /** While a column has so few values, all their spellings are held. */
  readonly #namedMax: number;

  constructor(keysMax: number, namedMax: number, joins: JoinKeys | null = null) {
    this.#joins = joins;
    this.#namedMax = namedMax;
    this.sketch = new HashSketch(keysMax, (taken) => this.#overflow(taken));
  }

  /** Hashes from here on change nothing any more; null while all count. It only ever sinks. */
  get hashesBelow(): bigint | null {
    return this.#hardlyRepeats ? this.sketch.hashesBelow : null;
  }

  /** Whether the values of hashes are wanted too, where those of `hashesBelow` alone are told. */
  get wantsValues(): boolean {
    return this.#joins?.isOpen ?? false;
  }

  /**
   * Adds a chunk's values (no nulls) with their hashes, at least those of `hashesBelow`; `hashed` are
   * the values of these hashes, where they are not all.
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
   * As `add` of values of which each is told once, in the order in which they come, with how often it
   * does. False where it matters what came between: nothing was added then.
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

  /** What other columns are compared with; null where the values are no keys. */
  joinHashes(): JoinHashes | null {
    return this.#joins?.result(this.sketch) ?? null;
  }

  /** The most frequent values, by count and then by value; null when values hardly repeat. */
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
   * Spells those of the most frequent values that are new among them. Whatever is so frequent in the
   * end was so too when it last occurred, as counts only grow: hence it is spelt by then.
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

/** Frequent keys of a stream in bounded memory (Misra and Gries): never counted too high. */
class FrequentKeys {
  #counts: Map<number, number>;
  /** How much any count may be too low. */
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

  /** Lowers all counts by that of the first key beyond the limit, and drops what is left with none. */
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
