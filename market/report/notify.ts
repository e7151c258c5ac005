/** Notifies the reporters and the owner of a decision about something reported. */
import type { Database } from "../../db/client.ts";
import { sellerPrincipals } from "../../db/queries/events/events.ts";
import { enqueueJobs } from "../../db/queries/journal/journal.ts";
import type { DecisionRow } from "../../db/queries/reports/decisions.ts";
import type { ReportRow } from "../../db/queries/reports/reports.ts";
import type { Principal } from "../../db/vocabulary/event.ts";
import { emitEvents } from "../event/emit-event.ts";
import type { ReportNotice } from "./notices.ts";

type ReportDecision = {
  decision: DecisionRow;
  reports: readonly ReportRow[];
  /** The seller that offers the thing, or is it. */
  agentId: string | null;
};

/** An account and its agent. A reporter without an account only gets a mail. */
function partyOf({ accountId, agentId }: Pick<ReportRow, "accountId" | "agentId">): Principal[] {
  if (agentId !== null) return sellerPrincipals(agentId, accountId);
  return accountId === null ? [] : [{ kind: "account", id: accountId }];
}

/** The event for each reporter and for the owner, who are never the same account. */
function toBothSides<T extends object>({ decision, reports, agentId }: ReportDecision, data: T) {
  const { id: subjectId, accountId } = decision;
  const each = (your_role: "reporter" | "owner") => (to: Principal) => {
    return { to, subjectId, data: { ...data, your_role } };
  };
  return [
    ...reports.flatMap(partyOf).map(each("reporter")),
    ...partyOf({ accountId, agentId }).map(each("owner")),
  ];
}

/** Notifies of the decision. The thing must be locked. */
export async function notifyDecision(
  tx: Database,
  decided: ReportDecision,
  now: Date,
): Promise<void> {
  const { decision } = decided;
  const { id, kind, subjectId: subject_id } = decision;
  const data = { decision_id: id, kind, subject_id, decision: decision.decision };
  await emitEvents(tx, "moderation.decided", toBothSides(decided, data), now);
  // The poster of a removed request gets the mail about its removal, with the same reasons.
  const isRemoved = kind === "request" && decision.decision === "suspended";
  const toOwner = isRemoved ? null : "moderation_decided";
  await enqueueMails(tx, decided, ["report_decided", toOwner], now);
}

/** Notifies of the outcome of the owner's appeal. The thing must be locked. */
export async function notifyAppealDecision(
  tx: Database,
  decided: ReportDecision,
  now: Date,
): Promise<void> {
  const { decision } = decided;
  const { id, kind, subjectId: subject_id, appealOutcome } = decision;
  if (appealOutcome === null) throw new Error(`the appeal against ${id} is not decided`);
  const data = { decision_id: id, kind, subject_id, outcome: appealOutcome };
  await emitEvents(tx, "moderation.appeal_decided", toBothSides(decided, data), now);
  await enqueueMails(tx, decided, ["report_appeal_decided", "moderation_appeal_decided"], now);
}

/** One mail to each reporter, and one to the owner unless null. */
async function enqueueMails(
  tx: Database,
  { decision, reports }: ReportDecision,
  [toReporter, toOwner]: [ReportNotice, ReportNotice | null],
  now: Date,
): Promise<void> {
  const template = { template: "report", decision_id: decision.id } as const;
  const mails = [
    ...reports.map(({ id }) => ({ ...template, notice: toReporter, report_id: id })),
    ...(toOwner === null ? [] : [{ ...template, notice: toOwner, report_id: null }]),
  ];
  await enqueueJobs(tx, "jobs.mail", mails, now);
}
