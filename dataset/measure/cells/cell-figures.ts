/** The figures of a column of cells, as the queries of `ChunkQueries` would give them. */
import pl, { type DataFrame } from "nodejs-polars";
import type { CellChunk, CellColumn, CellForm } from "../../kernel/cell-chunk.ts";
import { allBits } from "../../kernel/kernel.ts";
import { type ColumnStats, FEW_ROWS_MAX } from "../column-stats.ts";
import type { TextColumnType } from "../column-types.ts";
import type { PresentValues } from "../column-values.ts";
import { holdsAddress, isShaped } from "../personal/counts.ts";
import { bareRanges } from "../personal/integers.ts";
import { CellValues } from "./cell-values.ts";

type Figures = { aggregates: readonly unknown[]; present: () => PresentValues };

/** What is asked of a column. */
export type AskedColumn = {
  name: string;
  chunk: CellChunk;
  column: CellColumn;
  stats: ColumnStats;
  text: TextColumnType;
  cast: (texts: DataFrame) => DataFrame;
};

const allOfHalf = 0xffff_ffffn;
const dayBits = allOfHalf;
const microsPerMs = 1000n;
const dayMs = 86_400_000;
const dayChars = 10;

/** Which of the hashes count; 0 for all. */
function boundOf({ top }: ColumnStats): bigint {
  const below = top.hashesBelow;
  return below !== null && below <= allBits ? below : 0n;
}

/** Measures a column that has values. What it gives holds until the next column is measured. */
export function measureCells(asked: AskedColumn): Figures {
  const { form } = asked.column;
  const { count, trues } = asked.column;
  if (form === "string") return measureTexts(asked);
  if (form === "boolean" || form === "none" || count === 0) {
    return { aggregates: [trues], present: noValues };
  }
  return measureNumbers(asked, form);
}

function noValues(): PresentValues {
  throw new Error("There are none, or they are counted without their values.");
}

/** How many texts fit the near type of their column. */
function countNear({ name, chunk, column, text }: AskedColumn): number {
  const evidence = text.evidenceExpr(name);
  if (!evidence) return 0;
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

function measureTexts(asked: AskedColumn): Figures {
  const near = countNear(asked);
  const { name, chunk, column, stats, cast } = asked;
  const { kernel, rows, scratch } = chunk;
  const { hashes, places, lacking, shaped, doubted, into } = scratch;
  const bound = boundOf(stats);
  const { cells, values: known } = column;
  kernel.program.measureTexts(
    cells,
    rows,
    known,
    bound,
    hashes,
    places,
    lacking,
    shaped,
    doubted,
    into,
  );
  const [, kept = 0, shortest, longest, , , addresses = 0, shapes = 0, doubts = 0] =
    kernel.countsAt(into, 9);
  const [chars] = kernel.floatsAt(into + 16, 1);
  const bytes = kernel.bytes();
  const textsOf = (at: number, many: number): string[] => {
    return Array.from(kernel.countsAt(at, many), (row) => chunk.textAt(bytes, column, row) ?? "");
  };
  // Of few rows each text is looked at on its own.
  const isFew = rows <= FEW_ROWS_MAX;
  const emails = isFew ? 0 : addresses + textsOf(doubted, doubts).filter(holdsAddress).length;
  const values = (some: ArrayLike<number> | null): CellValues => {
    return new CellValues(name, chunk, column, some, cast);
  };
  const isWhole = column.emptyCells === 0;
  return {
    aggregates: [shortest, longest, chars, near, emails, 0],
    present: () => ({
      values: values(isWhole || bound !== 0n ? null : kernel.countsAt(places, kept)),
      hashes: { toTypedArray: () => kernel.hashesAt(hashes, kept) },
      hashed: values(kernel.countsAt(places, kept)),
      numbers: null,
      shaped: textsOf(shaped, shapes).filter(isShaped),
    }),
  };
}

type NumberForm = Exclude<CellForm, "string" | "boolean" | "none">;

function measureNumbers(asked: AskedColumn, form: NumberForm): Figures {
  const { name, chunk, column, stats, cast } = asked;
  const { kernel, scratch } = chunk;
  const { values, places, count } = column;
  const { program, numberState } = kernel;
  const areFloats = form === "number";
  const bound = boundOf(stats);
  const mask = form === "date" ? dayBits : allBits;
  const { hashes, places: kept } = scratch;
  const isFloat = areFloats ? 1 : 0;
  const many = program.hashNumbers(
    values,
    places,
    count,
    isFloat,
    mask,
    numberState,
    bound,
    hashes,
    kept,
  );
  const floats = areFloats ? values : scratch.floats;
  const unit = form.startsWith("datetime") ? microsPerMs : 1n;
  if (!areFloats) program.toFloats(values, count, unit, floats);
  const rows = (at: number, length: number): CellValues => {
    return new CellValues(name, chunk, column, kernel.countsAt(at, length), cast);
  };
  return {
    aggregates: aggregatesOf(asked, form, floats),
    present: () => ({
      values: rows(places, count),
      hashes: { toTypedArray: () => kernel.hashesAt(hashes, many) },
      hashed: rows(kept, many),
      numbers: { toTypedArray: () => kernel.floatsAt(floats, count) },
    }),
  };
}

/** In the order of `ColumnStats.aggregates`. */
function aggregatesOf(asked: AskedColumn, form: NumberForm, floats: number): unknown[] {
  const { chunk, column } = asked;
  const { kernel, scratch } = chunk;
  const { program } = kernel;
  const { values, count } = column;
  const { into } = scratch;
  if (form !== "number") program.boundsOfWords(values, count, into);
  const [least = 0n, most = 0n] = kernel.integersAt(into, 2);
  if (form !== "number" && form !== "integer") return printTimes(asked, form, [least, most]);
  program.measureFloats(floats, count, into);
  const [min, max, sum, std] = kernel.floatsAt(into, 4);
  const spread = count > 1 ? std : null;
  if (form === "number") return [min, max, sum, spread];
  const bare = bareRanges.map(([from, end]) => program.countBetween(floats, count, from, end));
  return [least, most, sum, spread, ...bare];
}

/** As Polars prints them in the type of the column. */
function printTimes({ name, cast }: AskedColumn, form: NumberForm, times: bigint[]): unknown[] {
  const texts = times.map((time) => writeTime(form, time));
  const typed = cast(pl.DataFrame([pl.Series(name, texts, pl.Utf8)]));
  return typed.getColumn(name).cast(pl.Utf8).toArray();
}

/** A day, or microseconds since 1970, as the column has them. */
function writeTime(form: NumberForm, time: bigint): string {
  if (form === "date") return new Date(Number(time) * dayMs).toISOString().slice(0, dayChars);
  const whole = new Date(Number((time - modulo(time, microsPerMs)) / microsPerMs)).toISOString();
  const text = `${whole.slice(0, -1)}${modulo(time, microsPerMs).toString().padStart(3, "0")}`;
  if (form === "datetime_blank") return text.replace("T", " ");
  return form === "datetime_z" ? `${text}Z` : text;
}

function modulo(value: bigint, by: bigint): bigint {
  return ((value % by) + by) % by;
}
