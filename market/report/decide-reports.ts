import { lockListing } from "../../db/queries/accounts/suspensions.ts";
import { findAgent } from "../../db/queries/agents/agents.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import { insertDecision } from "../../db/queries/reports/listing-decisions.ts";
import { closeReports, lockOpenReports } from "../../db/queries/reports/listing-reports.ts";
import type { AdminActor } from "../../db/vocabulary/actor.ts";
import type { ListingDecisionKind } from "../../db/vocabulary/report.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { listingSuspension } from "../listing/suspension/rules.ts";
import { suspendLocked } from "../listing/suspension/suspend-locked.ts";
import { throwRefusals } from "../refusal.ts";
import { notifyDecision } from "./notify.ts";
import { deciderRefusal, decisionOf, seenRefusal } from "./rules.ts";
import type { DecideBody } from "./schemas.ts";

/**
 * Decides all open reports of a listing: dismisses them, or suspends the listing, with a statement of reasons
 * for reporters and seller. Refused if the reports changed after the administrator read them, so that two
 * administrators decide once. Errors: listing_not_found, party_to_dispute, reports_changed,
 * listing_not_active.
 */
export async function decideReports(
  ctx: Context,
  admin: AdminActor,
  listingId: string,
  { wish, statement, seen }: DecideBody,
): Promise<{ decision: ListingDecisionKind }> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const listing = await lockListing(tx, listingId);
    if (listing === null) throw new MarketError("listing_not_found", "No listing has this id.");
    const seller = await findAgent(tx, listing.agentId);
    throwRefusals([deciderRefusal(admin.accountId, seller?.accountId)]);
    const reports = await lockOpenReports(tx, listingId);
    throwRefusals([seenRefusal(seen, reports.length)]);
    const outcome = decisionOf(listing, wish);
    if (typeof outcome === "object") throw new MarketError(outcome.code, outcome.detail);
    const decision = await insertDecision(tx, {
      ...{ listingId, decision: outcome, statement },
      ...{ reportCount: reports.length, decidedAt: now },
    });
    await closeReports(tx, { reports, decisionId: decision.id });
    if (outcome === "suspended" && listingSuspension(listing) === "apply") {
      await suspendLocked(tx, admin, { listing, reason: statement }, now);
    }
    const detail = {
      decision: outcome,
      decision_id: decision.id,
      reports: seen,
      reason: statement,
    };
    const subject = { subjectKind: "listing", subjectId: listingId } as const;
    const action = "listing.reports_decided";
    await writeAudit(tx, { actor: admin, action, ...subject, detail }, now);
    await notifyDecision(tx, { decision, reports }, now);
    return { decision: outcome };
  });
}
