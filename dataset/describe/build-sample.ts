/** The sample: which rows are shown, which cells are hidden, and how much of each cell. */
import { WITHHELD_VALUE } from "../../market/profile/leak-budget.ts";
import {
  SAMPLE_BYTES_MAX,
  SAMPLE_CELL_CHARS_MAX,
  SAMPLE_NESTED_CHARS_MAX,
  SAMPLE_ROWS_MAX,
} from "../../market/profile/rules.ts";
import type { ColumnProfile, ColumnType, Sample } from "../../market/profile/schemas.ts";
import { integerValue, nestedJson, numberValue } from "../base/values.ts";
import { type SampledRow, TOO_LONG } from "../measure/drawn-rows.ts";
import { isMissingToken } from "../measure/formats/missing-tokens.ts";
import { type Cover, coverOf } from "../measure/personal/hide.ts";
import type { TableScan } from "../measure/scan-table.ts";
import type { CellLedger } from "./cell-ledger.ts";
import { leavesOf } from "./leaves.ts";

type Cell = { value: unknown; cut: boolean; hidden: "personal" | "withheld" | null };
type TakenRow = { index: number; cells: Cell[] };

/**
 * Identifies the method of choosing rows; another method would show other rows of files on sale.
 */
export const SAMPLE_SEED = "rows-by-hash-1";

const cellCharsMin = 16;
const rowsWantedMin = 5;
/** A paid sample with fewer rows says why. */
const rowsExplainedMin = 10;

/** The cells that a paid table's sample may show; null means no limit, for a free table. */
export type SampleRoom = { rowsMax: number; cellsMax: number; reason: string };

/**
 * Builds the sample: the rows with the smallest hashes, as many as the size limit and the cell
 * budget allow. Personal data in a paid file is hidden and long cells are cut. The ledger is
 * charged for the cells of a paid file.
 */
export function buildSample(
  scan: TableScan,
  columns: readonly ColumnProfile[],
  paid: { room: SampleRoom; ledger: CellLedger } | null,
): Sample {
  const rowsMax = paid === null ? SAMPLE_ROWS_MAX : paid.room.rowsMax;
  const ordered = inOrder(scan.sample).slice(0, rowsMax);
  const covers = columns.map((column) => coverOf(paid !== null, column));
  const types = columns.map(shownType);
  const fitting = fitRows(ordered, types, covers, paid?.room.cellsMax ?? Number.POSITIVE_INFINITY);
  const isLimited = countCells(fitting, isWithheld) > 0;
  // A row with all cells withheld is not shown at all.
  const taken = fitting.filter(({ cells }) => !cells.every(isWithheld));
  const withheld = countCells(taken, isWithheld);
  const isExplained = isLimited || taken.length < Math.min(rowsExplainedMin, scan.rows);
  if (paid) spendRows(taken, paid.ledger);
  return {
    columns: columns.map(({ name, type }) => ({ name, type })),
    rows: taken.map((row) => row.cells.map((cell) => cell.value)),
    sampling: {
      method: taken.length === scan.rows && withheld === 0 ? "all_rows" : "uniform",
      seed: SAMPLE_SEED,
      rows_total: scan.rows,
      truncated_cells: countCells(taken, ({ cut }) => cut),
      ...(isExplained && paid
        ? { withheld_cells: withheld, withheld_reason: paid.room.reason }
        : {}),
    },
  };
}

/** A decimal comma; JSON writes a point. */
const decimalComma = "0,##";

/** Formatted values are shown as the file writes them, as all dates are. */
function shownType({ type, format }: ColumnProfile): ColumnType {
  if (format === undefined || format === decimalComma) return type;
  return format.startsWith("unix_") ? "integer" : "date";
}

/** Rows in the order of their choice: a larger budget shows the same rows and more. */
export function inOrder(sample: readonly SampledRow[]): SampledRow[] {
  return sample.toSorted((a, b) => a.key - b.key || a.index - b.index);
}

function isWithheld({ hidden }: Cell): boolean {
  return hidden === "withheld";
}

function countCells(rows: readonly TakenRow[], of: (cell: Cell) => boolean): number {
  return rows.reduce((sum, { cells }) => sum + cells.filter(of).length, 0);
}

