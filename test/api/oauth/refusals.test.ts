/**
 * Refusals of the authorisation server: every way in which a code or token does not belong to its
 * bearer.
 */
import { expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import * as openid from "openid-client";
import { accounts, apiKeys, oauthRecords } from "../../../db/schema/index.ts";
import { endConnection } from "../../../market/connection/end-connection.ts";
import { OAUTH_REFRESH_REPEAT_SECONDS } from "../../../market/connection/limits.ts";
import { purgeOauthRecords } from "../../../market/upkeep/purge-oauth-records.ts";
import { testApi } from "../../support/api.ts";
import { newOwner } from "../../support/operators.ts";
import { agree, ask, connect, post, redirectUri, registerClient, usedAgo } from "./support.ts";

const mcpUrl = "https://mcp.market.test/mcp";
const api = await testApi({ MCP_PUBLIC_URL: mcpUrl });
const read = (token: string, headers = {}) => api.send("GET", "/operator/me", { token, headers });

/** A code that is ready for exchange, and the form for it. */
async function waitingCode(connects = true) {
  const config = await registerClient(api);
  const asked = await ask(config);
  const { callback, grantId } = await agree(api, await newOwner(api), asked, { connects });
  const form = {
    grant_type: "authorization_code",
    client_id: config.clientMetadata().client_id,
    code: callback.searchParams.get("code") ?? "",
    redirect_uri: redirectUri,
    code_verifier: asked.verifier,
  };
  return { form, grantId };
}

async function recordsOf(grantId: string): Promise<number> {
  return api.db.$count(oauthRecords, eq(oauthRecords.grantId, grantId));
}

test("a code needs its verifier, its client and its redirect address", async () => {
  const { form } = await waitingCode();
  const other = await registerClient(api);
  const wrongs = [
    { code_verifier: openid.randomPKCECodeVerifier() },
    { code_verifier: "" },
    { client_id: other.clientMetadata().client_id },
    { redirect_uri: "http://127.0.0.1:4001/callback" },
    { code: "guessed" },
  ];
  for (const wrong of wrongs) {
    const { status, body } = await post(api, "/oauth/token", { ...form, ...wrong });
    expect(status, JSON.stringify(wrong)).toBe(400);
    expect(["invalid_grant", "invalid_request"]).toContain(String(body.error));
  }
  expect((await post(api, "/oauth/token", form)).status).toBe(200);
});

test("a code that is sent twice ends its grant with the tokens that it gave", async () => {
  const { form, grantId } = await waitingCode();
  const first = await post(api, "/oauth/token", form);
  const token = String(first.body.access_token);
  expect((await read(token)).status).toBe(200);
  const replay = await post(api, "/oauth/token", form);
  expect(replay).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
  expect(await read(token)).toMatchObject({ status: 401, body: { code: "token_invalid" } });
  expect(await recordsOf(grantId)).toBe(0);
});

test("a refresh token that comes again within half a minute gets the same answer, from its client only", async () => {
  const { config, tokens } = await connect(api, await newOwner(api));
  const first = await openid.refreshTokenGrant(config, tokens.refresh_token ?? "");
  const again = await openid.refreshTokenGrant(config, tokens.refresh_token ?? "");
  const given = ({ access_token, refresh_token }: typeof first) => [access_token, refresh_token];
  expect(given(again)).toEqual(given(first));
  expect((await read(again.access_token)).status).toBe(200);
  // A request for fewer scopes gets another answer, with the same refresh token.
  const narrow = await openid.refreshTokenGrant(config, tokens.refresh_token ?? "", {
    scope: "read",
  });
  expect([narrow.scope, narrow.refresh_token]).toEqual(["read", first.refresh_token]);
  expect(narrow.access_token).not.toBe(first.access_token);
  expect((await read(first.access_token)).status).toBe(200);
  const stranger = await registerClient(api);
  await expect(
    openid.refreshTokenGrant(stranger, tokens.refresh_token ?? ""),
  ).rejects.toMatchObject({ error: "invalid_grant" });
  // The next refresh shows no trace of it.
  const next = await openid.refreshTokenGrant(config, again.refresh_token ?? "");
  expect(given(next)).not.toEqual(given(first));
  expect((await read(next.access_token)).status).toBe(200);
});

test("a refresh token that is used again later ends all tokens of its grant, and says so", async () => {
  const { config, tokens, grantId } = await connect(api, await newOwner(api));
  const next = await openid.refreshTokenGrant(config, tokens.refresh_token ?? "");
  await usedAgo(api.db, OAUTH_REFRESH_REPEAT_SECONDS + 1, tokens.refresh_token ?? "");
  await expect(openid.refreshTokenGrant(config, tokens.refresh_token ?? "")).rejects.toMatchObject({
    error: "invalid_grant",
    error_description: expect.stringContaining("used before"),
  });
  expect((await read(next.access_token)).status).toBe(401);
  await expect(openid.refreshTokenGrant(config, next.refresh_token ?? "")).rejects.toMatchObject({
    error: "invalid_grant",
  });
  expect(await recordsOf(grantId)).toBe(0);
});

test("several refreshes at once get one answer, which works", async () => {
  const { config, tokens } = await connect(api, await newOwner(api));
  const form = {
    grant_type: "refresh_token",
    client_id: config.clientMetadata().client_id,
    refresh_token: tokens.refresh_token ?? "",
  };
  const tries = Array.from({ length: 5 }, () => post(api, "/oauth/token", form));
  const answers = await Promise.all(tries);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const pairs = answers.map(({ body }) => `${body.access_token} ${body.refresh_token}`);
  expect(new Set(pairs).size).toBe(1);
  expect((await read(String(answers[0]?.body.access_token))).status).toBe(200);
  await openid.refreshTokenGrant(config, String(answers[0]?.body.refresh_token));
});

test("PKCE with S256 is required, and no other flow leads to a token", async () => {
  const config = await registerClient(api);
  const wrongs: Record<string, string>[] = [
    { code_challenge_method: "plain" },
    { code_challenge: "", code_challenge_method: "" },
    { response_type: "token" },
    { response_type: "code id_token" },
    { response_type: "none" },
    { resource: "https://other.example" },
  ];
  for (const parameters of wrongs) {
    const { response } = await ask(config, { parameters });
    const location = new URL(response.headers.get("location") ?? "about:blank");
    expect(location.href, JSON.stringify(parameters)).toStartWith(redirectUri);
    expect(location.href).toContain("error=");
    expect(location.href).not.toContain("code=");
  }
  const { client_id } = config.clientMetadata();
  for (const grant_type of [
    "client_credentials",
    "password",
    "implicit",
    "urn:ietf:params:oauth:x",
  ]) {
    const form = { grant_type, client_id, username: "a", password: "b", scope: "read" };
    const answer = await post(api, "/oauth/token", form);
    expect(answer, grant_type).toMatchObject({ status: 400 });
    expect(answer.body).not.toHaveProperty("access_token");
  }
});

test("a token for the MCP endpoint opens the API only where MCP brings it", async () => {
  const { tokens } = await connect(api, await newOwner(api), { resource: mcpUrl });
  const refused = await read(tokens.access_token);
  expect(refused).toMatchObject({ status: 401, body: { code: "token_invalid" } });
  expect(refused.headers.get("www-authenticate")).toContain('error="invalid_token"');
  expect(refused.headers.get("www-authenticate")).toContain(
    "/.well-known/oauth-protected-resource",
  );
  expect((await read(tokens.access_token, { "x-presented-at": mcpUrl })).status).toBe(200);
  const ours = await connect(api, await newOwner(api));
  const brought = await read(ours.tokens.access_token, { "x-presented-at": mcpUrl });
  expect(brought).toMatchObject({ status: 401, body: { code: "token_invalid" } });
});

test("an ended connection, a revoked key and a suspended account refuse at once", async () => {
  const owner = await newOwner(api);
  const [ended, revoked, suspended] = [
    await connect(api, owner, { scope: "read" }),
    await connect(api, owner, { scope: "read" }),
    await connect(api, owner, { scope: "read" }),
  ];
  await endConnection(api.ctx, owner, ended.connection.id, { withdraw_listings: false });
  expect((await read(ended.tokens.access_token)).body.code).toBe("token_revoked");
  await expect(
    openid.refreshTokenGrant(ended.config, ended.tokens.refresh_token ?? ""),
  ).rejects.toMatchObject({ error: "invalid_grant" });
  const isKey = eq(apiKeys.id, revoked.connection.apiKeyId ?? "");
  await api.db.update(apiKeys).set({ revokedAt: api.ctx.now() }).where(isKey);
  expect((await read(revoked.tokens.access_token)).body.code).toBe("token_revoked");
  const isAccount = eq(accounts.id, owner.accountId);
  await api.db
    .update(accounts)
    .set({ suspendedAt: api.ctx.now(), suspendedReason: "test" })
    .where(isAccount);
  expect((await read(suspended.tokens.access_token)).body.code).toBe("account_suspended");
});

test("a grant whose consent was not written gives no tokens", async () => {
  const { form } = await waitingCode(false);
  const answer = await post(api, "/oauth/token", form);
  expect(answer).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
});

test("a client revokes its tokens, and introspects only its own", async () => {
  const mine = await connect(api, await newOwner(api));
  const other = await registerClient(api);
  const { access_token: token, refresh_token: refresh = "" } = mine.tokens;
  expect(await openid.tokenIntrospection(mine.config, token)).toMatchObject({ active: true });
  expect(await openid.tokenIntrospection(other, token)).toEqual({ active: false });
  await openid.tokenRevocation(mine.config, refresh);
  expect(await openid.tokenIntrospection(mine.config, token)).toEqual({ active: false });
  expect((await read(token)).body.code).toBe("token_invalid");
});

test("no code or token is stored in clear, and expired ones are deleted", async () => {
  const { tokens, callback, grantId } = await connect(api, await newOwner(api));
  const secrets = [tokens.access_token, tokens.refresh_token, callback.searchParams.get("code")];
  for (const secret of secrets) {
    const holds = sql`${oauthRecords}::text like ${`%${secret}%`}`;
    expect(await api.db.$count(oauthRecords, holds)).toBe(0);
  }
  const later = new Date(api.ctx.now().getTime() + 3 * 86_400_000);
  await purgeOauthRecords({ ...api.ctx, now: () => later });
  const left = await api.db
    .select({ kind: oauthRecords.kind })
    .from(oauthRecords)
    .where(eq(oauthRecords.grantId, grantId));
  expect(left.map(({ kind }) => kind).sort()).toEqual(["Grant", "RefreshToken"]);
});

test("a deleted client gets 401 `invalid_client`, so that hosts register again", async () => {
  const grants: Record<string, string>[] = [
    { grant_type: "refresh_token", refresh_token: "any" },
    { grant_type: "authorization_code", code: "any", redirect_uri: redirectUri },
  ];
  for (const grant of grants) {
    const form = { ...grant, client_id: "forgotten", code_verifier: "v".repeat(43) };
    const answer = await post(api, "/oauth/token", form);
    expect(answer).toMatchObject({ status: 401, body: { error: "invalid_client" } });
  }
});

test("too large or foreign requests are refused before the provider sees them", async () => {
  const large = "x".repeat(20_000);
  const config = await registerClient(api);
  const asked = await ask(config, { parameters: { state: large } });
  expect(asked.response.status).toBe(400);
  expect((await post(api, "/oauth/token", { grant_type: large })).status).toBe(413);
  const register = (body: unknown) => api.send("POST", "/oauth/register", { body });
  expect((await register({ client_name: large, redirect_uris: [redirectUri] })).status).toBe(413);
  for (const wrong of [
    {},
    { redirect_uris: [] },
    { redirect_uris: ["http://evil.example/callback"] },
    { redirect_uris: ["javascript:alert(1)"] },
    { redirect_uris: ["https://user:password@host.example/"] },
    { redirect_uris: [redirectUri], client_name: "x".repeat(101) },
    { redirect_uris: [redirectUri], client_name: "Claude\u202e" },
    { redirect_uris: Array.from({ length: 31 }, () => redirectUri) },
  ]) {
    expect((await register(wrong)).status, JSON.stringify(wrong)).toBe(400);
  }
});

test("a registration that asks for more than there is gets a public client, under an id of ours", async () => {
  const body = {
    client_id: "chosen",
    client_secret: "chosen",
    client_name: "Greedy",
    redirect_uris: [redirectUri],
    grant_types: ["implicit", "password", "client_credentials"],
    response_types: ["token"],
    token_endpoint_auth_method: "client_secret_basic",
    scope: "admin",
    logo_uri: "https://evil.example/logo.png",
    tos_uri: "javascript:alert(1)",
    software_statement: "eyJhbGciOiJub25lIn0.e30.",
  };
  const { status, body: given } = await api.send("POST", "/oauth/register", { body });
  expect([status, given]).toEqual([
    201,
    expect.objectContaining({
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    }),
  ]);
  expect(given.client_id).not.toBe("chosen");
  for (const name of ["client_secret", "scope", "tos_uri", "registration_access_token"]) {
    expect(given, name).not.toHaveProperty(name);
  }
});

test("Basic without a secret names a public client, as older libraries send it, and proves nothing", async () => {
  const config = await registerClient(api);
  const { client_id: id } = config.clientMetadata();
  const refresh = async (credentials: string, form: Record<string, string> = {}) => {
    const answer = await fetch(`${api.config.PUBLIC_BASE_URL}/oauth/token`, {
      method: "POST",
      headers: { authorization: `Basic ${btoa(credentials)}` },
      body: new URLSearchParams({ grant_type: "refresh_token", refresh_token: "any", ...form }),
    });
    return ((await answer.json()) as { error: string }).error;
  };
  expect(await refresh(`${encodeURIComponent(id)}:`)).toBe("invalid_grant");
  expect(await refresh(`${id}:`, { client_id: id })).toBe("invalid_grant");
  expect(await refresh(`${id}:guess`)).not.toBe("invalid_grant");
  expect(await refresh(`${id}:`, { client_id: "another" })).not.toBe("invalid_grant");
  expect(await refresh("forgotten:")).toBe("invalid_client");
});
