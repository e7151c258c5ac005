/**
 * The messages between the query process and its child: one line each way, then one line of rows.
 */
import type {
  PlannedExpression,
  PlannedGroups,
  PlannedJoin,
  PlannedOrder,
  PlannedOutput,
  QueriedColumn,
} from "../../market/query/plan.ts";

/** A Parquet file, and all of its columns that the task uses. */
export type TaskTable = { path: string; columns: QueriedColumn[] };

type OnTables = {
  /** In the plan's order; only `select` takes more than one. */
  tables: TaskTable[];
  filter: PlannedExpression | null;
  /** Restricts the task to the file's rows from `from` to before `to`; null means all rows. */
  range: { from: number; to: number } | null;
};

/**
 * `count`: the number of rows that match. `top`: the positions in the file of the first matching
 * rows by an order; without an order, in file order. `gather`: the rows at these positions, in that
 * order. `select`: the rows of joined tables, or one row per group. `bytesMax` ends the rows early.
 */
export type QueryTask = OnTables &
  (
    | { task: "count" }
    | { task: "top"; order: PlannedOrder[]; offset: number; limit: number }
    | { task: "gather"; outputs: PlannedOutput[]; positions: number[]; bytesMax: number }
    | {
        task: "select";
        joins: PlannedJoin[];
        groups: (PlannedGroups & { sumsMayBeWide: boolean[] }) | null;
        outputs: PlannedOutput[];
        order: PlannedOrder[];
        offset: number;
        limit: number;
        /** Whether to count the rows of the whole result; groups are always counted. */
        counts: boolean;
        bytesMax: number;
      }
  );

/** `found`: number of rows before `bytesMax` ended them; `shown` of them follow as text. */
type TaskResult = {
  found: number;
  shown: number;
  /** The total number of the result's rows, if it was counted. */
  total: number | null;
  positions: number[] | null;
};

export type ChildLine =
  | { child: "ready" }
  | { child: "done"; result: TaskResult }
  | { child: "failed"; reason: string };

export type TaskAnswer = TaskResult & {
  /** The rows as comma-separated JSON arrays; empty without rows. */
  rowsText: string;
};
