/** Hashes of a table's rows and cells, by which later versions are compared with it. */
import { createHash } from "node:crypto";
import pl, { type DataFrame } from "nodejs-polars";
import {
  type CellColumn,
  keyBound,
  type RowSketch,
  SKETCHED_CELLS_MAX,
  SKETCHED_ROWS_MAX,
} from "../../market/profile/drift/row-sketch.ts";
import type { ColumnType } from "../../market/profile/schemas.ts";
import type { Column } from "../base/plain-column.ts";
import { frameColumn, hashedOrder, type RawKind, type TableSource } from "../base/table.ts";
import { rowHashKey } from "../kernel/polars-hashes.ts";
import { textType } from "./cells/cell-values.ts";
import { type ColumnStats, classOf } from "./column-stats.ts";
import { asNumbers } from "./column-values.ts";
import { eachColumn } from "./each-column.ts";
import { type HashSketch, wordsOf } from "./hash-sketch.ts";

/** Polars' names for the types of kinds that are not text. */
const typeNames: ReadonlyMap<RawKind, string> = new Map([
  ["integer", String(pl.Float64)],
  ["number", String(pl.Float64)],
  ["boolean", String(pl.Bool)],
]);

/** The cells of a run of rows; columns without values there are absent. */
type CellChunk = { rows: number; columns: Map<number, { kind: string; hashes: Uint32Array }> };

/** Cells whose hashes are already computed. */
export type HashedCells = {
  rows: number;
  /** One hash per row, 0 if the value is missing; null for a column that cannot be compared. */
  cellHashes(index: number): Uint32Array | null;
};

const opaque = "opaque";

/** Collects the hashes of a table's rows and cells during a pass. */
export class RowHashes {
  readonly #source: Pick<TableSource, "names">;
  #rows = 0;
  /** Null once the table has too many cells. */
  #cells: CellChunk[] | null = [];
  #cellCount = 0;
  /** The types of the first chunk's columns. */
  #types: string | null = null;
  #order: number[] = [];
  /** Null before the first chunk, and after chunks with different columns or types. */
  #basis: string | null = null;

  constructor(source: Pick<TableSource, "names">) {
    this.#source = source;
  }

