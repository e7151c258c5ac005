/** Evaluates a contract for a whole file. */
import type { AcceptanceState } from "../../../db/vocabulary/purchase.ts";
import type { Queries } from "../../../platform/query/port.ts";
import type { AcceptanceResult } from "../../acceptance/results.ts";
import type { AcceptanceTerms } from "../../acceptance/schemas.ts";
import type { Context } from "../../context.ts";
import { compileTerms, type FigureCheck, sqlFault, todayOf } from "./compile.ts";
import { expectedWords, holds } from "./judge.ts";
import { answerType, askFigure, findTables, pendingTable } from "./run-check.ts";

/** Longer than the checks of one contract take, each with its own limit. */
export const evaluationLeaseMs = 10 * 60_000;

/** Each call has its own time limit. */
const never = new AbortController().signal;

type Evaluation = {
  terms: AcceptanceTerms;
  file: { datasetId: string; uploadId: string; version: number };
  /** The time that `{today}` means. */
  at: Date;
  caller: string;
  /** Ends the wait for a Parquet file that is being written; absent: none. */
  wait?: AbortSignal;
};

/** `later`: why it has no outcome now, although it may have one soon. */
type Evaluated = { results: AcceptanceResult[]; later: string | null };

export type Decided = Exclude<AcceptanceState, "pending">;

export function stateOf(results: readonly AcceptanceResult[]): Decided {
  if (results.some(({ passed }) => passed === false)) return "failed";
  return results.some(({ passed }) => passed === null) ? "undecided" : "passed";
}

export async function evaluateFile(
  ctx: Pick<Context, "db" | "config">,
  queries: Queries | null,
  { terms, file, at, caller, wait = AbortSignal.abort() }: Evaluation,
): Promise<Evaluated> {
  const { figures, types } = compileTerms(terms, todayOf(at));
  const tables = await findTables(ctx.db, file, [...figures, ...types], wait);
  const pending = pendingTable(tables);
  if (pending !== null) return { results: [], later: pending };
  const results: AcceptanceResult[] = types.map((check) => {
    const { pointer, column, logicalType = "any type" } = check;
    const answer = answerType(check, tables);
    return {
      ...{ pointer, title: `column ${column}`, expected: logicalType },
      ...{ figure: null, query: null, is_probe: false },
      passed: answer.kind === "missing" ? null : answer.kind === "passed",
      detail: answer.kind === "passed" ? null : answer.detail,
    };
  });
  const asking = { tables, caller, mode: "figure" } as const;
  for (const check of figures) {
    if (queries === null) return { results, later: "no query process is configured" };
    const answer = await askFigure({ ctx, queries }, check, asking, never);
    if (answer.kind === "later") return { results, later: answer.detail };
    const isComputed = answer.kind === "figure";
    results.push({
      ...{ pointer: check.pointer, title: check.title, expected: expectedWords(check.expected) },
      ...{ query: queryOf(check), is_probe: check.isProbe },
      figure: isComputed ? answer.figure : null,
      passed: isComputed ? holds(answer.figure, check.expected) : null,
      detail: isComputed ? null : answer.detail,
    });
  }
  return { results, later: null };
}

/** Null: none was run. */
function queryOf({ measure }: FigureCheck): string | null {
  return "sql" in measure && sqlFault(measure.sql) === null ? measure.sql : null;
}
