/** The aggregates of a column of cells, equal to the results of the queries in `ChunkQueries`. */
import pl, { type DataFrame } from "nodejs-polars";
import type { CellChunk } from "../../kernel/cell-chunk.ts";
import {
  type CellColumn,
  type CellForm,
  isOfFloats,
  isOfTruths,
  type MeasuredNested,
  type MeasuredNumbers,
  type MeasuredTexts,
} from "../../kernel/cell-types.ts";
import { allBits } from "../../kernel/kernel.ts";
import { measureColumn } from "../../kernel/measure-column.ts";
import type { Aggregates } from "../aggregates.ts";
import type { ColumnStats } from "../column-stats.ts";
import type { TextColumnType } from "../column-types.ts";
import type { PresentValues } from "../column-values.ts";
import { holdsAddress, holdsNestedShape, isShaped } from "../personal/counts.ts";
import { countBare } from "../personal/integers.ts";
import type { ChunkTexts } from "../text-figures.ts";
import { CellValues } from "./cell-values.ts";

type Figures = { aggregates: Aggregates; present: () => PresentValues };

/** The request for one column. */
export type AskedColumn = {
  name: string;
  chunk: CellChunk;
  column: CellColumn;
  stats: ColumnStats;
  /** The type state of a text column. */
  text: TextColumnType | null;
  cast: (texts: DataFrame) => DataFrame;
};

const allOfHalf = 0xffff_ffffn;
const microsPerMs = 1000n;
const dayMs = 86_400_000;
const dayChars = 10;

/** Hashes below this bound count; 0 means all. */
export function boundOf({ top }: ColumnStats): bigint {
  const below = top.hashesBelow;
  return below !== null && below <= allBits ? below : 0n;
}

/** Measures a column. The returned values are valid until the next column is measured. */
export function measureCells(asked: AskedColumn): Figures {
  const { chunk, column, stats } = asked;
  const { form, count, trues } = column;
  if (isOfTruths(form) || form === "none" || count === 0) {
    return { aggregates: { trues }, present: noValues };
  }
  const near = countNear(asked);
  const measured = column.measured ?? measureColumn(chunk, column, boundOf(stats), chunk.scratch);
  if (measured.kind === "texts") return measureTexts(asked, measured, near);
  if (measured.kind === "nested") return measureNested(asked, measured);
  return measureNumbers(asked, measured);
}

function noValues(): PresentValues {
  throw new Error("There are none, or they are counted without their values.");
}

/** Number of texts that fit the column's near type. */
function countNear({ name, chunk, column, text }: AskedColumn): number {
  const evidence = column.form === "string" ? text?.evidenceExpr(name) : null;
  if (!text || !evidence) return 0;
  const { kernel, rows, scratch } = chunk;
  const { doubted } = scratch;
  const ask = (some: ArrayLike<number>): number => {
    if (some.length === 0) return 0;
    const bytes = kernel.bytes();
    const texts = Array.from(some, (row) => chunk.textAt(bytes, column, row));
    const frame = pl.DataFrame([pl.Series(name, texts, pl.Utf8)]);
    return Number(frame.select(evidence).row(0)[0] ?? 0);
  };
  if (text.nearForm !== "number") return ask(chunk.firstRows(column, rows));
  const found = kernel.program.countFractions(column.cells, rows, doubted);
  return Number(found & allOfHalf) + ask(kernel.countsAt(doubted, Number(found >> 32n)));
}

function measureTexts(asked: AskedColumn, measured: MeasuredTexts, near: number): Figures {
  const { name, chunk, column, cast } = asked;
  const { kernel } = chunk;
  const { bound, hashes, places, kept, counts } = measured;
  const bytes = kernel.bytes();
  const textsOf = ({ at, many }: { at: number; many: number }): string[] => {
    return Array.from(kernel.countsAt(at, many), (row) => chunk.textAt(bytes, column, row) ?? "");
  };
  const emails = counts.addresses + textsOf(measured.doubted).filter(holdsAddress).length;
  const values = (some: ArrayLike<number> | null): CellValues => {
    return new CellValues(name, chunk, column, some, cast);
  };
  const isWhole = column.count === chunk.rows;
  return {
    aggregates: { ...counts, near, emails, shapes: 0 } satisfies ChunkTexts,
    present: () => ({
      values: values(isWhole || bound !== 0n ? null : kernel.countsAt(places, kept)),
      hashes: { toTypedArray: () => kernel.hashesAt(hashes, kept) },
      hashed: values(kernel.countsAt(places, kept)),
      numbers: null,
      shaped: textsOf(measured.shaped).filter(isShaped),
    }),
  };
}

