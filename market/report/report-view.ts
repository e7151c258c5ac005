/** The view of a report for its reporter. */
import type { ListingDecisionRow } from "../../db/queries/reports/listing-decisions.ts";
import type { ReportDetail } from "../../db/queries/reports/listing-reports.ts";
import type { ListingReportView } from "./schemas.ts";

export function viewListingReport({ report, dataset, decision }: ReportDetail): ListingReportView {
  return {
    id: report.id,
    dataset: { id: dataset.id, title: dataset.title, status: dataset.status },
    reason: report.reason,
    detail: report.detail,
    reported_at: report.createdAt.toISOString(),
    status: decision === null ? "open" : "decided",
    decision: decision && viewDecision(decision),
  };
}

/** Only the seller may read the appeal's text; its outcome is shown. */
function viewDecision(row: ListingDecisionRow): NonNullable<ListingReportView["decision"]> {
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
