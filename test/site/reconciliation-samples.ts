/** Days compared with the payment provider, in every state, with their findings. */
import { type FindingKind, findingKinds } from "../../db/vocabulary/reconciliation.ts";
import type { FindingView, RunDetailView } from "../../market/reconciliation/schemas.ts";
import type { AdministrationUseCases } from "../../site/admin/use-cases.ts";
import { isoAt, sampleId } from "./purchase-samples.ts";

const runStates = ["done", "running", "failed", "due", "done"] as const;

function sampleRun(index: number): RunDetailView {
  const state = runStates[index % runStates.length] ?? "due";
  const isFirst = index === 0;
  return {
    id: sampleId(index + 1),
    day: `2026-11-${21 - index}`,
    state,
    started_at: state === "due" ? null : isoAt(-1),
    ended_at: state === "done" ? isoAt(0) : null,
    failure: state === "failed" ? "reading the provider's transactions: nobody answers" : null,
    transactions: state === "due" ? 0 : 104_512,
    findings: isFirst ? findingKinds.length : 0,
    findings_open: isFirst ? 9 : 0,
    differences: isFirst ? { usd: 123_456, eur: 99 } : {},
    sums: [
      { category: "charge", currency: "usd", ledgerCents: 912_345, providerCents: 912_345 },
      { category: "refund", currency: "usd", ledgerCents: -4_500, providerCents: -9_000 },
      { category: "own", currency: "usd", ledgerCents: 0, providerCents: -700_000 },
    ],
  };
}

const findingStates = ["open", "resolved", "closed"] as const;

function sampleFinding(kind: FindingKind, index: number, reason: string): FindingView {
  const state = findingStates[index % findingStates.length] ?? "open";
  return {
    id: sampleId(index + 1),
    run_id: sampleId(1),
    day: "2026-11-21",
    kind,
    state,
    purchase_id: index % 4 === 3 ? null : sampleId(2),
    reference: "txn_1Sample0123456789abcdef",
    currency: "usd",
    expected_cents: 95_000,
    found_cents: -95_000,
    first_seen_at: isoAt(-2),
    last_seen_at: isoAt(-1),
    resolved_at: state === "resolved" ? isoAt(0) : null,
    closed_at: state === "closed" ? isoAt(0) : null,
    closed_reason: state === "closed" ? reason : null,
  };
}

type ReconciliationUseCases = Pick<
  AdministrationUseCases,
  "listRuns" | "getRun" | "getFinding" | "requestRun" | "closeFinding"
>;

/** `reason` is an administrator's text. */
export function sampleReconciliation(reason: string): ReconciliationUseCases {
  const runs = runStates.map((_, index) => sampleRun(index));
  const findings = findingKinds.map((kind, index) => sampleFinding(kind, index, reason));
  const [first] = runs;
  if (first === undefined) throw new Error("no run");
  return {
    listRuns: async () => ({ items: runs, total: 87, open: 9 }),
    getRun: async (_, id) => ({
      run: runs.find((one) => one.id === id) ?? first,
      findings: { items: findings, total: 87 },
    }),
    getFinding: async (_, id) => {
      const finding = findings.find((one) => one.id === id) ?? findings[0];
      if (finding === undefined) throw new Error("no finding");
      return finding;
    },
    requestRun: async () => ({ runId: sampleId(1) }),
    closeFinding: async () => undefined,
  };
}
