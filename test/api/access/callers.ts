/** Every kind of caller: with a valid token, another's token, an ended token and an invalid one. */
import { createHmac } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { createAgentTokens } from "../../../api/agent-tokens.ts";
import { agents, apiKeys } from "../../../db/schema/index.ts";
import { type ApiKeyScope, apiKeyScopes } from "../../../db/vocabulary/account.ts";
import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import type { ConnectionScope } from "../../../db/vocabulary/connection.ts";
import { revokeApiKey } from "../../../market/account/revoke-api-key.ts";
import { endConnection } from "../../../market/connection/end-connection.ts";
import { closeAccount } from "../../../market/leaving/close-account.ts";
import { visitorOf } from "../../site/visitor.ts";
import { ownerToken, registerAgent, sellerAgent } from "../../support/agents.ts";
import type { TestApi } from "../../support/api.ts";
import { newKey, newOwner } from "../../support/operators.ts";
import { connect } from "../oauth/support.ts";

/** How the caller is treated for each kind of credential: a refusal code, or its permissions. */
export type Caller = {
  name: string;
  headers: Record<string, string>;
  /** The refusal where an agent is required; null: it is one. */
  asAgent: string | null;
  /** Where a key is required: its scopes, or the refusal code. */
  asKey: readonly string[] | string;
  asOwner: string | null;
  /** Its role where both sides may call. */
  either: "agent" | "key" | "none" | "both";
  /** An agent that is not approved may still read itself. */
  mayReadItself?: boolean;
};

const invalid = { asAgent: "token_invalid", asKey: "token_invalid", asOwner: "not_the_owner" };
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

export async function openCallers(api: TestApi, people: { agentToken: string; keyToken: string }) {
  return [
    ...nobodies(people, api),
    ...(await endedKeys(api)),
    ...(await weakKeys(api)),
    ...(await endedAgents(api)),
    ...(await connections(api)),
    ...(await owners(api)),
  ];
}

/** Callers with no credentials or with invalid ones. */
function nobodies(
  { agentToken, keyToken }: { agentToken: string; keyToken: string },
  api: TestApi,
): Caller[] {
  const missing = { asAgent: "token_missing", asKey: "token_missing", asOwner: "not_the_owner" };
  const [header = "", payload = "", signature = ""] = agentToken.split(".");
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const [secret] = api.config.AGENT_TOKEN_SECRET;
  const hmac = (algorithm: string, text: string, key: string) =>
    createHmac(algorithm, key).update(text).digest("base64url");
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as object;
  const signedBy = (key: string, head: object, body: object, algorithm = "sha256") => {
    const text = `${encode(head)}.${encode(body)}`;
    return `${text}.${hmac(algorithm, text, key)}`;
  };
  const hs256 = { alg: "HS256", typ: "JWT" };
  const tokens: Record<string, string> = {
    "a word": "x",
    "an access token that was never given": `dm_oauth_${"a".repeat(43)}`,
    "a token of two parts": `${header}.${payload}`,
    "another audience": signedBy(secret, hs256, { ...claims, aud: "dataset-market" }),
  };
  const likeKeys: Record<string, string> = {
    "a key that was never made": `dm_test_${"a".repeat(43)}`,
    "a key without its last character": keyToken.slice(0, -1),
    "a key with another last character": `${keyToken.slice(0, -1)}${keyToken.endsWith("A") ? "B" : "A"}`,
    "a key with one character more": `${keyToken}A`,
    "a key in capitals": keyToken.toUpperCase(),
  };
  const likeAgents: Record<string, string> = {
    "a token without signature": `${header}.${payload}.`,
    "a truncated token": agentToken.slice(0, -4),
    "alg none": `${encode({ alg: "none", typ: "JWT" })}.${payload}.`,
    "alg None, signed": `${encode({ alg: "None" })}.${payload}.${signature}`,
    "another algorithm of the same secret": signedBy(secret, { alg: "HS512" }, claims, "sha512"),
    "another secret": signedBy("x".repeat(40), hs256, claims),
    "an empty secret": signedBy("", hs256, claims),
    "the payload of another agent": `${header}.${encode({ ...claims, sub: crypto.randomUUID() })}.${signature}`,
    "another issuer": signedBy(secret, hs256, { ...claims, iss: "elsewhere" }),
    "no subject": signedBy(secret, hs256, { ...claims, sub: undefined }),
    "a critical extension": signedBy(secret, { ...hs256, crit: ["b64"], b64: false }, claims),
  };
  const schemes: Record<string, string> = {
    "another scheme": `Basic ${Buffer.from(`x:${keyToken}`).toString("base64")}`,
    "the token without a scheme": keyToken,
    "two tokens": `Bearer ${keyToken}, Bearer ${agentToken}`,
    "a long bearer": `Bearer ${"a".repeat(8193)}`,
    "an empty bearer": "Bearer",
  };
  const of = (name: string, headers: Record<string, string>): Caller => ({
    ...{ name, headers, either: "none" },
    ...invalid,
  });
  return [
    { name: "nobody", headers: {}, ...missing, either: "none" },
    ...Object.entries(tokens).map(([name, token]) => of(name, bearer(token))),
    ...Object.entries(likeKeys).map(([name, token]) => ({
      ...of(name, bearer(token)),
      ...{ asAgent: "token_kind_wrong", either: "key" as const },
    })),
    ...Object.entries(likeAgents).map(([name, token]) => ({
      ...of(name, bearer(token)),
      ...{ asKey: "token_kind_wrong", either: "agent" as const },
    })),
    ...Object.entries(schemes).map(([name, authorization]) => of(name, { authorization })),
  ];
}

