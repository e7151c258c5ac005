/** A visitor confirms a report by the mailed link, which later also shows its outcome. */
import type { Database } from "../../../db/client.ts";
import { writeAudit } from "../../../db/queries/journal/journal.ts";
import {
  countOpenOfListing,
  findReportDetail,
} from "../../../db/queries/reports/listing-reports.ts";
import { lockReport, setReportConfirmed } from "../../../db/queries/reports/visitor-reports.ts";
import type { Context } from "../../context.ts";
import { MarketError } from "../../errors.ts";
import { viewListingReport } from "../report-view.ts";
import { isFull } from "../rules.ts";
import type { ListingReportView } from "../schemas.ts";
import { isForgotten, visitorActor } from "./rules.ts";
import { isVisitorCode } from "./visitor-code.ts";

export type VisitorLink = { reportId: string; code: string };
export type VisitorReport = ListingReportView & { isConfirmed: boolean };

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
      if (isFull(await countOpenOfListing(tx, report.listingId))) throw tooMany();
      await setReportConfirmed(tx, reportId);
      const subject = { subjectKind: "listing_report", subjectId: reportId } as const;
      const detail = { listing_id: report.listingId };
      const action = "listing.report_confirmed";
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
  return { ...viewListingReport(found), isConfirmed: found.report.isConfirmed };
}

const tooMany = () =>
  new MarketError("limit_reached", "Enough people have reported it; it is already under review.");
