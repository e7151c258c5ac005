/**
 * API, workers and MCP under Deno, started with the commands of README.md, take one dataset from
 * upload to download.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import * as openid from "openid-client";
import { Webhook } from "standardwebhooks";
import { describeExit, type RunningProcess, untilReady } from "../../dev/parts/process.ts";
import { signInHeadless } from "../../dev/parts/sign-in-headless.ts";
import { ask, connect, redirectUri, registerClient } from "../api/oauth/support.ts";
import { newOwner } from "../support/operators.ts";
import {
  createTestDatabase,
  createTestDir,
  eventually,
  freePort,
  testEnv,
} from "../support/stack.ts";
import { startReceiver } from "../support/webhooks.ts";
import { openConsent } from "./oauth.ts";
import { openDenoFolder, unpackDeno } from "./tasks.ts";

type Json = Record<string, unknown>;

const ROW_COUNT = 2000;
/** The first start compiles every module into an empty cache, on two busy cores. */
const START_TIMEOUT_MS = 60_000;

let env: Record<string, string>;
let dropDatabase = async () => {};
const processes: RunningProcess[] = [];

beforeAll(async () => {
  const database = await createTestDatabase();
  dropDatabase = database.drop;
  env = await testEnv({
    DATABASE_URL: database.url,
    NATS_STREAM_PREFIX: `deno${process.pid}`,
    LOG_LEVEL: "info",
    MCP_PORT: String(await freePort()),
  });
  env.MCP_PUBLIC_URL = `http://localhost:${env.MCP_PORT}/mcp`;
  // As README says for one `.env` for all three: each takes the first free port.
  const firstPort = Number(env.METRICS_PORT);
  env.METRICS_PORT = `${firstPort}-${firstPort + 20}`;
  await unpackDeno();
  const folder = openDenoFolder(createTestDir(), env);
  const api = folder.start("dev:api");
  const mcp = folder.start("dev:mcp");
  processes.push(folder.start("dev:workers"), mcp, api);
  const isReady = async () => {
    const answer = await fetch(`${env.PUBLIC_BASE_URL}/health/ready`).catch(() => null);
    return answer?.ok === true;
  };
  await untilReady(api, isReady, START_TIMEOUT_MS);
  const answers = async () => (await fetch(mcpUrl()).catch(() => null)) !== null;
  await untilReady(mcp, answers, START_TIMEOUT_MS);
}, START_TIMEOUT_MS * 2);

const mcpUrl = () => String(env.MCP_PUBLIC_URL);

afterAll(async () => {
  await Promise.all(processes.map((running) => running.stop()));
  await dropDatabase();
});