const key = (name: string, token: string, asKey: Caller["asKey"]): Caller => ({
  ...{ name, headers: bearer(token), asKey, either: "key" },
  ...{ asAgent: "token_kind_wrong", asOwner: "not_the_owner" },
});

async function endedKeys(api: TestApi): Promise<Caller[]> {
  const owner = await newOwner(api);
  const revoked = await newKey(api, owner);
  await revokeApiKey(api.ctx, owner, revoked.key.id);
  const expired = await newKey(api, owner);
  const past = sql`now() - interval '1 second'`;
  await api.db.update(apiKeys).set({ expiresAt: past }).where(eq(apiKeys.id, expired.key.id));
  const suspended = await newOwner(api);
  const ofSuspended = await newKey(api, suspended);
  await suspendAccountRow(api, suspended);
  const leaving = await newOwner(api);
  const ofClosed = await newKey(api, leaving);
  await closeAccount(api.ctx, leaving, { confirmation: leaving.email });
  return [
    key("a revoked key", revoked.secret, "token_revoked"),
    key("an expired key", expired.secret, "token_expired"),
    key("a key of a suspended account", ofSuspended.secret, "account_suspended"),
    key("a key of a closed account", ofClosed.secret, "token_revoked"),
  ];
}

const suspendAccountRow = (api: TestApi, { accountId }: OwnerActor) =>
  api.db.execute(
    sql`update accounts set suspended_at = now(), suspended_reason = 'fraud' where id = ${accountId}`,
  );

/** Keys of people who own nothing: one key per scope, and one with all. */
async function weakKeys(api: TestApi): Promise<Caller[]> {
  const sets: ApiKeyScope[][] = [...apiKeyScopes.map((scope) => [scope]), [...apiKeyScopes]];
  const callers: Caller[] = [];
  for (const scopes of sets) {
    const { secret } = await newKey(api, await newOwner(api), { scopes });
    callers.push(key(`another's key that may ${scopes.join(", ")}`, secret, scopes));
  }
  return callers;
}

const agent = (name: string, token: string, asAgent: string | null): Caller => ({
  ...{ name, headers: bearer(token), asAgent, either: "agent" },
  ...{ asKey: "token_kind_wrong", asOwner: "not_the_owner" },
});

