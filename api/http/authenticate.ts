/** Turns credentials into an actor, once, at the edge. */
import type { AgentRow } from "../../db/queries/agents/agents.ts";
import type { ApiKeyScope } from "../../db/vocabulary/account.ts";
import type { AgentActor, OperatorActor, OwnerActor } from "../../db/vocabulary/actor.ts";
import { authenticateApiKey } from "../../market/account/authenticate-api-key.ts";
import {
  holdsApiKey,
  holdsCredential,
  type NeededCredential,
  scopeRefusal,
  wrongKindRefusal,
} from "../../market/account/rules.ts";
import { isSessionLive } from "../../market/account/session/sessions.ts";
import { signInAccount } from "../../market/account/sign-in-account.ts";
import type { AgentTokens } from "../../market/agent/agent-token.ts";
import { authenticateAgent } from "../../market/agent/authenticate-agent.ts";
import { requireSeller } from "../../market/agent/rules.ts";
import { isAccessToken } from "../../market/connection/access-token.ts";
import { authenticateAccessToken } from "../../market/connection/authenticate-connection.ts";
import type { Presented } from "../../market/connection/require-proof.ts";
import { keyScopesOf } from "../../market/connection/rules.ts";
import type { Context } from "../../market/context.ts";
import {
  presentedAtHeader,
  presentedInHeader,
} from "../../market/discovery/authorization-server.ts";
import { MarketError } from "../../market/errors.ts";
import { BEARER_CHARS_MAX } from "../../market/limits.ts";
import { throwRefusals } from "../../market/refusal.ts";
import { type Identity, type IdentityClaims, SignInError } from "../../platform/identity/port.ts";
import { isFromThisSite, openSession, readCookie } from "../../platform/session.ts";
import { type RequestState, requestState } from "./request-state.ts";

const bearerPattern = /^Bearer +([\w~+/.=-]+)$/i;
/** A token that is bound to a key (RFC 9449 §7.1); only our access tokens can be. */
const dpopPattern = /^DPoP +(dm_oauth_[\w-]+)$/i;
/** `Bearer` and spaces. */
const schemeCharsMax = 16;

/** The token of RFC 6750 or RFC 9449, or null. Errors: token_invalid for another scheme. */
export function presentedToken(headers: Headers): string | null {
  const header = headers.get("authorization");
  if (header === null) return null;
  const token = tokenIn(header, bearerPattern) ?? tokenIn(header, dpopPattern);
  if (token !== null) return token;
  const detail = `Send \`Authorization: Bearer <token>\`, of ${BEARER_CHARS_MAX} characters at most.`;
  throw new MarketError("token_invalid", detail);
}

function tokenIn(header: string, pattern: RegExp): string | null {
  if (header.length > BEARER_CHARS_MAX + schemeCharsMax) return null;
  const token = pattern.exec(header)?.[1] ?? null;
  return token === null || token.length > BEARER_CHARS_MAX ? null : token;
}

/**
 * The key, the agent, or both for which our access token currently acts. Errors: token_invalid,
 * token_expired, token_revoked, account_suspended, dpop_proof_missing, dpop_proof_invalid.
 */
function connectionOf(ctx: Context, request: Request, token: string) {
  return authenticateAccessToken(ctx, token, presentedBy(ctx, request));
}

/** A proof for the MCP endpoint names its own POST there, which may cause several calls here. */
function presentedBy({ config }: Context, request: Request): Presented {
  const { headers } = request;
  const [base, at] = [config.PUBLIC_BASE_URL, headers.get(presentedAtHeader)];
  const authorization = headers.get("authorization") ?? "";
  const common = {
    scheme: dpopPattern.test(authorization) ? ("dpop" as const) : ("bearer" as const),
    proof: headers.get("dpop"),
  };
  if (at !== null && at !== base) {
    const use = `mcp ${headers.get(presentedInHeader) ?? useOf(request)}`;
    return { ...common, at, method: "POST", url: at, use };
  }
  const { isHead, url } = requestState(request);
  const method = isHead ? "HEAD" : request.method;
  return { ...common, at: base, method, url: `${base}${url.pathname}`, use: useOf(request) };
}

