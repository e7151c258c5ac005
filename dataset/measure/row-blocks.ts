/**
 * Blocks of consecutive rows: a sample by which rows and columns are compared for the quality
 * score.
 */
import pl, { type Expr, type Series } from "nodejs-polars";
import type { ColumnType } from "../../market/profile/schemas.ts";
import { type Random, Reservoir } from "../base/random.ts";
import { frameColumn } from "../base/table.ts";
import { asNumbers } from "./column-values.ts";
import type { TypedRows } from "./rows/typed-rows.ts";

/** Rows per block; rows of different blocks are not neighbours. */
const blockRows = 64;
const blocksMax = 16;
const blocksMin = 8;
const heldCellsMax = 50_000;
/** Only the first columns of a wide table are kept. */
const heldColumnsMax = 100;
/** Longer texts are cut: their beginning shows the spelling. */
const textCharsMax = 40;

/** The values of one column: numbers (NaN if missing) or texts (null if missing). */
export type BlockColumn =
  | { kind: "numbers"; numbers: Float64Array }
  | { kind: "texts"; texts: (string | null)[] };

export type RowBlocksResult = {
  rows: number;
  /** True if every row of the table is kept. */
  exact: boolean;
  /** 1 for each row that directly follows the previous kept row in the file. */
  follows: Uint8Array;
  /**
   * By position in the table; null for a column without values, or of a type that is not judged.
   */
  columns: (BlockColumn | null)[];
};

/** Consecutive rows of a chunk. */
type Run = { from: number; rows: number };

type Block = { firstRow: number; rows: number; columns: (BlockColumn | null)[] };

type Part = Pick<Block, "rows" | "columns">;
type Chunk = { typed: TypedRows; types: readonly (ColumnType | null)[] };

const textTypes: ReadonlySet<ColumnType> = new Set(["string"]);
const numberTypes: ReadonlySet<ColumnType> = new Set(["integer", "number", "date", "datetime"]);

/** Keeps a uniform sample of a table's blocks; all of them if they are few. */
export class RowBlocks {
  readonly #random: Random;
  readonly #held = new Map<number, Block>();
  #reservoir: Reservoir | null = null;
  #columns = 0;
  #rows = 0;
  /** The block of the last row, if it is kept. */
  #last: Block | null = null;

  constructor(random: Random) {
    this.#random = random;
  }

