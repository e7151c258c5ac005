import type { Database } from "../../db/client.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import {
  countOpenOfAccount,
  countOpenOfSubject,
  findOpenReport,
  findReportDetail,
  insertReport,
} from "../../db/queries/reports/reports.ts";
import { findSubject, goneSubject } from "../../db/queries/reports/subjects.ts";
import type { AccountActor, AgentActor } from "../../db/vocabulary/actor.ts";
import { accountIdOf, lockOpenAccount } from "../account/open-account.ts";
import type { Context } from "../context.ts";
import { throwRefusals } from "../refusal.ts";
import { viewReport } from "./report-view.ts";
import { reportRefusal } from "./rules.ts";
import type { ReportBody, ReportView } from "./schemas.ts";

/**
 * Reports something public to the administrators. Another report by the same account changes nothing
 * while the first one is open. Locks the account. Errors: the not-found code of its kind, own_words,
 * limit_reached, account_suspended.
 */
export async function makeReport(
  ctx: Context,
  reporter: AccountActor | AgentActor,
  { kind, id: subjectId, reason, detail }: ReportBody,
): Promise<ReportView> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const accountId = await accountIdOf(tx, reporter);
    await lockOpenAccount(tx, accountId);
    const key = { kind, id: subjectId };
    const subject = (await findSubject(tx, key)) ?? goneSubject(key);
    const earlier = await findOpenReport(tx, { accountId, subjectId });
    if (earlier?.kind === kind) return view(tx, earlier.id);
    const openOfAccount = await countOpenOfAccount(tx, accountId);
    const openOfSubject = await countOpenOfSubject(tx, subjectId);
    throwRefusals([reportRefusal(subject, { accountId, openOfAccount, openOfSubject })]);
    const agentId = reporter.kind === "agent" ? reporter.agentId : null;
    const values = { kind, subjectId, accountId, agentId, reason, detail, createdAt: now };
    const report = await insertReport(tx, values);
    // Audited under the reporting account, so that the owner cannot read it.
    const audited = { subjectKind: "account", subjectId: accountId } as const;
    const noted = { kind, subject_id: subjectId, report_id: report.id, reason };
    await writeAudit(
      tx,
      { actor: reporter, action: "report.made", ...audited, detail: noted },
      now,
    );
    return view(tx, report.id);
  });
}

async function view(tx: Database, reportId: string): Promise<ReportView> {
  const detail = await findReportDetail(tx, reportId);
  if (detail === null) throw new Error(`report ${reportId} vanished after it was written`);
  return viewReport(detail);
}
