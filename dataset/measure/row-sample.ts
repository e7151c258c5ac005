import pl, { type DataFrame, type Expr } from "nodejs-polars";
import type { ColumnType } from "../../market/profile/schemas.ts";
import { type Random, Reservoir } from "../base/random.ts";
import { frameColumn } from "../base/table.ts";
import { type ColumnStats, classOf } from "./column-stats.ts";
import { asNumbers, floatsOf } from "./column-values.ts";
import { keyOf, wordsOf } from "./hash-sketch.ts";
import type { TypedRows } from "./rows/typed-rows.ts";

/** Number of rows kept; a smaller file is compared as a whole. */
const sampledRowsMax = 20_000;
const sampledCellsMax = 2_000_000;
/** Number of columns kept: the first ones of a wide table. */
const sampledColumnsMax = 200;

/** The sampled values of one column, one per sampled row. */
export type SampledColumn = {
  index: number;
  type: ColumnType;
  /** Numbers, days or milliseconds since 1970, 0 and 1, or hashes of text; NaN if missing. */
  codes: Float64Array;
  /** Number of characters of each text, NaN if missing; null for other types. */
  lengths: Float64Array | null;
};

/** A uniform sample of a table's rows; all of them if they are few. */
export type RowSampleResult = { rows: number; exact: boolean; columns: SampledColumn[] };

type ColumnBuffer = { type: ColumnType; codes: Float64Array; lengths: Float64Array | null };
type Placed = { index: number; type: ColumnType };
/** A range of slots, or single slots. */
type Slots = { from: number; rows: number } | readonly number[];
/** `offsets` is null for all rows of the chunk. */
type Chosen = { slots: Slots; offsets: number[] | null };

/**
 * Keeps a uniform sample of rows as numbers in at most 32 megabytes, by which columns are compared
 * with each other.
 */
export class RowSample {
  readonly #reservoir: Reservoir;
  readonly #held = new Map<number, ColumnBuffer>();
  /** Number of slots allocated. */
  #room = 0;
  /** The expressions for columns of the types in `key`. */
  #exprs: { key: string; made: readonly Expr[] } | null = null;

  constructor(columns: number, random: Random) {
    const kept = Math.max(1, Math.min(columns, sampledColumnsMax));
    const rows = Math.min(sampledRowsMax, Math.floor(sampledCellsMax / kept));
    this.#reservoir = new Reservoir(rows, random);
  }