  /**
   * Adds a chunk of typed columns; a column's type is null while it has no value. Blocks are
   * counted from the table's first row, so chunks do not matter.
   */
  add(typed: TypedRows, types: readonly (ColumnType | null)[], rows: number): void {
    this.#columns = Math.min(heldColumnsMax, Math.max(this.#columns, types.length));
    this.#reservoir ??= new Reservoir(this.#blocksMax(), this.#random);
    const chunk = { typed, types: types.slice(0, heldColumnsMax) };
    const begun = Math.min(rows, (blockRows - (this.#rows % blockRows)) % blockRows);
    if (begun > 0) this.#continueLast(chunk, begun);
    const chosen = new Map<number, number>();
    const newBlocks = Math.ceil((rows - begun) / blockRows);
    this.#reservoir.offer(newBlocks, (slot, block) => chosen.set(block, slot));
    if (newBlocks > 0) this.#last = null;
    const blocks = [...chosen.keys()]
      .sort((a, b) => a - b)
      .map((block) => {
        const from = begun + block * blockRows;
        return { block, from, rows: Math.min(blockRows, rows - from) };
      });
    const columns = columnsOf(chunk, blocks);
    let at = 0;
    for (const { block, from, rows: count } of blocks) {
      const cut = columns.map((column) => column && cutOf(column, at, count));
      const held = { firstRow: this.#rows + from, rows: count, columns: cut };
      this.#held.set(chosen.get(block) as number, held);
      if (block === newBlocks - 1) this.#last = held;
      at += count;
    }
    this.#rows += rows;
  }

  /** The first rows of a chunk belong to the block in which the previous chunk ended. */
  #continueLast(chunk: Chunk, rows: number): void {
    const last = this.#last;
    if (!last) return;
    const added = { rows, columns: columnsOf(chunk, [{ from: 0, rows }]) };
    const before = { rows: last.rows, columns: last.columns };
    const many = Math.max(last.columns.length, added.columns.length);
    last.columns = Array.from({ length: many }, (_, i) => joinColumn([before, added], i));
    last.rows += rows;
  }

  /** A wide table keeps fewer blocks. */
  #blocksMax(): number {
    const fitting = Math.floor(heldCellsMax / Math.max(1, this.#columns) / blockRows);
    return Math.max(blocksMin, Math.min(blocksMax, fitting));
  }

  result(): RowBlocksResult {
    const blocks = [...this.#held.values()].sort((a, b) => a.firstRow - b.firstRow);
    const rows = blocks.reduce((sum, block) => sum + block.rows, 0);
    const follows = new Uint8Array(rows).fill(1);
    let at = 0;
    let next = 0;
    for (const block of blocks) {
      if (block.firstRow !== next || at === 0) follows[at] = 0;
      at += block.rows;
      next = block.firstRow + block.rows;
    }
    const columns = Array.from({ length: this.#columns }, (_, i) => joinColumn(blocks, i));
    return { rows, exact: rows === this.#rows, follows, columns };
  }
}

/**
 * The values of some runs of rows, concatenated; one query fetches what is not available directly.
 */
function columnsOf({ typed, types }: Chunk, runs: readonly Run[]): (BlockColumn | null)[] {
  if (runs.length === 0) return types.map(() => null);
  const offsets = runs.flatMap(({ from, rows }) =>
    Array.from({ length: rows }, (_, i) => from + i),
  );
  const columns = types.map((type, i) => (type === null ? null : atHand(typed, type, i, offsets)));
  const exprs = new Map<number, Expr>();
  for (const [i, type] of types.entries()) {
    if (type === null || columns[i]) continue;
    const expr = exprOf(type, pl.col(frameColumn(i)));
    if (expr !== null) exprs.set(i, expr);
  }
  if (exprs.size === 0) return columns;
  const found = typed
    .at(offsets, [...exprs.keys()].map(frameColumn))
    .lazy()
    .select(...exprs.values())
    .collectSync();
  for (const i of exprs.keys()) {
    columns[i] = valuesOf(found.getColumn(frameColumn(i)), types[i] as ColumnType);
  }
  return columns;
}

/** The kept values of a column if they are available without a query. */
function atHand(
  typed: TypedRows,
  type: ColumnType,
  index: number,
  offsets: readonly number[],
): BlockColumn | null {
  if (textTypes.has(type)) {
    const texts = typed.texts?.(index, offsets, textCharsMax);
    return texts ? { kind: "texts", texts } : null;
  }
  if (type !== "boolean" && !numberTypes.has(type)) return null;
  const numbers = typed.codes?.(index, offsets)?.codes;
  return numbers ? { kind: "numbers", numbers } : null;
}

/** The kept values of a column as an expression; null if its type is not judged. */
function exprOf(type: ColumnType, values: Expr): Expr | null {
  if (textTypes.has(type)) return values.str.slice(0, textCharsMax);
  if (type === "boolean") return values;
  const numbers = numberTypes.has(type) ? asNumbers(type, values) : null;
  return numbers?.cast(pl.Float64) ?? null;
}

function valuesOf(values: Series, type: ColumnType): BlockColumn {
  if (textTypes.has(type)) return { kind: "texts", texts: values.toArray() as string[] };
  if (type === "boolean") return numbersOf((values.toArray() as (boolean | null)[]).map(toNumber));
  return numbersOf(values.toArray() as (number | null)[]);
}

function toNumber(value: boolean | null): number | null {
  return value === null ? null : Number(value);
}

function numbersOf(values: readonly (number | null)[]): BlockColumn {
  const numbers = new Float64Array(values.length);
  for (let i = 0; i < numbers.length; i++) numbers[i] = values[i] ?? Number.NaN;
  return { kind: "numbers", numbers };
}

function cutOf(column: BlockColumn, at: number, count: number): BlockColumn {
  if (column.kind === "texts") return { kind: "texts", texts: column.texts.slice(at, at + count) };
  return { kind: "numbers", numbers: column.numbers.slice(at, at + count) };
}

/** Joins a column's blocks; a block from before its first value holds nothing. */
function joinColumn(blocks: readonly Part[], index: number): BlockColumn | null {
  const kind = blocks.find((block) => block.columns[index])?.columns[index]?.kind;
  if (kind === undefined) return null;
  if (kind === "texts") {
    const texts = blocks.flatMap(({ columns, rows }): (string | null)[] => {
      const part = columns[index];
      return part?.kind === "texts" ? part.texts : new Array<null>(rows).fill(null);
    });
    return { kind, texts };
  }
  const parts = blocks.map(({ columns, rows }) => {
    const part = columns[index];
    return part?.kind === "numbers" ? part.numbers : new Float64Array(rows).fill(Number.NaN);
  });
  const numbers = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    numbers.set(part, at);
    at += part.length;
  }
  return { kind, numbers };
}
