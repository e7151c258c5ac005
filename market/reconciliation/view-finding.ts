/** Builds the administrators' views of runs and findings. */
import type { FindingRow } from "../../db/queries/reconciliation/findings.ts";
import type { RunListRow } from "../../db/queries/reconciliation/runs.ts";
import type { FindingView, RunView } from "./schemas.ts";

export function viewRunRow({ run, findings, open }: RunListRow): RunView {
  return {
    id: run.id,
    day: run.day,
    state: run.state,
    started_at: run.startedAt?.toISOString() ?? null,
    ended_at: run.endedAt?.toISOString() ?? null,
    failure: run.failure,
    transactions: run.transactions,
    findings,
    findings_open: open,
    differences: run.differences,
  };
}

export function viewFindingRow(row: FindingRow, runId: string | null): FindingView {
  return {
    id: row.id,
    run_id: runId,
    day: row.day,
    kind: row.kind,
    state: stateOf(row),
    purchase_id: row.purchaseId,
    reference: row.reference,
    currency: row.currency,
    expected_cents: row.expectedCents,
    found_cents: row.foundCents,
    first_seen_at: row.firstSeenAt.toISOString(),
    last_seen_at: row.lastSeenAt.toISOString(),
    resolved_at: row.resolvedAt?.toISOString() ?? null,
    closed_at: row.closedAt?.toISOString() ?? null,
    closed_reason: row.closedReason,
  };
}

function stateOf({ resolvedAt, closedAt }: FindingRow): FindingView["state"] {
  if (closedAt !== null) return "closed";
  return resolvedAt === null ? "open" : "resolved";
}
