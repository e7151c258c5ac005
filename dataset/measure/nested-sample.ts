import type { DataFrame, Series } from "nodejs-polars";
import type { ColumnType } from "../../market/profile/schemas.ts";
import type { Random } from "../base/random.ts";
import { frameColumn } from "../base/table.ts";
import { nestedJson } from "../base/values.ts";
import { wireValues } from "../read/polars-values.ts";
import type { ColumnStats } from "./column-stats.ts";

const columnsMax = 16;
const valuesMax = 1000;
const charsMax = 2_000_000;
const batchValues = 4096;

/** Values of a column as texts: the number of non-missing ones, and access to some of them. */
export type FoundTexts = { count: number; at(positions: readonly number[]): string[] };

/** The nested values of a chunk; null for a column without any. */
export type NestedCells = { nestedOf(index: number): FoundTexts | null };

/** The sampled values of a column; `exact` if they are all of its values. */
export type NestedTexts = { texts: string[]; exact: boolean };

const nestedTypes: ReadonlySet<ColumnType> = new Set(["object", "array", "mixed"]);

/**
 * A uniform sample of nested values as JSON text, in bounded memory, for the first nested columns
 * of a table. The sample does not depend on chunks.
 */
export class NestedSample {
  readonly #seed: number;
  readonly #columns = new Map<number, ColumnTexts>();

  constructor(random: Random) {
    this.#seed = Math.floor(random() * 2 ** 32);
  }

  add(typed: DataFrame, stats: readonly (ColumnStats | null)[]): void {
    for (const [index, held] of stats.entries()) {
      const texts = held && this.#textsOf(index, held.type);
      if (!texts) continue;
      const column = typed.getColumn(frameColumn(index));
      texts.add(column.nullCount() === 0 ? column : column.dropNulls(), held.type);
    }
  }

  /** Like `add`, for values that are available as texts. */
  addTexts({ nestedOf }: NestedCells, stats: readonly (ColumnStats | null)[]): void {
    for (const [index, held] of stats.entries()) {
      const texts = held && this.#textsOf(index, held.type);
      const found = texts ? nestedOf(index) : null;
      if (found) texts?.addTexts(found);
    }
  }

  /** Null for a column that is not nested, or beyond the limit on nested columns. */
  #textsOf(index: number, type: ColumnType): ColumnTexts | null {
    if (!nestedTypes.has(type)) return null;
    if (this.#columns.size >= columnsMax && !this.#columns.has(index)) return null;
    const texts = this.#columns.get(index) ?? new ColumnTexts(this.#seed);
    this.#columns.set(index, texts);
    return texts;
  }

  /** The texts by column position. */
  result(): Map<number, NestedTexts> {
    return new Map([...this.#columns].map(([index, texts]) => [index, texts.result()]));
  }
}

/**
 * Keeps each value with a rate of one in 1, 2, 4, …; when too much is held, the rate is halved. A
 * value's level, derived from its position, is the number of halvings it survives, so the kept
 * values are a uniform sample.
 */
class ColumnTexts {
  readonly #seed: number;
  #held: { text: string; level: number }[] = [];
  #chars = 0;
  #level = 0;
  #values = 0;
  #lost = false;

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** Works in small runs, so that few values are fetched from Polars in vain. */
  add(values: Series, type: ColumnType): void {
    const count = values.length;
    for (let from = 0; from < count; from += batchValues) {
      const batch = values.slice(from, batchValues);
      const many = Math.min(batchValues, count - from);
      this.#addBatch(many, (chosen) => {
        return textsOf(chosen.length === many ? batch : batch.gather([...chosen]), type);
      });
    }
  }

  /** Uses the same runs as `add`, because the kept values depend on them. */
  addTexts({ count, at }: FoundTexts): void {
    for (let from = 0; from < count; from += batchValues) {
      const many = Math.min(batchValues, count - from);
      this.#addBatch(many, (chosen) => at(chosen.map((position) => from + position)));
    }
  }

  result(): NestedTexts {
    const exact = this.#level === 0 && !this.#lost;
    return { texts: this.#held.map(({ text }) => text), exact };
  }

  #addBatch(count: number, textsAt: (offsets: readonly number[]) => readonly string[]): void {
    const offsets: number[] = [];
    const levels: number[] = [];
    for (let at = 0; at < count; at++) {
      const level = levelOf(this.#values + at, this.#seed);
      if (level < this.#level) continue;
      offsets.push(at);
      levels.push(level);
    }
    this.#values += count;
    if (offsets.length === 0) return;
    for (const [i, text] of textsAt(offsets).entries()) this.#keep(text, levels[i] ?? 0);
  }

  /** Skips a value that is too long on its own: halving the rate would leave nothing next to it. */
  #keep(text: string, level: number): void {
    if (level < this.#level) return;
    if (text.length > charsMax) {
      this.#lost = true;
      return;
    }
    this.#held.push({ text, level });
    this.#chars += text.length;
    while (this.#held.length > valuesMax || this.#chars > charsMax) this.#halve();
  }

  #halve(): void {
    this.#level++;
    this.#held = this.#held.filter((value) => value.level >= this.#level);
    this.#chars = this.#held.reduce((sum, { text }) => sum + text.length, 0);
  }
}

/** A level by geometric distribution, seeded by the position: 0 half the time, 1 a quarter. */
function levelOf(position: number, seed: number): number {
  let bits = Math.imul((position ^ seed) + Math.floor(position / 2 ** 32), 0x9e3779b1);
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  bits ^= bits >>> 16;
  return Math.clz32(bits);
}

function textsOf(values: Series, type: ColumnType): string[] {
  if (values.isString()) return values.toArray() as string[];
  return wireValues(values, type).map(nestedJson);
}
