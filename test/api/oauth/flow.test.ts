/**
 * A client connects by OAuth with a real library, and acts as the connection that a person made.
 */
import { expect, test } from "bun:test";
import * as openid from "openid-client";
import { testApi } from "../../support/api.ts";
import { newAuction, setDefaultCard } from "../../support/auctions.ts";
import { newCard, newOwner, newSeller } from "../../support/operators.ts";
import { agree, ask, connect, redirectUri, registerClient } from "./support.ts";

const api = await testApi();
const { PUBLIC_BASE_URL } = api.config;

test("a registered client gets tokens by the code flow, which act as key and agent", async () => {
  const owner = await newOwner(api);
  const { tokens, connection, callback } = await connect(api, owner);
  expect(callback.searchParams.get("iss")).toBe(PUBLIC_BASE_URL);
  expect(tokens).toMatchObject({ token_type: "bearer", expires_in: 3600 });
  expect(tokens.access_token).toStartWith("dm_oauth_");
  expect(tokens.refresh_token).toStartWith("dm_refresh_");
  expect(tokens.scope?.split(" ").sort()).toEqual(["bid", "message", "purchase", "read", "sell"]);
  const token = tokens.access_token;
  const operator = await api.send("GET", "/operator/me", { token });
  expect(operator).toMatchObject({ status: 200 });
  expect(JSON.stringify(operator.body)).toContain(connection.apiKeyId ?? "no key");
  const agent = await api.send("GET", "/agent/me", { token });
  expect(agent).toMatchObject({ status: 200, body: { id: connection.agentId, verified: true } });
});

test("a public list of bids shows a connection its own position, and others' tokens none", async () => {
  const seller = await newSeller(api);
  const lot = await newAuction(api, seller);
  const owner = await newOwner(api);
  await setDefaultCard(api, owner.accountId, await newCard(api, owner));
  const { tokens } = await connect(api, owner, { scope: "read bid" });
  const path = `/datasets/${lot}/bids`;
  const body = { max_amount: 25 };
  const placed = await api.send("POST", path, { token: tokens.access_token, body });
  expect(placed.status).toBe(201);
  const seen = await api.send("GET", path, { token: tokens.access_token });
  expect(seen.body.your_position).toMatchObject({ is_leading: true, max_amount_cents: 2500 });
  const { tokens: others } = await connect(api, await newOwner(api), { scope: "read" });
  for (const token of [others.access_token, `${tokens.access_token}x`, undefined]) {
    const { status, body: shown } = await api.send("GET", path, { token });
    expect([status, shown.your_position]).toEqual([200, null]);
  }
});

test("refreshing rotates both tokens, and the new ones act the same", async () => {
  const owner = await newOwner(api);
  const { config, tokens } = await connect(api, owner, { scope: "read" });
  const next = await openid.refreshTokenGrant(config, tokens.refresh_token ?? "");
  expect(next.access_token).not.toBe(tokens.access_token);
  expect(next.refresh_token).not.toBe(tokens.refresh_token);
  expect(next.scope).toBe("read");
  const answer = await api.send("GET", "/purchases", { token: next.access_token });
  expect(answer.status).toBe(200);
});

test("a client that requests no scope is offered all, and gets those that the person grants", async () => {
  const owner = await newOwner(api);
  const config = await registerClient(api);
  const asked = await ask(config, { scope: "openid profile" });
  const found = await api.authorizationServer.authorizations.find(
    asked.browser.request(asked.page),
    asked.uid,
  );
  expect(found).toMatchObject({
    clientName: "Test client",
    clientHost: "this computer",
    redirectHost: "this computer",
    isRegisteredDynamically: true,
    scopesAsked: ["read", "purchase", "bid", "message", "sell"],
    resource: PUBLIC_BASE_URL,
  });
  const { callback } = await agree(api, owner, asked, { scopes: ["read", "message"] });
  const checks = { pkceCodeVerifier: asked.verifier, expectedState: "a-state" };
  const tokens = await openid.authorizationCodeGrant(config, callback, checks);
  expect(tokens.scope?.split(" ").sort()).toEqual(["message", "read"]);
  const agent = await api.send("GET", "/agent/me", { token: tokens.access_token });
  expect(agent).toMatchObject({ status: 403, body: { code: "scope_missing" } });
  const asksFor = [...(agent.body.required_scopes as string[])].sort();
  expect(asksFor).toEqual(["message", "read", "sell"]);
  const challenge = String(agent.headers.get("www-authenticate"));
  expect(challenge).toContain('error="insufficient_scope"');
  const [, scope = ""] = /scope="([^"]*)"/.exec(challenge) ?? [];
  expect(scope.split(" ").sort()).toEqual(asksFor);
});

test("a person who does not consent returns to the client with an error", async () => {
  const asked = await ask(await registerClient(api));
  const { authorizations } = api.authorizationServer;
  const { location } = await authorizations.deny(asked.browser.request(asked.page), asked.uid);
  const answer = await asked.browser.get(location);
  const callback = new URL(answer.headers.get("location") ?? "");
  expect(callback.href).toStartWith(redirectUri);
  expect(Object.fromEntries(callback.searchParams)).toMatchObject({
    error: "access_denied",
    state: "a-state",
    iss: PUBLIC_BASE_URL,
  });
});

test("a request belongs to the browser that began it, and to nobody else", async () => {
  const config = await registerClient(api);
  const [own, other] = [await ask(config), await ask(config)];
  const { find } = api.authorizationServer.authorizations;
  expect(await find(own.browser.request(own.page), own.uid)).not.toBeNull();
  expect(await find(other.browser.request(own.page), own.uid)).toBeNull();
  expect(await find(new Request(own.page), own.uid)).toBeNull();
  const forged = new Request(own.page, { headers: { cookie: `dm_consent=${own.uid}` } });
  expect(await find(forged, own.uid)).toBeNull();
});

test("a port of loopback may differ from the registered one, an address may not", async () => {
  const config = await registerClient(api);
  const port = "http://127.0.0.1:51234/callback";
  const asked = await ask(config, { parameters: { redirect_uri: port } });
  expect(asked.response.status).toBe(303);
  for (const redirect_uri of [
    "http://127.0.0.1:3999/callback/",
    "http://127.0.0.1:3999/other",
    "http://localhost:3999/callback",
    "https://127.0.0.1:3999/callback",
    "https://evil.example/callback",
  ]) {
    const { response } = await ask(config, { parameters: { redirect_uri } });
    expect(response.status, redirect_uri).toBe(400);
    expect(response.headers.get("location")).toBeNull();
    expect(await response.json()).toMatchObject({ error: "invalid_redirect_uri" });
  }
});