function spendRows(rows: readonly TakenRow[], ledger: CellLedger): void {
  for (const { cells } of rows) {
    for (const [column, cell] of cells.entries()) {
      const cost = costOf(cell);
      if (cost === 0) continue;
      ledger.spendCells(cost);
      if (typeof cell.value !== "object") ledger.note(column, [cell.value]);
    }
  }
}

/** Number of the table's cells that a shown cell reveals. */
function costOf({ value, hidden }: Cell): number {
  return hidden === null ? leavesOf(value) : 0;
}

/** Takes rows in order while they fit; cuts cells shorter if too few rows would fit. */
function fitRows(
  ordered: readonly SampledRow[],
  types: readonly ColumnType[],
  covers: readonly (Cover | null)[],
  cellsMax: number,
): TakenRow[] {
  const wanted = Math.min(rowsWantedMin, ordered.length);
  for (let charsMax = SAMPLE_CELL_CHARS_MAX; ; charsMax = Math.floor(charsMax / 2)) {
    const taken: TakenRow[] = [];
    // One for the two brackets of the array, because the last row has no comma.
    let bytes = 1;
    let cellsLeft = cellsMax;
    for (const row of ordered) {
      let cells = types.map((type, i) => toCell(row.values[i], type, covers[i] ?? null, charsMax));
      const cost = cells.reduce((sum, cell) => sum + costOf(cell), 0);
      if (cost > cellsLeft && taken.length > 0) break;
      if (cost > cellsLeft) cells = withholdCells(cells, cellsLeft);
      cellsLeft -= cost;
      bytes += Buffer.byteLength(JSON.stringify(cells.map((cell) => cell.value))) + 1;
      if (bytes > SAMPLE_BYTES_MAX) break;
      taken.push({ index: row.index, cells });
    }
    const isCrowded = bytes > SAMPLE_BYTES_MAX && taken.length < wanted;
    if (isCrowded && charsMax > cellCharsMin) continue;
    taken.sort((a, b) => a.index - b.index);
    return taken;
  }
}

/** Keeps the first cells of a row that fit, in column order, and withholds the others. */
function withholdCells(cells: readonly Cell[], cellsMax: number): Cell[] {
  let left = cellsMax;
  return cells.map((cell) => {
    const cost = costOf(cell);
    if (cost > left) return { value: WITHHELD_VALUE, cut: false, hidden: "withheld" };
    left -= cost;
    return cell;
  });
}

function toCell(raw: unknown, type: ColumnType, cover: Cover | null, charsMax: number): Cell {
  if (raw === TOO_LONG) return { value: null, cut: true, hidden: null };
  const value = sampleValue(raw, type);
  if (value === null) return { value, cut: false, hidden: null };
  if (typeof cover === "string") return { value: cover, cut: false, hidden: "personal" };
  if (typeof value === "string") {
    return cutText(String(cover ? cover(value) : value), charsMax);
  }
  if (typeof value !== "object") return { value, cut: false, hidden: null };
  const json = nestedJson(value);
  if (json.length > SAMPLE_NESTED_CHARS_MAX) return { value: null, cut: true, hidden: null };
  const parsed: unknown = JSON.parse(json);
  return { value: cover ? cover(parsed) : parsed, cut: false, hidden: null };
}

function cutText(text: string, charsMax: number): Cell {
  if (text.length <= charsMax) return { value: text, cut: false, hidden: null };
  const head = text.slice(0, charsMax).replace(/[\ud800-\udbff]$/, "");
  return { value: `${head}…`, cut: true, hidden: null };
}

/** Converts a reader's raw value to the type of its column. */
function sampleValue(raw: unknown, type: ColumnType): unknown {
  if (raw === null || raw === undefined) return null;
  if (typeof raw === "bigint") return integerValue(raw);
  if (typeof raw === "number") return numberValue(raw);
  if (typeof raw !== "string" || type === "string" || type === "mixed") return raw;
  const text = raw.trim();
  if (text === "" || isMissingToken(text)) return null;
  switch (type) {
    case "integer":
      return /^[+-]?\d+$/.test(text) ? integerValue(BigInt(text)) : raw;
    case "number":
      return textNumber(text);
    case "boolean":
      return text.toLowerCase() === "true";
    default:
      return raw;
  }
}

function textNumber(text: string): number | string {
  const lower = text.toLowerCase().replace(",", ".");
  const infinite = /^([+-]?)inf(inity)?$/.exec(lower);
  if (infinite) return infinite[1] === "-" ? "-Infinity" : "Infinity";
  return numberValue(Number(lower));
}
