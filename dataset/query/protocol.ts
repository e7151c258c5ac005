/**
 * The messages between the query process and its child: one line each way, then one line of rows.
 */
import type {
  PlannedAggregate,
  PlannedCondition,
  PlannedOrder,
  QueriedColumn,
} from "../../market/query/plan.ts";

type OnFile = {
  path: string;
  columns: QueriedColumn[];
  filter: PlannedCondition | null;
  /** Restricts the task to the file's rows from `from` to before `to`; null means all rows. */
  range: { from: number; to: number } | null;
};

/**
 * `count`: the number of rows that match. `top`: the positions in the file of the first matching
 * rows by an order; without an order, in file order. `gather`: the rows at these positions, in that
 * order. `groups`: one row per group. `bytesMax` ends the rows early. `columns` are all columns
 * that the task uses; `shown` are those in the answer.
 */
export type QueryTask = OnFile &
  (
    | { task: "count" }
    | { task: "top"; order: PlannedOrder[]; offset: number; limit: number }
    | { task: "gather"; shown: string[]; positions: number[]; bytesMax: number }
    | {
        task: "groups";
        keys: QueriedColumn[];
        /** `isWide`: its sums may exceed 64 bits. */
        aggregates: (PlannedAggregate & { isWide: boolean })[];
        order: PlannedOrder[];
        offset: number;
        limit: number;
        bytesMax: number;
      }
  );

/** `found`: number of rows before `bytesMax` ended them; `shown` of them follow as text. */
type TaskResult = {
  found: number;
  shown: number;
  /** For groups: the total number of groups. */
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
