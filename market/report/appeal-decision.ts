import { lockListingWithAgent } from "../../db/queries/accounts/suspensions.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import {
  findDecision,
  lockDecision,
  updateDecision,
} from "../../db/queries/reports/listing-decisions.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import { lockOpenAccount } from "../account/open-account.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { throwRefusals } from "../refusal.ts";
import { appealRefusal } from "./rules.ts";
import type { AppealBody } from "./schemas.ts";

/**
 * Asks administrators to review a decision, once. Locks account, agent, listing and decision, in this
 * order. Errors: decision_not_found (also for another seller's), appeal_not_possible,
 * account_suspended.
 */
export async function appealDecision(
  ctx: Context,
  owner: OwnerActor,
  decisionId: string,
  { text }: AppealBody,
): Promise<void> {
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    await lockOpenAccount(tx, owner.accountId);
    const found = await findDecision(tx, decisionId);
    if (found === null || found.agent.accountId !== owner.accountId) throw notFound();
    const { listingId } = found.decision;
    const locked = await lockListingWithAgent(tx, listingId);
    const decision = await lockDecision(tx, decisionId);
    if (locked === null || decision === null) throw notFound();
    throwRefusals([appealRefusal(decision, locked.listing)]);
    await updateDecision(tx, decisionId, { appeal: text, appealedAt: now });
    const subject = { subjectKind: "listing", subjectId: listingId } as const;
    const detail = { decision_id: decisionId };
    const action = "listing.decision_appealed";
    await writeAudit(tx, { actor: owner, action, ...subject, detail }, now);
  });
}

const notFound = () => new MarketError("decision_not_found", "No decision has this id.");
