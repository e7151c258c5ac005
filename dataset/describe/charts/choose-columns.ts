/** Chooses the columns that represent a table in its charts. */
import type { ColumnProfile } from "../../../market/profile/schemas.ts";
import { classOf } from "../../measure/column-stats.ts";

const measuresNothing: ReadonlySet<string> = new Set([
  "identifier",
  "latitude",
  "longitude",
  "year",
  "constant",
]);
/** Parts of a date that stand in a column of their own. */
const datePart = /^(?:year|quarter|month|week|day|weekday|hour|minute|second)s?(?:_?of_?\w+)?$/i;
/** Fewer different integers, in a table of more rows, are codes or grades. */
const integersMin = 20;
const numbersMin = 5;
const missingRatioMax = 0.5;
/** Rows without a time have no place in a series. */
const timesMissingMax = 0.1;

/** The first column of numbers that measures something; null if none does. */
export function mainNumber(columns: readonly ColumnProfile[], rows: number): ColumnProfile | null {
  const able = columns.filter(
    ({ name, type, semantic_type, distinct_count, null_ratio, histogram, min }) =>
      classOf(type) === "numeric" &&
      !measuresNothing.has(semantic_type ?? "") &&
      !datePart.test(name) &&
      (distinct_count ?? 0) >= distinctMin(type, rows) &&
      null_ratio <= missingRatioMax &&
      // A masked or withheld column shows no figure.
      (histogram !== null || min !== null),
  );
  const isUneven = ({ alerts }: ColumnProfile) =>
    alerts.some(({ code }) => code === "dominant_value" || code === "noise");
  return able.find((column) => !isUneven(column)) ?? able[0] ?? null;
}

function distinctMin(type: ColumnProfile["type"], rows: number): number {
  if (type !== "integer") return numbersMin;
  return Math.max(numbersMin, Math.min(integersMin, rows / 2));
}

/** The first column of times that has hardly a missing value; years count as such. */
export function mainTime(columns: readonly ColumnProfile[]): ColumnProfile | null {
  const isComplete = ({ null_ratio, min }: ColumnProfile) =>
    null_ratio <= timesMissingMax && min !== null;
  const able = columns.filter(isComplete);
  const byType = able.find(({ type }) => type === "date" || type === "datetime");
  return byType ?? able.find(isYear) ?? null;
}

export function isYear({ type, semantic_type, unit }: ColumnProfile): boolean {
  return semantic_type === "year" && type === "integer" && unit === undefined;
}
