/**
 * The profile job: file → sample and profile → database. An upload's job ends once, whatever
 * crashes on the way; the heavy part runs in a child process of the dataset runner.
 */

import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { DatasetReport } from "../../dataset/child/pool.ts";
import type { Changes } from "../../db/changes.ts";
import { releaseProfileJob } from "../../db/queries/listings/profile-jobs.ts";
import type { SystemActor } from "../../db/vocabulary/actor.ts";
import { twinRows } from "../../market/catalogue/twin/record-twins.ts";
import type { Context } from "../../market/context.ts";
import { counted } from "../../market/counted.ts";
import { beginProfileJob, type ProfileJob } from "../../market/listing/begin-profile-job.ts";
import { fileKey } from "../../market/listing/folder/rules.ts";
import { postponeProfileJob } from "../../market/listing/postpone-profile-job.ts";
import type {
  FileFacts,
  ProfileOutcome,
  RefusedFile,
} from "../../market/listing/profile-outcome.ts";
import { recordProfile } from "../../market/listing/record-profile.ts";
import { isFree } from "../../market/pricing.ts";
import { joinKeyOf } from "../../market/profile/join/join-key.ts";
import { previewPaths } from "../../market/profile/table-pack.ts";
import { twinPaths } from "../../market/profile/twin-path.ts";
import { defineJob, type Job, type JobOutcome, type JobRun } from "../consume.ts";
import { type ChildMetrics, noteChildMemory, type WorkerMetrics } from "../metrics.ts";
import { formatLabel, sizeClass } from "../profile-labels.ts";
import { backoffSeconds } from "../role.ts";
import { compareFile, readRowSketch } from "./compare-file.ts";
import type { DatasetFailure, DatasetRunner } from "./dataset-runner.ts";
import { FileRefusedError, FolderRefusedError } from "./fetch-file.ts";
import { type FetchedUpload, withUpload } from "./fetch-upload.ts";
import { makeTwinsAtOnce } from "./make-twins.ts";
import { AttemptAbortedError, Pulse } from "./pulse.ts";
import { readJoinColumns } from "./read-join-columns.ts";
import { type ServiceCause, serviceCause } from "./service-cause.ts";
import { storeShown } from "./store-previews.ts";
import { makeJobFolder, type WorkFolder } from "./work-folders.ts";

export type ProfileJobDeps = {
  ctx: Context;
  changes: Changes;
  processFolder: WorkFolder;
  datasets: DatasetRunner;
  metrics: Pick<WorkerMetrics, "serviceFailures" | "profileSeconds"> & ChildMetrics;
};

const actor: SystemActor = { kind: "system", name: "profile-worker" };
const payloadSchema = z.strictObject({ upload_id: z.guid() });
const retryPause = { baseSeconds: 1, capSeconds: 30 };

const samplePathOf = (uploadId: string) => `samples/${uploadId}.json`;

export function createProfileJob(deps: ProfileJobDeps): Job {
  return defineJob<"jobs.profile">(payloadSchema, (payload, run) =>
    profileUpload(deps, payload.upload_id, run),
  );
}

async function profileUpload(
  deps: ProfileJobDeps,
  queuedId: string,
  run: JobRun,
): Promise<JobOutcome> {
  const ackWaitSeconds = deps.ctx.config.JOB_ACK_WAIT_SECONDS;
  // A live attempt sends a heartbeat each quarter of the ack wait; a redelivery comes after all of
  // it.
  const busySeconds = (ackWaitSeconds * 2) / 3;
  const begun = await beginProfileJob(deps.ctx, queuedId, { busySeconds });
  if ("isLost" in begun && begun.isLost) countFailure(deps, "worker");
  switch (begun.kind) {
    case "not_awaited":
      return done("nobody waits for this upload");
    case "busy":
      return { kind: "retry", delaySeconds: ackWaitSeconds, detail: "another worker runs it" };
    case "postponed":
      return { kind: "retry", delaySeconds: begun.waitSeconds, detail: "an earlier try failed" };
    case "tries_used_up":
      return await endWithoutSample(deps, begun.uploadId, {
        code: "job_failed_repeatedly",
        detail: `The file could not be profiled: ${counted(begun.attempts, "try", "tries")} ended without a result.`,
      });
    case "begun":
      return await attempt(deps, begun.job, { ...run, log: logOf(run, begun.job, queuedId) });
  }
}

