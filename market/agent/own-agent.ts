import type { Database } from "../../db/client.ts";
import { holdAccount } from "../../db/queries/accounts/suspensions.ts";
import { type AgentRow, lockAgent } from "../../db/queries/agents/agents.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import { requireUnsuspended } from "../account/open-account.ts";
import { MarketError } from "../errors.ts";

/**
 * Holds the account, then locks its agent, even a deleted one.
 * Errors: account_suspended, account_closed, agent_not_found.
 */
export async function lockOwnAgent(
  tx: Database,
  owner: OwnerActor,
  agentId: string,
): Promise<AgentRow> {
  requireUnsuspended(await holdAccount(tx, owner.accountId));
  const agent = await lockAgent(tx, agentId);
  if (agent !== null && agent.accountId === owner.accountId) return agent;
  throw new MarketError("agent_not_found", "You have no agent with this id.");
}

/** Like {@link lockOwnAgent}, with agent_not_found for a deleted agent. */
export async function lockLivingAgent(
  tx: Database,
  owner: OwnerActor,
  agentId: string,
): Promise<AgentRow> {
  const agent = await lockOwnAgent(tx, owner, agentId);
  if (agent.deletedAt === null) return agent;
  throw new MarketError("agent_not_found", "You have deleted this agent.");
}
