/** A checked query: its columns exist, and its literals have their columns' types. */

/** The kind of a column's values, which decides the allowed operations. */
export type ColumnKind =
  | "boolean"
  | "integer"
  | "number"
  | "string"
  | "date"
  | "time"
  | "datetime"
  | "binary"
  | "array"
  | "object";

export type QueriedColumn = { name: string; kind: ColumnKind };

/**
 * A value to compare with. `digits` hold a whole number of any size: an integer, days or
 * microseconds since 1970-01-01, or nanoseconds since midnight.
 */
export type Literal =
  | { of: "boolean"; value: boolean }
  | { of: "number"; value: number }
  | { of: "string"; value: string }
  | { of: "integer" | "date" | "time" | "datetime"; digits: string };

export const comparisons = ["eq", "ne", "lt", "lte", "gt", "gte"] as const;
export type Comparison = (typeof comparisons)[number];
export const textTests = ["contains", "starts_with", "ends_with"] as const;
export type TextTest = (typeof textTests)[number];

export type PlannedCondition =
  | { is: "all"; of: PlannedCondition[] }
  | { is: "any"; of: PlannedCondition[] }
  | { is: "not"; of: PlannedCondition }
  | { is: "compare"; column: string; op: Comparison; value: Literal }
  | { is: "in"; column: string; values: Literal[] }
  | { is: "null"; column: string }
  | { is: "text"; column: string; op: TextTest; value: string; ignoresCase: boolean };

export const aggregateFunctions = [
  "count",
  "count_distinct",
  "sum",
  "mean",
  "min",
  "max",
  "median",
  "stddev",
] as const;
export type AggregateFunction = (typeof aggregateFunctions)[number];

/** `column` is null only for `count` of rows. */
export type PlannedAggregate = {
  function: AggregateFunction;
  column: QueriedColumn | null;
  as: string;
};

export type PlannedOrder = { column: string; isDescending: boolean };

type Page = { limitRows: number; offsetRows: number };

/** Answers with the table's rows, or with one row for each group. */
export type QueryPlan = Page & { filter: PlannedCondition | null; order: PlannedOrder[] } & (
    | { answers: "rows"; columns: QueriedColumn[]; countsRows: boolean }
    | { answers: "groups"; keys: QueriedColumn[]; aggregates: PlannedAggregate[] }
  );

/** The table's columns that a condition reads, each once. */
export function columnsOf(filter: PlannedCondition | null): string[] {
  if (filter === null) return [];
  if (filter.is === "all" || filter.is === "any") return [...new Set(filter.of.flatMap(columnsOf))];
  return filter.is === "not" ? columnsOf(filter.of) : [filter.column];
}
