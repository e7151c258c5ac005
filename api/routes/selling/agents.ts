/** The routes by which seller agents register and read their own record. */
import { Elysia } from "elysia";
import { type AgentRow, findAgent } from "../../../db/queries/agents/agents.ts";
import { wholeSeconds, withheldIdentity } from "../../../market/agent/agent-token.ts";
import { viewAgent } from "../../../market/agent/agent-view.ts";
import { holderOfToken } from "../../../market/agent/authenticate-agent.ts";
import { decideAgent } from "../../../market/agent/decide-agent.ts";
import { type Registration, registerAgent } from "../../../market/agent/register-agent.ts";
import { resolveAgentToken } from "../../../market/agent/resolve-agent-token.ts";
import { rotateAgentToken } from "../../../market/agent/rotate-token.ts";
import { isUnguessableKey, TOKEN_ROTATED } from "../../../market/agent/rules.ts";
import {
  type RegisterBody,
  type RegisterView,
  registerBody,
  verifyBody,
} from "../../../market/agent/schemas.ts";
import type { Context } from "../../../market/context.ts";
import { MarketError } from "../../../market/errors.ts";
import { emptyBody, emptyQuery } from "../../../market/text.ts";
import { dayMs } from "../../../platform/time.ts";
import type { Edge } from "../../edge.ts";
import { bearerToken, requireAgent, requireOwner } from "../../http/authenticate.ts";
import { idempotently, json } from "../../http/idempotency.ts";
import { requestState } from "../../http/request-state.ts";
import { agentOperations as operations } from "./agents.operations.ts";
import { viewNewToken } from "./new-token.ts";

const pollIntervalSeconds = 30;

export const agentRoutes = (edge: Edge) => {
  const { ctx, tokens } = edge;
  return new Elysia({ name: "agents" })
    .post(
      "/agent/register",
      async ({ request, body }) => {
        await edge.rates.admitRegistration(body.owner_email);
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
          view: (registration) => viewRegistration(edge, registration, body),
          // The token itself is never stored: it is minted again from the agent's row.
          store: ({ agent, mayHaveToken }) => ({ agent_id: agent.id, had_token: mayHaveToken }),
          restore: (inner, stored) => restoreRegistration(inner, stored, isUnguessableKey(key)),
        });
      },
      { body: registerBody, query: emptyQuery, detail: operations.registerAgent },
    )
    .use(verifyRoute(edge))
    .use(rotateRoute(edge))
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

const rotateRoute = ({ ctx, tokens }: Edge) =>
  new Elysia({ name: "rotate-agent-token" })
    .derive(async ({ request }) => ({ caller: await requireAgent(ctx, tokens, request) }))
    .post(
      "/agent/rotate-token",
      async ({ caller }) => {
        const agent = await rotateAgentToken(ctx, caller);
        return json(200, await viewNewToken(tokens, agent));
      },
      { body: emptyBody, query: emptyQuery, detail: operations.rotateAgentToken },
    );

/** A repeat may prove with its token that it is the first caller; a wrong one proves nothing. */
async function bearerAgentId({ ctx, tokens }: Edge, request: Request): Promise<string | null> {
  try {
    const token = bearerToken(request.headers);
    return token === null ? null : await holderOfToken(ctx, tokens, token);
  } catch (error) {
    if (error instanceof MarketError) return null;
    throw error;
  }
}

type StoredRegistration = { agent_id: string; had_token?: boolean };

/** Whose first call brought no token has none by a repeat either: the key is the caller's choice. */
async function restoreRegistration(
  ctx: Context,
  stored: unknown,
  isUnguessable: boolean,
): Promise<Registration> {
  const { agent_id: agentId, had_token: hadToken } = stored as StoredRegistration;
  const agent = await findAgent(ctx.db, agentId);
  if (agent === null) throw new Error(`the agent ${agentId} of a stored answer is gone`);
  const wasRotated = agent.registeredFromHash === TOKEN_ROTATED;
  return { agent, mayHaveToken: isUnguessable && hadToken === true && !wasRotated };
}

async function viewRegistration(
  { ctx, tokens }: Edge,
  { agent, mayHaveToken }: Registration,
  asked: RegisterBody,
): Promise<RegisterView> {
  const baseUrl = ctx.config.PUBLIC_BASE_URL;
  const common = {
    poll_interval_seconds: pollIntervalSeconds,
    links: { self: `${baseUrl}/agent/me`, drafts: `${baseUrl}/listings/draft` },
  };
  if (!mayHaveToken) return { ...viewWithheld(ctx, agent, asked), ...common };
  const { id, registeredAt, tokenExpiresAt } = agent;
  return {
    id,
    token: await tokens.mint({ agentId: id, issuedAt: registeredAt, expiresAt: tokenExpiresAt }),
    agent_name: agent.agentName,
    verification_pending: agent.state === "pending",
    expires_at: tokenExpiresAt.toISOString(),
    ...common,
  };
}

/** Anyone may know an address: which seller belongs to it, and how it stands, is not told. */
function viewWithheld(ctx: Context, agent: AgentRow, { agent_name: askedName }: RegisterBody) {
  const { AGENT_TOKEN_SECRET, AGENT_TOKEN_TTL_DAYS } = ctx.config;
  const shown = withheldIdentity(AGENT_TOKEN_SECRET[0], agent);
  const ttlMs = AGENT_TOKEN_TTL_DAYS * dayMs;
  return {
    id: shown.id,
    token_withheld: withheldReason,
    agent_name: askedName ?? shown.agentName,
    verification_pending: true,
    expires_at: wholeSeconds(new Date(ctx.now().getTime() + ttlMs)).toISOString(),
  };
}

const withheldReason =
  "The agent is registered already, and its token was given to the first caller. Send that token " +
  "as bearer, even if it has expired, or the first call's Idempotency-Key, or register under " +
  "another agent_name.";
