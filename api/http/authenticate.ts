/** Who asks: turns credentials into an actor, once, at the edge. */
import type { AgentRow } from "../../db/queries/agents/agents.ts";
import { authenticateApiKey } from "../../market/account/authenticate-api-key.ts";
import { type ApiKeyScope, holdsApiKey } from "../../market/account/rules.ts";
import { isSessionLive } from "../../market/account/session/sessions.ts";
import { signInAccount } from "../../market/account/sign-in-account.ts";
import type { AgentTokens } from "../../market/agent/agent-token.ts";
import { authenticateAgent } from "../../market/agent/authenticate-agent.ts";
import { requireSeller } from "../../market/agent/rules.ts";
import type { AgentActor, Context, OperatorActor, OwnerActor } from "../../market/context.ts";
import { MarketError } from "../../market/errors.ts";
import { BEARER_CHARS_MAX } from "../../market/limits.ts";
import type { Identity } from "../../platform/identity/port.ts";
import { isFromThisSite, openSession, readCookie } from "../../platform/session.ts";

const bearerPattern = /^Bearer +([\w~+/.=-]+)$/i;

/** The bearer token of RFC 6750, or null. Errors: token_invalid for another scheme. */
export function bearerToken(headers: Headers): string | null {
  const header = headers.get("authorization");
  if (header === null) return null;
  const token = header.length > BEARER_CHARS_MAX ? undefined : bearerPattern.exec(header)?.[1];
  if (token !== undefined) return token;
  throw new MarketError("token_invalid", "Send `Authorization: Bearer <token>`.");
}

/** Errors: token_missing, token_invalid, token_expired, token_revoked. */
export async function requireAgent(
  ctx: Context,
  tokens: AgentTokens,
  request: Request,
): Promise<AgentRow> {
  const token = bearerToken(request.headers);
  if (token === null) {
    throw new MarketError("token_missing", "Register at POST /agent/register to get a token.");
  }
  if (holdsApiKey(token)) {
    throw new MarketError(
      "token_invalid",
      "This is an operator's API key, which buys. Send the agent token of POST /agent/register.",
    );
  }
  return authenticateAgent(ctx, tokens, token);
}

/** As {@link requireAgent}, and agent_not_verified until its approval, or agent_suspended. */
export async function requireVerifiedAgent(
  ctx: Context,
  tokens: AgentTokens,
  request: Request,
): Promise<AgentActor> {
  const agent = await requireAgent(ctx, tokens, request);
  requireSeller(agent);
  return { kind: "agent", agentId: agent.id, verified: true };
}

/**
 * The operator whose API key comes as bearer. Any one of `scopes` is enough; none: every key will do.
 * Errors: token_missing, token_invalid (agent tokens too), token_revoked, token_expired,
 * account_suspended, scope_missing.
 */
export async function requireOperator(
  ctx: Context,
  request: Request,
  ...scopes: ApiKeyScope[]
): Promise<OperatorActor> {
  const token = bearerToken(request.headers);
  if (token !== null) return authenticateApiKey(ctx, token, scopes);
  throw new MarketError(
    "token_missing",
    `Send an operator's API key as bearer; its owner makes one at ${ctx.config.PUBLIC_BASE_URL}/account.`,
  );
}

/**
 * Either side of the market: an operator by an API key that has one of `scopes`, or a seller agent
 * that its owner has approved. Errors: those of {@link requireOperator} and
 * {@link requireVerifiedAgent}.
 */
export async function requireOperatorOrAgent(
  ctx: Context,
  tokens: AgentTokens,
  request: Request,
  ...scopes: ApiKeyScope[]
): Promise<OperatorActor | AgentActor> {
  const token = bearerToken(request.headers);
  if (token === null) {
    throw new MarketError(
      "token_missing",
      "Send an operator's API key, or the agent token of POST /agent/register, as bearer.",
    );
  }
  if (holdsApiKey(token)) return authenticateApiKey(ctx, token, scopes);
  return requireVerifiedAgent(ctx, tokens, request);
}

/**
 * The signed-in human: an access or ID token as bearer, or the site's cookie from this very site.
 * Everyone else, agents included, is not_the_owner (docs/interface.md, verify).
 */
export async function requireOwner(
  ctx: Context,
  identity: Identity,
  request: Request,
): Promise<OwnerActor> {
  const token = request.headers.has("authorization") ? bearerToken(request.headers) : null;
  if (token !== null) {
    const claims = await identity.verifyBearer(token);
    if (claims !== null) return signInAccount(ctx, claims);
    throw new MarketError("not_the_owner", "This token is not one of a signed-in person.");
  }
  const { config } = ctx;
  const cookie = readCookie(config, "session", request.headers.get("cookie"));
  const session = await openSession(config.SESSION_SECRET, cookie, ctx.now());
  if (session === null || !(await isSessionLive(ctx, session))) {
    throw new MarketError("not_the_owner", "Only the signed-in owner of the agent may do this.");
  }
  if (!isFromThisSite(request.headers, config.PUBLIC_BASE_URL)) {
    throw new MarketError("origin_not_allowed", "A session cookie is taken from this site alone.");
  }
  const { accountId, email, emailVerified } = session;
  return { kind: "owner", accountId, email, emailVerified };
}
