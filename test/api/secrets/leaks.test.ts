/**
 * Sends every kind of credential through a service whose providers repeat their input in refusals
 * and failures: afterwards no log line, row, problem or metric contains one.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import * as openid from "openid-client";
import { answersOk } from "../../../dev/parts/identity.ts";
import { freePort } from "../../../dev/parts/ports.ts";
import { startProcess, untilReady } from "../../../dev/parts/process.ts";
import { signArchive } from "../../../market/catalogue/folder/archive-token.ts";
import { OAUTH_REFRESH_REPEAT_SECONDS } from "../../../market/connection/limits.ts";
import { unsubscribeCode } from "../../../market/mail/unsubscribe-code.ts";
import { visitorOf } from "../../site/visitor.ts";
import { registerAgent, verifiedAgent } from "../../support/agents.ts";
import { openTestApi, type TestApi } from "../../support/api.ts";
import { createDraft } from "../../support/listings.ts";
import { newKey, newOwner } from "../../support/operators.ts";
import { createTestDir, eventually, testEnv } from "../../support/stack.ts";
import { connect, usedAgo } from "../oauth/support.ts";

setDefaultTimeout(90_000);

/** Values by the name used in failure messages. */
const credentials = new Map<string, string>();
const keep = (name: string, value: string): string => {
  if (value.length < 12) throw new Error(`${name} is too short to be looked for`);
  credentials.set(name, value);
  return value;
};
let made = 0;
const random = (name: string) => keep(name, `Qz7Kx${++made}-${crypto.randomUUID()}`);

/** Answers every call with everything it received, as providers do in their error texts. */
const echo = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  async fetch(request) {
    const { pathname, origin } = new URL(request.url);
    if (pathname.endsWith("/openid-configuration")) {
      const at = (path: string) => `${origin}${path}`;
      return Response.json({
        ...{ issuer: origin, authorization_endpoint: at("/authorize"), jwks_uri: at("/jwks") },
        ...{ token_endpoint: at("/token"), userinfo_endpoint: at("/userinfo") },
        response_types_supported: ["code"],
      });
    }
    const message = `no: ${request.method} ${request.url} ${JSON.stringify([...request.headers])} ${await request.text()}`;
    const status = pathname === "/token" ? 400 : 401;
    const oauth = { error: "invalid_request", error_description: message };
    const stripe = { error: { type: "invalid_request_error", message } };
    const resend = { statusCode: status, name: "restricted_api_key", message };
    if (pathname === "/token") return Response.json(oauth, { status });
    return Response.json(pathname === "/emails" ? resend : stripe, { status });
  },
});

const logFile = join(createTestDir(), "processes.log");
const told: [call: string, status: number, text: string][] = [];
const children: ReturnType<typeof startProcess>[] = [];
let api: TestApi;
let base = "";
let metrics = "";

