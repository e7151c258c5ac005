/** Identifies the caller by credentials, only to choose the budget that a call uses. */
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { findApiKeyByHash } from "../../../db/queries/accounts/api-keys.ts";
import { type AgentRow, findAgent } from "../../../db/queries/agents/agents.ts";
import { type AccessTokenRow, findAccessToken } from "../../../db/queries/oauth/access-tokens.ts";
import { apiKeyHash } from "../../../market/account/api-key.ts";
import { holdsApiKey } from "../../../market/account/rules.ts";
import type { AgentTokens } from "../../../market/agent/agent-token.ts";
import { isAccessToken, oauthIdHash } from "../../../market/connection/access-token.ts";
import type { Context } from "../../../market/context.ts";
import { MarketError } from "../../../market/errors.ts";
import type { Identity } from "../../../platform/identity/port.ts";
import { openSession, readCookie } from "../../../platform/session.ts";
import { minuteMs } from "../../../platform/time.ts";
import { presentedToken } from "../authenticate.ts";

/** `pending`: an agent that its owner has not approved; anybody can register one. */
export type CallerKind = "pending" | "agent" | "key" | "account";
export type Caller = {
  kind: CallerKind;
  id: string;
  /**
   * The account whose keys and agents also share a budget; null for anonymous callers, and for
   * persons, who can always end their keys and agents.
   */
  sharedBy: string | null;
};

export type CallerContext = Pick<Context, "config" | "db" | "now">;

type CallerDependencies = { ctx: CallerContext; tokens: AgentTokens; identity: Identity };

/** A bearer token or the site's cookie. */
export type Credentials = { kind: "bearer" | "cookie"; text: string };

/** Verified credentials that a process remembers, and for how long. */
const callersMax = 50_000;
const rememberedMs = 10 * minuteMs;

export class Callers {
  readonly #parts: CallerDependencies;
  readonly #known = new LRUCache<string, Caller>({ max: callersMax, ttl: rememberedMs });

  constructor(parts: CallerDependencies) {
    this.#parts = parts;
  }

  credentialsOf(request: Request): Credentials | null {
    const authorization = request.headers.get("authorization");
    if (authorization !== null) return { kind: "bearer", text: authorization };
    const cookies = request.headers.get("cookie");
    const cookie = cookies === null ? null : readCookie(this.#parts.ctx.config, "session", cookies);
    return cookie ? { kind: "cookie", text: cookie } : null;
  }

  /** The caller whom these credentials have proved before. */
  known({ text }: Credentials): Caller | null {
    return this.#known.get(digest(text)) ?? null;
  }

  /**
   * Verifies credentials. A revoked key or token still identifies its owner, whose call is refused
   * later. If the database or the identity provider does not answer, returns null.
   */
  async prove(credentials: Credentials, request: Request): Promise<Caller | null> {
    const caller = await this.#find(credentials, request).catch(() => null);
    // Not remembered while pending, because an approval takes effect with the next call.
    if (caller !== null && caller.kind !== "pending") {
      this.#known.set(digest(credentials.text), caller);
    }
    return caller;
  }

  async #find({ kind, text }: Credentials, request: Request): Promise<Caller | null> {
    const { ctx, tokens, identity } = this.#parts;
    if (kind === "cookie") {
      const session = await openSession(ctx.config.SESSION_SECRET, text, ctx.now());
      return session === null ? null : personOf(session.accountId);
    }
    const token = readBearer(request);
    if (token === null) return null;
    if (holdsApiKey(token)) {
      const found = await findApiKeyByHash(ctx.db, apiKeyHash(token));
      return found === null ? null : keyOf(found.key);
    }
    if (isAccessToken(token))
      return connectionOf(await findAccessToken(ctx.db, oauthIdHash(token)));
    const claims = await tokens.read(token);
    if (claims !== null) return agentOf(await findAgent(ctx.db, claims.agentId));
    // Any other token would require a call to the identity provider.
    const person = isSigned(token) ? await identity.verifyBearer(token) : null;
    return person === null ? null : personOf(`${person.issuer} ${person.subject}`);
  }
}

/** By its key; a connection that only sells, by its agent. */
function connectionOf(found: AccessTokenRow | null): Caller | null {
  const { key = null, agent = null } = found?.actors ?? {};
  return key === null ? agentOf(agent) : keyOf(key);
}

type OfAccount = { id: string; accountId: string };

function keyOf({ id, accountId }: OfAccount): Caller {
  return { kind: "key", id, sharedBy: accountId };
}

/** An agent without a valid approval counts as `pending`: its calls use its network's budget. */
function agentOf(agent: AgentRow | null): Caller | null {
  if (agent === null) return null;
  const { id, accountId, state } = agent;
  return { kind: state === "verified" ? "agent" : "pending", id, sharedBy: accountId };
}

function personOf(id: string): Caller {
  return { kind: "account", id, sharedBy: null };
}

function isSigned(token: string): boolean {
  return token.split(".").length === 3;
}

function readBearer(request: Request): string | null {
  try {
    return presentedToken(request.headers);
  } catch (error) {
    if (error instanceof MarketError) return null;
    throw error;
  }
}

/** Only digests of secrets are kept for comparison. */
function digest(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}