async function endedAgents(api: TestApi): Promise<Caller[]> {
  const pending = await registerAgent(api);
  const other = await sellerAgent(api);
  const changed = async (change: ReturnType<typeof sql>) => {
    const one = await sellerAgent(api);
    await api.db.execute(sql`update agents set ${change} where id = ${one.agentId}`);
    return one.token;
  };
  const rotated = await sellerAgent(api);
  await api.send("POST", "/agent/rotate-token", { token: rotated.token });
  const expired = await expiredToken(api);
  const suspended = await changed(
    sql`suspended_at = now(), suspended_reason = 'fraud', suspended_by = 'agent'`,
  );
  const leaving = await sellerAgent(api);
  await closeAccount(api.ctx, leaving.owner, { confirmation: leaving.owner.email });
  return [
    {
      ...agent("an agent nobody approved", pending.token, "agent_not_verified"),
      mayReadItself: true,
    },
    { ...agent("a suspended agent", suspended, "agent_suspended"), mayReadItself: true },
    agent(
      "a revoked agent",
      await changed(sql`state = 'revoked', revoked_at = now()`),
      "token_revoked",
    ),
    agent("an agent before its rotation", rotated.token, "token_revoked"),
    agent("an agent whose token expired", expired, "token_expired"),
    agent("an agent of a closed account", leaving.token, "token_revoked"),
    agent("another agent", other.token, null),
  ];
}

async function expiredToken(api: TestApi): Promise<string> {
  const { agentId } = await sellerAgent(api);
  const tokens = createAgentTokens(api.config.AGENT_TOKEN_SECRET);
  const issuedAt = new Date("2026-01-01");
  const expiresAt = new Date("2026-02-01");
  const times = { registeredAt: issuedAt, tokenExpiresAt: expiresAt };
  await api.db.update(agents).set(times).where(eq(agents.id, agentId));
  return tokens.mint({ agentId, issuedAt, expiresAt });
}

/** Programs granted one scope each, an ended connection, and tokens for the wrong resource. */
async function connections(api: TestApi): Promise<Caller[]> {
  const grants: ConnectionScope[] = ["read", "purchase", "bid", "message", "sell"];
  const callers: Caller[] = [];
  for (const scope of grants) {
    const { tokens } = await connect(api, await newOwner(api), { scope });
    const sells = scope === "sell";
    callers.push({
      name: `a program that may ${scope}`,
      headers: bearer(tokens.access_token),
      asAgent: sells ? null : "scope_missing",
      asKey: sells ? [] : [scope],
      ...{ asOwner: "not_the_owner", either: "both" },
    });
  }
  const owner = await newOwner(api);
  const ended = await connect(api, owner);
  await endConnection(api.ctx, owner, ended.connection.id, { withdraw_listings: false });
  const revoked = { asAgent: "token_revoked", asKey: "token_revoked", asOwner: "not_the_owner" };
  const ofMcp = await connect(api, await newOwner(api), { resource: null });
  const refresh = await connect(api, await newOwner(api));
  return [
    ...callers,
    {
      name: "an ended program",
      headers: bearer(ended.tokens.access_token),
      ...revoked,
      either: "both",
    },
    {
      name: "a token of MCP",
      headers: bearer(ofMcp.tokens.access_token),
      ...invalid,
      either: "none",
    },
    {
      ...{ name: "a refresh token", ...invalid, either: "none" },
      ...{ asAgent: "token_kind_wrong", asKey: "token_kind_wrong" },
      headers: bearer(refresh.tokens.refresh_token ?? ""),
    },
  ];
}

async function owners(api: TestApi): Promise<Caller[]> {
  const other = await sellerAgent(api);
  const idToken = await ownerToken(api, other.email);
  const { headers } = await visitorOf(api, other.owner);
  const gone = await visitorOf(api, other.owner);
  await gone.submit("/auth/sign-out");
  const noToken = { asAgent: "token_missing", asKey: "token_missing", either: "none" } as const;
  return [
    { name: "another person", headers: bearer(idToken), ...invalid, asOwner: null, either: "none" },
    { name: "another person's cookie", headers, ...noToken, asOwner: null },
    {
      ...{ name: "a cookie from another site", ...noToken, asOwner: "origin_not_allowed" },
      headers: { ...headers, "sec-fetch-site": "cross-site" },
    },
    {
      ...{ name: "a cookie from a sibling's site", ...noToken, asOwner: "origin_not_allowed" },
      headers: { ...headers, "sec-fetch-site": "same-site" },
    },
    {
      ...{ name: "a cookie from nowhere", ...noToken, asOwner: "origin_not_allowed" },
      headers: { cookie: headers.cookie },
    },
    {
      name: "a cookie of who signed out",
      headers: gone.headers,
      ...noToken,
      asOwner: "not_the_owner",
    },
  ];
}
