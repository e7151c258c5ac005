/** What a query's child is asked, and how it answers: a line each way, and a line of rows. */
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
  /** Rows of the file before `from` and from `to` on are left out; null: none is. */
  range: { from: number; to: number } | null;
};

/**
 * count: how many rows a filter keeps. top: where the first of them by an order lie, as positions in
 * the file; without one, in its own order. gather: rows at positions, in that order. groups: a row for
 * each group. `bytesMax` ends the rows of an answer early. `columns` are all that the task
 * looks at; `shown` names those that are answered.
 */
export type QueryTask = OnFile &
  (
    | { task: "count" }
    | { task: "top"; order: PlannedOrder[]; offset: number; limit: number }
    | { task: "gather"; shown: string[]; positions: number[]; bytesMax: number }
    | {
        task: "groups";
        keys: QueriedColumn[];
        /** `isWide`: sums of it may pass 64 bits. */
        aggregates: (PlannedAggregate & { isWide: boolean })[];
        order: PlannedOrder[];
        offset: number;
        limit: number;
        bytesMax: number;
      }
  );

/** `found`: rows that there were, before `bytesMax` ended them; `shown` of them follow as text. */
type TaskResult = {
  found: number;
  shown: number;
  /** Of groups: how many there are in all. */
  total: number | null;
  positions: number[] | null;
};

export type ChildLine =
  | { child: "ready" }
  | { child: "done"; result: TaskResult }
  | { child: "failed"; reason: string };

export type TaskAnswer = TaskResult & {
  /** The rows as JSON arrays with commas between them; empty without rows. */
  rowsText: string;
};
