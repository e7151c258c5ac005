/** Draws a trial's rows from a version's Parquet copy in a child process, and stores its files. */
import { join } from "node:path";
import { drawnCsv, drawnParquet } from "../../dataset/child/pool.ts";
import { readTwins } from "../../db/queries/catalogue/twins.ts";
import { type Twin, viewTwin } from "../../market/catalogue/twin/find-twin.ts";
import type { Context } from "../../market/context.ts";
import { TRIAL_FILE_BYTES_MAX } from "../../market/listing/limits.ts";
import { trialRowsMax } from "../../market/listing/pricing/rules.ts";
import { type DrawnTrial, recordTrialFile } from "../../market/listing/trial/record-trial-file.ts";
import {
  holdTrialFile,
  releaseTrialFile,
  type TrialJob,
} from "../../market/listing/trial/take-trial-file.ts";
import { trialParquetPath, trialPath } from "../../market/listing/trial/trial-paths.ts";
import { type TrialFault, trialFaultDetails } from "../../market/listing/trial/vocabulary.ts";
import { currentSpan } from "../../platform/telemetry/tracing.ts";
import { noteChildMemory } from "../metrics.ts";
import { FileRefusedError, fetchFile, StoreFailedError } from "./fetch-file.ts";
import type { TwinDeps } from "./make-twins.ts";
import { requireDiskRoom } from "./require-disk-room.ts";
import { serviceCause } from "./service-cause.ts";
import { storeFile } from "./store-file.ts";
import { makeJobFolder } from "./work-folders.ts";

const beatSeconds = 20;

/** One attempt. Rejects only if the database does not answer; another attempt follows then. */
export async function makeTrial(
  deps: TwinDeps,
  job: TrialJob,
  stopping: AbortSignal,
): Promise<void> {
  const { ctx, log } = deps;
  const entry = { trialFileId: job.id, uploadId: job.uploadId, attempt: job.attempts };
  const lost = new AbortController();
  const signal = AbortSignal.any([stopping, lost.signal]);
  const beat = setInterval(() => {
    holdTrialFile(ctx, job).then(
      (isHeld) => !isHeld && lost.abort(),
      () => {},
    );
  }, beatSeconds * 1000);
  try {
    const drawn = await attempt(deps, job, signal);
    const recorded = await recordTrialFile(ctx, job, drawn);
    log.info({ ...entry, recorded, outcome: drawn.outcome }, "drew the rows of a trial");
  } catch (error) {
    const isFileAtFault = !signal.aborted && deps.datasets.asFailure(error) !== null;
    await releaseTrialFile(ctx, job, { isFileAtFault });
    if (signal.aborted) return;
    currentSpan()?.fail(error);
    log.warn({ ...entry, err: error, isFileAtFault }, "an attempt to draw a trial's rows failed");
    if (isFileAtFault) return;
    deps.metrics.serviceFailures.inc({ subject: "trials", cause: serviceCause(error) });
  } finally {
    clearInterval(beat);
  }
}

async function attempt(deps: TwinDeps, job: TrialJob, signal: AbortSignal): Promise<DrawnTrial> {
  const { ctx } = deps;
  const { fileSha256, rows } = job;
  const twin = await findOnlyTwin(ctx, job.uploadId);
  if (twin === null || fileSha256 === null) return none("not_queryable");
  const { objectKey, byteSize, sha256, rowCount, columns } = twin;
  if (rows > trialRowsMax(rowCount)) return none("too_many_rows");
  if (byteSize > ctx.config.WORK_FILE_BYTES_MAX) return none("file_too_large");
  if (job.attempts > ctx.config.PROFILE_TRIES_MAX) return none("trial_failed");
  const folder = await makeJobFolder(deps.processFolder);
  try {
    const filePath = join(folder.path, "file");
    await requireDiskRoom(folder.path, byteSize + 2 * TRIAL_FILE_BYTES_MAX);
    await fetchFile(ctx.storage, objectKey, {
      known: { objectEtag: null, byteSize, sha256, attachedAt: null },
      ...{ bytesMax: byteSize, path: filePath, signal, onProgress: () => {} },
    });
    const order = { fileSha256, rows, rowCount, columns, bytesMax: TRIAL_FILE_BYTES_MAX };
    const drawn = await drawRows(
      deps,
      { job, filePath, byteSize, order, workDir: folder.path },
      signal,
    );
    if (drawn.outcome === "none") return none("trial_bytes_exceeded", drawn.detail);
    const { storage } = ctx;
    const csv = await store(storage, join(folder.path, drawnCsv), {
      ...{ key: trialPath(job.id), type: "text/csv; charset=utf-8" },
    });
    const parquet = await store(storage, join(folder.path, drawnParquet), {
      ...{ key: trialParquetPath(job.id), type: "application/vnd.apache.parquet" },
    });
    return { outcome: "made", csv, parquet: { ...parquet, columns } };
  } catch (error) {
    // The Parquet copy is gone or another one, so no attempt can succeed.
    if (error instanceof FileRefusedError) return none("not_queryable");
    throw error;
  } finally {
    await folder.remove();
  }
}

/** The Parquet copy of a file with one table. */
async function findOnlyTwin({ db }: Pick<Context, "db">, uploadId: string): Promise<Twin | null> {
  const { rows } = await readTwins(db, uploadId);
  const [only] = rows;
  if (only === undefined || rows.length > 1) return null;
  const twin = viewTwin(only);
  return "missing" in twin ? null : twin;
}

function none(code: TrialFault, detail: string = trialFaultDetails[code]): DrawnTrial {
  return { outcome: "none", code, detail };
}

type Drawing = { job: TrialJob } & Omit<Parameters<TwinDeps["datasets"]["drawRows"]>[0], "attempt">;

async function drawRows(
  { ctx, datasets, metrics }: TwinDeps,
  { job, ...input }: Drawing,
  signal: AbortSignal,
) {
  const bytesMax = ctx.config.PROFILE_MEMORY_BYTES_MAX;
  const onPeakRss = (bytes: number) => noteChildMemory(metrics, "trial", { bytes, bytesMax });
  return await datasets.drawRows({ ...input, attempt: job.attempts }, { signal, onPeakRss });
}

async function store(
  storage: Context["storage"],
  path: string,
  { key, type }: { key: string; type: string },
): Promise<{ byteSize: number; sha256: string; etag: string }> {
  const failure = "a trial's file could not be stored";
  const stored = await storeFile(storage, path, { key, type, failure });
  const head = await storage.head(key);
  if (head?.byteSize !== stored.byteSize) {
    throw new StoreFailedError(failure, { cause: `${key} was not stored as written` });
  }
  return { ...stored, etag: head.etag };
}