async function call(method: string, path: string, token?: string, body?: unknown): Promise<Json> {
  const response = await fetch(`${env.PUBLIC_BASE_URL}${path}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return JSON.parse(text) as Json;
}

function readings(): string {
  const rows = Array.from(
    { length: ROW_COUNT },
    (_, index) => `s${index % 7},2026-01-${String((index % 28) + 1).padStart(2, "0")},${index / 8}`,
  );
  return `station,day,level\n${rows.join("\n")}\n`;
}

/** Registers an agent and approves it as its owner; returns the agent's token. */
async function approvedAgent(email = `deno-${process.pid}@example.com`): Promise<string> {
  const registered = await call("POST", "/agent/register", undefined, { owner_email: email });
  const token = String(registered.token);
  const { idToken } = await signInHeadless({
    issuer: String(env.OIDC_ISSUER),
    clientId: String(env.OIDC_CLIENT_ID),
    clientSecret: String(env.OIDC_CLIENT_SECRET),
    redirectUri: "http://localhost/auth/callback",
    email,
  });
  await call("POST", "/agent/verify", idToken, { token });
  return token;
}

async function awaitSample(token: string, id: string): Promise<void> {
  const status = await eventually(
    async () => {
      const { data_profile: profile } = await call("GET", `/listings/${id}`, token);
      return (profile as Json).auto_sample_status === undefined ? null : JSON.stringify(profile);
    },
    { timeoutMs: 60_000, everyMs: 100 },
  );
  expect(status).toContain('"auto_sample_status":"generated"');
}

async function rejectWhenItEnds(running: RunningProcess): Promise<never> {
  throw new Error(describeExit(running, await running.exited));
}

/** Drafts a listing, uploads the file, and waits for its sample under Deno's workers. */
async function listingWithSample(token: string, file: string): Promise<string> {
  const draft = await call("POST", "/listings/draft", token, {
    title: "Water levels",
    description: "Levels of seven stations, measured under Deno.",
    category: "sensor",
  });
  const id = String(draft.id);
  const urls = await call("POST", `/listings/${id}/upload-urls`, token);
  const { upload_url: uploadUrl, path } = urls.full as { upload_url: string; path: string };
  const headers = { "content-type": "text/csv" };
  const put = await fetch(uploadUrl, { method: "PUT", headers, body: file });
  expect(put.status).toBe(200);
  await call("PATCH", `/listings/draft/${id}`, token, { full_data_path: path });
  await Promise.race([awaitSample(token, id), ...processes.map(rejectWhenItEnds)]);
  return id;
}

test("under Deno, a seller publishes a file and a buyer finds, samples and downloads it", async () => {
  const token = await approvedAgent();
  const file = readings();
  const id = await listingWithSample(token, file);
  const published = await call("POST", `/listings/${id}/publish`, token);
  expect(published.status).toBe("active");

  const found = await call("GET", "/datasets?query=station");
  expect((found.items as Json[]).map((item) => item.id)).toEqual([id]);
  const sample = await call("GET", `/datasets/${id}/sample?format=json`);
  expect(sample.columns).toMatchObject([{ name: "station" }, { name: "day" }, { name: "level" }]);
  expect((sample.rows as unknown[]).length).toBe(100);
  const profile = await call("GET", `/datasets/${id}/profile`);
  expect(profile).toMatchObject({ row_count: ROW_COUNT, column_count: 3 });
  const download = await call("GET", `/datasets/${id}/download-url`);
  expect(await (await fetch(String(download.download_url))).text()).toBe(file);
}, 90_000);

test("under Deno, a process's first PDF file is made, although its thread starts slowly", async () => {
  const command = [
    process.execPath,
    "x",
    "deno",
    "run",
    "--allow-all",
    "test/deno/fixtures/first-pdf.ts",
  ];
  const made = Bun.spawn(command, { env: { ...process.env, DENO_NO_UPDATE_CHECK: "1" } });
  expect(await new Response(made.stdout).text()).toBe("%PDF-");
}, 60_000);

test("under Deno, a webhook is called and signed, and the feed wakes callers waiting for the same event", async () => {
  const token = await approvedAgent(`deno-hooks-${process.pid}@example.com`);
  const receiver = await startReceiver();
  const made = await call("POST", "/webhooks", token, { url: receiver.url });
  const before = await call("GET", "/events", token);
  const { next_cursor: after } = before.pagination as Json;
  const waiting = call("GET", `/events?wait=20&after=${after}`, token);
  const tested = await call("POST", `/webhooks/${made.id}/test`, token);
  const [event] = (await waiting).items as Json[];
  expect(event).toMatchObject({ id: tested.event_id, type: "webhook.test" });
  const got = await eventually(() =>
    receiver.received.find((one) => one.event.id === tested.event_id),
  );
  const headers = got.headers as Record<string, string>;
  expect(new Webhook(String(made.secret)).verify(got.body, headers)).toEqual(event);
  await receiver.stop();
}, 60_000);

test("under Deno, a program registers by OAuth, is refused without consent, acts, refreshes and is revoked", async () => {
  const consent = await openConsent(env);
  const metadata = await call("GET", "/.well-known/oauth-authorization-server");
  expect(metadata).toMatchObject({
    issuer: env.PUBLIC_BASE_URL,
    code_challenge_methods_supported: ["S256"],
  });
  const protectedBy = await call("GET", "/.well-known/oauth-protected-resource");
  expect(protectedBy.authorization_servers).toEqual([String(env.PUBLIC_BASE_URL)]);

  const program = await registerClient(consent);
  const asked = await ask(program);
  expect(asked.page).toContain(String(env.PUBLIC_BASE_URL));
  const noCode = { pkceCodeVerifier: asked.verifier, expectedState: "a-state" };
  const callback = new URL(`${redirectUri}?code=made-up&state=a-state&iss=${env.PUBLIC_BASE_URL}`);
  const early = openid.authorizationCodeGrant(program, callback, noCode);
  await expect(early).rejects.toMatchObject({ error: "invalid_grant" });
  await expect(openid.refreshTokenGrant(program, "made-up")).rejects.toMatchObject({
    error: "invalid_grant",
  });

  const { config, tokens } = await connect(consent, await newOwner(consent), { scope: "read" });
  const purchases = await call("GET", "/purchases", tokens.access_token);
  expect(purchases.items).toEqual([]);
  const next = await openid.refreshTokenGrant(config, String(tokens.refresh_token));
  expect(next.access_token).not.toBe(tokens.access_token);
  await call("GET", "/purchases", next.access_token);
  await openid.tokenRevocation(config, String(next.refresh_token));
  await expect(call("GET", "/purchases", next.access_token)).rejects.toThrow("401");
  await consent.close();
}, 60_000);

test("under Deno, a program finds the dataset by a tool of MCP", async () => {
  const transport = new StreamableHTTPClientTransport(new URL(mcpUrl()));
  const client = new Client({ name: "deno-test", version: "1.0.0" });
  await client.connect(transport);
  const args = { name: "search_datasets", arguments: { query: "station" } };
  const { structuredContent } = await client.callTool(args);
  expect(structuredContent).toMatchObject({ items: [{ title: "Water levels" }] });
  await client.close();
});

test("under Deno, the website's pages render", async () => {
  const page = await fetch(`${env.PUBLIC_BASE_URL}/`);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain("<!doctype html>");
});

test("under Deno, Ctrl-C ends every process in order", async () => {
  await Promise.all(processes.map((running) => running.stop()));
  for (const { name, lastLines } of processes) {
    const last = lastLines(15).join("\n");
    expect([name, last]).toEqual([name, expect.stringContaining('"msg":"stopping"')]);
    expect([name, last]).toEqual([name, expect.not.stringMatching(/"level":[56]0|[Ee]rror:/)]);
  }
}, 60_000);