/** If it was another seller's turn, the message's id differs from the job's, so both are logged. */
function logOf({ log }: JobRun, { uploadId }: ProfileJob, queuedId: string): JobRun["log"] {
  return uploadId === queuedId ? log : log.child({ uploadId });
}

/** One attempt: every result or error becomes an outcome of the message. */
async function attempt(deps: ProfileJobDeps, job: ProfileJob, run: JobRun): Promise<JobOutcome> {
  const { ctx } = deps;
  const pulse = new Pulse({
    db: ctx.db,
    uploadId: job.uploadId,
    ackWaitSeconds: ctx.config.JOB_ACK_WAIT_SECONDS,
    now: ctx.now,
    log: run.log,
  });
  const unwatch = deps.changes.watch(job.listingId, () => void pulse.check());
  const giveBack = () => pulse.abort("giving_back");
  run.signal.addEventListener("abort", giveBack, { once: true });
  if (run.signal.aborted) giveBack();
  try {
    return await workAndConclude(deps, job, pulse, run.log);
  } catch (error) {
    await pulse.stop();
    // If the attempt was aborted, that is the reason for any later error.
    const { aborted, reason } = pulse.signal;
    return await handleFailure(deps, job, run, aborted ? reason : error);
  } finally {
    run.signal.removeEventListener("abort", giveBack);
    unwatch();
    await pulse.stop();
  }
}

/** Files on the disk are removed after the result is stored, because nobody waits for that. */
async function workAndConclude(
  deps: ProfileJobDeps,
  job: ProfileJob,
  pulse: Pulse,
  log: JobRun["log"],
): Promise<JobOutcome> {
  const folder = await makeJobFolder(deps.processFolder);
  try {
    const outcome = await computeOutcome(deps, job, { workDir: folder.path, pulse, log });
    return await conclude(deps, job, outcome);
  } finally {
    await folder.remove();
  }
}

async function computeOutcome(
  deps: ProfileJobDeps,
  job: ProfileJob,
  { workDir, pulse, log }: { workDir: string; pulse: Pulse; log: JobRun["log"] },
): Promise<ProfileOutcome> {
  const fetching = { ctx: deps.ctx, job, jobDir: workDir, pulse };
  return await withUpload(fetching, (fetched) =>
    describeUpload(deps, job, { fetched, workDir, pulse, log }),
  );
}

type Reading = { fetched: FetchedUpload; workDir: string; pulse: Pulse; log: JobRun["log"] };

async function describeUpload(
  deps: ProfileJobDeps,
  job: ProfileJob,
  reading: Reading,
): Promise<ProfileOutcome> {
  const { fetched, workDir, pulse, log } = reading;
  const { report, file } = await readUpload(deps, job, reading);
  if (report.outcome === "no_sample") {
    const { error, format, profile, libraryMessage } = report;
    if (libraryMessage)
      log.info({ code: error.code, libraryMessage }, "a library refused the file");
    return { state: "no_sample", file, format, profile, error };
  }
  const { format, compression, profile, charts, otherTables } = report;
  const samplePath = samplePathOf(job.uploadId);
  const sketch = await readRowSketch(report, workDir);
  // Runs alongside the computations below, because the store writes to a disk or over a network.
  const [, joinColumns, changes] = await Promise.all([
    storeShown(deps.ctx.storage, report, { samplePath, sketch, workDir }),
    readJoinColumns(report, workDir, isFree(job) ? null : joinKeyOf(deps.ctx.config)),
    compareFile(deps.ctx, job, report, { sketch, log }),
  ]);
  const otherProfiles = otherTables?.map((table) => table.profile);
  await removeUnpacked(workDir, fetched.filePath);
  // Last, because it reads the stored tables.
  const { signal } = pulse;
  const profiled = { ...job, samplePath, profile };
  const made = await makeTwinsAtOnce({ ...deps, log }, profiled, { fetched, signal });
  const twins = made === null ? {} : { twins: twinRows(job, made) };
  const found = { format, compression, profile, charts, otherProfiles };
  const compared = { changes, joinColumns, ...twins };
  return { state: "generated", file, forFree: isFree(job), samplePath, ...found, ...compared };
}

