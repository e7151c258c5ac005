/** The view of a report for its reporter. */
import type { DecisionRow } from "../../db/queries/reports/decisions.ts";
import type { ReportDetail } from "../../db/queries/reports/reports.ts";
import { titleForReporter } from "./rules.ts";
import type { ReportView } from "./schemas.ts";

export function viewReport({ report, subject, decision }: ReportDetail): ReportView {
  const { kind, id, state } = subject;
  return {
    id: report.id,
    subject: { kind, id, title: titleForReporter(subject), status: state },
    reason: report.reason,
    detail: report.detail,
    reported_at: report.createdAt.toISOString(),
    status: decision === null ? "open" : "decided",
    decision: decision && viewDecision(decision),
  };
}

/** Only the owner may read the appeal's text; its outcome is shown. */
function viewDecision(row: DecisionRow): NonNullable<ReportView["decision"]> {
  const { decision, statement, decidedAt, appealOutcome, appealStatement, appealDecidedAt } = row;
  const hasEnded = appealOutcome !== null && appealDecidedAt !== null;
  const appeal = hasEnded
    ? {
        outcome: appealOutcome,
        statement: appealStatement ?? "",
        decided_at: appealDecidedAt.toISOString(),
      }
    : null;
  return { decision, statement, decided_at: decidedAt.toISOString(), appeal };
}
