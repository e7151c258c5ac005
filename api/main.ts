/** Starts one API process: `bun api/main.ts`. Any number may run. */

import process from "node:process";
import { watchEventArrivals, watchListingChanges } from "../db/changes.ts";
import { pingDatabase } from "../db/client.ts";
import { registerPools } from "../db/pool-metrics.ts";
import { openRequestDatabases } from "../db/request-databases.ts";
import { openTimeCheck, registerTimeCheck } from "../db/time-check.ts";
import { AudienceCounts } from "../market/analytics/counts.ts";
import { ArchiveDownloads } from "../market/catalogue/folder/archive-downloads.ts";
import type { Context } from "../market/context.ts";
import { openSearchTurns } from "../market/search/in-turn.ts";
import { type Config, loadConfig, startFault } from "../platform/config.ts";
import { openEmbeddings } from "../platform/embeddings/open-embeddings.ts";
import type { Probe } from "../platform/health.ts";
import { openIdentity } from "../platform/identity/openid.ts";
import { createLameDuck, endOnSignal } from "../platform/lame-duck.ts";
import type { Logger } from "../platform/log.ts";
import type { Registry } from "../platform/metrics.ts";
import { type Waiting, waitForPart } from "../platform/part-trouble.ts";
import { openPayments } from "../platform/payments/stripe.ts";
import { warmUpPdf } from "../platform/pdf/render-pdf.ts";
import { configured, requireArguments } from "../platform/program-arguments.ts";
import { openQueries } from "../platform/query/open-queries.ts";
import { serve } from "../platform/runtime.ts";
import { warnOfClearSecrets } from "../platform/secrets/stored-secret.ts";
import { serveStatus } from "../platform/status-server.ts";
import { browserUploadTrouble } from "../platform/storage/browser-uploads.ts";
import { createStorage } from "../platform/storage/open-storage.ts";
import { createDiskHandler } from "../platform/storage/serve-disk.ts";
import { observeProcess } from "../platform/telemetry/observe-process.ts";
import { openCataloguePages } from "../site/catalogue/pages.ts";
import { problemPage } from "../site/kit/problem-page.tsx";
import { openSite } from "../site/open-site.ts";
import { problemCodePage, problemCodesPage } from "../site/problems/problem-pages.tsx";
import { createAgentTokens } from "./agent-tokens.ts";
import { createApp } from "./app.ts";
import { createSearchCounter } from "./http/count-visits.ts";
import { openRateLimits } from "./http/limits/open-rate-limits.ts";
import { strangerOf } from "./http/limits/stranger.ts";
import { createPageErrors } from "./http/page-errors.ts";
import { createPublicCache, type PublicCache } from "./http/public-cache.ts";
import { registerReplicas } from "./http/replicas/replica-metrics.ts";
import { openVectorMemory } from "./http/telemetry/vector-metrics.ts";
import { openAuthorizationServer } from "./oauth/authorization-server.ts";
import { createWarmUp } from "./warm-up.ts";
import { openAudienceWriter } from "./write-audience.ts";

const drainSecondsMax = 25;

async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const { log, registry, stopTelemetry } = await observeProcess(config, "api");
  warnOfClearSecrets(config, log);
  const databases = openDatabases(config, { log, registry });
  const storage = createStorage(config.storage);
  const now = () => new Date();
  const cache = createPublicCache(now, databases.replicas.behindMsMax);
  const changes = watchListingChanges(databases.main.listen, log, cache.dropChanged);
  const arrivals = watchEventArrivals(databases.main.listen, log);
  const lameDuck = createLameDuck(config.LAME_DUCK_SECONDS);
  const warmUp = createWarmUp();
  const time = registerTimeCheck(registry, openTimeCheck(databases.health.db, now, log));
  const dependencies = probesOf(databases, storage, [lameDuck.probe, warmUp.probe, time.probe]);
  const searching = openSearching(config, registry, log);
  registerPools(registry, { ...databases.pools, searches: searching.searchTurns });
  const { ctx, reads, waiting } = contextsOf(databases, { storage, config, now }, searching);
  const identity = openIdentity(config);
  const tokens = createAgentTokens(config.AGENT_TOKEN_SECRET);
  // A separate pool: a consent's open transaction waits for the grant and must not hold the last
  // connection.
  const authorizationServer = openAuthorizationServer(waiting);
  const audience = new AudienceCounts(config.SESSION_SECRET[0]);
  const audienceWriter = openAudienceWriter(ctx, audience, log);
  const edge = {
    ctx,
    reads,
    waiting,
    tokens,
    identity,
    authorizationServer,
    rates: openRateLimits({ reads, counts: databases.counts.db, tokens, identity, log, registry }),
    cache,
    changes,
    arrivals,
    log,
    registry,
    diskHandler: config.storage.kind === "disk" ? createDiskHandler(config.storage) : null,
    archives: new ArchiveDownloads(),
    problemPages: { one: problemCodePage, all: problemCodesPage, refusal: problemPage },
    audience,
    ...openPages(reads, { cache, audience, log }),
    dependencies,
  };
  const site = openSite({
    ctx,
    reads,
    identity,
    tokens,
    authorizations: authorizationServer.authorizations,
    reportError: createPageErrors(log),
    readDocument: () => documentOf(app, config.PUBLIC_BASE_URL),
  });
  const app = createApp(edge, [site]);
  const { server: status, port: metricsPort } = await serveStatus(registry, {
    host: config.HOST,
    ports: config.METRICS_PORT,
    probes: dependencies,
  });
  warmUpPdf();
  const { HOST: host, API_PORT: port } = config;
  const server = serve(app.fetch, { host, port, portName: "API_PORT", idleTimeoutSeconds: 60 });
  log.info({ port: server.port, metricsPort }, "listening");
  const stopping = new AbortController();
  const onceDatabase = () => warmUp.run(app.fetch, config.PUBLIC_BASE_URL);
  watchParts(ctx, dependencies, { log, signal: stopping.signal, onceDatabase });

  const drain = async () => {
    await Promise.all([changes.stop(), arrivals.stop()]);
    await server.stop();
    await audienceWriter.stop();
    status.close();
    await Promise.all([databases.close(), stopTelemetry()]);
  };
  const atOnce = () => stopping.abort();
  endOnSignal({ log, lameDuck, atOnce, drain, drainSecondsMax });
}

