/** Compares the rows of two versions by their stored hashes. Pure. */
import type { Profile } from "../schemas.ts";
import type { ComparedRows } from "./compare-profiles.ts";
import { type CellColumn, keyBound, type RowSketch } from "./row-sketch.ts";
import type { RowReason } from "./schemas.ts";

/** A version of a table: its profile, and its row sketch if there is one. */
export type VersionRows = { profile: Profile; sketch: RowSketch | null };

/** The result for rows that cannot be compared. */
export function notComparable(reason: RowReason): ComparedRows {
  return {
    added: null,
    removed: null,
    unchanged: null,
    edited: null,
    key_column: null,
    method: "not_comparable",
    error: 0,
    columns_compared: 0,
    reason,
  };
}

/**
 * Counts added and removed rows like `EXCEPT ALL`. Small tables are compared exactly, cell by cell, over
 * their common columns. Others are compared by whole-row hashes if their columns are equal: exactly up
 * to `SKETCHED_ROWS_MAX` different rows, otherwise by a uniform sample.
 */
export function compareRows(before: VersionRows, after: VersionRows): ComparedRows {
  const [one, other] = [before.sketch, after.sketch];
  if (one === null || other === null) return notComparable("not_kept");
  if (one.rows !== before.profile.row_count || other.rows !== after.profile.row_count) {
    return notComparable("not_kept");
  }
  if (one.hasher !== other.hasher) return notComparable("reader_changed");
  if (one.cells !== null && other.cells !== null) {
    const pairs = pairColumns(one.cells, other.cells);
    if (pairs.length === 0) return notComparable("columns_changed");
    const rows = {
      earlier: rowKeys(
        pairs.map(({ from }) => from),
        one.rows,
      ),
      later: rowKeys(
        pairs.map(({ to }) => to),
        other.rows,
      ),
    };
    return { ...compareCells(pairs, rows), ...findEdited(pairs, rows, after.profile) };
  }
  if (one.basis === null || one.basis !== other.basis) {
    return notComparable(whyOtherRows(before.profile, after.profile));
  }
  return { ...compareKeys(one, other), columns_compared: after.profile.column_count };
}

function whyOtherRows(before: Profile, after: Profile): RowReason {
  const names = ({ columns }: Profile): string =>
    JSON.stringify(columns.map(({ name }) => name).sort());
  if (names(before) !== names(after)) return "columns_changed";
  return before.format === after.format ? "types_changed" : "format_changed";
}

type ColumnPair = { name: string; from: Uint32Array; to: Uint32Array };

function pairColumns(before: readonly CellColumn[], after: readonly CellColumn[]): ColumnPair[] {
  const earlier = new Map(before.map((column) => [column.name, column]));
  return after.flatMap(({ name, kind, hashes }) => {
    const from = earlier.get(name);
    if (from === undefined || !areComparable(from.kind, kind)) return [];
    return [{ name, from: from.hashes, to: hashes }];
  });
}

/** A column without values can be compared with any other without values. */
function areComparable(kind: string, other: string): boolean {
  if (kind === "opaque" || other === "opaque") return false;
  return kind === other || kind === "empty" || other === "empty";
}

type CellRows = { earlier: Float64Array; later: Float64Array };

function compareCells(pairs: readonly ColumnPair[], rows: CellRows): ComparedRows {
  const { earlier, later } = rows;
  const waiting = countsOf(earlier);
  let unchanged = 0;
  for (const key of later) {
    const left = waiting.get(key) ?? 0;
    if (left === 0) continue;
    waiting.set(key, left - 1);
    unchanged += 1;
  }
  return {
    ...notComparable("not_kept"),
    added: later.length - unchanged,
    removed: earlier.length - unchanged,
    unchanged,
    method: "exact",
    columns_compared: pairs.length,
    reason: null,
  };
}

