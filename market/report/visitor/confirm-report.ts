/** A visitor confirms a report by the mailed link, which later also shows its outcome. */
import type { Database } from "../../../db/client.ts";
import { writeAudit } from "../../../db/queries/journal/journal.ts";
import { countOpenOfSubject, findReportDetail } from "../../../db/queries/reports/reports.ts";
import { lockReport, setReportConfirmed } from "../../../db/queries/reports/visitor-reports.ts";
import type { Context } from "../../context.ts";
import { MarketError } from "../../errors.ts";
import { viewReport } from "../report-view.ts";
import { isFull } from "../rules.ts";
import type { ReportView } from "../schemas.ts";
import { isForgotten, visitorActor } from "./rules.ts";
import { isVisitorCode } from "./visitor-code.ts";

export type VisitorLink = { reportId: string; code: string };
export type VisitorReport = ReportView & { isConfirmed: boolean };

/** The report's outcome; null: the link is not ours, or the report was deleted. */
export async function viewVisitorReport(
  ctx: Context,
  { reportId, code }: VisitorLink,
): Promise<VisitorReport | null> {
  if (!isVisitorCode(ctx.config.APPROVAL_SECRET, reportId, code)) return null;
  return readReport(ctx.db, reportId, ctx.now());
}

/** Queues the report for an administrator; a repeat changes nothing. Errors: limit_reached. */
export async function confirmVisitorReport(
  ctx: Context,
  { reportId, code }: VisitorLink,
): Promise<VisitorReport | null> {
  if (!isVisitorCode(ctx.config.APPROVAL_SECRET, reportId, code)) return null;
  return ctx.db.transaction(async (tx) => {
    const report = await lockReport(tx, reportId);
    if (report === null || isForgotten(report, ctx.now())) return null;
    if (!report.isConfirmed) {
      if (isFull(await countOpenOfSubject(tx, report.subjectId))) throw tooMany();
      await setReportConfirmed(tx, reportId);
      const subject = { subjectKind: "report", subjectId: reportId } as const;
      const detail = { kind: report.kind, subject_id: report.subjectId };
      const action = "report.confirmed";
      await writeAudit(tx, { actor: visitorActor, action, ...subject, detail }, ctx.now());
    }
    return readReport(tx, reportId, ctx.now());
  });
}

/** Null if the visitor's address was deleted: the link then no longer works. */
async function readReport(
  db: Database,
  reportId: string,
  now: Date,
): Promise<VisitorReport | null> {
  const found = await findReportDetail(db, reportId);
  if (found === null || found.report.visitorEmail === null) return null;
  if (isForgotten(found.report, now)) return null;
  return { ...viewReport(found), isConfirmed: found.report.isConfirmed };
}

const tooMany = () =>
  new MarketError("limit_reached", "Enough people have reported it; it is already under review.");
