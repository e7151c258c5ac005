/** Notifies the reporters and the seller of a decision about a reported listing. */
import type { Database } from "../../db/client.ts";
import { findListingSeller, sellerPrincipals } from "../../db/queries/events/events.ts";
import { enqueueJobs } from "../../db/queries/journal/journal.ts";
import type { ListingDecisionRow } from "../../db/queries/reports/listing-decisions.ts";
import type { ListingReportRow } from "../../db/queries/reports/listing-reports.ts";
import type { Principal } from "../../db/vocabulary/event.ts";
import { emitEvent, emitEvents } from "../event/emit-event.ts";
import type { ReportNotice } from "./notices.ts";

type ReportDecision = { decision: ListingDecisionRow; reports: readonly ListingReportRow[] };

/** The reporting account and its agent. A reporter without an account only gets a mail. */
function reporterOf({ accountId, agentId }: ListingReportRow): Principal[] {
  if (accountId === null) return [];
  return agentId === null
    ? [{ kind: "account", id: accountId }]
    : sellerPrincipals(agentId, accountId);
}

/** Notifies of the decision. The listing must be locked. */
export async function notifyDecision(
  tx: Database,
  { decision, reports }: ReportDecision,
  now: Date,
): Promise<void> {
  const { id, listingId } = decision;
  const common = { dataset_id: listingId, decision: decision.decision };
  const events = reports.flatMap((report) =>
    reporterOf(report).map((to) => {
      return { to, subjectId: listingId, data: { ...common, report_id: report.id } };
    }),
  );
  await emitEvents(tx, "listing.report_decided", events, now);
  const to = await findListingSeller(tx, listingId);
  const data = { ...common, decision_id: id };
  await emitEvent(tx, { type: "listing.reports_decided", to, subjectId: listingId, data }, now);
  await enqueueMails(tx, { decision, reports }, ["report_decided", "listing_decided"], now);
}

/** Notifies of the outcome of the seller's appeal. The listing must be locked. */
export async function notifyAppealDecision(
  tx: Database,
  { decision, reports }: ReportDecision,
  now: Date,
): Promise<void> {
  const { id, listingId, appealOutcome } = decision;
  if (appealOutcome === null) throw new Error(`the appeal against ${id} is not decided`);
  const seller = await findListingSeller(tx, listingId);
  const to = [...seller, ...reports.flatMap(reporterOf)];
  const data = { dataset_id: listingId, decision_id: id, outcome: appealOutcome };
  await emitEvent(tx, { type: "listing.appeal_decided", to, subjectId: listingId, data }, now);
  await enqueueMails(
    tx,
    { decision, reports },
    ["report_appeal_decided", "listing_appeal_decided"],
    now,
  );
}

/** One mail to each reporter, and one to the seller. */
async function enqueueMails(
  tx: Database,
  { decision, reports }: ReportDecision,
  [toReporter, toSeller]: [ReportNotice, ReportNotice],
  now: Date,
): Promise<void> {
  const template = { template: "report", decision_id: decision.id } as const;
  const mails = [
    ...reports.map(({ id }) => ({ ...template, notice: toReporter, report_id: id })),
    { ...template, notice: toSeller, report_id: null },
  ];
  await enqueueJobs(tx, "jobs.mail", mails, now);
}
