import type { OwnerActor } from "../../../../db/vocabulary/actor.ts";
import type { AgentTokens } from "../../../../market/agent/agent-token.ts";
import { decideAgent } from "../../../../market/agent/decide-agent.ts";
import { getOwnAgent, listOpenMatters, listOwnAgents } from "../../../../market/agent/read.ts";
import { renameAgent } from "../../../../market/agent/rename-agent.ts";
import { renewAgentToken } from "../../../../market/agent/renew-token.ts";
import { revokeAgent } from "../../../../market/agent/revoke-agent.ts";
import { agentPatch } from "../../../../market/agent/schemas.ts";
import type { Context } from "../../../../market/context.ts";
import { deleteAgent } from "../../../../market/leaving/delete-agent.ts";
import { parseForm } from "../../../kit/form.ts";
import { type PageWanted, pageOf } from "../../../kit/paging.ts";

export function agentUseCases(ctx: Context, tokens: AgentTokens) {
  return {
    listAgents: async (owner: OwnerActor, page: PageWanted) =>
      pageOf(await listOwnAgents(ctx, owner, page)),
    getAgent: (owner: OwnerActor, agentId: string) => getOwnAgent(ctx, owner, agentId),
    /** Call it only for an agent that {@link getOwnAgent} returned. */
    listOpenMatters: (agentId: string) => listOpenMatters(ctx, agentId),
    decideAgent: async (
      owner: OwnerActor,
      agentId: string,
      decision: "approve" | "reject",
    ): Promise<void> => {
      await decideAgent(ctx, owner, agentId, decision);
    },
    renameAgent: (owner: OwnerActor, agentId: string, form: { agent_name: string }) =>
      renameAgent(ctx, owner, agentId, parseForm(agentPatch, form).agent_name),
    /** Returns the token, which is shown once and not stored in plain text. */
    renewAgentToken: async (owner: OwnerActor, agentId: string): Promise<string> => {
      const agent = await renewAgentToken(ctx, owner, agentId);
      const { registeredAt: issuedAt, tokenExpiresAt: expiresAt } = agent;
      return tokens.mint({ agentId, issuedAt, expiresAt });
    },
    revokeAgent: async (
      owner: OwnerActor,
      agentId: string,
      options: { withdraw_listings: boolean },
    ): Promise<void> => {
      await revokeAgent(ctx, owner, agentId, options);
    },
    deleteAgent: async (owner: OwnerActor, agentId: string): Promise<void> => {
      await deleteAgent(ctx, owner, agentId);
    },
  };
}
