/**
 * Runs the API's queries: waits for a turn, opens the table's local copy, uses a child, and
 * explains failures in the marketplace's terms.
 */
import { type QueryPool, type QueryTask, TaskFailure } from "../../dataset/query/engine.ts";
import {
  QUERIES_PER_CALLER_MAX,
  QUERIES_WAITING_MAX,
  QUERY_ANSWER_BYTES_MAX,
  QUERY_SCAN_BYTES_MAX,
} from "../../market/query/limits.ts";
import type { QueriedColumn, QueryPlan } from "../../market/query/plan.ts";
import { planQuery } from "../../market/query/plan-query.ts";
import { type NoTurn, Turns } from "../../platform/limits/turns.ts";
import type { Logger } from "../../platform/log.ts";
import type { QueryRefusal } from "../../platform/query/port.ts";
import { type ObjectCache, type OpenTable, UnreadableTableError } from "./object-cache.ts";
import { ScanTooLargeError } from "./part-files.ts";
import { type PlanResult, RowTooLargeError, runPlan } from "./run-plan.ts";
import type { RunRequest } from "./run-request.ts";
import { ObjectChangedError } from "./sparse-file.ts";

export type RunnerOptions = {
  pool: QueryPool;
  cache: ObjectCache;
  /** Existing folder for parts of files. */
  folder: string;
  children: number;
  /** Memory limit of the pool's children, for messages. */
  memoryBytesMax: number;
  secondsMax: number;
  log: Logger;
};

export type RunAnswer =
  | { kind: "answered"; body: string }
  | { kind: "refused"; refusal: QueryRefusal };

const busyRetrySeconds = 2;
const faultsMax = 20;

export class QueryRunner {
  readonly #options: RunnerOptions;
  readonly #turns: Turns;

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#turns = new Turns({
      atOnce: options.children,
      waitingMax: QUERIES_WAITING_MAX,
      perCallerMax: QUERIES_PER_CALLER_MAX,
    });
  }

  /** Never throws. */
  async run(asked: RunRequest, signal: AbortSignal): Promise<RunAnswer> {
    try {
      const answer = await this.#turns.take(asked.caller, signal, () =>
        this.#answer(asked, signal),
      );
      if (answer === null) return refused("queries_unavailable", "The caller went away.");
      return typeof answer === "string" ? noTurn(answer) : answer;
    } catch (error) {
      return this.#explain(error);
    }
  }

  async #answer({ stored, query, dataset }: RunRequest, signal: AbortSignal): Promise<RunAnswer> {
    return await this.#options.cache.with(stored, async (table) => {
      const columns = table.index.columns.map(({ name, kind }) => ({ name, kind }));
      const plan = planQuery(query, columns);
      if (Array.isArray(plan)) {
        const faults = plan.slice(0, faultsMax);
        const detail = faults[0]?.detail ?? "The query does not fit the table.";
        return { kind: "refused", refusal: { code: "invalid_query", detail, faults } };
      }
      const result = await this.#runPlan(table, plan, signal);
      const body = answerText(dataset, answerColumns(plan), result);
      return { kind: "answered", body };
    });
  }

  /** All steps together have a time limit. */
  async #runPlan(table: OpenTable, plan: QueryPlan, signal: AbortSignal): Promise<PlanResult> {
    const { pool, folder, secondsMax } = this.#options;
    const endsAtMs = performance.now() + secondsMax * 1000;
    const child = pool.take();
    try {
      const run = (task: QueryTask) => {
        const msMax = endsAtMs - performance.now();
        if (msMax <= 0) throw new TaskFailure("late", "there is no time left");
        return child.run(task, { msMax, signal });
      };
      return await runPlan(table, plan, { folder, run });
    } finally {
      pool.giveBack(child);
    }
  }

  #explain(error: unknown): RunAnswer {
    if (error instanceof ScanTooLargeError)
      return refused("query_too_expensive", scanDetail(error));
    if (error instanceof RowTooLargeError) return refused("query_too_expensive", rowDetail);
    if (error instanceof ObjectChangedError) return refused("file_not_available", changedDetail);
    if (error instanceof UnreadableTableError) {
      return refused("query_not_available", "The table's Parquet file cannot be read.");
    }
    const { log, secondsMax } = this.#options;
    if (!(error instanceof TaskFailure)) {
      log.error({ err: error }, "a query failed");
      return refused("queries_unavailable", "The table cannot be read now.", busyRetrySeconds);
    }
    if (error.kind !== "aborted") {
      log.warn({ kind: error.kind, reason: error.message }, "a query's child gave up");
    }
    if (error.kind === "late") {
      return refused("query_too_expensive", `It took longer than ${secondsMax} seconds.`);
    }
    if (error.kind === "exhausted") {
      return refused("query_too_expensive", memoryDetail(this.#options.memoryBytesMax));
    }
    if (error.kind === "rejected") {
      return refused("query_not_available", "The table's file does not support this query.");
    }
    return refused("queries_unavailable", "The query was interrupted.", busyRetrySeconds);
  }
}

const scanDetail = ({ bytes }: ScanTooLargeError) =>
  `It would read ${bytes} stored bytes of its columns; at most are ${QUERY_SCAN_BYTES_MAX}.`;
const rowDetail =
  `One row of the answer has more than the ${QUERY_ANSWER_BYTES_MAX} bytes that all of it may have: ` +
  "leave out the columns, groups or aggregates that hold long texts.";
const memoryDetail = (bytesMax: number) =>
  `It needed more than the ${bytesMax} bytes of memory that a query may have.`;
const changedDetail = "The stored file is gone, or is not the one that was read.";

function refused(code: string, detail: string, retryAfterSeconds?: number): RunAnswer {
  const retry = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  return { kind: "refused", refusal: { code, detail, ...retry } };
}

function noTurn(why: NoTurn): RunAnswer {
  if (why === "full") {
    return refused(
      "queries_unavailable",
      `${QUERIES_WAITING_MAX} queries, as many as may, wait for their turn already.`,
      busyRetrySeconds,
    );
  }
  const detail = `${QUERIES_PER_CALLER_MAX} queries of one caller run at the same time.`;
  return refused("rate_limited", detail, busyRetrySeconds);
}

function answerColumns(plan: QueryPlan): { name: string; type: string }[] {
  const shown = ({ name, kind }: QueriedColumn) => ({ name, type: kind });
  if (plan.answers === "rows") return plan.columns.map(shown);
  const aggregates = plan.aggregates.map(({ function: name, column, as }) => {
    const isCount = column === null || name === "count" || name === "count_distinct";
    if (isCount) return { name: as, type: "integer" };
    if (name === "min" || name === "max") return { name: as, type: column.kind };
    const isInteger = name === "sum" && column.kind === "integer";
    return { name: as, type: isInteger ? "integer" : "number" };
  });
  return [...plan.keys.map(shown), ...aggregates];
}

/** The rows are text already and are never parsed on the way. */
function answerText(
  dataset: RunRequest["dataset"],
  columns: { name: string; type: string }[],
  { rowsText, rowCount, totalRows, nextOffset }: PlanResult,
): string {
  const head = JSON.stringify({
    dataset_id: dataset.id,
    version: dataset.version,
    table: dataset.table,
    columns,
  });
  const tail = JSON.stringify({
    row_count: rowCount,
    total_rows: totalRows,
    next_offset: nextOffset,
  });
  return `${head.slice(0, -1)},"rows":[${rowsText}],${tail.slice(1)}`;
}
