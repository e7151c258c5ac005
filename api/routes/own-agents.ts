import { ownAgents } from "../../market/agent/contract.ts";
import { wireOwnAgent } from "../../market/agent/own-agent-view.ts";
import { getOwnAgent, listOwnAgents } from "../../market/agent/read.ts";
import { renameAgent } from "../../market/agent/rename-agent.ts";
import { renewAgentToken } from "../../market/agent/renew-token.ts";
import { deleteAgent } from "../../market/leaving/delete-agent.ts";
import type { Edge } from "../edge.ts";
import { bind } from "../http/bind.ts";
import { viewNewToken } from "./new-token.ts";

export const ownAgentRoutes = (edge: Edge) =>
  bind(edge, ownAgents, {
    listAgents: async (ctx, owner, { query }) => {
      const { items, pagination } = await listOwnAgents(ctx, owner, query);
      return { items: items.map(wireOwnAgent), pagination };
    },
    getAgent: async (ctx, owner, { params }) =>
      wireOwnAgent(await getOwnAgent(ctx, owner, params.id)),
    renameAgent: async (ctx, owner, { params, body, precondition }) => {
      await renameAgent(ctx, owner, params.id, body.agent_name, precondition);
      return wireOwnAgent(await getOwnAgent(ctx, owner, params.id));
    },
    renewAgentToken: async (ctx, owner, { params }) =>
      viewNewToken(edge.tokens, await renewAgentToken(ctx, owner, params.id)),
    deleteAgent: (ctx, owner, { params }) => deleteAgent(ctx, owner, params.id),
  });
