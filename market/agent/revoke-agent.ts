/** The owner ends a seller agent. */
import { lockAgent, updateAgent } from "../../db/queries/agents/agents.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import { touchListings, withdrawListings } from "../../db/queries/listings/owner-listings.ts";
import type { Context, OwnerActor } from "../context.ts";
import { MarketError } from "../errors.ts";
import { revocationOutcome } from "./rules.ts";

/**
 * The owner ends an agent that it had approved: its token answers 401 token_revoked from now on, for
 * good. Its active listings stay on sale, and are paid to the owner, unless `withdraw_listings` takes
 * them off too (a repeat may still do that), save auctions that run and have bids. What waits for a decision is rejected by `decideAgent`.
 * Returns how many listings were withdrawn. Errors: agent_not_found, agent_already_decided.
 */
export async function revokeAgent(
  ctx: Context,
  owner: OwnerActor,
  agentId: string,
  options: { withdraw_listings: boolean },
): Promise<{ withdrawn: number }> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const agent = await lockAgent(tx, agentId);
    if (agent === null || agent.accountId !== owner.accountId) {
      throw new MarketError("agent_not_found", "No agent of yours has this id.");
    }
    const outcome = revocationOutcome(agent.state);
    if (outcome === "conflict") {
      throw new MarketError("agent_already_decided", `The agent is ${agent.state}.`);
    }
    if (outcome === "apply") await updateAgent(tx, agentId, { state: "revoked", revokedAt: now });
    const withdrawn = options.withdraw_listings ? await withdrawListings(tx, agentId, now) : 0;
    // Public answers say whether the seller is verified, and are held until the listing changes.
    if (outcome === "apply") await touchListings(tx, agentId, now);
    if (outcome === "apply" || withdrawn > 0) {
      const subject = { subjectKind: "agent", subjectId: agentId } as const;
      const detail = { withdrawn };
      await writeAudit(tx, { actor: owner, action: "agent.revoked", ...subject, detail }, now);
    }
    return { withdrawn };
  });
}