  /**
   * Adds a chunk's typed columns with their statistics, which are null for columns without values.
   */
  add(typed: TypedRows, stats: readonly (ColumnStats | null)[], rows: number): void {
    const { offsets, slots } = this.#choose(rows);
    if (offsets?.length === 0) return;
    const columns = stats.slice(0, sampledColumnsMax).flatMap((held, index) => {
      return held && classOf(held.type) !== "opaque" ? [{ index, type: held.type }] : [];
    });
    const asked = columns.filter((column) => !this.#putCodes(column, typed, offsets, slots));
    if (asked.length === 0) return;
    const names = asked.map(({ index }) => frameColumn(index));
    const found = typed
      .at(offsets, names)
      .lazy()
      .select(...this.#exprsOf(asked))
      .collectSync();
    for (const { index, type } of asked) this.#put(index, type, found, slots);
  }

  /** Stores a column's codes if they are available directly; false if they have to be queried. */
  #putCodes(
    { index, type }: Placed,
    typed: TypedRows,
    offsets: readonly number[] | null,
    slots: Slots,
  ): boolean {
    const found = typed.codes?.(index, offsets);
    if (!found) return false;
    const held = this.#roomFor(index, type);
    placeNumbers(held.codes, found.codes, slots);
    if (held.lengths && found.lengths) placeNumbers(held.lengths, found.lengths, slots);
    return true;
  }

  result(): RowSampleResult {
    const { size, total } = this.#reservoir;
    const columns = [...this.#held].map(([index, { type, codes, lengths }]) => ({
      index,
      type,
      codes: codes.subarray(0, size),
      lengths: lengths?.subarray(0, size) ?? null,
    }));
    return { rows: size, exact: size === total, columns };
  }

  /** If a slot is chosen twice in a chunk, it holds the later row. */
  #choose(rows: number): Chosen {
    const bySlot = new Map<number, number>();
    const first = this.#reservoir.size;
    this.#reservoir.offer(rows, (slot, offset) => bySlot.set(slot, offset));
    const needed = this.#reservoir.size;
    if (needed > this.#room) {
      this.#room = Math.min(this.#reservoir.capacity, Math.max(needed, this.#room * 2, 1024));
    }
    // While there is room, rows are stored one after the other.
    if (needed === first + rows) return { slots: { from: first, rows }, offsets: null };
    return { slots: [...bySlot.keys()], offsets: [...bySlot.values()] };
  }

  /** The expressions for these columns, reused from chunk to chunk. */
  #exprsOf(columns: readonly Placed[]): readonly Expr[] {
    const key = columns.map(({ index, type }) => `${index}${type}`).join();
    if (this.#exprs?.key !== key) {
      this.#exprs = { key, made: columns.flatMap(({ index, type }) => codeExprs(index, type)) };
    }
    return this.#exprs.made;
  }

  #put(index: number, type: ColumnType, found: DataFrame, slots: Slots): void {
    const held = this.#roomFor(index, type);
    const codes = found.getColumn(codesName(index));
    if (!held.lengths) {
      placeNumbers(held.codes, floatsOf(codes), slots);
      return;
    }
    const lengths = floatsOf(found.getColumn(lengthsName(index)));
    const words = wordsOf(codes.toTypedArray() as BigUint64Array);
    placeNumbers(held.lengths, lengths, slots);
    placeHashes(held.codes, words, lengths, slots);
  }

  /** Allocates a column; slots of rows before its first value stay NaN. */
  #roomFor(index: number, type: ColumnType): ColumnBuffer {
    const before = this.#held.get(index);
    const enlarge = (old: Float64Array | null | undefined): Float64Array => {
      if (old && old.length >= this.#room) return old;
      const larger = new Float64Array(this.#room).fill(Number.NaN);
      if (old) larger.set(old);
      return larger;
    };
    const isText = classOf(type) === "text";
    const held: ColumnBuffer = {
      type,
      codes: enlarge(before?.codes),
      lengths: isText ? enlarge(before?.lengths) : null,
    };
    this.#held.set(index, held);
    return held;
  }
}

function placeNumbers(into: Float64Array, numbers: Float64Array, slots: Slots): void {
  if ("from" in slots) {
    into.set(numbers, slots.from);
    return;
  }
  for (let i = 0; i < slots.length; i++) into[slots[i] as number] = numbers[i] as number;
}

/** A missing text has no length. */
function placeHashes(
  into: Float64Array,
  words: Uint32Array,
  lengths: Float64Array,
  slots: Slots,
): void {
  const keys = new Float64Array(lengths.length);
  for (let i = 0; i < keys.length; i++) {
    const isMissing = Number.isNaN(lengths[i]);
    const key = keyOf(words[i * 2] as number, words[i * 2 + 1] as number);
    keys[i] = isMissing ? Number.NaN : key;
  }
  placeNumbers(into, keys, slots);
}

const codesName = (index: number): string => `codes_${index}`;
const lengthsName = (index: number): string => `lengths_${index}`;

/**
 * Expressions for the numbers that represent a column's values: NaN if missing, hashes for text.
 */
function codeExprs(index: number, type: ColumnType): Expr[] {
  const values = pl.col(frameColumn(index));
  const missing = pl.lit(Number.NaN);
  if (classOf(type) === "text") {
    const lengths = values.str.lengths().cast(pl.Float64).fillNull(missing);
    return [values.hash().alias(codesName(index)), lengths.alias(lengthsName(index))];
  }
  const numbers = type === "boolean" ? values.cast(pl.Float64) : asNumbers(type, values);
  return [(numbers ?? missing).fillNull(missing).alias(codesName(index))];
}
