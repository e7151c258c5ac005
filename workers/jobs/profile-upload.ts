/**
 * The profile job: file → sample and profile → database. An upload's job ends once, whatever
 * crashes on the way; the heavy part runs in a child process of the dataset runner.
 */

import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import {
  contactSheetFile,
  type DatasetReport,
  joinColumnsFile,
  KeptChild,
  rowSketchFile,
} from "../../dataset/child/pool.ts";
import type { Changes } from "../../db/changes.ts";
import { releaseProfileJob } from "../../db/queries/listings/profile-jobs.ts";
import type { SystemActor } from "../../db/vocabulary/actor.ts";
import { twinRows } from "../../market/catalogue/twin/record-twins.ts";
import { twinLeaseEnd } from "../../market/catalogue/twin/take-twin-job.ts";
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
import { makeHeldTwins, makeTwinsAtOnce, type ProfiledFile } from "./make-twins.ts";
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
    return await workAndConclude(deps, job, pulse, run);
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
  run: JobRun,
): Promise<JobOutcome> {
  const { log } = run;
  const folder = await makeJobFolder(deps.processFolder);
  const kept = new KeptChild();
  try {
    const fetching = { ctx: deps.ctx, job, jobDir: folder.path, pulse };
    return await withUpload(fetching, async (fetched) => {
      const reading = { fetched, workDir: folder.path, pulse, log, kept };
      const { outcome, profiled } = await describeUpload(deps, job, reading);
      const { result, isRecorded } = await conclude(deps, job, outcome);
      if (!isRecorded || profiled === null) return result;
      await pulse.stop();
      const atHand = { fetched, signal: run.signal, kept };
      await makeHeldTwins({ ...deps, log }, { ...job, ...profiled }, atHand).catch((err) => {
        log.warn(
          { err },
          "the lease of the twins has to end, because the database does not answer",
        );
      });
      return result;
    });
  } finally {
    kept.end();
    await folder.remove();
  }
}

type Reading = {
  fetched: FetchedUpload;
  workDir: string;
  pulse: Pulse;
  log: JobRun["log"];
  kept: KeptChild;
};

type Described = {
  outcome: ProfileOutcome;
  /** If its Parquet copies are written after the profile is recorded. */
  profiled: Pick<ProfiledFile, "profile" | "others"> | null;
};

/**
 * The copies of a larger file take seconds, so they are written first: a dataset can be queried once it is
 * published. A query waits for those of a smaller one, and its seller does not.
 */
const copiedLaterBytesMax = 8 * 1024 * 1024;

async function describeUpload(
  deps: ProfileJobDeps,
  job: ProfileJob,
  reading: Reading,
): Promise<Described> {
  const { ctx } = deps;
  const { fetched, workDir, pulse, log, kept } = reading;
  const { report, file } = await readUpload(deps, job, reading);
  if (report.outcome === "no_sample") {
    const { error, format, profile, libraryMessage } = report;
    if (libraryMessage)
      log.info({ code: error.code, libraryMessage }, "a library refused the file");
    return { outcome: { state: "no_sample", file, format, profile, error }, profiled: null };
  }
  const { format, compression, profile, charts, otherTables } = report;
  const samplePath = samplePathOf(job.uploadId);
  const sketch = await readRowSketch(report, workDir);
  await removeUnpacked(workDir, fetched.filePath, report);
  const others = new Map((otherTables ?? []).map((table) => [table.position, table.profile]));
  const profiled = { profile, others };
  const areLater = ctx.config.TWIN_BYTES_MAX > 0 && file.byteSize <= copiedLaterBytesMax;
  const atHand = { fetched, signal: pulse.signal, kept };
  // Side by side, because the store writes to a disk or over a network.
  const [made, , joinColumns, changes] = await allEnded([
    areLater ? null : makeTwinsAtOnce({ ...deps, log }, { ...job, ...profiled }, atHand),
    storeShown(ctx.storage, report, { samplePath, sketch, workDir }),
    readJoinColumns(report, workDir, isFree(job) ? null : joinKeyOf(ctx.config)),
    compareFile(ctx, job, report, { sketch, log }),
  ]);
  const otherProfiles = otherTables?.map((table) => table.profile);
  const twins = areLater ? { heldUntil: twinLeaseEnd(ctx) } : made && twinRows(job, made);
  const found = { format, compression, profile, charts, otherProfiles };
  const compared = { changes, joinColumns, ...(twins && { twins }) };
  const outcome = { file, forFree: isFree(job), samplePath, ...found, ...compared };
  return { outcome: { state: "generated", ...outcome }, profiled: areLater ? profiled : null };
}

/** As `Promise.all`, but rejects only after all have ended: none may go on in a removed folder. */
async function allEnded<All extends readonly unknown[]>(
  all: {
    [Each in keyof All]: Promise<All[Each]> | All[Each];
  },
): Promise<All> {
  await Promise.allSettled(all);
  return (await Promise.all(all)) as unknown as All;
}

type Generated = Extract<DatasetReport, { outcome: "generated" }>;

/**
 * Leaves the file and the report's files: the copies unpack it again, and the disk must not hold it
 * unpacked twice.
 */
async function removeUnpacked(
  workDir: string,
  filePath: string,
  { rowSketch, otherTables = [] }: Generated,
): Promise<void> {
  const numbers = [rowSketch, ...otherTables.map((table) => table.rowSketch)].map(Number);
  const kept = new Set([
    ...[filePath, join(workDir, contactSheetFile)],
    ...numbers.flatMap((number) => [
      join(workDir, rowSketchFile(number)),
      join(workDir, joinColumnsFile(number)),
    ]),
  ]);
  const paths = (await readdir(workDir)).map((name) => join(workDir, name));
  const unpacked = paths.filter((path) => !kept.has(path));
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
  const { fetched, workDir, pulse, log, kept } = reading;
  const bytesMax = ctx.config.PROFILE_MEMORY_BYTES_MAX;
  const report = await datasets
    .run(
      { job, ...fetched, workDir, computedAt: ctx.now() },
      {
        signal: pulse.signal,
        onProgress: (progress) => pulse.report(progress),
        onPeakRss: (bytes) => noteChildMemory(metrics, "profile", { bytes, bytesMax }),
        // A child reads a file that is served to it only once.
        kept: fetched.served === undefined ? kept : undefined,
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
): Promise<{ result: JobOutcome; isRecorded: boolean }> {
  const recorded = await recordProfile(deps.ctx, actor, job.uploadId, outcome);
  if (recorded.kind === "recorded") {
    measureProfile(deps, job, outcome);
    return { result: done(`recorded ${outcome.state}`), isRecorded: true };
  }
  if (recorded.kind === "price_changed") {
    await releaseProfileJob(deps.ctx.db, job.uploadId, { refund: true });
    const detail = "the price changed while it ran";
    return { result: { kind: "retry", delaySeconds: 0, detail }, isRecorded: false };
  }
  // The sample's path depends on the upload, so it is deleted only if no listing shows it.
  if (outcome.state === "generated" && !recorded.sampleInUse) {
    const made = Array.isArray(outcome.twins) ? outcome.twins : [];
    const twins = twinPaths(job.uploadId, 1 + Math.max(-1, ...made.map((twin) => twin.position)));
    await deps.ctx.storage.deleteAll([...previewPaths(outcome.samplePath), ...twins]);
  }
  return { result: done("a late result was dropped"), isRecorded: false };
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
