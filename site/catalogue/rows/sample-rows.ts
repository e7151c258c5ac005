/** Rows of the sample, filtered and sorted as a query would do it for all rows. Pure. */
import { counted } from "../../../market/counted.ts";
import type { Sample } from "../../../market/profile/schemas.ts";
import { formatCount } from "../../kit/format.ts";
import { cellText } from "./cell.tsx";
import { type Condition, type RowsWish, rowsShown, shownColumns } from "./read-wish.ts";
import type { ShownRows } from "./shown-rows.ts";

type Numbered = { number: number; row: unknown[] };

export function rowsOfSample(sample: Sample, wish: RowsWish): ShownRows {
  const columns = shownColumns(sample.columns, wish);
  const positions = new Map(sample.columns.map(({ name }, at) => [name, at]));
  const cellOf = (row: unknown[], column: string) => row[positions.get(column) ?? -1] ?? null;
  const words = wish.words.toLowerCase();
  const found = sample.rows
    .map((row, at): Numbered => ({ number: at + 1, row }))
    .filter(({ row }) => wish.conditions.every((one) => holds(cellOf(row, one.column), one)))
    .filter(({ row }) => words === "" || row.some((value) => contains(value, words)));
  const { sort, offset } = wish;
  const sorted =
    sort === null
      ? found
      : found.toSorted(({ row: one }, { row: other }) =>
          compared(cellOf(one, sort.column), cellOf(other, sort.column), sort.isDescending),
        );
  const limit = rowsShown(columns.length);
  const page = sorted.slice(offset, offset + limit);
  return {
    columns,
    rows: page.map(({ row }) => columns.map(({ name }) => cellOf(row, name))),
    numbers: page.map(({ number }) => number),
    offset,
    nextOffset: offset + page.length < found.length ? offset + page.length : null,
    summary: summaryOf(sample, { found: found.length, shown: page.length, wish }),
  };
}

function summaryOf(
  { rows, sampling }: Sample,
  { found, shown, wish }: { found: number; shown: number; wish: RowsWish },
): string {
  const isFiltered = wish.conditions.length > 0 || wish.words !== "";
  const range =
    shown === 0
      ? "No rows"
      : shown === found
        ? counted(shown, "row")
        : `Rows ${formatCount(wish.offset + 1)} to ${formatCount(wish.offset + shown)} of ${formatCount(found)}`;
  const drawn =
    sampling.method === "all_rows"
      ? `The file has ${counted(rows.length, "row")}.`
      : `The sample has ${counted(rows.length, "row")}, drawn at random from ${formatCount(sampling.rows_total)}; anyone can repeat the draw.`;
  const parts = [
    `${range}${isFiltered ? " with these filters" : ""}.`,
    drawn,
    sampling.truncated_cells > 0 ? `${counted(sampling.truncated_cells, "cell")} cut.` : null,
    sampling.withheld_reason ?? null,
  ];
  return parts.filter((part) => part !== null).join(" ");
}

const contains = (value: unknown, words: string): boolean =>
  value !== null && value !== undefined && cellText(value).toLowerCase().includes(words);

/** A missing value fits only the test for missing values. */
function holds(value: unknown, { op, value: wanted }: Condition): boolean {
  if (op === "is_null") return value === null;
  if (value === null) return false;
  if (op === "is_not_null") return true;
  if (op === "contains") return contains(value, wanted.toLowerCase());
  if (op === "starts_with") return cellText(value).toLowerCase().startsWith(wanted.toLowerCase());
  const order = orderOf(value, typeof value === "number" ? Number(wanted) : wanted);
  if (op === "eq") return order === 0;
  if (op === "ne") return order !== 0;
  if (op === "gt") return order > 0;
  if (op === "gte") return order >= 0;
  return op === "lt" ? order < 0 : op === "lte" && order <= 0;
}

/** Negative, zero or positive; NaN for what cannot be compared. */
function orderOf(one: unknown, other: unknown): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  const [left, right] = [cellText(one), cellText(other)];
  return left === right ? 0 : left < right ? -1 : 1;
}

/** Missing values stand last in both directions. */
function compared(one: unknown, other: unknown, isDescending: boolean): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  const order = orderOf(one, other);
  return isDescending ? -order : order;
}
