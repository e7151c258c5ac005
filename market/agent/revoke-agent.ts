/** The owner ends a seller agent. */
import { lockAgent } from "../../db/queries/agents/agents.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import { leaveConnection } from "../account/leave-connection.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { endAgent } from "./end-agent.ts";
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
    const withdrawsListings = options.withdraw_listings;
    const withdrawn = await endAgent(tx, owner, { agent, withdrawsListings, now });
    if (outcome === "apply") await leaveConnection(tx, owner, { of: { agentId }, now });
    return { withdrawn };
  });
}
