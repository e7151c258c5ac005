import { lockListingWithAgent } from "../../db/queries/accounts/suspensions.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import {
  findDecision,
  lockDecision,
  updateDecision,
} from "../../db/queries/reports/listing-decisions.ts";
import { readDecidedReports } from "../../db/queries/reports/listing-reports.ts";
import type { AdminActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { restoreLocked } from "../listing/suspension/suspend-locked.ts";
import { throwRefusals } from "../refusal.ts";
import { notifyAppealDecision } from "./notify.ts";
import { appealDecision, deciderRefusal, restoresListing } from "./rules.ts";
import type { DecideAppealBody } from "./schemas.ts";

/**
 * Upholds the appeal, which restores the listing if the suspension still holds it, or rejects it; seller and
 * reporters get the reasons. Returns whether the listing was restored. Errors:
 * decision_not_found, party_to_dispute, appeal_not_possible (there is none), reports_changed.
 */
export async function decideAppeal(
  ctx: Context,
  admin: AdminActor,
  decisionId: string,
  { outcome, statement }: DecideAppealBody,
): Promise<{ restored: boolean }> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const listingId = (await findDecision(tx, decisionId))?.decision.listingId;
    const locked = listingId === undefined ? null : await lockListingWithAgent(tx, listingId);
    const found = await lockDecision(tx, decisionId);
    if (locked === null || found === null) {
      throw new MarketError("decision_not_found", "No decision has this id.");
    }
    const { listing, agent } = locked;
    throwRefusals([deciderRefusal(admin.accountId, agent.accountId)]);
    const decided = appealDecision(found, outcome);
    if (typeof decided === "object") throw new MarketError(decided.code, decided.detail);
    const change = { appealOutcome: outcome, appealStatement: statement, appealDecidedAt: now };
    const decision = await updateDecision(tx, decisionId, change);
    const restored = restoresListing(listing, outcome);
    if (restored) await restoreLocked(tx, admin, { listing, agent }, now);
    const detail = { decision_id: decisionId, outcome, reason: statement, restored };
    const subject = { subjectKind: "listing", subjectId: listing.id } as const;
    const action = "listing.appeal_decided";
    await writeAudit(tx, { actor: admin, action, ...subject, detail }, now);
    const reports = await readDecidedReports(tx, decisionId);
    await notifyAppealDecision(tx, { decision, reports }, now);
    return { restored };
  });
}
