/**
 * Runs the API's queries: waits for a turn, opens the table's local copy, uses a child, and
 * explains failures in the marketplace's terms.
 */
import {
  type QueryPool,
  type QueryTask,
  readFault,
  TaskFailure,
} from "../../dataset/query/engine.ts";
import type { FieldFault } from "../../market/errors.ts";
import { Checks } from "../../market/query/checks.ts";
import { nameOfKind } from "../../market/query/kinds.ts";
import {
  QUERIES_PER_CALLER_MAX,
  QUERIES_WAITING_MAX,
  QUERY_ANSWER_BYTES_MAX,
  QUERY_SCAN_BYTES_MAX,
} from "../../market/query/limits.ts";
import { isOneFigure, kindOf, type QueryPlan } from "../../market/query/plan.ts";
import { planQuery } from "../../market/query/plan-query.ts";
import { valueFaults } from "../../market/query/value-faults.ts";
import { type NoTurn, Turns } from "../../platform/limits/turns.ts";
import type { Logger } from "../../platform/log.ts";
import type { QueryRefusal } from "../../platform/query/port.ts";
import { type ObjectCache, type OpenTable, UnreadableTableError } from "./object-cache.ts";
import { ScanTooLargeError } from "./part-files.ts";
import { queriedColumns } from "./queried-columns.ts";
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

  async #answer({ tables, query, mode }: RunRequest, signal: AbortSignal): Promise<RunAnswer> {
    return await this.#withTables(tables, [], async (open) => {
      const plan = planQuery(
        query,
        open.map(({ index }) => queriedColumns(index)),
      );
      if (Array.isArray(plan)) return invalid(plan);
      if (mode !== undefined && !isOneFigure(plan)) return invalid([notOneFigure]);
      if (mode === "plan") {
        return { kind: "answered", body: answerText(tables, answerColumns(plan), nothing) };
      }
      try {
        const result = await this.#runPlan(open, plan, signal);
        return { kind: "answered", body: answerText(tables, answerColumns(plan), result) };
      } catch (error) {
        const fault = error instanceof TaskFailure ? readFault(error.message) : null;
        if (fault === null) throw error;
        const checks = new Checks([], query.sql ?? null);
        checks.refuse(fault.at, valueFaults[fault.code]);
        return invalid(checks.faults);
      }
    });
  }

  /** Opens one table after the other; all stay until `use` has ended. */
  async #withTables(
    tables: RunRequest["tables"],
    open: OpenTable[],
    use: (open: OpenTable[]) => Promise<RunAnswer>,
  ): Promise<RunAnswer> {
    const next = tables[open.length];
    if (next === undefined) return await use(open);
    return await this.#options.cache.with(next.stored, (table) =>
      this.#withTables(tables, [...open, table], use),
    );
  }

  /** All steps together have a time limit. */
  async #runPlan(
    tables: readonly OpenTable[],
    plan: QueryPlan,
    signal: AbortSignal,
  ): Promise<PlanResult> {
    const { pool, folder, secondsMax } = this.#options;
    const endsAtMs = performance.now() + secondsMax * 1000;
    const child = pool.take();
    try {
      const run = (task: QueryTask) => {
        const msMax = endsAtMs - performance.now();
        if (msMax <= 0) throw new TaskFailure("late", "there is no time left");
        return child.run(task, { msMax, signal });
      };
      return await runPlan(tables, plan, { folder, run });
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

const notOneFigure: FieldFault = {
  pointer: "/sql",
  code: "invalid_query",
  detail:
    "It must give one aggregated value of one table, for example SELECT count(*) FROM {object}.",
};
const nothing: PlanResult = { rowsText: "", rowCount: 0, totalRows: null, nextOffset: null };

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

function invalid(faults: FieldFault[]): RunAnswer {
  const detail = faults[0]?.detail ?? "The query does not fit the table.";
  return { kind: "refused", refusal: { code: "invalid_query", detail, faults } };
}

function answerColumns({ outputs }: QueryPlan): { name: string; type: string }[] {
  return outputs.map(({ name, expression }) => ({ name, type: nameOfKind(kindOf(expression)) }));
}

/** The rows are text already and are never parsed on the way. */
function answerText(
  [first, ...joined]: RunRequest["tables"],
  columns: { name: string; type: string }[],
  { rowsText, rowCount, totalRows, nextOffset }: PlanResult,
): string {
  const named = (table: RunRequest["tables"][number] | undefined) => ({
    dataset_id: table?.dataset.id,
    version: table?.dataset.version,
    table: table?.dataset.table,
  });
  const others = joined.length === 0 ? {} : { joined: joined.map(named) };
  const head = JSON.stringify({ ...named(first), ...others, columns });
  const tail = JSON.stringify({
    row_count: rowCount,
    total_rows: totalRows,
    next_offset: nextOffset,
  });
  return `${head.slice(0, -1)},"rows":[${rowsText}],${tail.slice(1)}`;
}
