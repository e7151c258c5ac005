/** A checked query: its columns exist, and every expression has a type that its use accepts. */

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

/**
 * The kind of an expression's values. A `decimal` is computed as a number, and therefore not exactly
 * as SQL computes decimals: it may be shown and summed, but not compared or rounded.
 */
export type ValueKind = ColumnKind | "decimal" | "null";

/** `storedAs`: the file holds more digits than an expression computes with. */
export type QueriedColumn = {
  name: string;
  kind: ColumnKind;
  storedAs?: "decimal" | "nanoseconds";
};

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

/** `table`: the position in the plan's tables. `at`: the column's place in the query. */
export type PlannedColumn = {
  is: "column";
  table: number;
  column: QueriedColumn;
  at: Place;
};

/** A JSON pointer into the body, or a byte offset in the SQL text. */
export type Place = string | number;

/** `settings` are constants that the engine needs when it builds the expression. */
export type PlannedCall = {
  is: "call";
  call: Call;
  of: PlannedExpression[];
  settings: (string | number)[];
  kind: ValueKind;
  at: Place;
};

export type PlannedAggregate = {
  is: "aggregate";
  function: AggregateFunction;
  /** Null only for `count` of rows. */
  of: PlannedExpression | null;
  /** Restricts the rows that the function sees. */
  filter: PlannedExpression | null;
  kind: ValueKind;
  at: Place;
};

/** A value of a group: one of its keys, or one of its aggregates. */
type GroupValue = {
  is: "group";
  of: "keys" | "aggregates";
  position: number;
  kind: ValueKind;
};

export type PlannedCondition =
  | { is: "all"; of: PlannedExpression[] }
  | { is: "any"; of: PlannedExpression[] }
  | { is: "not"; of: PlannedExpression }
  | { is: "compare"; left: PlannedExpression; op: Comparison; right: PlannedExpression }
  | { is: "in"; of: PlannedExpression; values: Literal[] }
  | { is: "null"; of: PlannedExpression }
  | { is: "text"; of: PlannedExpression; op: TextTest; value: string; ignoresCase: boolean };

export type PlannedCase = {
  is: "case";
  branches: { when: PlannedExpression; value: PlannedExpression }[];
  otherwise: PlannedExpression;
  kind: ValueKind;
};

export type PlannedExpression =
  | PlannedColumn
  | { is: "literal"; value: Literal | null; kind: ValueKind }
  | PlannedCall
  | PlannedCase
  | PlannedAggregate
  | GroupValue
  | PlannedCondition;

/** Operators and functions that the engine computes. */
export type Call =
  | "add"
  | "subtract"
  | "multiply"
  | "divide"
  | "quotient"
  | "remainder"
  | "negate"
  | "power"
  | "abs"
  | "sign"
  | "round"
  | "floor"
  | "ceil"
  | "trunc"
  | "sqrt"
  | "ln"
  | "exp"
  | "coalesce"
  | "nullif"
  | "greatest"
  | "least"
  | "lower"
  | "upper"
  | "length"
  | "trim"
  | "ltrim"
  | "rtrim"
  | "substring"
  | "right"
  | "replace"
  | "concatenate"
  | "concatenate_present"
  | "position"
  | "split_part"
  | "lpad"
  | "rpad"
  | "matches"
  | "date_part"
  | "date_trunc"
  | "date_diff"
  | "format_date"
  | "last_day"
  | "add_days"
  | "days_between"
  | "add_interval"
  | "cast";

export const aggregateFunctions = [
  "count",
  "count_distinct",
  "sum",
  "mean",
  "min",
  "max",
  "median",
  "stddev",
  "stddev_pop",
  "variance",
  "variance_pop",
] as const;
export type AggregateFunction = (typeof aggregateFunctions)[number];

/** Missing values come last unless `nullsFirst`. */
export type PlannedOrder = { by: PlannedExpression; isDescending: boolean; nullsFirst: boolean };

export type PlannedOutput = { name: string; expression: PlannedExpression };

/** Joins the plan's table at `table` to those before it, where all pairs of keys are equal. */
export type PlannedJoin = {
  table: number;
  kind: "inner" | "left";
  keys: { before: PlannedExpression; joined: PlannedExpression }[];
  /** Conditions on the joined table's rows before the join. */
  filter: PlannedExpression | null;
};

export type PlannedGroups = {
  keys: PlannedExpression[];
  aggregates: PlannedAggregate[];
  having: PlannedExpression | null;
};

/**
 * With `groups`, outputs and order are expressions of `GroupValue`; without, of columns. Distinct
 * rows are groups whose keys are the outputs.
 */
export type QueryPlan = {
  joins: PlannedJoin[];
  filter: PlannedExpression | null;
  groups: PlannedGroups | null;
  outputs: PlannedOutput[];
  order: PlannedOrder[];
  limitRows: number;
  offsetRows: number;
  /** Rows of the whole result, of which `offsetRows` and `limitRows` show a page; null: all. */
  resultRowsMax: number | null;
  /** Rows that are skipped before the result begins. */
  resultOffsetRows: number;
  countsRows: boolean;
};

/** Whether the result is one aggregated value of one table. */
export function isOneFigure({ joins, groups, outputs, resultOffsetRows }: QueryPlan): boolean {
  const isAggregated = groups !== null && groups.keys.length === 0;
  return isAggregated && joins.length === 0 && outputs.length === 1 && resultOffsetRows === 0;
}

export function kindOf(expression: PlannedExpression): ValueKind {
  if ("kind" in expression) return expression.kind;
  if (expression.is !== "column") return "boolean";
  return expression.column.storedAs === "decimal" ? "decimal" : expression.column.kind;
}

export function partsOf(expression: PlannedExpression): PlannedExpression[] {
  switch (expression.is) {
    case "column":
    case "literal":
    case "group":
      return [];
    case "all":
    case "any":
    case "call":
      return expression.of;
    case "compare":
      return [expression.left, expression.right];
    case "case": {
      const branches = expression.branches.flatMap(({ when, value }) => [when, value]);
      return [...branches, expression.otherwise];
    }
    case "aggregate":
      return [expression.of, expression.filter].filter((part) => part !== null);
    default:
      return [expression.of];
  }
}

/** The names of the table's columns that the expressions read, each once. */
export function columnsOf(
  expressions: readonly (PlannedExpression | null)[],
  table: number,
): string[] {
  const names = new Set<string>();
  const visit = (expression: PlannedExpression): void => {
    if (expression.is === "column" && expression.table === table) {
      names.add(expression.column.name);
    }
    partsOf(expression).forEach(visit);
  };
  for (const expression of expressions) if (expression !== null) visit(expression);
  return [...names];
}
