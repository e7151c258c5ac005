import { type AgentRow, findAgent } from "../../db/queries/agents/agents.ts";
import { viewAgent } from "../../market/agent/agent-view.ts";
import { holderOfToken } from "../../market/agent/authenticate-agent.ts";
import { agents } from "../../market/agent/contract.ts";
import { decideAgent } from "../../market/agent/decide-agent.ts";
import { REGISTRATION_KEY_CHARS_MIN } from "../../market/agent/limits.ts";
import { removeLogo, setLogo } from "../../market/agent/logo/set-logo.ts";
import { registerAgent } from "../../market/agent/register-agent.ts";
import { resolveAgentToken } from "../../market/agent/resolve-agent-token.ts";
import { rotateAgentToken } from "../../market/agent/rotate-token.ts";
import { shownAgentName, TOKEN_ROTATED } from "../../market/agent/rules.ts";
import type { RegisterView } from "../../market/agent/schemas.ts";
import type { Context } from "../../market/context.ts";
import { MarketError } from "../../market/errors.ts";
import type { Edge } from "../edge.ts";
import { presentedToken } from "../http/authenticate.ts";
import { bind, type Call } from "../http/bind.ts";
import { idempotently } from "../http/idempotency.ts";
import { requestState } from "../http/request-state.ts";
import { viewNewToken } from "./new-token.ts";

const pollIntervalSeconds = 30;

export const agentRoutes = (edge: Edge) =>
  bind(edge, agents, {
    registerAgent: { respond: register },
    verifyAgent: async (ctx, owner, { body }) => {
      const agentId = await resolveAgentToken(ctx, edge.tokens, body.token);
      return viewAgent(ctx, await decideAgent(ctx, owner, agentId, "approve"));
    },
    rotateAgentToken: async (ctx, agent) =>
      viewNewToken(edge.tokens, await rotateAgentToken(ctx, agent)),
    readAgent: (ctx, agent) => viewAgent(ctx, agent),
    setLogo: async (ctx, agent, { body }) => {
      const bytes = Buffer.from(body.content, "base64");
      await setLogo(ctx, agent, agent.agentId, { bytes, field: "content" });
      return { logo_url: `${ctx.config.PUBLIC_BASE_URL}/sellers/${agent.agentId}/logo` };
    },
    removeLogo: async (ctx, agent) => {
      await removeLogo(ctx, agent, agent.agentId);
      return { logo_url: null };
    },
  });

async function register({
  edge,
  request,
  input: { body },
}: Call<typeof agents.registerAgent>): Promise<Response> {
  const { address } = requestState(request);
  await edge.rates.admitRegistration(body, address);
  const caller = { address, agentId: await bearerAgentId(edge, request) };
  return idempotently(edge.ctx, {
    request,
    caller: "anyone",
    // Strangers could choose the same shorter key: a replay would reveal an earlier registration.
    keyCharsMin: REGISTRATION_KEY_CHARS_MIN,
    input: body,
    status: 201,
    run: async (inner) => ({
      agent: await registerAgent(inner, body, caller),
      isTokenWithheld: false,
    }),
    view: (registration) => viewRegistration(edge, registration),
    // The token is never stored; a replay mints it again from the agent's row.
    store: ({ agent }) => ({ agent_id: agent.id, had_token: true }),
    restore: restoreRegistration,
  });
}

/**
 * A repeat may prove with its token that it is the first caller; an invalid token proves nothing.
 */
async function bearerAgentId({ ctx, tokens }: Edge, request: Request): Promise<string | null> {
  try {
    const token = presentedToken(request.headers);
    return token === null ? null : await holderOfToken(ctx, tokens, token);
  } catch (error) {
    if (error instanceof MarketError) return null;
    throw error;
  }
}

type Registration = { agent: AgentRow; isTokenWithheld: boolean };
type StoredRegistration = { agent_id: string; had_token?: boolean };

/**
 * Only the first caller knows the key, except for strangers' keys that the last release answered.
 */
async function restoreRegistration(ctx: Context, stored: unknown): Promise<Registration> {
  const { agent_id: agentId, had_token: hadToken } = stored as StoredRegistration;
  if (hadToken !== true) throw new MarketError("idempotency_key_reused", "Use a new key.");
  const agent = await findAgent(ctx.db, agentId);
  if (agent === null) throw new Error(`the agent ${agentId} of a stored answer is gone`);
  return { agent, isTokenWithheld: agent.registeredFromHash === TOKEN_ROTATED };
}

async function viewRegistration(
  { ctx, tokens }: Edge,
  { agent, isTokenWithheld }: Registration,
): Promise<RegisterView> {
  const baseUrl = ctx.config.PUBLIC_BASE_URL;
  const { id, registeredAt: issuedAt, tokenExpiresAt: expiresAt } = agent;
  return {
    id,
    ...(isTokenWithheld
      ? { token_withheld: withheldReason }
      : { token: await tokens.mint({ agentId: id, issuedAt, expiresAt }) }),
    agent_name: shownAgentName(agent),
    verification_pending: agent.state === "pending",
    expires_at: expiresAt.toISOString(),
    poll_interval_seconds: pollIntervalSeconds,
    links: { self: `${baseUrl}/agent/me`, drafts: `${baseUrl}/listings/draft` },
  };
}

const withheldReason =
  "The agent has another token since. Send that as bearer, or register under another agent_name.";
