/** The routes by which a signed-in person keeps the seller agents of their account. */
import { Elysia } from "elysia";
import { deleteAgent } from "../../../market/agent/delete-agent.ts";
import { wireOwnAgent } from "../../../market/agent/own-agent-view.ts";
import { getOwnAgent, listOwnAgents } from "../../../market/agent/read.ts";
import { renameAgent } from "../../../market/agent/rename-agent.ts";
import { renewAgentToken } from "../../../market/agent/renew-token.ts";
import { agentPatch, ownAgentsQuery } from "../../../market/agent/schemas.ts";
import { emptyBody, emptyQuery, idParams } from "../../../market/text.ts";
import type { Edge } from "../../edge.ts";
import { requireOwner } from "../../http/authenticate.ts";
import { ifMatch, tagged } from "../../http/conditional.ts";
import { json } from "../../http/idempotency.ts";
import { viewNewToken } from "./new-token.ts";
import { ownAgentOperations as operations } from "./own-agents.operations.ts";

/** Every route asks first for the person: agents and API keys learn nothing here. */
export const ownAgentRoutes = ({ ctx, tokens, identity }: Edge) =>
  new Elysia({ name: "own-agents" })
    .derive(async ({ request }) => ({ owner: await requireOwner(ctx, identity, request) }))
    .get(
      "/agents",
      async ({ owner, query }) => {
        const { items, pagination } = await listOwnAgents(ctx, owner, query);
        return json(200, { items: items.map(wireOwnAgent), pagination });
      },
      { query: ownAgentsQuery, detail: operations.listAgents },
    )
    .get(
      "/agents/:id",
      async ({ request, owner, params }) =>
        tagged(request, wireOwnAgent(await getOwnAgent(ctx, owner, params.id))),
      { params: idParams, query: emptyQuery, detail: operations.getAgent },
    )
    .patch(
      "/agents/:id",
      async ({ request, owner, params, body }) => {
        await renameAgent(ctx, owner, params.id, body.agent_name, ifMatch(request));
        return tagged(request, wireOwnAgent(await getOwnAgent(ctx, owner, params.id)));
      },
      { params: idParams, body: agentPatch, query: emptyQuery, detail: operations.renameAgent },
    )
    .post(
      "/agents/:id/rotate-token",
      async ({ owner, params }) => {
        const agent = await renewAgentToken(ctx, owner, params.id);
        return json(200, await viewNewToken(tokens, agent));
      },
      { params: idParams, body: emptyBody, query: emptyQuery, detail: operations.renewAgentToken },
    )
    .delete(
      "/agents/:id",
      async ({ owner, params }) => json(200, await deleteAgent(ctx, owner, params.id)),
      { params: idParams, query: emptyQuery, detail: operations.deleteAgent },
    );