beforeAll(async () => {
  const names = ["AGENT_TOKEN", "SESSION", "APPROVAL", "WEBHOOK", "STORAGE_SIGNING"];
  const secrets = Object.fromEntries(
    names.map((name) => [`${name}_SECRET`, random(`${name}_SECRET`)]),
  );
  secrets.STORED_SECRETS_KEYS = random("STORED_SECRETS_KEYS");
  api = await openTestApi(secrets);
  const { storage } = api.config;
  if (storage.kind !== "disk") throw new Error("this test is about the disk store");
  const address = new URL(api.databaseUrl);
  // The test's Postgres accepts any password on loopback.
  address.password = random("the database's password");
  const bus = new URL(api.config.NATS_URL);
  const env = await testEnv({
    ...secrets,
    // The authorisation server's tokens are issued for this address.
    PUBLIC_BASE_URL: api.config.PUBLIC_BASE_URL,
    DATABASE_URL: address.href,
    STORAGE_DIR: storage.rootDir,
    NATS_URL: `nats://market:${random("the bus' password")}@${bus.host}`,
    NATS_STREAM_PREFIX: `t${crypto.randomUUID()}`,
    OIDC_ISSUER: echo.url.origin,
    OIDC_CLIENT_SECRET: random("the client's secret at the identity provider"),
    STRIPE_API_BASE_URL: echo.url.origin,
    STRIPE_SECRET_KEY: keep("Stripe's key", `sk_test_${crypto.randomUUID().replaceAll("-", "")}`),
    STRIPE_WEBHOOK_SECRET: keep("Stripe's webhook secret", `whsec_${crypto.randomUUID()}`),
    RESEND_BASE_URL: echo.url.origin,
    RESEND_API_KEY: random("the key of the mail provider"),
    EMBEDDINGS_URL: echo.url.origin,
    EMBEDDINGS_MODEL: "echo",
    EMBEDDINGS_API_KEY: random("the key of the embeddings"),
    QUERY_URL: echo.url.origin,
    QUERY_SECRET: random("QUERY_SECRET"),
    LOG_LEVEL: "trace",
  });
  base = `http://127.0.0.1:${env.API_PORT}`;
  metrics = `http://127.0.0.1:${env.METRICS_PORT}/metrics`;
  for (const command of [
    ["api/main.ts"],
    ["workers/main.ts", "relay"],
    ["workers/main.ts", "notify"],
  ]) {
    const port = command[0] === "api/main.ts" ? {} : { METRICS_PORT: String(await freePort()) };
    children.push(
      startProcess({
        name: command.join(" "),
        command: [process.execPath, ...command],
        env: { ...process.env, ...env, ...port },
        logFile,
        stopTimeoutMs: 5000,
      }),
    );
  }
  for (const child of children.slice(0, 1))
    await untilReady(child, () => answersOk(`${base}/health/live`));
});

afterAll(async () => {
  for (const child of children) await child.stop();
  await api.close();
  await echo.stop(true);
});

type Sent = { token?: string; cookie?: string; form?: Record<string, string>; json?: unknown };

