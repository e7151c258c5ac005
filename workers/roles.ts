/** The roles that a worker process can play, and how each is started with what it needs. */
import { watchListingChanges } from "../db/changes.ts";
import type { DatabaseHandle } from "../db/client.ts";
import type { Context } from "../market/context.ts";
import { WEBHOOK_EXCERPT_BYTES_MAX, WEBHOOK_TIMEOUT_SECONDS } from "../market/limits.ts";
import type { Bus, Queue } from "../platform/bus/port.ts";
import type { Logger } from "../platform/log.ts";
import type { Mailer } from "../platform/mail/port.ts";
import { openWebhookSender } from "../platform/webhooks/sender.ts";
import { startClock } from "./clock/clock.ts";
import { type JobTable, startConsumer } from "./consume.ts";
import { createFanOutJob } from "./jobs/fan-out-events.ts";
import { createProfileJob, type DatasetRunner } from "./jobs/profile-upload.ts";
import { createMailJob } from "./jobs/send-mail.ts";
import { makeJobFolder, makeProcessFolder, sweepWorkFolders } from "./jobs/work-folders.ts";
import type { WorkerMetrics } from "./metrics.ts";
import { startRelay } from "./relay.ts";
import type { Role } from "./role.ts";
import { startWebhooks } from "./webhooks.ts";

export type RoleDeps = {
  ctx: Context;
  listen: DatabaseHandle["listen"];
  bus: Bus;
  mailer: Mailer;
  /** Given a folder for temporary files, which the role removes when it stops. */
  openDatasets: (tempDir: string) => DatasetRunner;
  log: Logger;
  metrics: WorkerMetrics;
};

const mailConcurrency = 4;
/** One at a time has the turn anyway. */
const fanOutConcurrency = 1;

const starters = {
  relay: async (deps) => startRelay({ ...deps, db: deps.ctx.db, now: deps.ctx.now }),
  clock: async (deps) => startClock(deps),
  notify: async (deps) => {
    const jobs = { "jobs.mail": createMailJob(deps) };
    return consume(deps, { queue: "notify", jobs, concurrency: mailConcurrency });
  },
  profile: startProfile,
  webhooks: startWebhooksRole,
} satisfies Record<string, (deps: RoleDeps) => Promise<Role>>;

export type RoleName = keyof typeof starters;

export const roleNames = Object.keys(starters) as RoleName[];

export function isRoleName(name: string): name is RoleName {
  return Object.hasOwn(starters, name);
}

export async function startRole(name: RoleName, deps: RoleDeps): Promise<Role> {
  return await starters[name]({ ...deps, log: deps.log.child({ role: name }) });
}

async function startProfile(deps: RoleDeps): Promise<Role> {
  const { ctx, log } = deps;
  const processFolder = await makeProcessFolder(ctx.config.WORK_DIR);
  const sweep = { own: processFolder, now: ctx.now() };
  const swept = await sweepWorkFolders(ctx.config.WORK_DIR, sweep);
  if (swept > 0) log.info({ swept }, "removed the folders of dead workers");
  const changes = watchListingChanges(deps.listen, log);
  const datasets = deps.openDatasets((await makeJobFolder(processFolder)).path);
  const { metrics } = deps;
  const job = createProfileJob({ ctx, changes, processFolder, datasets, metrics });
  const jobs = { "jobs.profile": job };
  const concurrency = ctx.config.PROFILE_CONCURRENCY;
  const consumer = consume(deps, { queue: "profile", jobs, concurrency });
  return {
    async stop() {
      await consumer.stop();
      await Promise.all([changes.stop(), datasets.stop()]);
      await processFolder.remove();
    },
  };
}

/** Two halves: events become deliveries, in their order; deliveries are sent. */
async function startWebhooksRole(deps: RoleDeps): Promise<Role> {
  const { ctx, log, metrics } = deps;
  const sender = openWebhookSender({
    timeoutSeconds: WEBHOOK_TIMEOUT_SECONDS,
    excerptBytesMax: WEBHOOK_EXCERPT_BYTES_MAX,
    allowLoopback: ctx.config.ALLOW_INSECURE_LOOPBACK,
  });
  const sending = startWebhooks({ ctx, sender, log, metrics });
  const jobs = { "events.published": createFanOutJob({ ctx, wake: sending.wake }) };
  const consumer = consume(deps, { queue: "webhooks", jobs, concurrency: fanOutConcurrency });
  return {
    async stop() {
      await Promise.all([consumer.stop(), sending.stop()]);
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
