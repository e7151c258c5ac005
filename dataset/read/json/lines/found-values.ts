/** Converts JSON values located by the kernel to what JavaScript would have parsed. */

import pl, { type DataFrame } from "nodejs-polars";
import { frameColumn, pickRowsOf, type RawKind, type TableChunk } from "../../../base/table.ts";
import { wordBytes } from "../../../kernel/arrays.ts";
import type { FoundCells } from "../../../kernel/find-cells.ts";
import { ARRAY, BOOLEAN, NUMBER, OBJECT } from "../kinds.ts";
import { toSeries } from "../series.ts";
import type { FlatColumn } from "./flat-block.ts";
import type { ReadValues } from "./lines-ahead.ts";

const lengthAt = 4;

/** The values of a column; missing ones are null, and all are null without a column. */
export function foundValues(
  { kernel, cells, columnBytes, rows }: FoundCells,
  column: FlatColumn | null,
): unknown[] {
  if (!column) return new Array(rows).fill(null);
  const { rank, kinds } = column;
  const bytes = kernel.bytes();
  return Array.from({ length: rows }, (_, row) => {
    const at = cells + rank * columnBytes + row * wordBytes;
    const start = bytes.readUInt32LE(at);
    if (start === 0) return null;
    const text = bytes.toString("utf8", start, start + bytes.readUInt32LE(at + lengthAt));
    if (kinds & NUMBER) return Number(text);
    if (kinds & (OBJECT | ARRAY)) return JSON.parse(text);
    return kinds === BOOLEAN ? text === "true" : text;
  });
}

type Parsed = { values: unknown[][]; frame: DataFrame };

/**
 * A chunk with these columns; a null column is missing in all rows. The values are valid only until
 * the next block, so the frame must be requested before that.
 */
export function foundChunk(
  { cells, chunk }: ReadValues,
  columns: readonly (FlatColumn | null)[],
  kinds: readonly RawKind[],
  bytesDone: number,
): TableChunk {
  let parsed: Parsed | null = null;
  const parse = (): Parsed => {
    if (parsed) return parsed;
    const values = columns.map((column) => foundValues(cells, column));
    const series = values.map((list, i) => toSeries(list, frameColumn(i), kinds[i] ?? "empty"));
    parsed = { values, frame: pl.DataFrame(series) };
    return parsed;
  };
  return {
    get frame() {
      return parse().frame;
    },
    cells: columns.every((column, index) => column?.rank === index) ? cells : null,
    read: chunk,
    rows: cells.rows,
    kinds,
    pick: (offsets) => pickRowsOf(parse().values, offsets),
    bytesDone,
  };
}