/** Another child unpacks the file again: the disk must not hold it unpacked twice. */
async function removeUnpacked(workDir: string, filePath: string): Promise<void> {
  const paths = (await readdir(workDir)).map((name) => join(workDir, name));
  const unpacked = paths.filter((path) => path !== filePath);
  await Promise.all(unpacked.map((path) => rm(path, { recursive: true, force: true })));
}

/** For a file that no attempt could read. */
type FailedReport = {
  outcome: "no_sample";
  format: null;
  profile: null;
  error: DatasetFailure;
  libraryMessage?: undefined;
};

async function readUpload(
  { datasets, ctx, metrics }: ProfileJobDeps,
  job: ProfileJob,
  reading: Reading,
): Promise<{ report: DatasetReport | FailedReport; file: FileFacts }> {
  const { fetched, workDir, pulse, log } = reading;
  const bytesMax = ctx.config.PROFILE_MEMORY_BYTES_MAX;
  const report = await datasets
    .run(
      { job, ...fetched, workDir, computedAt: ctx.now() },
      {
        signal: pulse.signal,
        onProgress: (progress) => pulse.report(progress),
        onPeakRss: (bytes) => noteChildMemory(metrics, "profile", { bytes, bytesMax }),
      },
    )
    .catch((error: unknown): FailedReport => {
      const failure = pulse.signal.aborted ? null : datasets.asFailure(error);
      if (failure === null || job.attempt < ctx.config.PROFILE_TRIES_MAX) throw error;
      log.warn({ err: error, code: failure.code, attempt: job.attempt }, "the last attempt failed");
      return { outcome: "no_sample", format: null, profile: null, error: failure };
    });
  // Also for a file that could not be profiled: nothing is sold without its hash.
  return { report, file: await fetched.facts() };
}

async function conclude(
  deps: ProfileJobDeps,
  job: ProfileJob,
  outcome: ProfileOutcome,
): Promise<JobOutcome> {
  const recorded = await recordProfile(deps.ctx, actor, job.uploadId, outcome);
  if (recorded.kind === "recorded") {
    measureProfile(deps, job, outcome);
    return done(`recorded ${outcome.state}`);
  }
  if (recorded.kind === "price_changed") {
    await releaseProfileJob(deps.ctx.db, job.uploadId, { refund: true });
    return { kind: "retry", delaySeconds: 0, detail: "the price changed while it ran" };
  }
  // The sample's path depends on the upload, so it is deleted only if no listing shows it.
  if (outcome.state === "generated" && !recorded.sampleInUse) {
    const positions = (outcome.twins ?? []).map(({ position }) => position);
    const twins = twinPaths(job.uploadId, 1 + Math.max(-1, ...positions));
    await deps.ctx.storage.deleteAll([...previewPaths(outcome.samplePath), ...twins]);
  }
  return done("a late result was dropped");
}

/** Measures how long the seller waited, by size and format. */
function measureProfile(
  { ctx, metrics }: ProfileJobDeps,
  { attachedAt }: ProfileJob,
  { state, format, file }: ProfileOutcome,
): void {
  if (attachedAt === null) return;
  const seconds = (ctx.now().getTime() - attachedAt.getTime()) / 1000;
  const labels = { format: formatLabel(format), size: sizeClass(file?.byteSize ?? null) };
  metrics.profileSeconds.observe({ ...labels, outcome: state }, Math.max(0, seconds));
}

