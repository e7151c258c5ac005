/**
 * A worker: connects to everything, runs its roles, and releases everything in order when it stops.
 */
import type { Server } from "node:http";
import { type DatabaseHandle, openDatabase, pingDatabase } from "../db/client.ts";
import { figureLimits } from "../db/limits.ts";
import { registerPools } from "../db/pool-metrics.ts";
import { openTimeCheck, registerTimeCheck } from "../db/time-check.ts";
import type { Context } from "../market/context.ts";
import { openBus } from "../platform/bus/nats.ts";
import type { Bus } from "../platform/bus/port.ts";
import type { Config } from "../platform/config.ts";
import { openEmbeddings } from "../platform/embeddings/open-embeddings.ts";
import type { Probe } from "../platform/health.ts";
import type { Logger } from "../platform/log.ts";
import { openMailer } from "../platform/mail/resend.ts";
import { createRegistry, type Registry } from "../platform/metrics.ts";
import { PartTrouble, troubleReason, waitForPart } from "../platform/part-trouble.ts";
import { openPayments } from "../platform/payments/stripe.ts";
import { serveStatus } from "../platform/status-server.ts";
import { createStorage } from "../platform/storage/open-storage.ts";
import { startHeartbeat } from "./heartbeat.ts";
import type { DatasetRunner } from "./jobs/dataset-runner.ts";
import { createWorkerMetrics, registerBacklog } from "./metrics.ts";
import { registerMoney } from "./money-metrics.ts";
import { registerOperation } from "./operation-metrics.ts";
import { registerReconciliation } from "./reconciliation-metrics.ts";
import type { Role } from "./role.ts";
import { type RoleName, startRole } from "./roles.ts";

export type WorkerOptions = {
  config: Config;
  roles: RoleName[];
  /** Shown in logs, metrics and on the bus. */
  service: string;
  openDatasets: (tempDir: string, standbys?: number) => DatasetRunner;
  now: () => Date;
  log: Logger;
  /** Default: its own registry. */
  registry?: Registry;
  /** Ends the wait for parts that do not answer yet. */
  signal: AbortSignal;
};

export type Worker = {
  /** Finishes or gives back running work, flushes settled messages, closes every connection. */
  stop(): Promise<void>;
};

/**
 * Connects everything and starts the roles. Waits for database, store and NATS as long as they are
 * away, and reports that at readiness; rejects with a `PartTrouble` if one of them refuses.
 */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { config, log, service } = options;
  const database = openDatabase({
    url: config.DATABASE_URL,
    directUrl: config.DATABASE_DIRECT_URL,
    poolMax: config.DATABASE_POOL_MAX,
  });
  const storage = createStorage(config.storage);
  const payments = openPayments(config);
  const embeddings = openEmbeddings(config);
  const { now } = options;
  const ctx: Context = { db: database.db, storage, payments, embeddings, config, now };
  const connected: Connected = { bus: null, trouble: null };
  const registry = options.registry ?? createRegistry(service);
  const figures = openFigures(config);
  registerBacklog(registry, figures.db, ctx.now);
  registerReconciliation(registry, figures.db);
  registerMoney(registry, figures.db, ctx.now);
  registerPools(registry, { main: database });
  const time = registerTimeCheck(registry, openTimeCheck(figures.db, now, log));
  const probes = { ...partProbes(ctx, connected), time: time.probe };
  const server = await listenForProbes(options, registry, probes);
  const heartbeat = startHeartbeat({ ctx, roles: options.roles, log, bus: () => connected.bus });
  const bus = await waitForParts(options, ctx, connected).catch(async (error: unknown) => {
    await heartbeat.stop();
    throw error;
  });
  const mailer = openMailer({
    apiKey: config.RESEND_API_KEY,
    baseUrl: config.RESEND_BASE_URL,
    from: config.MAIL_FROM,
  });
  const { openDatasets } = options;
  const metrics = createWorkerMetrics(registry);
  if (options.roles.includes("clock")) registerOperation(registry, { db: figures.db, bus, now });
  const shared = { ctx, listen: database.listen, bus, mailer, openDatasets, log, metrics, time };
  const roles = options.roles.map((name) => startRole(name, shared));
  for (const role of roles) Object.assign(probes, role.probes);
  log.info({ roles: options.roles }, "working");
  const databases = [database, figures];
  let stopped: Promise<void> | null = null;
  return {
    stop() {
      stopped ??= stopWorker({ roles: [...roles, heartbeat], bus, databases, server });
      return stopped;
    },
  };
}

/** A separate pool: if the database is frozen, a scrape must still end in time and report that. */
function openFigures({
  DATABASE_URL: url,
  DATABASE_DIRECT_URL: directUrl,
}: Config): DatabaseHandle {
  return openDatabase({ url, directUrl, poolMax: 2, limits: figureLimits, notifier: null });
}

/** `trouble`: why the bus has no streams yet. */
type Connected = { bus: Bus | null; trouble: unknown };

/** Concurrently, so that each part that is away has its own log line. */
async function waitForParts(
  options: WorkerOptions,
  { db, storage }: Context,
  connected: Connected,
): Promise<Bus> {
  const [bus] = await Promise.all([
    waitForBus(options, connected),
    waitForPart("database", () => pingDatabase(db), options),
    waitForPart("storage", () => storage.ping(), options),
  ]);
  return bus;
}

async function waitForBus(options: WorkerOptions, connected: Connected): Promise<Bus> {
  const { config, log, service } = options;
  const open = () =>
    openBus({
      url: config.NATS_URL,
      name: service,
      ackWaitSeconds: config.JOB_ACK_WAIT_SECONDS,
      prefix: config.NATS_STREAM_PREFIX,
      replicas: config.NATS_REPLICAS,
      onStatus: ({ kind, detail }) =>
        log[kind === "connected" ? "info" : "warn"]({ detail }, `NATS: ${kind}`),
    });
  const bus = await waitForPart("nats", open, options);
  connected.bus = bus;
  const makeStreams = () =>
    bus.ensureTopology().catch((error: unknown) => {
      connected.trouble = error;
      throw error;
    });
  await waitForPart("JetStream", makeStreams, options);
  connected.trouble = null;
  return bus;
}

async function stopWorker(parts: {
  roles: Role[];
  bus: Bus;
  databases: DatabaseHandle[];
  server: Server | null;
}): Promise<void> {
  await Promise.all(parts.roles.map((role) => role.stop()));
  await parts.bus.drain();
  await Promise.all(parts.databases.map((database) => database.close()));
  parts.server?.close();
  parts.server?.closeAllConnections();
}

function partProbes({ db, storage }: Context, connected: Connected): Record<string, Probe> {
  return {
    database: () => pingDatabase(db),
    async nats() {
      if (connected.trouble !== null) throw connected.trouble;
      if (connected.bus === null) throw new PartTrouble("is not connected");
      await connected.bus.ping();
    },
    storage: () => storage.ping(),
  };
}

/**
 * Several workers on one machine share an environment: an occupied port costs the metrics, not the
 * work.
 */
async function listenForProbes(
  options: WorkerOptions,
  registry: ReturnType<typeof createRegistry>,
  probes: Record<string, Probe>,
): Promise<Server | null> {
  const { HOST, METRICS_PORT } = options.config;
  try {
    const status = await serveStatus(registry, { host: HOST, ports: METRICS_PORT, probes });
    options.log.info({ metricsPort: status.port }, "listening");
    return status.server;
  } catch (error) {
    options.log.warn({ reason: troubleReason(error), err: error }, "no metrics and no probes");
    return null;
  }
}
