/** The roles of a worker process, and how each is started. */

import type { DatabaseHandle } from "../db/client.ts";
import type { BucketDeliveryRow } from "../db/queries/deliveries/deliveries.ts";
import type { ImportRow } from "../db/queries/imports/imports.ts";
import type { TimeCheck } from "../db/time-check.ts";
import type { Context } from "../market/context.ts";
import { BUCKET_SILENCE_SECONDS_MAX } from "../market/delivery/limits.ts";
import { claimDueDeliveries } from "../market/delivery/run-claims.ts";
import { claimDueImports } from "../market/listing/import/run-claims.ts";
import { IMPORT_REDIRECTS_MAX, IMPORT_SILENCE_SECONDS_MAX } from "../market/listing/limits.ts";
import { type WorkerRole, workerRoles } from "../market/operations/rules.ts";
import { WEBHOOK_EXCERPT_BYTES_MAX, WEBHOOK_TIMEOUT_SECONDS } from "../market/webhook/limits.ts";
import type { Bus, Queue } from "../platform/bus/port.ts";
import type { Logger } from "../platform/log.ts";
import type { Mailer } from "../platform/mail/port.ts";
import { bucketOpener } from "../platform/transfers/bucket.ts";
import { openRemoteFiles } from "../platform/transfers/remote-files.ts";
import { openWebhookSender } from "../platform/webhooks/sender.ts";
import { recorded, startClaimedWork } from "./claimed-work.ts";
import { startClock } from "./clock/clock.ts";
import { type JobTable, startConsumer } from "./consume.ts";
import type { DatasetRunner } from "./jobs/dataset-runner.ts";
import { deliverToBucket } from "./jobs/deliver-to-bucket.ts";
import { createEmbedJob } from "./jobs/embed-listings.ts";
import { createFanOutJob } from "./jobs/fan-out-events.ts";
import { createMatchJob } from "./jobs/match-listings.ts";
import { runImport } from "./jobs/run-import.ts";
import { createMailJob } from "./jobs/send-mail.ts";
import type { WorkerMetrics } from "./metrics.ts";
import { startProfile } from "./profile-role.ts";
import { startRelay } from "./relay.ts";
import type { Role } from "./role.ts";
import { startTwins } from "./twin-role.ts";
import { startWebhooks } from "./webhooks.ts";

export type RoleDeps = {
  ctx: Context;
  listen: DatabaseHandle["listen"];
  bus: Bus;
  mailer: Mailer;
  /** Receives a folder for temporary files, which the role removes when it stops. */
  openDatasets: (tempDir: string, standbys?: number) => DatasetRunner;
  log: Logger;
  metrics: WorkerMetrics;
  /** Roles that depend on the times in rows wait for it. */
  time: TimeCheck;
};

const mailConcurrency = 4;
/** Concurrent messages, each with up to 32 listings. */
const embedConcurrency = 2;
/** One matches while the other waits for the database. */
const matchConcurrency = 2;
/** Only one process at a time can have the turn. */
const fanOutConcurrency = 1;
/** Each import and each delivery to a bucket holds one part in memory. */
const transferConcurrency = 4;

const starters = {
  relay: (deps) => startRelay({ ...deps, db: deps.ctx.db, now: deps.ctx.now }),
  clock: (deps) => startClock(deps),
  notify: (deps) => {
    const jobs = { "jobs.mail": createMailJob(deps) };
    return consume(deps, { queue: "notify", jobs, concurrency: mailConcurrency });
  },
  profile: (deps) =>
    startProfile(deps, (job) => {
      const { PROFILE_CONCURRENCY: concurrency } = deps.ctx.config;
      return consume(deps, { queue: "profile", jobs: { "jobs.profile": job }, concurrency });
    }),
  twin: startTwins,
  embed: (deps) => {
    const jobs = { "jobs.embed": createEmbedJob(deps) };
    return consume(deps, { queue: "embed", jobs, concurrency: embedConcurrency });
  },
  webhooks: startWebhooksRole,
  matching: (deps) => {
    const jobs = { "jobs.match": createMatchJob(deps) };
    return consume(deps, { queue: "matching", jobs, concurrency: matchConcurrency });
  },
} satisfies Record<WorkerRole, (deps: RoleDeps) => Role>;

export type RoleName = WorkerRole;

export const roleNames: RoleName[] = [...workerRoles];

export function startRole(name: RoleName, deps: RoleDeps): Role {
  return starters[name]({ ...deps, log: deps.log.child({ role: name }) });
}

/**
 * Calls addresses that strangers name: turns events into deliveries in order, sends deliveries, fetches
 * imports, and pushes purchases to buckets.
 */
function startWebhooksRole(deps: RoleDeps): Role {
  const { ctx, log, metrics, time } = deps;
  const sender = openWebhookSender({
    timeoutSeconds: WEBHOOK_TIMEOUT_SECONDS,
    excerptBytesMax: WEBHOOK_EXCERPT_BYTES_MAX,
    allowLoopback: ctx.config.ALLOW_INSECURE_LOOPBACK,
  });
  const sending = startWebhooks({ ctx, sender, log, metrics, time });
  const remote = openRemoteFiles({
    silenceSeconds: IMPORT_SILENCE_SECONDS_MAX,
    redirectsMax: IMPORT_REDIRECTS_MAX,
    allowLoopback: ctx.config.ALLOW_INSECURE_LOOPBACK,
  });
  const openBucket = bucketOpener({
    silenceSeconds: BUCKET_SILENCE_SECONDS_MAX,
    allowLoopback: ctx.config.ALLOW_INSECURE_LOOPBACK,
  });
  const imports = { name: "imports", concurrency: transferConcurrency, log, time, metrics };
  const importing = startClaimedWork({
    ...imports,
    claim: (rowsMax) => claimDueImports(ctx, rowsMax),
    run: recorded(imports, (row: ImportRow, signal) =>
      runImport({ ctx, remote, log }, row, signal),
    ),
  });
  const deliveries = { ...imports, name: "bucket_deliveries" };
  const delivering = startClaimedWork({
    ...deliveries,
    claim: (rowsMax) => claimDueDeliveries(ctx, rowsMax),
    run: recorded(deliveries, (row: BucketDeliveryRow, signal) =>
      deliverToBucket({ ctx, openBucket, log }, row, signal),
    ),
  });
  const jobs = { "events.published": createFanOutJob({ ctx, wake: sending.wake }) };
  const consumer = consume(deps, { queue: "webhooks", jobs, concurrency: fanOutConcurrency });
  return {
    async stop() {
      await Promise.all([consumer.stop(), sending.stop(), importing.stop(), delivering.stop()]);
    },
  };
}

function consume(
  deps: RoleDeps,
  what: { queue: Queue; jobs: JobTable; concurrency: number },
): Role {
  const { JOB_ACK_WAIT_SECONDS, WORKER_DRAIN_SECONDS } = deps.ctx.config;
  return startConsumer({
    ...what,
    bus: deps.bus,
    ackWaitSeconds: JOB_ACK_WAIT_SECONDS,
    drainSeconds: WORKER_DRAIN_SECONDS,
    log: deps.log,
    metrics: deps.metrics,
  });
}