  /** The hashes of whole rows as read, independent of the column order. */
  hashRows(frame: DataFrame): BigUint64Array {
    const types = frame.dtypes.map(String);
    if (this.#types === null) this.#begin(types);
    else if (this.#types !== types.join()) this.#basis = null;
    const isSame = this.#order.length === frame.width;
    const ordered = isSame ? frame.select(...this.#order.map(frameColumn)) : frame;
    return ordered.hashRows(...rowHashKey).toTypedArray() as BigUint64Array;
  }

  /** Starts a first chunk whose columns have these kinds; all other columns are text. */
  begin(kinds: readonly RawKind[]): void {
    if (this.#types !== null) return;
    const text = String(textType());
    this.#begin(kinds.map((kind) => typeNames.get(kind) ?? text));
  }

  /**
   * Adds a chunk's typed columns with their statistics, which are null for columns without values.
   */
  addCells(typed: DataFrame, stats: readonly (ColumnStats | null)[], rows: number): void {
    if (!this.#begins(rows, stats.length)) return;
    const columns: CellChunk["columns"] = new Map();
    eachColumn(typed, (values, index) => {
      const held = stats[index];
      if (held) columns.set(index, hashCells(values, held.type));
    });
    this.#cells?.push({ rows, columns });
  }

  /** Column positions sorted by name; null before the first chunk. */
  get order(): readonly number[] | null {
    return this.#types === null ? null : this.#order;
  }

  /** Like `addCells`, for cells whose hashes are already computed. */
  addHashes(chunk: HashedCells, stats: readonly (ColumnStats | null)[]): void {
    if (!this.#begins(chunk.rows, stats.length)) return;
    const columns: CellChunk["columns"] = new Map();
    for (const [index, held] of stats.entries()) {
      if (!held) continue;
      const hashes = chunk.cellHashes(index);
      const kind = hashes ? kindOf(held.type) : opaque;
      columns.set(index, { kind, hashes: hashes ?? new Uint32Array(chunk.rows) });
    }
    this.#cells?.push({ rows: chunk.rows, columns });
  }

  /** Counts the rows; false once no more cells are kept. */
  #begins(rows: number, columns: number): boolean {
    this.#rows += rows;
    this.#cellCount += rows * columns;
    if (this.#cellCount > SKETCHED_CELLS_MAX) this.#cells = null;
    return this.#cells !== null;
  }

  /** The sketch of the table's rows and cells; `sketch` has counted the row hashes. */
  sketch(sketch: HashSketch, types: readonly ColumnType[]): RowSketch {
    return {
      hasher: hasherName(),
      rows: this.#rows,
      basis: this.#basis,
      ...smallestKeys(sketch),
      cells: this.#joinCells(types),
    };
  }

  #begin(types: readonly string[]): void {
    const { names } = this.#source;
    const order = hashedOrder(names, types.length);
    this.#types = types.join();
    this.#order = order;
    this.#basis = hashText(JSON.stringify(order.map((index) => [names[index], types[index]])));
  }

  #joinCells(types: readonly ColumnType[]): CellColumn[] | null {
    const chunks = this.#cells;
    // JSON rows may have added columns that earlier rows lack.
    if (chunks === null || this.#rows * types.length > SKETCHED_CELLS_MAX) return null;
    return types.map((type, index): CellColumn => {
      const hashes = new Uint32Array(this.#rows);
      const kind = kindOf(type);
      let at = 0;
      let isOneKind = true;
      for (const { rows, columns } of chunks) {
        const part = columns.get(index);
        if (part !== undefined) {
          hashes.set(part.hashes, at);
          if (part.kind !== kind) isOneKind = false;
        }
        at += rows;
      }
      return { name: this.#source.names[index] ?? "", kind: isOneKind ? kind : opaque, hashes };
    });
  }
}

/**
 * Groups types that hash alike: integers and fractions, dates and times by instant, nested values
 * as JSON.
 */
function kindOf(type: ColumnType): string {
  if (type === "integer") return "number";
  return classOf(type) === "opaque" && type !== "empty" ? "json" : type;
}

/** A cell hash from the lower word of a hash; zero is reserved for missing values. */
export function cellHash(lowerWord: number): number {
  return lowerWord || 1;
}

function hashCells(values: Column, type: ColumnType) {
  const comparable = comparableValues(values, type);
  if (comparable === null) return { kind: opaque, hashes: new Uint32Array(values.len()) };
  const words = wordsOf(comparable.hash().toTypedArray() as BigUint64Array);
  const missing = comparable.nullCount() === 0 ? null : comparable.isNull().toArray();
  const hashes = new Uint32Array(values.len());
  for (let row = 0; row < hashes.length; row += 1) {
    hashes[row] = missing?.[row] ? 0 : cellHash(words[row * 2] as number);
  }
  return { kind: kindOf(type), hashes };
}

/**
 * The values to hash, normalised so that another format or spelling makes no difference. Null if
 * that is not possible, as for integers beyond 2^53.
 */
function comparableValues(values: Column, type: ColumnType): Column | null {
  if (type === "integer" && isBeyondFloats(values)) return null;
  const numbers = asNumbers(type, values);
  if (numbers !== null) return numbers;
  if (type === "boolean") return values.cast(pl.Float64);
  if (type === "string") return values.cast(pl.Utf8);
  return values.isString() ? values : null;
}

function isBeyondFloats(values: Column): boolean {
  if (values.isFloat()) return false;
  const [least, most] = [Number(values.min() ?? 0), Number(values.max() ?? 0)];
  return Math.max(-least, most) > Number.MAX_SAFE_INTEGER;
}

/** The smallest hashes of a sketch: a uniform sample below a threshold. */
function smallestKeys(sketch: HashSketch): Pick<RowSketch, "below" | "keys" | "counts"> {
  let below = Number(sketch.hashesBelow >> 32n);
  while ((sketch.distinct / 2 ** 32) * below > SKETCHED_ROWS_MAX) below /= 2;
  for (;;) {
    const { keys, counts } = keysBelow(sketch, keyBound(below));
    if (keys.length <= SKETCHED_ROWS_MAX) {
      return { below, keys: new Float64Array(keys), counts: new Uint32Array(counts) };
    }
    below /= 2;
  }
}

function keysBelow(sketch: HashSketch, bound: number): { keys: number[]; counts: number[] } {
  const keys: number[] = [];
  const counts: number[] = [];
  sketch.each((key, count) => {
    if (key >= bound) return;
    keys.push(key);
    counts.push(count);
  });
  return { keys, counts };
}

function hashText(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

let hasher: string | null = null;

/**
 * Identifies Polars' hash function by its results for a few values, because other versions may hash
 * differently.
 */
export function hasherName(): string {
  hasher ??= probeHasher();
  return hasher;
}

function probeHasher(): string {
  const text = pl.Series("text", ["", "a", "a somewhat longer text than most", null], pl.Utf8);
  const numbers = pl.Series("number", [0, -1.5, 1e300, null], pl.Float64);
  const whole = pl.Series("whole", [0, 1, 2 ** 40, null], pl.Int64);
  const frame = pl.DataFrame([text, numbers, whole]);
  const hashes = [
    frame.hashRows(...rowHashKey),
    ...frame.getColumns().map((column) => column.hash()),
  ];
  return hashText(hashes.map((series) => series.toArray().join()).join(";"));
}
