/** The owner's seller agents: approved, rejected and revoked. */
import { decideAgent } from "../../../../market/agent/decide-agent.ts";
import { listOwnAgents, type OwnAgentView } from "../../../../market/agent/read.ts";
import { revokeAgent } from "../../../../market/agent/revoke-agent.ts";
import type { Context, OwnerActor } from "../../../../market/context.ts";
import { MarketError } from "../../../../market/errors.ts";
import { PAGE_ITEMS_MAX } from "../../../../market/limits.ts";
import { type PageWanted, pageOf } from "../../../kit/paging.ts";

export function agentUseCases(ctx: Context) {
  return {
    listAgents: async (owner: OwnerActor, page: PageWanted) =>
      pageOf(await listOwnAgents(ctx, owner, page)),
    getAgent: (owner: OwnerActor, agentId: string) => findOwnAgent(ctx, owner, agentId),
    decideAgent: async (
      owner: OwnerActor,
      agentId: string,
      decision: "approve" | "reject",
    ): Promise<void> => {
      await decideAgent(ctx, owner, agentId, decision);
    },
    revokeAgent: async (
      owner: OwnerActor,
      agentId: string,
      options: { withdraw_listings: boolean },
    ): Promise<void> => {
      await revokeAgent(ctx, owner, agentId, options);
    },
  };
}

async function findOwnAgent(
  ctx: Context,
  owner: OwnerActor,
  agentId: string,
): Promise<OwnAgentView> {
  for (let offset = 0; ; offset += PAGE_ITEMS_MAX) {
    const page = await listOwnAgents(ctx, owner, { limit: PAGE_ITEMS_MAX, offset });
    const found = page.items.find(({ id }) => id === agentId);
    if (found !== undefined) return found;
    if (page.pagination.has_more) continue;
    throw new MarketError("agent_not_found", "No agent of yours has this id.");
  }
}
