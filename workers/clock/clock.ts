/**
 * The clock: does what is due by the database, in any number of processes. Rows are taken with
 * SKIP LOCKED and each task is safe to run twice.
 */
import { lockUnmailedApprovals } from "../../db/queries/agents/approval-mails.ts";
import { enqueueJob } from "../../db/queries/journal/journal.ts";
import {
  deleteExpiredIdempotencyKeys,
  deletePublished,
  findQueuedSince,
} from "../../db/queries/journal/outbox.ts";
import { lockStalledUploads } from "../../db/queries/listings/profile-jobs.ts";
import {
  lockUnusedUploads,
  markPurged,
  type UnusedUpload,
} from "../../db/queries/listings/unused-uploads.ts";
import type { Context } from "../../market/context.ts";
import { contactSheetPath } from "../../market/profile/rules.ts";
import { pause } from "../../platform/bell.ts";
import type { Bus } from "../../platform/bus/port.ts";
import type { Logger } from "../../platform/log.ts";
import type { Storage } from "../../platform/storage/port.ts";
import { daySeconds, hourSeconds } from "../../platform/time.ts";
import type { WorkerMetrics } from "../metrics.ts";
import type { Role } from "../role.ts";
import { accountClockTasks } from "./accounts.ts";
import { auctionClockTasks } from "./auctions.ts";
import { eventClockTasks } from "./events.ts";
import { noticeClockTasks } from "./notices.ts";
import { purchaseClockTasks } from "./purchases.ts";

const rowsPerTickMax = 100;
const purgeRowsPerTickMax = 5000;
const outboxKeptDays = 7;
/** Longer than the longest pause between two tries of the mail job. */
const mailSilenceSeconds = 1800;
const unusedFilesKeptDays = 7;
const purgeFilesPerTickMax = 100;

export type ClockDeps = {
  ctx: Context;
  bus: Bus;
  log: Logger;
  metrics: WorkerMetrics;
};

export type ClockTask = {
  name: string;
  everySeconds: number;
  run: (deps: ClockDeps) => Promise<number>;
};

const clockTasks: ClockTask[] = [
  { name: "requeue_stalled_uploads", everySeconds: 10, run: requeueStalledUploads },
  { name: "requeue_unmailed_approvals", everySeconds: 60, run: requeueUnmailedApprovals },
  { name: "purge_outbox", everySeconds: 60, run: purgeOutbox },
  { name: "purge_idempotency_keys", everySeconds: 60, run: purgeIdempotencyKeys },
  { name: "sweep_storage", everySeconds: hourSeconds, run: sweepStorage },
  { name: "purge_unused_files", everySeconds: 600, run: purgeUnusedFiles },
  ...purchaseClockTasks,
  ...auctionClockTasks,
  ...accountClockTasks,
  ...noticeClockTasks,
  ...eventClockTasks,
];

/** Each task has a loop of its own: one that takes long keeps no other waiting. */
export function startClock(deps: ClockDeps): Role {
  const stopping = new AbortController();
  const running = clockTasks.map((task) => repeat(deps, task, stopping.signal));
  return {
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

async function repeat(deps: ClockDeps, task: ClockTask, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await runTask(deps, task);
    await pause(task.everySeconds, signal);
  }
}

async function runTask(deps: ClockDeps, task: ClockTask): Promise<void> {
  try {
    const count = await task.run(deps);
    if (count > 0) deps.log.info({ task: task.name, count }, "the clock did what was due");
    deps.metrics.clockRuns.inc({ task: task.name, outcome: "ok" });
  } catch (error) {
    deps.log.warn({ err: error, task: task.name }, "a task of the clock failed; it is due again");
    deps.metrics.clockRuns.inc({ task: task.name, outcome: "failed" });
  }
}

const secondsBefore = (now: Date, seconds: number) => new Date(now.getTime() - seconds * 1000);

/**
 * Queues anew the uploads that wait for a job that no queue holds: the bus lost its data, say.
 * While messages still wait to be handed out, the missing one may be among them.
 */
export async function requeueStalledUploads({ ctx, bus }: ClockDeps): Promise<number> {
  const now = ctx.now();
  const silentSince = secondsBefore(now, 3 * ctx.config.JOB_ACK_WAIT_SECONDS);
  return await ctx.db.transaction(async (tx) => {
    const stalled = await lockStalledUploads(tx, { silentSince, rowsMax: rowsPerTickMax });
    if (stalled.length === 0 || (await bus.countWaiting("profile")) > 0) return 0;
    // Another clock may have queued them between this one's look and its locks.
    const queued = await findQueuedSince(tx, "jobs.profile", "upload_id", stalled, silentSince);
    const owed = stalled.filter((uploadId) => !queued.has(uploadId));
    for (const uploadId of owed) {
      await enqueueJob(tx, "jobs.profile", { upload_id: uploadId }, now);
    }
    return owed.length;
  });
}

export async function requeueUnmailedApprovals({ ctx, bus }: ClockDeps): Promise<number> {
  const now = ctx.now();
  const silentSince = secondsBefore(now, mailSilenceSeconds);
  return await ctx.db.transaction(async (tx) => {
    const unmailed = await lockUnmailedApprovals(tx, { silentSince, now, rowsMax: rowsPerTickMax });
    if (unmailed.length === 0 || (await bus.countWaiting("notify")) > 0) return 0;
    const queued = await findQueuedSince(tx, "jobs.mail", "approval_id", unmailed, silentSince);
    const owed = unmailed.filter((approvalId) => !queued.has(approvalId));
    for (const approvalId of owed) {
      const payload = { template: "approval", approval_id: approvalId } as const;
      await enqueueJob(tx, "jobs.mail", payload, now);
    }
    return owed.length;
  });
}

export async function purgeOutbox({ ctx }: ClockDeps): Promise<number> {
  const before = secondsBefore(ctx.now(), outboxKeptDays * daySeconds);
  return await deletePublished(ctx.db, { before, rowsMax: purgeRowsPerTickMax });
}

export async function purgeIdempotencyKeys({ ctx }: ClockDeps): Promise<number> {
  return await deleteExpiredIdempotencyKeys(ctx.db, ctx.now());
}

/** Removes what uploads left unfinished, a day after their URLs expired. */
async function sweepStorage({ ctx }: ClockDeps): Promise<number> {
  const olderThanSeconds = ctx.config.UPLOAD_URL_TTL_SECONDS + daySeconds;
  return await ctx.storage.sweep({ olderThanSeconds });
}

/** Deletes files that were never attached, or replaced before they were published. */
export async function purgeUnusedFiles({ ctx }: ClockDeps): Promise<number> {
  const now = ctx.now();
  const keptSeconds = unusedFilesKeptDays * daySeconds + ctx.config.UPLOAD_URL_TTL_SECONDS;
  const before = secondsBefore(now, keptSeconds);
  return await ctx.db.transaction(async (tx) => {
    const unused = await lockUnusedUploads(tx, { before, rowsMax: purgeFilesPerTickMax });
    for (const upload of unused) await deleteObjects(ctx.storage, upload);
    const ids = unused.map((upload) => upload.id);
    await markPurged(tx, ids, now);
    return ids.length;
  });
}

/** Deleting what is gone is no error: a clock that dies here leaves it to the next one. */
async function deleteObjects(storage: Storage, upload: UnusedUpload): Promise<void> {
  if (upload.multipartId !== null) {
    await storage.abortMultipart(upload.storagePath, upload.multipartId);
  }
  await storage.delete(upload.storagePath);
  if (upload.samplePath === null) return;
  await storage.delete(upload.samplePath);
  await storage.delete(contactSheetPath(upload.samplePath));
}