/** A 53-bit number for each row, from its cells' hashes. */
function rowKeys(columns: readonly Uint32Array[], rows: number): Float64Array {
  const high = new Uint32Array(rows).fill(0x9e3779b9);
  const low = new Uint32Array(rows).fill(0x85ebca6b);
  for (const cells of columns) {
    for (let row = 0; row < rows; row += 1) {
      const cell = cells[row] as number;
      const one = Math.imul((high[row] as number) ^ cell, 0x85ebca6b);
      const two = Math.imul(((low[row] as number) + cell) | 0, 0xc2b2ae35);
      high[row] = ((one << 13) | (one >>> 19)) ^ two;
      low[row] = two ^ (two >>> 15) ^ Math.imul(one, 0x27d4eb2f);
    }
  }
  const keys = new Float64Array(rows);
  for (let row = 0; row < rows; row += 1) {
    keys[row] = (high[row] as number) * 2_097_152 + ((low[row] as number) >>> 11);
  }
  return keys;
}

function countsOf(keys: Float64Array): Map<number, number> {
  const counts = new Map<number, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/**
 * The first column that identifies the rows of both versions, and the rows with other values under the
 * same key. Fractions are measures: even if they are all different, they identify nothing.
 */
function findEdited(
  pairs: readonly ColumnPair[],
  { earlier, later }: CellRows,
  { columns }: Profile,
): Pick<ComparedRows, "edited" | "key_column"> {
  const fractions = new Set(columns.flatMap(({ name, type }) => (type === "number" ? [name] : [])));
  const key = pairs.find(({ name, from, to }) => {
    return !fractions.has(name) && areUnique(from) && areUnique(to);
  });
  if (key === undefined) return { edited: null, key_column: null };
  return { edited: countEdited(key, earlier, later), key_column: key.name };
}

function areUnique(hashes: Uint32Array): boolean {
  if (hashes.length === 0 || hashes.includes(0)) return false;
  return new Set(hashes).size === hashes.length;
}

/** Counts keys that both versions have with different other values. */
function countEdited(key: ColumnPair, earlier: Float64Array, later: Float64Array): number {
  const rows = new Map<number, number>();
  for (const [row, hash] of key.from.entries()) rows.set(hash, row);
  let edited = 0;
  for (const [row, hash] of key.to.entries()) {
    const before = rows.get(hash);
    if (before !== undefined && earlier[before] !== later[row]) edited += 1;
  }
  return edited;
}

/** Compares the hashes below both thresholds; each represents a share of the rows. */
function compareKeys(before: RowSketch, after: RowSketch): Omit<ComparedRows, "columns_compared"> {
  const below = Math.min(before.below, after.below);
  const share = below / 2 ** 32;
  const earlier = keptBelow(before, below);
  const later = keptBelow(after, below);
  const added = new Tally();
  const removed = new Tally();
  for (const [key, count] of later) added.take(count - (earlier.get(key) ?? 0));
  for (const [key, count] of earlier) removed.take(count - (later.get(key) ?? 0));
  // Added minus removed rows is known exactly, so the smaller error applies to both.
  const net = after.rows - before.rows;
  const isFewerRemoved = removed.errorOf(share) <= added.errorOf(share);
  const likely = isFewerRemoved ? removed.sum / share : added.sum / share - net;
  const gone = clamp(Math.round(likely), Math.max(0, -net), before.rows);
  const isExact = share === 1;
  return {
    added: gone + net,
    removed: gone,
    unchanged: before.rows - gone,
    edited: null,
    key_column: null,
    method: isExact ? "exact" : "estimated",
    error: isExact ? 0 : Math.ceil((isFewerRemoved ? removed : added).errorOf(share)),
    reason: null,
  };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

function keptBelow({ keys, counts }: RowSketch, below: number): Map<number, number> {
  const bound = keyBound(below);
  const kept = new Map<number, number>();
  for (const [at, key] of keys.entries()) if (key < bound) kept.set(key, counts[at] ?? 0);
  return kept;
}

/** A sum over sampled hashes, with its error after scaling. */
class Tally {
  sum = 0;
  #squares = 0;
  #largest = 1;

  take(count: number): void {
    if (count <= 0) return;
    this.sum += count;
    this.#squares += count * count;
    this.#largest = Math.max(this.#largest, count);
  }

  /**
   * At 95 % confidence, by Wilson's formula: with few or no hashes, more may lie beyond the threshold
   * than the deviation of the stored ones suggests.
   */
  errorOf(share: number): number {
    if (share === 1) return 0;
    const z = 1.96;
    const unit = this.#largest;
    const spread = Math.sqrt((this.#squares + (z * z * unit * unit) / 4) * (1 - share));
    return (z * spread + ((z * z) / 2) * unit) / share;
  }
}
