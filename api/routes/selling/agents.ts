/** The routes by which seller agents register and read their own record. */
import { Elysia } from "elysia";
import { type AgentRow, findAgent } from "../../../db/queries/agents/agents.ts";
import { viewAgent } from "../../../market/agent/agent-view.ts";
import { decideAgent } from "../../../market/agent/decide-agent.ts";
import { type Registration, registerAgent } from "../../../market/agent/register-agent.ts";
import { resolveAgentToken } from "../../../market/agent/resolve-agent-token.ts";
import { isUnguessableKey } from "../../../market/agent/rules.ts";
import { type RegisterView, registerBody, verifyBody } from "../../../market/agent/schemas.ts";
import type { Context } from "../../../market/context.ts";
import { MarketError } from "../../../market/errors.ts";
import { emptyQuery } from "../../../market/text.ts";
import type { Edge } from "../../edge.ts";
import { bearerToken, requireAgent, requireOwner } from "../../http/authenticate.ts";
import { idempotently, json } from "../../http/idempotency.ts";
import { requestState } from "../../http/request-state.ts";
import { agentOperations as operations } from "./agents.operations.ts";

const pollIntervalSeconds = 30;

export const agentRoutes = (edge: Edge) => {
  const { ctx, tokens } = edge;
  return new Elysia({ name: "agents" })
    .post(
      "/agent/register",
      async ({ request, body }) => {
        const caller = {
          address: requestState(request).address,
          agentId: await bearerAgentId(edge, request),
        };
        const key = request.headers.get("idempotency-key") ?? "";
        return idempotently(ctx, {
          request,
          caller: "anyone",
          input: body,
          status: 201,
          run: (inner) => registerAgent(inner, body, caller),
          view: (registration) => viewRegistration(edge, registration),
          // The token itself is never stored: it is minted again from the agent's row.
          store: ({ agent }) => ({ agent_id: agent.id }),
          restore: (inner, stored) => restoreRegistration(inner, stored, isUnguessableKey(key)),
        });
      },
      { body: registerBody, query: emptyQuery, detail: operations.registerAgent },
    )
    .use(verifyRoute(edge))
    .get(
      "/agent/me",
      async ({ request }) =>
        json(200, await viewAgent(ctx, await requireAgent(ctx, tokens, request))),
      { query: emptyQuery, detail: operations.readAgent },
    );
};

/** The owner is asked for before the body is read: who may not ask learns nothing of it. */
const verifyRoute = ({ ctx, tokens, identity }: Edge) =>
  new Elysia({ name: "verify-agent" })
    .derive(async ({ request }) => ({ owner: await requireOwner(ctx, identity, request) }))
    .post(
      "/agent/verify",
      async ({ body, owner }) => {
        const agentId = await resolveAgentToken(ctx, tokens, body.token);
        return json(200, await viewAgent(ctx, await decideAgent(ctx, owner, agentId, "approve")));
      },
      { body: verifyBody, query: emptyQuery, detail: operations.verifyAgent },
    );

/** A repeat may prove with its token that it is the first caller; a wrong one proves nothing. */
async function bearerAgentId({ ctx, tokens }: Edge, request: Request): Promise<string | null> {
  try {
    if (bearerToken(request.headers) === null) return null;
    return (await requireAgent(ctx, tokens, request)).id;
  } catch (error) {
    if (error instanceof MarketError) return null;
    throw error;
  }
}

async function restoreRegistration(
  ctx: Context,
  stored: unknown,
  mayHaveToken: boolean,
): Promise<Registration> {
  const { agent_id: agentId } = stored as { agent_id: string };
  const agent = await findAgent(ctx.db, agentId);
  if (agent === null) throw new Error(`the agent ${agentId} of a stored answer is gone`);
  return { agent, mayHaveToken };
}

async function viewRegistration(
  { ctx, tokens }: Edge,
  { agent, mayHaveToken }: Registration,
): Promise<RegisterView> {
  const baseUrl = ctx.config.PUBLIC_BASE_URL;
  return {
    id: agent.id,
    ...(mayHaveToken ? { token: await mintToken(agent) } : { token_withheld: withheldReason }),
    agent_name: agent.agentName,
    verification_pending: agent.state === "pending",
    expires_at: agent.tokenExpiresAt.toISOString(),
    poll_interval_seconds: pollIntervalSeconds,
    links: { self: `${baseUrl}/agent/me`, drafts: `${baseUrl}/listings/draft` },
  };

  function mintToken({ id, registeredAt, tokenExpiresAt }: AgentRow): Promise<string> {
    return tokens.mint({ agentId: id, issuedAt: registeredAt, expiresAt: tokenExpiresAt });
  }
}

const withheldReason =
  "The agent is registered already, and its token was given to the first caller. Send that " +
  "token as bearer, or the first call's Idempotency-Key, or register under another agent_name.";
