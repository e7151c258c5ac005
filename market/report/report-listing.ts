import type { Database } from "../../db/client.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import {
  countOpenOfAccount,
  countOpenOfListing,
  findOpenReport,
  findReportable,
  findReportDetail,
  insertReport,
} from "../../db/queries/reports/listing-reports.ts";
import type { AccountActor, AgentActor } from "../../db/vocabulary/actor.ts";
import { accountIdOf, lockOpenAccount } from "../account/open-account.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { throwRefusals } from "../refusal.ts";
import { viewListingReport } from "./report-view.ts";
import { listingReportRefusal } from "./rules.ts";
import type { ListingReportBody, ListingReportView } from "./schemas.ts";

/**
 * Reports a dataset on sale to the administrators. Another report by the same account changes nothing
 * while the first one is open. Locks the account. Errors:
 * dataset_not_found, own_words, limit_reached, account_suspended.
 */
export async function reportListing(
  ctx: Context,
  reporter: AccountActor | AgentActor,
  listingId: string,
  { reason, detail }: ListingReportBody,
): Promise<ListingReportView> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const accountId = await accountIdOf(tx, reporter);
    await lockOpenAccount(tx, accountId);
    const earlier = await findOpenReport(tx, { accountId, listingId });
    if (earlier !== null) return view(tx, earlier.id);
    const listing = await findReportable(tx, listingId);
    if (listing === null) {
      throw new MarketError("dataset_not_found", "No active dataset has this id.");
    }
    const openOfAccount = await countOpenOfAccount(tx, accountId);
    const openOfListing = await countOpenOfListing(tx, listingId);
    const asked = { accountId, openOfAccount, openOfListing };
    throwRefusals([listingReportRefusal(listing, asked)]);
    const agentId = reporter.kind === "agent" ? reporter.agentId : null;
    const values = { listingId, accountId, agentId, reason, detail, createdAt: now };
    const report = await insertReport(tx, values);
    // Audited under the reporting account, so that the seller cannot read it.
    const subject = { subjectKind: "account", subjectId: accountId } as const;
    const noted = { listing_id: listingId, report_id: report.id, reason };
    const action = "listing.reported";
    await writeAudit(tx, { actor: reporter, action, ...subject, detail: noted }, now);
    return view(tx, report.id);
  });
}

async function view(tx: Database, reportId: string): Promise<ListingReportView> {
  const detail = await findReportDetail(tx, reportId);
  if (detail === null) throw new Error(`report ${reportId} vanished after it was written`);
  return viewListingReport(detail);
}
