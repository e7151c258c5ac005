/** A visitor reports a listing; the report counts once they confirm their address. */
import type { z } from "zod";
import { enqueueJob, writeAudit } from "../../../db/queries/journal/journal.ts";
import {
  countOpenOfListing,
  findReportable,
  insertReport,
} from "../../../db/queries/reports/listing-reports.ts";
import {
  countVisitorReports,
  findVisitorReport,
  lockVisitor,
  rewordReport,
} from "../../../db/queries/reports/visitor-reports.ts";
import type { Context } from "../../context.ts";
import { MarketError } from "../../errors.ts";
import { throwRefusals } from "../../refusal.ts";
import { listingReportRefusal } from "../rules.ts";
import { visitorActor, visitorReportStep } from "./rules.ts";
import type { visitorReportBody } from "./schemas.ts";

/**
 * Stores the report and enqueues a mail with the link that confirms it. The answer does not reveal
 * whether the address has reported before, or too often. Locks the address. Errors:
 * dataset_not_found, limit_reached (for the listing).
 */
export async function reportAsVisitor(
  ctx: Context,
  listingId: string,
  { email, name, reason, detail }: z.output<typeof visitorReportBody>,
): Promise<void> {
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    await lockVisitor(tx, email);
    const listing = await findReportable(tx, listingId);
    if (listing === null) {
      throw new MarketError("dataset_not_found", "No active dataset has this id.");
    }
    const openOfListing = await countOpenOfListing(tx, listingId);
    const asked = { accountId: null, openOfAccount: 0, openOfListing };
    throwRefusals([listingReportRefusal(listing, asked)]);
    const earlier = await findVisitorReport(tx, { email, listingId });
    const waiting = await countVisitorReports(tx, email);
    const step = visitorReportStep({ earlier, waiting }, now);
    if (step === "nothing") return;
    const words = { reason, detail, visitorName: name, createdAt: now };
    if (earlier !== null) await rewordReport(tx, earlier.id, words);
    const visitor = { visitorEmail: email, isConfirmed: false };
    const { id } = earlier ?? (await insertReport(tx, { listingId, ...visitor, ...words }));
    // Audited under its own subject, so that the seller cannot read it.
    const subject = { subjectKind: "listing_report", subjectId: id } as const;
    const noted = { listing_id: listingId, reason };
    const action = "listing.reported";
    await writeAudit(tx, { actor: visitorActor, action, ...subject, detail: noted }, now);
    const asked_at = now.toISOString();
    await enqueueJob(tx, "jobs.mail", { template: "report_confirm", report_id: id, asked_at }, now);
  });
}