async function endWithoutSample(
  deps: ProfileJobDeps,
  uploadId: string,
  error: { code: string; detail: string },
  refusedFiles: RefusedFile[] = [],
): Promise<JobOutcome> {
  const outcome: ProfileOutcome = {
    state: "no_sample",
    file: null,
    format: null,
    profile: null,
    error,
    refusedFiles,
  };
  await recordProfile(deps.ctx, actor, uploadId, outcome);
  return done(`ended without a sample: ${error.code}`);
}

async function handleFailure(
  deps: ProfileJobDeps,
  job: ProfileJob,
  run: JobRun,
  error: unknown,
): Promise<JobOutcome> {
  const { uploadId } = job;
  if (error instanceof AttemptAbortedError) return await handleAbort(deps, uploadId, error);
  if (error instanceof FolderRefusedError) return await refuseFiles(deps, job, error);
  if (error instanceof FileRefusedError) {
    return await endWithoutSample(deps, uploadId, { code: error.code, detail: error.message });
  }
  const failure = deps.datasets.asFailure(error);
  if (failure === null) return await handleServiceFailure(deps, uploadId, run, error);
  run.log.warn({ err: error, code: failure.code, attempt: job.attempt }, "an attempt failed");
  const delaySeconds = backoffSeconds(job.attempt, retryPause);
  const retryAt = new Date(deps.ctx.now().getTime() + delaySeconds * 1000);
  await releaseProfileJob(deps.ctx.db, uploadId, { refund: false, retryAt });
  const detail = `attempt ${job.attempt} failed: ${failure.code}`;
  return { kind: "retry", delaySeconds, detail };
}

/**
 * Deletes unfit files before recording that: after a crash in between they are missing, which has
 * the same consequence. A reused file of an earlier version stays, and its replacement goes to a
 * path of this upload.
 */
async function refuseFiles(
  deps: ProfileJobDeps,
  { uploadId, storagePath }: ProfileJob,
  { code, message: detail, files }: FolderRefusedError,
): Promise<JobOutcome> {
  const own = files.filter(({ isReused }) => !isReused);
  await deps.ctx.storage.deleteAll(own.map((file) => file.storagePath));
  const refused = files.map(({ position }) => {
    return { position, storagePath: fileKey(storagePath, position) };
  });
  return await endWithoutSample(deps, uploadId, { code, detail }, refused);
}

/**
 * Does not count as an attempt of the file. If the database is away, too, `beginProfileJob` detects
 * the failure later.
 */
async function handleServiceFailure(
  deps: ProfileJobDeps,
  uploadId: string,
  run: JobRun,
  error: unknown,
): Promise<JobOutcome> {
  const cause = serviceCause(error);
  countFailure(deps, cause);
  run.log.error({ err: error, cause }, "a job failed for a cause on our side");
  const waitSeconds = await postponeProfileJob(deps.ctx, uploadId);
  if (waitSeconds === null) return done("nobody waits for this upload any more");
  return { kind: "retry", delaySeconds: waitSeconds, detail: `failed on our side: ${cause}` };
}

function countFailure({ metrics }: ProfileJobDeps, cause: ServiceCause): void {
  metrics.serviceFailures.inc({ subject: "jobs.profile", cause });
}

async function handleAbort(
  deps: ProfileJobDeps,
  uploadId: string,
  error: AttemptAbortedError,
): Promise<JobOutcome> {
  if (error.reason === "not_awaited") return done("superseded while it ran");
  await releaseProfileJob(deps.ctx.db, uploadId, { refund: true });
  return { kind: "retry", delaySeconds: 0, detail: "given back: the worker stops" };
}

const done = (detail: string): JobOutcome => ({ kind: "done", detail });
