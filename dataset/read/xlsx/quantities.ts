/** Which columns of a sheet have a unit, and how their numbers are written. Pure. */
import { isShare } from "../../base/units.ts";
import type { Quantity, SheetCell } from "./dates.ts";

const plainNumber = /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/;
/** Cells without the format of their column, such as totals, for each one with it. */
const bareShareMax = 0.1;
/** One such cell is an exception among this many amounts; as a share it would be another number. */
const amountsMin = 5;
/** Longer numbers are not read with a unit. */
const valueMax = 1e14;

const isNumber = (cell: SheetCell | undefined): cell is string =>
  typeof cell === "string" && plainNumber.test(cell);

/** Whole numbers above all quantities may be the years of a header. */
const isMeasured = (cell: SheetCell | undefined): boolean =>
  isNumber(cell) && !Number.isInteger(Number(cell));

/** The unit of each column whose numbers have one and the same in the first rows. */
function unitsOfColumns(head: readonly (readonly SheetCell[])[]): (string | null)[] {
  const width = Math.max(0, ...head.map((row) => row.length));
  const begin = head.findIndex((row) => row.some((cell) => typeof cell === "object"));
  return Array.from({ length: width }, (_, column) => {
    const cells = head.map((row) => row[column]);
    const found = cells.filter((cell): cell is Quantity => typeof cell === "object");
    const [first] = found;
    if (first === undefined) return null;
    const isOne = found.every(({ unit, value }) => unit === first.unit && isShort(value));
    const bare = cells.filter((cell, row) => (row < begin ? isMeasured(cell) : isNumber(cell)));
    const isFew = bare.length === 1 && found.length >= amountsMin && !isShare(first.unit);
    return isOne && (isFew || bare.length <= found.length * bareShareMax) ? first.unit : null;
  });
}

/** Writes rows with the units of their columns. */
export class QuantityWriter {
  readonly #units: readonly (string | null)[];
  /** Whether a row with a quantity was written. */
  #begun = false;

  constructor(head: readonly (readonly SheetCell[])[]) {
    this.#units = unitsOfColumns(head);
  }

  written(row: readonly SheetCell[]): string[] {
    this.#begun ||= row.some((cell) => typeof cell === "object");
    return row.map((cell, column) => {
      const unit = this.#units[column] ?? null;
      if (typeof cell === "object") {
        return unit === null ? String(cell.value) : withUnit(cell.value, cell.unit);
      }
      const isBare = unit !== null && (this.#begun ? isNumber(cell) : isMeasured(cell));
      return isBare ? withUnit(Number(cell), unit) : cell;
    });
  }
}

function withUnit(value: number, unit: string): string {
  // A factor of a hundred makes noise of the last bits.
  const shown = isShare(unit)
    ? Number((value * (unit === "%" ? 100 : 1000)).toPrecision(15))
    : value;
  if (!isShort(shown)) return String(value);
  const text = String(shown);
  const digits = text.includes("e") ? shown.toFixed(20).replace(/\.?0+$/, "") : text;
  return `${digits} ${unit}`;
}

const isShort = (value: number): boolean => Math.abs(value) < valueMax;
