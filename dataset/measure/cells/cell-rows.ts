import pl, { type DataFrame, type Expr } from "nodejs-polars";
import { frameColumn } from "../../base/table.ts";
import type { CellChunk } from "../../kernel/cell-chunk.ts";
import { charsOf, indexOf } from "../../kernel/cell-texts.ts";
import {
  type CellColumn,
  type CellForm,
  isOfFloats,
  isOfTexts,
  isOfTruths,
} from "../../kernel/cell-types.ts";
import { allBits } from "../../kernel/kernel.ts";
import { unitOf } from "../../kernel/measure-column.ts";
import type { ColumnPlan } from "../column-plan.ts";
import { keyOf, wordsOf } from "../hash-sketch.ts";
import type { FoundTexts, NestedCells } from "../nested-sample.ts";
import { cellHash, type HashedCells } from "../row-hashes.ts";
import type { HashedRows } from "../rows/table-rows.ts";
import type { SampledCodes, TypedRows } from "../rows/typed-rows.ts";

export class CellRows implements HashedRows, TypedRows, HashedCells, NestedCells {
  readonly rows: number;
  readonly hashes: BigUint64Array;
  readonly #chunk: CellChunk;
  readonly #plans: readonly ColumnPlan[];

  constructor(chunk: CellChunk, plans: readonly ColumnPlan[]) {
    this.rows = chunk.rows;
    this.hashes = chunk.rowHashes();
    this.#chunk = chunk;
    this.#plans = plans;
  }

