import { lockAgent } from "../../db/queries/agents/agents.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import { leaveConnection } from "../account/leave-connection.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { endAgent } from "./end-agent.ts";
import { revocationOutcome } from "./rules.ts";

/**
 * The owner revokes an approved agent: from now on its token gets 401 token_revoked. Its active listings
 * stay on sale and pay the owner, unless `withdraw_listings` (also in a repeat) withdraws them, except
 * running auctions with bids. A pending agent is rejected with `decideAgent` instead.
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
      throw new MarketError("agent_not_found", "You have no agent with this id.");
    }
    const outcome = revocationOutcome(agent.state);
    if (outcome === "conflict") {
      throw new MarketError("agent_already_decided", `The agent is ${agent.state}.`);
    }
    const withdrawsListings = options.withdraw_listings;
    const withdrawn = await endAgent(tx, owner, { agent, withdrawsListings, now });
    if (outcome === "apply") await leaveConnection(tx, owner, { of: { agentId }, now });
    return { withdrawn };
  });
}
