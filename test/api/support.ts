/** What the API's suites share: an API on a port of its own, with a database and a store of its own. */
import { eq } from "drizzle-orm";
import { createAgentTokens } from "../../api/agent-tokens.ts";
import { createApp } from "../../api/app.ts";
import { createPageErrors } from "../../api/http/page-errors.ts";
import { createPublicCache } from "../../api/http/public-cache.ts";
import { watchEventArrivals, watchListingChanges } from "../../db/changes.ts";
import { type Database, openDatabase, pingDatabase } from "../../db/client.ts";
import { listings, uploads } from "../../db/schema/index.ts";
import { signInHeadless } from "../../dev/parts/sign-in-headless.ts";
import type { Context } from "../../market/context.ts";
import { type ProfileOutcome, recordProfile } from "../../market/listing/record-profile.ts";
import { isFree } from "../../market/pricing.ts";
import type { Sample } from "../../market/profile/schemas.ts";
import { type Config, loadConfig } from "../../platform/config.ts";
import { openIdentity } from "../../platform/identity/openid.ts";
import { createLogger } from "../../platform/log.ts";
import { createRegistry } from "../../platform/metrics.ts";
import { openPayments } from "../../platform/payments/stripe.ts";
import { serve } from "../../platform/runtime.ts";
import { openStorage } from "../../platform/storage/open-storage.ts";
import { createDiskHandler } from "../../platform/storage/serve-disk.ts";
import { openSite } from "../../site/open-site.ts";
import { problemCodePage, problemCodesPage } from "../../site/problems/problem-pages.tsx";
import { exampleProfile } from "../support/example-profile.ts";
import { createTestDatabase, eventually, testEnv } from "../support/stack.ts";

export type Json = Record<string, unknown>;
export type Answer = { status: number; headers: Headers; body: Json; text: string };
export type Call = {
  token?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
};

export type TestApi = Awaited<ReturnType<typeof openTestApi>>;

/** Starts an API; `clock.skewMs` moves its time. */
export async function openTestApi(overrides: Record<string, string> = {}) {
  const given = overrides.DATABASE_URL;
  const ownDatabase = given === undefined ? await createTestDatabase() : null;
  const databaseUrl = given ?? ownDatabase?.url ?? "";
  const config = loadConfig(await testEnv({ ...overrides, DATABASE_URL: databaseUrl }));
  const database = openDatabase({ url: config.DATABASE_URL, poolMax: 5 });
  const storage = await openStorage(config.storage);
  const clock = { skewMs: 0 };
  const ctx: Context = {
    db: database.db,
    storage,
    payments: openPayments(config),
    config,
    now: () => new Date(Date.now() + clock.skewMs),
  };
  const cache = createPublicCache(ctx.now);
  const log = createLogger({ level: "silent", service: "test" });
  const changes = watchListingChanges(database.listen, log, cache.dropChanged);
  const arrivals = watchEventArrivals(database.listen, log);
  const identity = openIdentity(config);
  const edge = {
    ctx,
    tokens: createAgentTokens(config.AGENT_TOKEN_SECRET),
    identity,
    cache,
    changes,
    arrivals,
    log,
    registry: createRegistry("test"),
    diskHandler: config.storage.kind === "disk" ? createDiskHandler(config.storage, ctx.now) : null,
    problemPages: { one: problemCodePage, all: problemCodesPage },
    dependencies: { database: () => pingDatabase(database.db), storage: () => storage.ping() },
  };
  const site = openSite({ ctx, identity, reportError: createPageErrors(log) });
  const app = createApp(edge, [site]);
  const server = serve(app.fetch, {
    host: "127.0.0.1",
    port: config.API_PORT,
    idleTimeoutSeconds: 30,
  });
  return {
    config,
    ctx,
    db: database.db as Database,
    clock,
    databaseUrl,
    send: (method: string, path: string, call: Call = {}) => send(config, method, path, call),
    async close() {
      await Promise.all([changes.stop(), arrivals.stop()]);
      await server.stop();
      await database.close();
      await ownDatabase?.drop();
    },
  };
}