/** Records the answers; at the end the unsuccessful ones are searched. */
async function call(method: string, path: string, { token, cookie, form, json }: Sent = {}) {
  const response = await fetch(path.startsWith("http") ? path : base + path, {
    method,
    redirect: "manual",
    headers: {
      accept: "application/json",
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(cookie === undefined ? {} : { cookie, "sec-fetch-site": "same-origin" }),
      ...(json === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  const text = await response.text();
  told.push([`${method} ${path}`, response.status, text]);
  return { status: response.status, headers: response.headers, text };
}

/** Changes a middle character, because base64's last character may carry no bits. */
const changed = (value: string) => {
  const at = value.length >> 1;
  return `${value.slice(0, at)}${value[at] === "A" ? "B" : "A"}${value.slice(at + 1)}`;
};
const log = () => readFileSync(logFile, "utf8");

/** Drops a table, so that any operation that needs it fails internally. */
async function without(table: string, act: () => Promise<unknown>): Promise<void> {
  await api.db.execute(sql.raw(`alter table ${table} rename to gone`));
  try {
    await act();
  } finally {
    await api.db.execute(sql.raw(`alter table gone rename to ${table}`));
  }
}

test("agents: a token that is good, changed, and met by a failure", async () => {
  const { token } = await verifiedAgent(api);
  keep("an agent's token", token);
  expect((await call("GET", "/agent/me", { token })).status).toBe(200);
  expect((await call("GET", "/agent/me", { token: changed(token) })).status).toBe(401);
  expect((await call("GET", `/agent/me?token=${token}`)).status).toBe(400);
  await without("agents", async () => {
    expect((await call("GET", "/agent/me", { token })).status).toBe(500);
    expect((await call("POST", "/agent/verify", { token, json: { token } })).status).toBe(403);
  });
  const draftId = await createDraft(api, token);
  const urls = await api.send("POST", `/listings/${draftId}/upload-urls`, { token });
  const { pathname, search, searchParams } = new URL(
    (urls.body.full as { upload_url: string }).upload_url,
  );
  keep("the signature of a URL", searchParams.get("signature") ?? "");
  const put = (query: string) => call("PUT", pathname + query, { json: [] });
  expect((await put(search)).status).toBe(200);
  expect((await put(changed(search))).status).toBe(403);
  expect((await put(`${search}&more=1`)).status).toBe(403);
});

test("operators: a key, and the secrets of its webhooks", async () => {
  const { secret: token } = await newKey(api, await newOwner(api));
  keep("an API key", token);
  expect((await call("GET", "/operator/me", { token })).status).toBe(200);
  expect((await call("GET", "/operator/me", { token: changed(token) })).status).toBe(401);
  expect((await call("GET", `/datasets?query=${token}`)).status).toBe(400);
  const inPath = random("a token in a webhook's address");
  const inQuery = random("a token in a webhook's query");
  const json = { url: `https://agents.example.com/in/${inPath}?to=${inQuery}` };
  const webhook = JSON.parse((await call("POST", "/webhooks", { token, json })).text);
  keep("a webhook's secret", webhook.secret);
  const rotate = () => call("POST", `/webhooks/${webhook.id}/rotate-secret`, { token });
  keep("a webhook's next secret", JSON.parse((await rotate()).text).secret);
  await without("webhook_endpoints", async () => expect((await rotate()).status).toBe(500));
  await without("api_keys", async () =>
    expect((await call("GET", "/operator/me", { token })).status).toBe(500),
  );
  // The text goes to the embeddings endpoint, which repeats the key in its refusal.
  expect((await call("GET", "/datasets?query=rain")).status).toBe(200);
});

test("people: a session, its forms, and a sign-in that the provider refuses", async () => {
  const visitor = await visitorOf(api, await newOwner(api));
  const { cookie } = visitor.headers;
  keep("a session", cookie.split("=")[1] ?? "");
  keep("a form's token", visitor.formToken);
  expect((await call("GET", "/account", { cookie })).status).toBe(200);
  expect((await call("GET", "/account", { cookie: changed(cookie) })).status).toBe(303);
  const form = { form_token: changed(visitor.formToken), name: "x" };
  expect((await call("POST", "/account/keys/new", { cookie, form })).status).toBe(403);
  await without("sessions", async () =>
    expect((await call("GET", "/account", { cookie })).status).toBe(500),
  );
  const card = { form_token: visitor.formToken, once: crypto.randomUUID() };
  await call("POST", "/account/payment-methods", { cookie, form: card });
  const begun = await call("GET", "/auth/sign-in?return_to=/account");
  const state = new URL(begun.headers.get("location") ?? "").searchParams.get("state");
  const signIn = begun.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  keep("a sign-in under way", signIn.split("=")[1] ?? "");
  const code = random("a code of the identity provider");
  const callback = `/auth/callback?code=${code}&state=${state}`;
  expect((await call("GET", callback, { cookie: signIn })).status).toBeGreaterThanOrEqual(400);
});

test("programs: codes and tokens of the authorisation server", async () => {
  const { tokens, callback, config } = await connect(api, await newOwner(api));
  const { client_id } = config.clientMetadata();
  const access = keep("an access token", tokens.access_token);
  const refresh = keep("a refresh token", tokens.refresh_token ?? "");
  const code = keep("an authorisation code", callback.searchParams.get("code") ?? "");
  expect((await call("GET", "/operator/me", { token: access })).status).toBe(200);
  expect((await call("GET", "/operator/me", { token: changed(access) })).status).toBe(401);
  const verifier = keep("a code's verifier", openid.randomPKCECodeVerifier());
  const again = { grant_type: "authorization_code", code, code_verifier: verifier, client_id };
  const next = { grant_type: "refresh_token", refresh_token: refresh, client_id };
  await without("oauth_records", async () => {
    expect((await call("POST", "/oauth/token", { form: next })).status).toBe(500);
    expect((await call("GET", "/operator/me", { token: access })).status).toBe(500);
  });
  const redirect_uri = "http://127.0.0.1:3999/callback";
  const stranger = { ...next, client_id: "nobody", client_secret: random("a client's secret") };
  expect((await call("POST", "/oauth/token", { form: stranger })).status).toBeGreaterThanOrEqual(
    400,
  );
  expect((await call("POST", "/oauth/token", { form: { ...again, redirect_uri } })).status).toBe(
    400,
  );
  const renewed = JSON.parse((await call("POST", "/oauth/token", { form: next })).text);
  keep("the next access token", renewed.access_token);
  keep("the next refresh token", renewed.refresh_token);
  await usedAgo(api.db, OAUTH_REFRESH_REPEAT_SECONDS + 1, refresh);
  expect((await call("POST", "/oauth/token", { form: next })).status).toBe(400);
  const ended = { token: renewed.access_token };
  expect((await call("GET", "/operator/me", ended)).status).toBe(401);
  expect(
    (await call("POST", "/oauth/revoke", { form: { token: refresh, client_id } })).status,
  ).toBe(200);
});

test("links of mails, addresses of folders, and mails that the provider refuses", async () => {
  const code = unsubscribeCode(api.config.APPROVAL_SECRET, {
    kind: "account",
    id: crypto.randomUUID(),
  });
  keep("a link that ends mails", code);
  expect((await call("GET", `/unsubscribe/account/${crypto.randomUUID()}/${code}`)).status).toBe(
    404,
  );
  const grant = {
    uploadId: crypto.randomUUID(),
    name: "x.zip",
    expiresAtSeconds: 4_102_444_800,
    buyerId: null,
  };
  const archive = keep("a folder's address", signArchive(api.config.AGENT_TOKEN_SECRET, grant));
  expect((await call("GET", `/archives/${archive}`)).status).toBe(404);
  expect((await call("GET", `/archives/${changed(archive)}`)).status).toBe(403);
  await without("uploads", async () =>
    expect((await call("GET", `/archives/${archive}`)).status).toBe(500),
  );
  // The mail with the approval link goes to a provider that repeats it in its refusal.
  await registerAgent(api);
  await eventually(() => log().includes("restricted_api_key"), { timeoutMs: 60_000 });
});

test("the payment provider's signature, good and bad", async () => {
  const body = "{}";
  const send = (signature: string) =>
    fetch(`${base}/webhooks/stripe`, {
      method: "POST",
      body,
      headers: { "stripe-signature": signature },
    });
  const v1 = random("a signature of the payment provider");
  expect((await send(`t=${Math.floor(Date.now() / 1000)},v1=${v1}`)).status).toBe(400);
});

/** Part of a credential is as bad as the whole. */
const holds = (text: string, value: string) =>
  text.includes(value) || text.includes(value.slice(4, -4));
const leaksIn = (text: string) =>
  [...credentials].filter(([, value]) => holds(text, value)).map(([name]) => name);

test("no log line holds any of them", () => {
  expect(credentials.size).toBeGreaterThan(30);
  const lines = log().split("\n");
  expect(lines.filter((line) => line.includes('"level":50')).length).toBeGreaterThan(6);
  expect(lines.filter((line) => leaksIn(line).length > 0)).toEqual([]);
});

test("no log line holds an address of a person, though the provider repeats the mail", () => {
  expect(log()).toContain("restricted_api_key");
  expect(
    log()
      .split("\n")
      .filter((line) => /(?:owner|operator)\d[^"]*@example/.test(line)),
  ).toEqual([]);
});

test("no refusal and no failure tells any of them", () => {
  const refused = told.filter(([, status]) => status >= 400);
  expect(refused.length).toBeGreaterThan(24);
  const leaks = refused.flatMap(([path, , text]) =>
    leaksIn(text).map((name) => `${path}: ${name}`),
  );
  expect(leaks).toEqual([]);
});

test("no row holds any of them", async () => {
  const tables = await api.db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const leaks: string[] = [];
  for (const { name } of tables) {
    const rows = await api.db.execute<{ text: string }>(
      sql.raw(`select t::text as text from "${name}" t`),
    );
    leaks.push(
      ...leaksIn(rows.map(({ text }) => text).join("\n")).map((what) => `${name}: ${what}`),
    );
  }
  expect(tables.length).toBeGreaterThan(40);
  expect(leaks).toEqual([]);
});

test("no metric holds any of them", async () => {
  const answer = await fetch(metrics);
  const text = await answer.text();
  expect(text).toContain("http_request_duration_seconds");
  expect(leaksIn(text)).toEqual([]);
});
