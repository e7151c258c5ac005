/** Client metadata documents: which ones are fetched, and which are refused. */
import { afterAll, expect, test } from "bun:test";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { eq } from "drizzle-orm";
import * as openid from "openid-client";
import { createDocumentFetch, type DocumentOptions } from "../../../api/oauth/client-documents.ts";
import { connections } from "../../../db/schema/connections.ts";
import { certificateOf } from "../../platform/webhook-certificate.ts";
import { openTestApi } from "../../support/api.ts";
import { forFile } from "../../support/for-file.ts";
import { newOwner } from "../../support/operators.ts";
import { agree, ask, knownClient, redirectUri } from "./support.ts";

const host = "client.example";
const certificate = certificateOf(host);
const answers = new Map<
  string,
  { status: number; body: string; headers?: Record<string, string> }
>();
const fetched = new Map<string, number>();
const server = createServer(certificate, ({ url = "" }, response) => {
  fetched.set(url, (fetched.get(url) ?? 0) + 1);
  const { status, body, headers } = answers.get(url) ?? { status: 404, body: "{}", headers: {} };
  response.writeHead(status, headers).end(body);
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
afterAll(() => server.close());
const base = `https://${host}:${(server.address() as AddressInfo).port}`;

const documents: DocumentOptions = {
  allowLoopback: true,
  resolve: async () => [{ address: "127.0.0.1", family: 4 }],
  extraAuthorities: certificate.cert,
};
const api = await forFile(openTestApi({}, documents));

function publish(path: string, more: Record<string, unknown> = {}): string {
  const clientId = `${base}${path}`;
  const document = { client_id: clientId, client_name: "Assistant", redirect_uris: [redirectUri] };
  answers.set(path, { status: 200, body: JSON.stringify({ ...document, ...more }) });
  return clientId;
}

test("a client is known by its document, and gets tokens without a registration", async () => {
  const owner = await newOwner(api);
  const config = await knownClient(api, publish("/client.json"));
  const asked = await ask(config);
  const { authorizations } = api.authorizationServer;
  const found = await authorizations.find(asked.browser.request(asked.page), asked.uid);
  expect(found).toMatchObject({
    clientName: "Assistant",
    clientHost: new URL(base).host,
    redirectHost: "this computer",
    isRegisteredDynamically: false,
  });
  const { callback } = await agree(api, owner, asked);
  const checks = { pkceCodeVerifier: asked.verifier, expectedState: "a-state" };
  const tokens = await openid.authorizationCodeGrant(config, callback, checks);
  const answer = await api.send("GET", "/operator/me", { token: tokens.access_token });
  expect(answer.status).toBe(200);
});

test("a document that is not its client's own, too large, moved or shares a secret is refused", async () => {
  publish("/moved.json");
  answers.set("/moved.json", { status: 302, body: "", headers: { location: "/client.json" } });
  const refused = [
    publish("/other.json", { client_id: `${base}/client.json` }),
    publish("/large.json", { client_uri: "x".repeat(9000) }),
    publish("/secret.json", { token_endpoint_auth_method: "client_secret_basic" }),
    publish("/plain.json", { redirect_uris: ["http://evil.example/callback"] }),
    `${base}/moved.json`,
    `${base}/missing.json`,
  ];
  for (const clientId of refused) {
    const { response } = await ask(await knownClient(api, clientId));
    expect(response.status, clientId).toBe(400);
    expect(response.headers.get("location")).toBeNull();
  }
});

test("a document is fetched once a minute at most, whatever it says of that itself", async () => {
  const clientId = publish("/hurried.json");
  const answer = answers.get("/hurried.json");
  if (answer !== undefined) answer.headers = { "cache-control": "no-store, max-age=0" };
  const config = await knownClient(api, clientId);
  for (const _ of [1, 2, 3]) expect((await ask(config)).response.status).toBe(303);
  expect(fetched.get("/hurried.json")).toBe(1);
});

test("documents at addresses that are not public are never fetched", async () => {
  const addresses = [
    "127.0.0.1",
    "10.0.0.8",
    "169.254.169.254",
    "::1",
    "fd00::1",
    "::ffff:10.0.0.1",
  ];
  for (const address of addresses) {
    const family = address.includes(":") ? 6 : 4;
    const fetchDocument = createDocumentFetch({ resolve: async () => [{ address, family }] });
    await expect(fetchDocument("https://client.example/client.json")).rejects.toMatchObject({
      code: "address_not_allowed",
    });
  }
  const fetchDocument = createDocumentFetch({});
  await expect(fetchDocument("https://127.0.0.1/client.json")).rejects.toMatchObject({
    code: "url_not_allowed",
  });
});

test("several processes serve one flow, and one that has ended takes nothing with it", async () => {
  const { config } = api;
  const owner = await newOwner(api);
  const shared = { DATABASE_URL: api.databaseUrl, SESSION_SECRET: config.SESSION_SECRET.join(",") };
  const other = await openTestApi(
    { ...shared, PUBLIC_BASE_URL: config.PUBLIC_BASE_URL },
    documents,
  );
  const client = await knownClient(api, publish("/client.json"));
  const asked = await ask(client);
  // The consent and the code come from the other process, the tokens from the first again.
  const { authorizations } = other.authorizationServer;
  const found = await authorizations.find(asked.browser.request(asked.page), asked.uid);
  expect(found).toMatchObject({ uid: asked.uid });
  const { callback } = await agree(other, owner, asked);
  await other.close();
  const checks = { pkceCodeVerifier: asked.verifier, expectedState: "a-state" };
  const tokens = await openid.authorizationCodeGrant(client, callback, checks);
  expect((await api.send("GET", "/operator/me", { token: tokens.access_token })).status).toBe(200);
});

/** Another process does not share this one's cache of a document or its expiry. */
async function elsewhere() {
  const { config, databaseUrl } = api;
  const shared = { DATABASE_URL: databaseUrl, SESSION_SECRET: config.SESSION_SECRET.join(",") };
  return openTestApi({ ...shared, PUBLIC_BASE_URL: config.PUBLIC_BASE_URL }, documents);
}

type Changed = { what: string; change(path: string): void; refused: [number, string] };

test.each<Changed>([
  {
    what: "asks for a key since",
    change: (path) =>
      void publish(path, {
        token_endpoint_auth_method: "private_key_jwt",
        jwks_uri: `${base}/keys.json`,
      }),
    refused: [401, "invalid_client"],
  },
  {
    what: "is gone",
    change: (path) => void answers.delete(path),
    refused: [400, "invalid_client"],
  },
  {
    what: "is another's now",
    change: (path) => void publish(path, { client_id: `${base}/x` }),
    refused: [400, "invalid_client_metadata"],
  },
])("a code whose client's document $what gives no tokens", async ({ what, change, refused }) => {
  const path = `/changed-${what.replaceAll(/\W/g, "-")}.json`;
  const client = await knownClient(api, publish(path));
  const asked = await ask(client);
  const { callback } = await agree(api, await newOwner(api), asked);
  change(path);
  const other = await elsewhere();
  const form = new URLSearchParams({
    grant_type: "authorization_code",
    code: callback.searchParams.get("code") ?? "",
    redirect_uri: redirectUri,
    client_id: `${base}${path}`,
    code_verifier: asked.verifier,
  });
  const answer = await fetch(`http://localhost:${other.config.API_PORT}/oauth/token`, {
    method: "POST",
    body: form,
  });
  const body = (await answer.json()) as Record<string, unknown>;
  expect(body).not.toHaveProperty("access_token");
  expect([answer.status, body.error]).toEqual(refused);
  await other.close();
});

test("a connection keeps its name, even if the client's document changes later", async () => {
  const client = await knownClient(api, publish("/renamed.json", { client_name: "Honest helper" }));
  const owner = await newOwner(api);
  const asked = await ask(client);
  const { connection } = await agree(api, owner, asked);
  publish("/renamed.json", { client_name: "Your bank" });
  const other = await elsewhere();
  const later = await ask(await knownClient(api, `${base}/renamed.json`));
  const { authorizations } = other.authorizationServer;
  const request = later.browser.request(later.page);
  const found = await authorizations.find(request, later.uid);
  expect(found?.clientName).toBe("Your bank");
  const [kept] = await api.db
    .select()
    .from(connections)
    .where(eq(connections.id, connection?.id ?? ""));
  expect(kept?.clientName).toBe("Honest helper");
  await other.close();
});