function measureNested(
  { name, chunk, column, cast }: AskedColumn,
  { shaped }: MeasuredNested,
): Figures {
  const rows = chunk.kernel.countsAt(shaped.at, shaped.many);
  const found = chunk.textsAt(column, rows).map((text) => text ?? "");
  return {
    aggregates: {},
    present: () => ({
      values: new CellValues(name, chunk, column, null, cast),
      hashes: { toTypedArray: noValues },
      hashed: null,
      numbers: null,
      nested: found.filter(holdsNestedShape),
    }),
  };
}

function measureNumbers(asked: AskedColumn, measured: MeasuredNumbers): Figures {
  const { name, chunk, column, cast } = asked;
  const { kernel } = chunk;
  const { places, count } = column;
  const { hashes, places: hashed, kept, floats } = measured;
  const rows = (at: number, length: number): CellValues => {
    return new CellValues(name, chunk, column, kernel.countsAt(at, length), cast);
  };
  return {
    aggregates: aggregatesOf(asked, measured),
    present: () => ({
      values: rows(places, count),
      hashes: { toTypedArray: () => kernel.hashesAt(hashes, kept) },
      hashed: rows(hashed, kept),
      numbers: { toTypedArray: () => kernel.floatsAt(floats, count) },
    }),
  };
}

function aggregatesOf(asked: AskedColumn, measured: MeasuredNumbers): Aggregates {
  const { stats } = asked;
  const { form, count } = asked.column;
  const { program } = asked.chunk.kernel;
  const { floats, least, most, counts } = measured;
  const isInteger = stats.type === "integer";
  if (isOfFloats(form) && !isInteger) return counts;
  if (!isInteger) return printBounds(asked, least, most);
  const bounds = isOfFloats(form) ? {} : { min: least, max: most };
  const bare = countBare((from, end) => program.countBetween(floats, count, from, end));
  return { ...counts, ...bounds, ...bare };
}

/** The smallest and largest of a column's printed times, as numbers and as text. */
type Printed = { least: bigint; most: bigint; bounds: Aggregates };
const printed = new WeakMap<ColumnStats, Printed>();

/**
 * Times that do not widen a column's known bounds are not printed again; the printed bounds are
 * reused.
 */
function printBounds(asked: AskedColumn, least: bigint, most: bigint): Aggregates {
  const before = printed.get(asked.stats);
  if (before && before.least <= least && before.most >= most) return before.bounds;
  const [min, max] = printTimes(asked, [least, most]);
  const bounds = { min, max };
  printed.set(asked.stats, { least, most, bounds });
  return bounds;
}

/** Prints times as Polars does for the column's type. */
function printTimes({ name, column, cast }: AskedColumn, times: readonly bigint[]): unknown[] {
  const texts = times.map((time) => writeTime(column.form, time));
  if (column.form === "date") return texts;
  const typed = cast(pl.DataFrame([pl.Series(name, texts, pl.Utf8)]));
  return typed.getColumn(name).cast(pl.Utf8).toArray();
}

/** Writes a day, or microseconds since 1970, in the column's form. */
function writeTime(form: CellForm, time: bigint): string {
  if (form === "date") return new Date(Number(time) * dayMs).toISOString().slice(0, dayChars);
  const whole = new Date(Number((time - modulo(time, microsPerMs)) / microsPerMs)).toISOString();
  const text = `${whole.slice(0, -1)}${modulo(time, microsPerMs).toString().padStart(3, "0")}`;
  if (form === "datetime_blank") return text.replace("T", " ");
  return form === "datetime_z" ? `${text}Z` : text;
}

function modulo(value: bigint, by: bigint): bigint {
  return ((value % by) + by) % by;
}
