/** A worker: connects to everything, plays its roles, and lets go of all of it in order when it stops. */
import type { Server } from "node:http";
import { type DatabaseHandle, openDatabase, pingDatabase } from "../db/client.ts";
import type { Context } from "../market/context.ts";
import { pause } from "../platform/bell.ts";
import { openBus } from "../platform/bus/nats.ts";
import type { Bus } from "../platform/bus/port.ts";
import type { Config } from "../platform/config.ts";
import type { Logger } from "../platform/log.ts";
import { openMailer } from "../platform/mail/resend.ts";
import { createRegistry } from "../platform/metrics.ts";
import { openPayments } from "../platform/payments/stripe.ts";
import { serveStatus } from "../platform/status-server.ts";
import { openStorage } from "../platform/storage/open-storage.ts";
import type { DatasetRunner } from "./jobs/profile-upload.ts";
import { createWorkerMetrics, registerBacklog } from "./metrics.ts";
import { backoffSeconds, type Role } from "./role.ts";
import { type RoleName, startRole } from "./roles.ts";

export type WorkerOptions = {
  config: Config;
  roles: RoleName[];
  /** Shown in logs, metrics and on the bus. */
  service: string;
  openDatasets: (tempDir: string) => DatasetRunner;
  now: () => Date;
  log: Logger;
  /** Ends the waiting for parts that do not answer yet. */
  signal: AbortSignal;
};

export type Worker = {
  /** Finishes or gives back what runs, flushes what was settled, closes every connection. */
  stop(): Promise<void>;
};

const topologyPause = { baseSeconds: 0.5, capSeconds: 10 };

/** Connects everything and starts the roles. Waits for NATS; throws when the store is missing. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { config, log, service } = options;
  const database = openDatabase({ url: config.DATABASE_URL, poolMax: config.DATABASE_POOL_MAX });
  const storage = await openStorage(config.storage);
  const payments = openPayments(config);
  const ctx: Context = { db: database.db, storage, payments, config, now: options.now };
  const connected: { bus: Bus | null } = { bus: null };
  const registry = createRegistry(service);
  registerBacklog(registry, ctx.db, ctx.now);
  const server = await listenForProbes(options, () => connected.bus, registry, ctx);
  const bus = await openBus({
    url: config.NATS_URL,
    name: service,
    ackWaitSeconds: config.JOB_ACK_WAIT_SECONDS,
    prefix: config.NATS_STREAM_PREFIX,
    replicas: config.NATS_REPLICAS,
    onStatus: ({ kind, detail }) =>
      log[kind === "connected" ? "info" : "warn"]({ detail }, `NATS: ${kind}`),
  });
  connected.bus = bus;
  await ensureTopology(bus, options);
  const mailer = openMailer({
    apiKey: config.RESEND_API_KEY,
    baseUrl: config.RESEND_BASE_URL,
    from: config.MAIL_FROM,
  });
  const { openDatasets } = options;
  const metrics = createWorkerMetrics(registry);
  const shared = { ctx, listen: database.listen, bus, mailer, openDatasets, log, metrics };
  const roles: Role[] = [];
  for (const name of options.roles) roles.push(await startRole(name, shared));
  log.info({ roles: options.roles }, "working");
  let stopped: Promise<void> | null = null;
  return {
    stop() {
      stopped ??= stopWorker({ roles, bus, database, server });
      return stopped;
    },
  };
}

async function stopWorker(parts: {
  roles: Role[];
  bus: Bus;
  database: DatabaseHandle;
  server: Server | null;
}): Promise<void> {
  await Promise.all(parts.roles.map((role) => role.stop()));
  await parts.bus.drain();
  await parts.database.close();
  parts.server?.close();
  parts.server?.closeAllConnections();
}

async function ensureTopology(bus: Bus, options: WorkerOptions): Promise<void> {
  for (let failures = 1; !options.signal.aborted; failures += 1) {
    try {
      return await bus.ensureTopology();
    } catch (error) {
      options.log.warn({ err: error }, "JetStream does not answer; trying again");
      await pause(backoffSeconds(failures, topologyPause), options.signal);
    }
  }
}

/** Several workers of one machine share an environment: a taken port costs the figures, not the work. */
async function listenForProbes(
  options: WorkerOptions,
  bus: () => Bus | null,
  registry: ReturnType<typeof createRegistry>,
  ctx: Context,
): Promise<Server | null> {
  const { HOST, METRICS_PORT } = options.config;
  const probes = {
    database: () => pingDatabase(ctx.db),
    nats: () => bus()?.ping() ?? Promise.reject(new Error("not connected")),
    storage: () => ctx.storage.ping(),
  };
  try {
    return await serveStatus(registry, { host: HOST, port: METRICS_PORT, probes });
  } catch (error) {
    options.log.warn({ err: error, port: METRICS_PORT }, "no metrics: the port is taken");
    return null;
  }
}
