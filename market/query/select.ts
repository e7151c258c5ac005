/**
 * A query as it was requested, before its names and types are checked. The structured form and SQL
 * are both read into it, so that one checker decides about both.
 */
import type { AggregateFunction, Comparison, Place, TextTest } from "./plan.ts";
import type { FilterValue } from "./read-literal.ts";

/** `written`: the type that a constant such as `DATE '2026-01-31'` names, or that its form implies. */
export type Constant = {
  is: "constant";
  value: FilterValue | null;
  written: "plain" | "integer" | "decimal" | "double" | "date" | "datetime" | "time";
  at: Place;
};

export type Interval = { is: "interval"; months: number; microseconds: number; at: Place };

export type SelectExpression =
  | { is: "column"; table: string | null; name: string; at: Place }
  | Constant
  | Interval
  /** `name`: an operator, or a function in lower case. */
  | { is: "call"; name: string; of: SelectExpression[]; at: Place }
  | { is: "cast"; of: SelectExpression; to: string; at: Place }
  | {
      is: "case";
      branches: { when: SelectExpression; value: SelectExpression }[];
      otherwise: SelectExpression | null;
      at: Place;
    }
  | {
      is: "aggregate";
      function: AggregateFunction;
      of: SelectExpression | null;
      filter: SelectExpression | null;
      at: Place;
    }
  | { is: "all" | "any"; of: SelectExpression[] }
  | { is: "not"; of: SelectExpression; at: Place }
  | {
      is: "compare";
      left: SelectExpression;
      op: Comparison;
      right: SelectExpression;
      at: Place;
    }
  | { is: "in"; of: SelectExpression; values: SelectExpression[]; at: Place }
  | { is: "null"; of: SelectExpression; at: Place }
  | {
      is: "text";
      of: SelectExpression;
      op: TextTest;
      value: SelectExpression;
      ignoresCase: boolean;
      at: Place;
    }
  | {
      is: "like";
      of: SelectExpression;
      pattern: SelectExpression;
      escape: SelectExpression | null;
      ignoresCase: boolean;
      at: Place;
    };

/** `datasetId` null: the dataset of the request. `table` null: its default table. */
type TableReference = { datasetId: string | null; table: string | null };

/** `name` qualifies the table's columns. */
export type SelectTable = { name: string; reference: TableReference; at: Place };

export type SelectJoin = {
  table: SelectTable;
  kind: "inner" | "left";
  /** Conditions that all hold. */
  on: SelectExpression[];
  /** Columns of both tables with the same name, which have to be equal. */
  using: { name: string; at: Place }[];
  at: Place;
};

/** All columns, of one table or of all. */
export type Star = { is: "star"; table: string | null; at: Place };

export type SelectOutput = { of: SelectExpression | Star; as: string | null; at: Place };

/** `by` a number: the position of an output, from 0. */
export type SelectOrder = {
  by: SelectExpression | { is: "output"; position: number; at: Place };
  isDescending: boolean;
  nullsFirst: boolean;
  at: Place;
};

export type Select = {
  from: SelectTable;
  joins: SelectJoin[];
  filter: SelectExpression | null;
  groupBy: SelectOrder["by"][];
  /** Whether there is one row for each group even without `groupBy`. */
  isGrouped: boolean;
  having: SelectExpression | null;
  outputs: SelectOutput[];
  isDistinct: boolean;
  order: SelectOrder[];
  resultRowsMax: number | null;
  resultOffsetRows: number;
  limitRows: number;
  offsetRows: number;
  countsRows: boolean;
};

export function partsOfSelect(expression: SelectExpression): SelectExpression[] {
  switch (expression.is) {
    case "column":
    case "constant":
    case "interval":
      return [];
    case "call":
    case "all":
    case "any":
      return expression.of;
    case "case": {
      const branches = expression.branches.flatMap(({ when, value }) => [when, value]);
      return [...branches, ...(expression.otherwise === null ? [] : [expression.otherwise])];
    }
    case "aggregate":
      return [expression.of, expression.filter].filter((part) => part !== null);
    case "compare":
      return [expression.left, expression.right];
    case "in":
      return [expression.of, ...expression.values];
    case "text":
      return [expression.of, expression.value];
    case "like":
      return [expression.of, expression.pattern];
    default:
      return [expression.of];
  }
}

export function hasAggregate(expression: SelectExpression): boolean {
  return expression.is === "aggregate" || partsOfSelect(expression).some(hasAggregate);
}