  pick(offsets: readonly number[]): unknown[][] {
    const bytes = this.#chunk.kernel.bytes();
    return offsets.map((row) =>
      this.#chunk.columns.map((column) => {
        return rawValue(this.#chunk.textAt(bytes, column, row), column.form);
      }),
    );
  }

  at(offsets: readonly number[] | null, names: readonly string[]): DataFrame {
    const rows = offsets ?? Array.from({ length: this.rows }, (_, row) => row);
    const bytes = this.#chunk.kernel.bytes();
    const wanted = new Set(names);
    const exprs: Expr[] = [];
    const texts = this.#plans.flatMap((plan, index) => {
      const name = frameColumn(index);
      const column = this.#chunk.columns[index];
      if (!wanted.has(name) || !column) return [];
      exprs.push(plan.exprOfWritten(name).alias(name));
      const values = rows.map((row) => this.#chunk.textAt(bytes, column, row));
      return [pl.Series(name, values, pl.Utf8)];
    });
    return pl.DataFrame(texts).select(...exprs);
  }

  codes(index: number, offsets: readonly number[] | null): SampledCodes | null {
    const column = this.#chunk.columns[index];
    if (!column || column.form === "none") return null;
    if (column.form === "string") return this.#textCodes(column, offsets);
    return { codes: this.#numbersAt(column, offsets), lengths: null };
  }

  texts(index: number, offsets: readonly number[], charsMax: number): (string | null)[] | null {
    const column = this.#chunk.columns[index];
    return column?.form === "string" ? this.#chunk.textsAt(column, offsets, charsMax) : null;
  }

  nestedOf(index: number): FoundTexts | null {
    const chunk = this.#chunk;
    const column = chunk.columns[index];
    if (column?.form !== "nested") return null;
    const rows = chunk.firstRows(column, column.count);
    const at = (positions: readonly number[]): string[] => {
      const texts = chunk.textsAt(
        column,
        positions.map((position) => rows[position] as number),
      );
      return texts.map((text) => text ?? "");
    };
    return { count: rows.length, at };
  }

  cellHashes(index: number): Uint32Array | null {
    const { kernel, rows, scratch } = this.#chunk;
    const column = this.#chunk.columns[index];
    const hashes = new Uint32Array(rows);
    if (!column || column.form === "none") return hashes;
    if (isOfTexts(column.form)) {
      const words = wordsOf(kernel.hashesAt(column.values, rows));
      const cells = kernel.countsAt(column.cells, rows * 2);
      for (let row = 0; row < rows; row++) {
        if (cells[row * 2] !== 0) hashes[row] = cellHash(words[row * 2] as number);
      }
      return hashes;
    }
    const floats = this.#floatsOf(column);
    const { count, places } = floats;
    const { hashes: into, places: kept } = scratch;
    const { program, numberState } = kernel;
    program.hashNumbers(floats.at, places, count, 1, allBits, numberState, 0n, into, kept);
    const words = wordsOf(kernel.hashesAt(into, count));
    const rowOf = kernel.countsAt(kept, count);
    const numbers = kernel.floatsAt(floats.at, count);
    const isInteger = column.form === "integer";
    for (let i = 0; i < count; i++) {
      // Integers beyond 2^53 lose digits as floats, so they are not compared.
      if (isInteger && !Number.isSafeInteger(numbers[i])) return null;
      hashes[rowOf[i] as number] = cellHash(words[i * 2] as number);
    }
    return hashes;
  }

  /** The values of a column that is not text, as floats, with their rows. */
  #floatsOf({ form, cells, values, places, count }: CellColumn): Floats {
    const { kernel, rows, scratch } = this.#chunk;
    if (isOfFloats(form)) return { at: values, places, count };
    if (!isOfTruths(form)) {
      kernel.program.toFloats(values, count, unitOf(form), scratch.floats);
      return { at: scratch.floats, places, count };
    }
    const bytes = kernel.bytes();
    const words = kernel.countsAt(cells, rows * 2);
    const floats = kernel.floatsAt(scratch.floats, rows);
    const rowOf = kernel.countsAt(scratch.shaped, rows);
    let found = 0;
    for (let row = 0; row < rows; row++) {
      const truth = truthOf(bytes, words[row * 2] as number, words[row * 2 + 1] as number);
      if (truth < 0) continue;
      floats[found] = truth;
      rowOf[found++] = row;
    }
    return { at: scratch.floats, places: scratch.shaped, count: found };
  }

  #textCodes(column: CellColumn, offsets: readonly number[] | null): SampledCodes {
    const { kernel, rows } = this.#chunk;
    const bytes = kernel.bytes();
    const cells = kernel.countsAt(column.cells, rows * 2);
    const words = wordsOf(kernel.hashesAt(column.values, rows));
    const many = offsets?.length ?? rows;
    const codes = new Float64Array(many).fill(Number.NaN);
    const lengths = new Float64Array(many).fill(Number.NaN);
    for (let i = 0; i < many; i++) {
      const at = (offsets ? (offsets[i] as number) : i) * 2;
      const start = cells[at] as number;
      if (start === 0) continue;
      codes[i] = keyOf(words[at] as number, words[at + 1] as number);
      lengths[i] = charsOf(bytes, start, cells[at + 1] as number);
    }
    return { codes, lengths };
  }

  #numbersAt(column: CellColumn, offsets: readonly number[] | null): Float64Array {
    const { kernel, rows } = this.#chunk;
    const { at, places, count } = this.#floatsOf(column);
    const floats = kernel.floatsAt(at, count);
    if (offsets === null && count === rows) return floats.slice();
    const rowOf = kernel.countsAt(places, count);
    if (offsets === null) {
      const numbers = new Float64Array(rows).fill(Number.NaN);
      for (let i = 0; i < count; i++) numbers[rowOf[i] as number] = floats[i] as number;
      return numbers;
    }
    const numbers = new Float64Array(offsets.length);
    for (let i = 0; i < numbers.length; i++) {
      const row = offsets[i] as number;
      const place = count === rows ? row : indexOf(rowOf, row);
      numbers[i] = place < 0 ? Number.NaN : (floats[place] as number);
    }
    return numbers;
  }
}

/** A cell's value as the reader of its format would return it. */
function rawValue(text: string | null, form: CellForm): unknown {
  if (text === null) return null;
  if (form === "float") return Number(text);
  if (form === "nested") return JSON.parse(text);
  return form === "truth" ? text === "true" : text;
}

/** Memory addresses of floats and of their rows. */
type Floats = { at: number; places: number; count: number };

const smallT = 116;
const smallF = 102;
const caseBit = 32;

/**
 * 1 for true, 0 for false, -1 for a missing boolean: no spelling of a missing value begins like
 * true or false.
 */
function truthOf(bytes: Buffer, start: number, length: number): number {
  if (length === 0) return -1;
  const first = (bytes[start] as number) | caseBit;
  if (first === smallT) return 1;
  return first === smallF ? 0 : -1;
}