const uses = new WeakMap<RequestState, string>();

/** The same for each authentication of one request. */
function useOf(request: Request): string {
  const state = requestState(request);
  const use = uses.get(state) ?? crypto.randomUUID();
  uses.set(state, use);
  return use;
}

type Connection = Awaited<ReturnType<typeof connectionOf>>;

/** A connection without a key can do nothing that needs a key's scope. */
function operatorOf(connection: Connection, wanted: readonly ApiKeyScope[]): OperatorActor {
  const { key, account } = connection;
  const { scopes } = connection.connection;
  const lacks = scopeRefusal(keyScopesOf(scopes), wanted) !== null;
  if (key === null || lacks) throw notGranted(scopes, wanted);
  return { kind: "operator", accountId: account.id, apiKeyId: key.id };
}

function agentOf({ agent, connection }: Connection): AgentRow {
  if (agent === null) throw notGranted(connection.scopes, ["sell"]);
  return agent;
}

/** Names the scopes that the client has and one that would suffice (RFC 6750 §3.1). */
function notGranted(has: readonly string[], wanted: readonly string[]): MarketError {
  const [first = "read"] = wanted;
  const needed = wanted.map((scope) => `\`${scope}\``).join(" or ") || "of an API key";
  return new MarketError(
    "scope_missing",
    `This needs the scope ${needed}: request it from the user again.`,
    {
      requiredScopes: [...has, first],
    },
  );
}

/** Errors: token_kind_wrong. */
function refuseOtherKinds({ config }: Context, token: string, needed: NeededCredential): void {
  throwRefusals([wrongKindRefusal(token, needed, config.PUBLIC_BASE_URL)]);
}

/**
 * Errors: token_missing, token_invalid, token_kind_wrong, token_expired, token_revoked; for access
 * tokens also account_suspended and scope_missing.
 */
export async function requireAgent(
  ctx: Context,
  tokens: AgentTokens,
  request: Request,
): Promise<AgentRow> {
  const token = presentedToken(request.headers);
  if (token === null) {
    throw new MarketError("token_missing", "Send a seller agent's token as bearer.");
  }
  refuseOtherKinds(ctx, token, "agent");
  if (isAccessToken(token)) return agentOf(await connectionOf(ctx, request, token));
  return authenticateAgent(ctx, tokens, token);
}

/** Like {@link requireAgent}, and agent_not_verified before its approval, or agent_suspended. */
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
 * The operator of the API key that is sent as bearer. Any one of `scopes` suffices; without scopes,
 * any key does. Errors: token_missing, token_invalid, token_kind_wrong, token_revoked,
 * token_expired, account_suspended, scope_missing.
 */
export async function requireOperator(
  ctx: Context,
  request: Request,
  ...scopes: ApiKeyScope[]
): Promise<OperatorActor> {
  const token = presentedToken(request.headers);
  if (token !== null && isAccessToken(token)) {
    return operatorOf(await connectionOf(ctx, request, token), scopes);
  }
  if (token !== null) return authenticateApiKey(ctx, token, scopes);
  throw new MarketError(
    "token_missing",
    `Send an operator's API key as bearer; its owner makes one at ${ctx.config.PUBLIC_BASE_URL}/account.`,
  );
}

/**
 * The operator of a valid key, for public data that its own account sees more of. Null for any
 * other caller: a public answer needs no credential, so an invalid one must not fail it.
 */
export async function operatorIfKnown(
  ctx: Context,
  request: Request,
): Promise<OperatorActor | null> {
  return requireOperator(ctx, request).catch(nobody);
}

/** Treats an invalid credential like a missing one. */
function nobody(refused: unknown): null {
  if (refused instanceof MarketError) return null;
  throw refused;
}

/**
 * Like {@link requireAgent}, but only with the agent's own token, which a connected agent lacks.
 */