async function send(config: Config, method: string, path: string, call: Call): Promise<Answer> {
  const url = path.startsWith("http") ? path : `http://localhost:${config.API_PORT}${path}`;
  const body = typeof call.body === "string" ? call.body : JSON.stringify(call.body);
  const response = await fetch(url, {
    method,
    redirect: "manual",
    headers: {
      ...(call.body === undefined ? {} : { "content-type": "application/json" }),
      ...(call.token === undefined ? {} : { authorization: `Bearer ${call.token}` }),
      ...call.headers,
    },
    ...(call.body === undefined ? {} : { body }),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json") === true && text !== "";
  const parsed = isJson ? (JSON.parse(text) as Json) : {};
  return { status: response.status, headers: response.headers, body: parsed, text };
}

let agentCount = 0;

/** An agent's registration; every call makes another owner. */
export async function registerAgent(api: TestApi): Promise<{ token: string; email: string }> {
  agentCount += 1;
  const email = `owner${agentCount}-${process.pid}@example.com`;
  const answer = await api.send("POST", "/agent/register", { body: { owner_email: email } });
  return { token: String(answer.body.token), email };
}

/** The owner's ID token, from the real provider. */
export async function ownerToken(api: TestApi, email: string): Promise<string> {
  const { idToken } = await signInHeadless({
    issuer: api.config.OIDC_ISSUER,
    clientId: api.config.OIDC_CLIENT_ID,
    clientSecret: api.config.OIDC_CLIENT_SECRET,
    redirectUri: "http://localhost/auth/callback",
    email,
  });
  return idToken;
}

/** An agent that its owner has approved through the API. */
export async function verifiedAgent(api: TestApi): Promise<{ token: string; email: string }> {
  const agent = await registerAgent(api);
  const owner = await ownerToken(api, agent.email);
  const answer = await api.send("POST", "/agent/verify", {
    token: owner,
    body: { token: agent.token },
  });
  if (answer.status !== 200) throw new Error(`the approval failed: ${answer.text}`);
  return agent;
}

export async function createDraft(api: TestApi, token: string, fields: Json = {}): Promise<string> {
  const body = { title: "Iris flowers", description: "Four measures of 150 flowers.", ...fields };
  const answer = await api.send("POST", "/listings/draft", { token, body });
  if (answer.status !== 201) throw new Error(`the draft failed: ${answer.text}`);
  return String(answer.body.id);
}

export const exampleCsv = "sepal,species\n5.1,setosa\n6.3,virginica\n";

/** Uploads a file through the signed URL and attaches it; returns its path. */
export async function attachFile(
  api: TestApi,
  token: string,
  draftId: string,
  content = exampleCsv,
): Promise<string> {
  const urls = await api.send("POST", `/listings/${draftId}/upload-urls`, { token });
  const { upload_url: uploadUrl, path } = urls.body.full as { upload_url: string; path: string };
  const put = await fetch(uploadUrl, { method: "PUT", body: content });
  if (put.status !== 200) throw new Error(`the PUT failed: ${await put.text()}`);
  const patch = await api.send("PATCH", `/listings/draft/${draftId}`, {
    token,
    body: { full_data_path: path },
  });
  if (patch.status !== 200) throw new Error(`the PATCH failed: ${patch.text}`);
  return path;
}

export const exampleSample: Sample = {
  columns: [
    { name: "sepal", type: "number" },
    { name: "species", type: "string" },
  ],
  rows: [
    [5.1, "setosa"],
    [6.3, "virginica"],
  ],
  sampling: { method: "all_rows", seed: "9f86d081884c7d65", rows_total: 2, truncated_cells: 0 },
};

/** Ends the file's job as a worker would, without the minutes that a worker may take. */
export async function endJob(
  api: TestApi,
  path: string,
  outcome: "generated" | "no_sample" = "generated",
  sample: Sample = exampleSample,
): Promise<void> {
  const [row] = await api.db
    .select()
    .from(uploads)
    .innerJoin(listings, eq(listings.id, uploads.listingId))
    .where(eq(uploads.storagePath, path));
  if (row === undefined) throw new Error(`no upload has the path ${path}`);
  const { uploads: upload, listings: listing } = row;
  const samplePath = `samples/${upload.id}.json`;
  const bytes = new TextEncoder().encode(JSON.stringify(sample));
  await api.ctx.storage.write(samplePath, bytes, "application/json");
  const file = { sha256: "a".repeat(64), byteSize: upload.byteSize ?? 0 };
  const outcomes: Record<typeof outcome, ProfileOutcome> = {
    generated: {
      state: "generated",
      file,
      forFree: isFree(listing),
      format: "csv",
      compression: null,
      samplePath,
      profile: exampleProfile,
    },
    no_sample: {
      state: "no_sample",
      file,
      format: null,
      profile: null,
      error: { code: "unknown_format", detail: "The file is of no known format." },
    },
  };
  const actor = { kind: "system" as const, name: "test" };
  const recorded = await recordProfile(api.ctx, actor, upload.id, outcomes[outcome]);
  if (recorded.kind !== "recorded") throw new Error("the result was dropped");
}

/** A published listing; returns its id. */
export async function publishedListing(
  api: TestApi,
  token: string,
  fields: Json = {},
  outcome: "generated" | "no_sample" = "generated",
): Promise<string> {
  const draftId = await createDraft(api, token, fields);
  await endJob(api, await attachFile(api, token, draftId), outcome);
  const answer = await api.send("POST", `/listings/${draftId}/publish`, { token });
  if (answer.status !== 200) throw new Error(`the publication failed: ${answer.text}`);
  return draftId;
}

export { eventually };
