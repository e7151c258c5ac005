import { createAgentTokens } from "../../api/agent-tokens.ts";
import { createApp } from "../../api/app.ts";
import { createSearchCounter } from "../../api/http/count-visits.ts";
import { openRateLimits } from "../../api/http/limits/open-rate-limits.ts";
import { strangerOf } from "../../api/http/limits/stranger.ts";
import { createPageErrors } from "../../api/http/page-errors.ts";
import { createPublicCache } from "../../api/http/public-cache.ts";
import { openAuthorizationServer } from "../../api/oauth/authorization-server.ts";
import type { DocumentOptions } from "../../api/oauth/client-documents.ts";
import { watchEventArrivals, watchListingChanges } from "../../db/changes.ts";
import { type Database, pingDatabase } from "../../db/client.ts";
import { openRequestDatabases } from "../../db/request-databases.ts";
import { AudienceCounts } from "../../market/analytics/counts.ts";
import { ArchiveDownloads } from "../../market/catalogue/folder/archive-downloads.ts";
import type { Context } from "../../market/context.ts";
import { SignsInMemory } from "../../market/search/embed/signs-in-memory.ts";
import { openSearchTurns } from "../../market/search/in-turn.ts";
import { type Config, loadConfig } from "../../platform/config.ts";
import { openEmbeddings } from "../../platform/embeddings/open-embeddings.ts";
import { openIdentity } from "../../platform/identity/openid.ts";
import type { Logger } from "../../platform/log.ts";
import { createRegistry } from "../../platform/metrics.ts";
import { openPayments, type PaymentsClient } from "../../platform/payments/stripe.ts";
import { openQueries } from "../../platform/query/open-queries.ts";
import type { Queries } from "../../platform/query/port.ts";
import { serve } from "../../platform/runtime.ts";
import { openStorage } from "../../platform/storage/open-storage.ts";
import { createDiskHandler } from "../../platform/storage/serve-disk.ts";
import { openCataloguePages } from "../../site/catalogue/pages.ts";
import { problemPage } from "../../site/kit/problem-page.tsx";
import { openSite } from "../../site/open-site.ts";
import { problemCodePage, problemCodesPage } from "../../site/problems/problem-pages.tsx";
import { forFile } from "./for-file.ts";
import { silentLog } from "./log-lines.ts";
import { createTestDatabase, testEnv } from "./stack.ts";

export type Json = Record<string, unknown>;
export type Answer = { status: number; headers: Headers; body: Json; text: string };
export type Call = {
  token?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
};

export type TestApi = Awaited<ReturnType<typeof openTestApi>>;

type Options = DocumentOptions & {
  archives?: ArchiveDownloads;
  log?: Logger;
  payments?: PaymentsClient;
  queries?: Queries;
};

/**
 * Starts an API. `clock.skewMs` shifts its time; `options` also says where the client metadata
 * documents of OAuth are found.
 */
export async function openTestApi(
  overrides: Record<string, string> = {},
  {
    archives = new ArchiveDownloads(),
    log = silentLog,
    payments,
    queries: ownQueries,
    ...documents
  }: Options = {},
) {
  const given = overrides.DATABASE_URL;
  const ownDatabase = given === undefined ? await createTestDatabase() : null;
  const databaseUrl = given ?? ownDatabase?.url ?? "";
  const config = loadConfig(await testEnv({ ...overrides, DATABASE_URL: databaseUrl }));
  const databases = openRequestDatabases(config, log);
  const storage = await openStorage(config.storage);
  const clock = { skewMs: 0 };
  const ctx: Context = {
    db: databases.main.db,
    storage,
    payments: openPayments(config, payments),
    embeddings: openEmbeddings(config),
    config,
    now: () => new Date(Date.now() + clock.skewMs),
  };
  const cache = createPublicCache(ctx.now, databases.replicas.behindMsMax);
  const changes = watchListingChanges(databases.main.listen, log, cache.dropChanged);
  const arrivals = watchEventArrivals(databases.main.listen, log);
  const identity = openIdentity(config);
  const searchTurns = openSearchTurns(config);
  const signsInMemory = new SignsInMemory(config);
  const reads = { ...ctx, db: databases.reads.db, searchTurns, signsInMemory };
  const tokens = createAgentTokens(config.AGENT_TOKEN_SECRET);
  // A separate pool: the open transaction of a consent waits for the grant, and must not hold the
  // last slot.
  const waiting = { ...ctx, db: databases.waiting.db };
  const authorizationServer = openAuthorizationServer(waiting, documents);
  const { authorizations } = authorizationServer;
  const registry = createRegistry("test");
  const queries = ownQueries ?? openQueries(config);
  const audience = new AudienceCounts(config.SESSION_SECRET[0]);
  const edge = {
    ctx,
    reads,
    waiting,
    tokens,
    identity,
    authorizationServer,
    rates: openRateLimits({ reads, counts: databases.counts.db, tokens, identity, log, registry }),
    cache,
    queries,
    changes,
    arrivals,
    log,
    registry,
    diskHandler: config.storage.kind === "disk" ? createDiskHandler(config.storage, ctx.now) : null,
    archives,
    audience,
    problemPages: { one: problemCodePage, all: problemCodesPage, refusal: problemPage },
    findPage: openCataloguePages({
      ...{ reads, held: cache, queries, callerOf: strangerOf },
      countSearch: createSearchCounter(audience),
      reportError: createPageErrors(log),
    }),
    dependencies: {
      database: () => pingDatabase(databases.health.db),
      storage: () => storage.ping(),
    },
  };
  const site = openSite({
    ctx,
    reads,
    identity,
    tokens,
    authorizations,
    reportError: createPageErrors(log),
    readDocument: async () =>
      (
        await app.fetch(new Request(`${config.PUBLIC_BASE_URL}/openapi.json`), () => "127.0.0.1")
      ).json(),
  });
  const app = createApp(edge, [site]);
  const server = serve(app.fetch, {
    host: "127.0.0.1",
    port: config.API_PORT,
    portName: "API_PORT",
    idleTimeoutSeconds: 30,
  });
  return {
    config,
    ctx,
    db: databases.main.db as Database,
    clock,
    replicas: databases.replicas,
    databaseUrl,
    authorizationServer,
    audience,
    send: (method: string, path: string, call: Call = {}) => send(config, method, path, call),
    /** In process: no socket is between the caller and the application. */
    fetch: async (request: Request): Promise<Response> => app.fetch(request, () => "127.0.0.1"),
    async close() {
      await Promise.all([changes.stop(), arrivals.stop()]);
      await server.stop();
      await databases.close();
      await ownDatabase?.drop();
    },
  };
}

/** For the top of a test file: an API that is closed after the file's last test. */
export function testApi(overrides: Record<string, string> = {}): Promise<TestApi> {
  return forFile(openTestApi(overrides));
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
  const isJson = /[/+]json/.test(response.headers.get("content-type") ?? "") && text !== "";
  const parsed = isJson ? (JSON.parse(text) as Json) : {};
  return { status: response.status, headers: response.headers, body: parsed, text };
}