export async function requireTokenHolder(
  ctx: Context,
  tokens: AgentTokens,
  request: Request,
): Promise<AgentRow> {
  const token = presentedToken(request.headers);
  if (token !== null) refuseOtherKinds(ctx, token, "own_token");
  return requireAgent(ctx, tokens, request);
}

/**
 * An operator with an API key that has one of `scopes`, or an approved seller agent. Errors: those
 * of {@link requireOperator} and {@link requireVerifiedAgent}.
 */
export async function requireOperatorOrAgent(
  ctx: Context,
  tokens: AgentTokens,
  request: Request,
  ...scopes: ApiKeyScope[]
): Promise<OperatorActor | AgentActor> {
  const token = presentedToken(request.headers);
  if (token === null) {
    throw new MarketError(
      "token_missing",
      "Send an operator's API key, or a seller agent's token, as bearer.",
    );
  }
  refuseOtherKinds(ctx, token, "either");
  if (isAccessToken(token)) {
    return eitherOf(await connectionOf(ctx, request, token), request, scopes);
  }
  if (holdsApiKey(token)) return authenticateApiKey(ctx, token, scopes);
  return requireVerifiedAgent(ctx, tokens, request);
}

/** Like {@link operatorIfKnown}, and also a seller agent by its token. */
export async function operatorOrAgentIfKnown(
  ctx: Context,
  tokens: AgentTokens,
  request: Request,
  ...scopes: ApiKeyScope[]
): Promise<OperatorActor | AgentActor | null> {
  if (!request.headers.has("authorization")) return null;
  return requireOperatorOrAgent(ctx, tokens, request, ...scopes).catch(nobody);
}

/** {@link requireOperatorOrAgent} or an unapproved agent: errors of {@link requireAgent}. */
export async function requireOperatorOrApplicant(
  ctx: Context,
  tokens: AgentTokens,
  request: Request,
  ...scopes: ApiKeyScope[]
): Promise<OperatorActor | AgentActor> {
  const token = presentedToken(request.headers);
  if (token !== null && holdsCredential(token)) {
    return requireOperatorOrAgent(ctx, tokens, request, ...scopes);
  }
  const agent = await requireAgent(ctx, tokens, request);
  return { kind: "agent", agentId: agent.id, verified: agent.state === "verified" };
}

/** Selects a connection's seller. Without it, the key acts unless it lacks the scope. */
const actAsHeader = "act-as";

function eitherOf(
  connection: Connection,
  request: Request,
  scopes: readonly ApiKeyScope[],
): OperatorActor | AgentActor {
  const { agent, key } = connection;
  const mayByKey =
    key !== null && scopeRefusal(keyScopesOf(connection.connection.scopes), scopes) === null;
  const wantsSeller = request.headers.get(actAsHeader)?.toLowerCase() === "seller";
  if (agent === null || (mayByKey && !wantsSeller)) return operatorOf(connection, scopes);
  requireSeller(agent);
  return { kind: "agent", agentId: agent.id, verified: true };
}

/** Errors: not_the_owner, for a person whose e-mail address cannot be used here. */
async function personOf(identity: Identity, token: string): Promise<IdentityClaims | null> {
  try {
    return await identity.verifyBearer(token);
  } catch (error) {
    if (!(error instanceof SignInError)) throw error;
    throw new MarketError(
      "not_the_owner",
      "This person's e-mail address has letters beyond ASCII, which can look like another person's. Sign in " +
        "with another address.",
    );
  }
}

/**
 * The signed-in person: an access or ID token as bearer, or the site's cookie on a same-site
 * request. Any other caller, including an agent, is not_the_owner (docs/interface.md, verify).
 */
export async function requireOwner(
  ctx: Context,
  identity: Identity,
  request: Request,
): Promise<OwnerActor> {
  const header = request.headers.get("authorization");
  if (header !== null) {
    const token = tokenIn(header, bearerPattern);
    const claims = token === null ? null : await personOf(identity, token);
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
    throw new MarketError(
      "origin_not_allowed",
      "A session cookie is accepted only from this site.",
    );
  }
  const { accountId, email, emailVerified } = session;
  return { kind: "owner", accountId, email, emailVerified };
}
