import type { Database } from "../../db/client.ts";
import { lockPendingAccess, updateGate } from "../../db/queries/access/access.ts";
import { findAgent } from "../../db/queries/agents/agents.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import { lockOwnListing } from "../../db/queries/listings/listings.ts";
import type { AgentActor } from "../../db/vocabulary/actor.ts";
import { requireSeller } from "../agent/rules.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { recordDecision } from "./record-decision.ts";
import type { GateBody, GateView } from "./schemas.ts";

/**
 * Orders wait for the listing's lock. Without a gate, nobody waits for the seller: what is pending is approved,
 * and stays so if a gate comes back. Errors: listing_not_found, listing_not_active.
 */
export async function setGate(
  ctx: Context,
  agent: AgentActor,
  listingId: string,
  { questions, hide_sample: hides }: GateBody,
): Promise<GateView> {
  return ctx.db.transaction(async (tx) => {
    requireSeller(await findAgent(tx, agent.agentId));
    const row = await lockOwnListing(tx, { listingId, agentId: agent.agentId });
    if (row === null) {
      throw new MarketError("listing_not_found", "You have no listing with this id.");
    }
    if (row.listing.status !== "active" && row.listing.status !== "draft") {
      throw new MarketError("listing_not_active", `The listing is ${row.listing.status}.`);
    }
    const now = ctx.now();
    const isSampleHidden = hides && questions !== null;
    await updateGate(tx, { listingId, questions, isSampleHidden, now });
    if (questions === null) await approvePending(tx, { actor: agent, listingId, now });
    const subject = { subjectKind: "listing", subjectId: listingId } as const;
    const detail = { questions: questions?.length ?? 0, hide_sample: isSampleHidden };
    await writeAudit(tx, { actor: agent, action: "listing.gate_set", ...subject, detail }, now);
    return { dataset_id: listingId, questions, hide_sample: isSampleHidden };
  });
}

const batchRows = 100;

async function approvePending(
  tx: Database,
  { actor, listingId, now }: { actor: AgentActor; listingId: string; now: Date },
): Promise<void> {
  for (;;) {
    const pending = await lockPendingAccess(tx, { listingId, rowsMax: batchRows });
    const decision = { actor, state: "approved", reason: null, now } as const;
    for (const request of pending) await recordDecision(tx, request, decision);
    if (pending.length < batchRows) return;
  }
}
