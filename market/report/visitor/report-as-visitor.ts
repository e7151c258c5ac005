/** A visitor reports something public; the report counts once they confirm their address. */
import type { z } from "zod";
import { enqueueJob, writeAudit } from "../../../db/queries/journal/journal.ts";
import { countOpenOfSubject, insertReport } from "../../../db/queries/reports/reports.ts";
import { findSubject, goneSubject, type SubjectKey } from "../../../db/queries/reports/subjects.ts";
import {
  countVisitorReports,
  findVisitorReport,
  lockVisitor,
  rewordReport,
} from "../../../db/queries/reports/visitor-reports.ts";
import type { Context } from "../../context.ts";
import { throwRefusals } from "../../refusal.ts";
import { reportRefusal } from "../rules.ts";
import { visitorActor, visitorReportStep } from "./rules.ts";
import type { visitorReportBody } from "./schemas.ts";

/**
 * Stores the report and enqueues a mail with the link that confirms it. The answer does not reveal
 * whether the address has reported before, or too often. Locks the address. Errors:
 * the not-found code of its kind, limit_reached (for what is reported).
 */
export async function reportAsVisitor(
  ctx: Context,
  key: SubjectKey,
  { email, name, reason, detail }: z.output<typeof visitorReportBody>,
): Promise<void> {
  const now = ctx.now();
  const { kind, id: subjectId } = key;
  await ctx.db.transaction(async (tx) => {
    await lockVisitor(tx, email);
    const subject = (await findSubject(tx, key)) ?? goneSubject(key);
    const openOfSubject = await countOpenOfSubject(tx, subjectId);
    const asked = { accountId: null, openOfAccount: 0, openOfSubject };
    throwRefusals([reportRefusal(subject, asked)]);
    const earlier = await findVisitorReport(tx, { email, subjectId });
    const waiting = await countVisitorReports(tx, email);
    const step = visitorReportStep({ earlier, waiting }, now);
    if (step === "nothing") return;
    const words = { reason, detail, visitorName: name, createdAt: now };
    if (earlier !== null) await rewordReport(tx, earlier.id, words);
    const visitor = { visitorEmail: email, isConfirmed: false };
    const { id } = earlier ?? (await insertReport(tx, { kind, subjectId, ...visitor, ...words }));
    // Audited under its own subject, so that the owner cannot read it.
    const audited = { subjectKind: "report", subjectId: id } as const;
    const noted = { kind, subject_id: subjectId, reason };
    const action = "report.made";
    await writeAudit(tx, { actor: visitorActor, action, ...audited, detail: noted }, now);
    const asked_at = now.toISOString();
    await enqueueJob(tx, "jobs.mail", { template: "report_confirm", report_id: id, asked_at }, now);
  });
}