/** The pages at the API's own addresses, and the query process that they and the API use. */
function openPages(
  reads: Context,
  { cache, audience, log }: { cache: PublicCache; audience: AudienceCounts; log: Logger },
) {
  const queries = openQueries(reads.config);
  const reportError = createPageErrors(log);
  const countSearch = createSearchCounter(audience);
  const asking = { queries, callerOf: strangerOf, countSearch };
  return { queries, findPage: openCataloguePages({ reads, held: cache, reportError, ...asking }) };
}

/** `own`: the process's own probes, reported together as `serving`. */
function probesOf(
  { health }: ReturnType<typeof openRequestDatabases>,
  storage: Context["storage"],
  own: readonly Probe[],
) {
  return {
    serving: async () => void (await Promise.all(own.map((probe) => probe()))),
    database: () => pingDatabase(health.db),
    storage: () => storage.ping(),
  };
}

/** State that all searches of a process share. */
function openSearching(config: Config, registry: Registry, log: Logger) {
  const signsInMemory = openVectorMemory(config, registry, log);
  return { searchTurns: openSearchTurns(config), signsInMemory };
}

/** Opens the pools and registers the replicas' metrics. */
function openDatabases(config: Config, { log, registry }: { log: Logger; registry: Registry }) {
  const databases = openRequestDatabases(config, log);
  registerReplicas(registry, databases.replicas);
  return databases;
}

/** The OpenAPI document, as the app serves it. */
async function documentOf(app: ReturnType<typeof createApp>, baseUrl: string): Promise<unknown> {
  const answer = await app.fetch(new Request(`${baseUrl}/openapi.json`), () => "127.0.0.1");
  return answer.json();
}

function contextsOf(
  databases: ReturnType<typeof openRequestDatabases>,
  parts: Pick<Context, "storage" | "config" | "now">,
  searching: Pick<Context, "searchTurns" | "signsInMemory">,
) {
  const { config } = parts;
  const ctx: Context = {
    ...parts,
    db: databases.main.db,
    payments: openPayments(config),
    embeddings: openEmbeddings(config),
  };
  return {
    ctx,
    reads: { ...ctx, ...searching, db: databases.reads.db },
    waiting: { ...ctx, db: databases.waiting.db },
  };
}

function watchParts(
  ctx: Context,
  { database, storage }: { database: Probe; storage: Probe },
  waiting: Waiting & { onceDatabase: () => Promise<void> },
): void {
  watchStart("database", database, waiting, waiting.onceDatabase);
  watchStart("storage", storage, waiting, async () => {
    if (ctx.config.storage.kind === "s3") await warnOfBrowserTrouble(ctx, waiting.log);
  });
}

/**
 * Serves while the part starts, with 503 where needed; stops the process if waiting cannot help.
 */
function watchStart(
  part: string,
  probe: Probe,
  waiting: Waiting,
  onceThere: () => Promise<void> = async () => {},
): void {
  waitForPart(part, probe, waiting)
    .then(onceThere)
    .catch((error: unknown) => {
      if (!waiting.signal.aborted) refuse(error);
    });
}

/** The bucket must allow uploads from browsers. Agents do not need such a rule. */
async function warnOfBrowserTrouble({ storage, config }: Context, log: Logger): Promise<void> {
  const trouble = await browserUploadTrouble(storage, config.PUBLIC_BASE_URL);
  if (trouble !== null) log.warn({ trouble }, "browsers cannot send files to the store");
}

function refuse(error: unknown): never {
  process.stderr.write(`The API cannot start. ${startFault(error)}\n`);
  process.exit(1);
}

requireArguments({
  typedAs: "bun api/main.ts",
  about: "Starts one API process with the website. Any number may run.",
  variables: configured,
});
try {
  await main();
} catch (error) {
  refuse(error);
}
