/**
 * Makes the Parquet twins of one file: fetches it, writes Parquet in a child process, stores and
 * records the result. The file's profile is not affected by the outcome.
 */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import {
  type TwinOutcome,
  twinFile,
  type WantedTable,
  wantedTable,
} from "../../dataset/child/pool.ts";
import { recordTwinPositions } from "../../db/queries/catalogue/twins.ts";
import { readTableText } from "../../market/catalogue/tables.ts";
import { type MadeTwin, recordTwins } from "../../market/catalogue/twin/record-twins.ts";
import {
  holdTwinJob,
  releaseTwinJob,
  type TwinJob,
} from "../../market/catalogue/twin/take-twin-job.ts";
import { twinReasons } from "../../market/catalogue/twin/vocabulary.ts";
import type { Context } from "../../market/context.ts";
import type { Profile } from "../../market/profile/schemas.ts";
import { tablePackPath } from "../../market/profile/table-pack.ts";
import { twinPath, twinPaths } from "../../market/profile/twin-path.ts";
import type { Logger } from "../../platform/log.ts";
import { currentSpan } from "../../platform/telemetry/tracing.ts";
import { type ChildMetrics, noteChildMemory, type WorkerMetrics } from "../metrics.ts";
import type { DatasetRunner } from "./dataset-runner.ts";
import { FileRefusedError, StoreFailedError } from "./fetch-file.ts";
import { type FetchedUpload, withUpload } from "./fetch-upload.ts";
import { serviceCause } from "./service-cause.ts";
import { makeJobFolder, type WorkFolder } from "./work-folders.ts";

export type TwinDeps = {
  ctx: Context;
  processFolder: WorkFolder;
  datasets: DatasetRunner;
  log: Logger;
  metrics: Pick<WorkerMetrics, "serviceFailures"> & ChildMetrics;
};

/** A file with its profile, whose sample and tables are stored. */
export type ProfiledFile = Pick<
  TwinJob,
  "uploadId" | "attempt" | "samplePath" | "schemaFormat" | "profile"
>;

/** A table of the file, as its profile describes it. */
type PlannedTable = { wanted: WantedTable; isDefault: boolean };

const beatSeconds = 20;

/**
 * One attempt. Rejects only if the database does not answer; the job is left to another attempt
 * then.
 */
export async function makeTwins(deps: TwinDeps, job: TwinJob, stopping: AbortSignal) {
  const { ctx, log } = deps;
  const entry = { uploadId: job.uploadId, attempt: job.attempt };
  const lost = new AbortController();
  const signal = AbortSignal.any([stopping, lost.signal]);
  const beat = setInterval(() => {
    holdTwinJob(ctx, job).then(
      (isHeld) => !isHeld && lost.abort(),
      () => {},
    );
  }, beatSeconds * 1000);
  try {
    const made = await attempt(deps, job, signal);
    const { recorded, isGone } = await recordTwins(ctx, job, made);
    if (isGone) await ctx.storage.deleteAll(twinPaths(job.uploadId, made.length));
    const count = made.filter(({ outcome }) => outcome !== "none").length;
    log.info({ ...entry, recorded, tables: made.length, twins: count }, "made the twins of a file");
  } catch (error) {
    const isFileAtFault = !signal.aborted && deps.datasets.asFailure(error) !== null;
    await releaseTwinJob(ctx, job, { isFileAtFault });
    if (signal.aborted) return;
    currentSpan()?.fail(error);
    countFailure(deps, entry, error);
  } finally {
    clearInterval(beat);
  }
}

async function attempt(deps: TwinDeps, job: TwinJob, signal: AbortSignal): Promise<MadeTwin[]> {
  const { ctx } = deps;
  const planned = await planTables(ctx, job);
  if (planned.length === 0) return [];
  if (job.attempt > ctx.config.PROFILE_TRIES_MAX) return noTwins(planned, "twin_failed");
  if (ctx.config.TWIN_BYTES_MAX === 0) return noTwins(planned, "twin_bytes_exceeded");
  await holdTwinJob(ctx, job, { positions: positionsOf(planned) });
  const folder = await makeJobFolder(deps.processFolder);
  try {
    const pulse = { signal, report: () => {} };
    const fetching = { ctx, job, jobDir: folder.path, pulse, isProfiled: true };
    const writing = { folder: folder.path, signal };
    return await withUpload(fetching, (fetched) =>
      writeTwins(deps, job, planned, { ...writing, fetched }),
    );
  } catch (error) {
    // The file is not the profiled one any more, so no attempt can succeed.
    if (error instanceof FileRefusedError) return noTwins(planned, "table_unread");
    throw error;
  } finally {
    await folder.remove();
  }
}

/**
 * The twins of a file that its job has just profiled and still has at hand, so that a dataset can be
 * queried as soon as it is published. Null after a failure: the role `twin` makes them later then.
 * Rejects only if the job was aborted.
 */
export async function makeTwinsAtOnce(
  deps: TwinDeps,
  file: ProfiledFile,
  { fetched, signal }: { fetched: FetchedUpload; signal: AbortSignal },
): Promise<MadeTwin[] | null> {
  const { ctx } = deps;
  if (ctx.config.TWIN_BYTES_MAX === 0) return null;
  try {
    const planned = await planTables(ctx, file);
    if (planned.length === 0) return [];
    await recordTwinPositions(ctx.db, file.uploadId, positionsOf(planned));
    // Not the profile's folder, whose files a child may not expect.
    const folder = await makeJobFolder(deps.processFolder);
    const writing = { fetched, folder: folder.path, signal };
    return await writeTwins(deps, file, planned, writing).finally(() => folder.remove());
  } catch (error) {
    if (signal.aborted) throw error;
    countFailure(deps, { uploadId: file.uploadId, attempt: file.attempt }, error);
    return null;
  }
}

function countFailure(
  { datasets, log, metrics }: TwinDeps,
  entry: { uploadId: string; attempt: number },
  error: unknown,
): void {
  const isFileAtFault = datasets.asFailure(error) !== null;
  log.warn({ ...entry, err: error, isFileAtFault }, "an attempt to make twins failed");
  if (!isFileAtFault) metrics.serviceFailures.inc({ subject: "twins", cause: serviceCause(error) });
}

type Writing = { fetched: FetchedUpload; folder: string; signal: AbortSignal };

/** Runs the child and stores its files. */
async function writeTwins(
  { ctx, datasets, metrics }: TwinDeps,
  source: ProfiledFile,
  planned: PlannedTable[],
  { fetched, folder, signal }: Writing,
): Promise<MadeTwin[]> {
  const order = {
    bytesMax: ctx.config.TWIN_BYTES_MAX,
    tables: planned.map(({ wanted }) => wanted),
  };
  const { uploadId, schemaFormat, attempt } = source;
  const bytesMax = ctx.config.PROFILE_MEMORY_BYTES_MAX;
  const onPeakRss = (bytes: number) => noteChildMemory(metrics, "twin", { bytes, bytesMax });
  const options = { signal, onProgress: () => {}, onPeakRss };
  const of = { workDir: folder, order, uploadId, schemaFormat, attempt };
  const outcomes = await datasets.makeTwins({ ...fetched, ...of }, options);
  const file = await fetched.facts();
  const byPosition = new Map(outcomes.map((outcome) => [outcome.position, outcome]));
  const made: MadeTwin[] = [];
  for (const table of planned) {
    const outcome = byPosition.get(positionOf(table));
    made.push(await storeTwin(ctx, { uploadId, file, folder }, table, outcome));
  }
  return made;
}

/** The tables of the file that were read, the default one first; none for images. */
async function planTables(
  ctx: Context,
  { profile, samplePath }: Pick<ProfiledFile, "profile" | "samplePath">,
): Promise<PlannedTable[]> {
  if (profile === null || samplePath === null || profile.images !== undefined) return [];
  const { tables } = profile;
  if (tables === undefined) {
    return [{ wanted: wantedTable(profile, { position: 0, name: null }), isDefault: true }];
  }
  const read = [...tables.entries()].filter(([, table]) => table.error === null);
  const inTurn = read.toSorted(([, a], [, b]) => Number(b.is_default) - Number(a.is_default));
  const planned: PlannedTable[] = [];
  for (const [position, table] of inTurn.slice(0, ctx.config.TWIN_TABLES_MAX)) {
    const { name, is_default: isDefault } = table;
    const chosen = { table, position, packPath: tablePackPath(samplePath) };
    const own = isDefault
      ? profile
      : (JSON.parse(await readTableText(ctx, chosen, "profile")) as Profile);
    planned.push({ wanted: wantedTable(own, { position, name }), isDefault });
  }
  return planned;
}

const positionOf = ({ wanted }: PlannedTable): number => wanted.position;

/** Objects may exist at the keys of all positions below this. */
const positionsOf = (planned: PlannedTable[]): number => 1 + Math.max(...planned.map(positionOf));

function noTwins(planned: PlannedTable[], code: keyof typeof twinReasons): MadeTwin[] {
  return planned.map((table) => noTwin(table, code, twinReasons[code]));
}

function noTwin(
  { wanted, isDefault }: PlannedTable,
  code: keyof typeof twinReasons,
  detail: string,
): MadeTwin {
  const { position, name, rows } = wanted;
  return { position, name, isDefault, rows, columns: [], outcome: "none", code, detail };
}

type Storing = {
  uploadId: string;
  file: { sha256: string; byteSize: number };
  folder: string;
};

async function storeTwin(
  { storage }: Context,
  { uploadId, file, folder }: Storing,
  table: PlannedTable,
  outcome: TwinOutcome | undefined,
): Promise<MadeTwin> {
  if (outcome === undefined) return noTwin(table, "twin_failed", twinReasons.twin_failed);
  if (outcome.outcome === "none") return noTwin(table, outcome.code, outcome.detail);
  const { position, name, rows } = table.wanted;
  const columns = table.wanted.columns.map((column) => ({ name: column.name, type: column.type }));
  const common = { position, name, isDefault: table.isDefault, rows, columns };
  if (outcome.outcome === "source") {
    const { sha256, byteSize } = file;
    return { ...common, outcome: "source", sha256, byteSize };
  }
  const path = join(folder, twinFile(position));
  const { size: byteSize } = await stat(path);
  const hash = createHash("sha256");
  const bytes = createReadStream(path).on("data", (chunk) => hash.update(chunk));
  const body = Readable.toWeb(bytes) as unknown as ReadableStream<Uint8Array>;
  try {
    const type = "application/vnd.apache.parquet";
    await storage.write(twinPath(uploadId, position), body, type);
  } catch (error) {
    throw new StoreFailedError("a twin could not be stored", { cause: error });
  } finally {
    // A store that fails before it reads would leave the file open.
    bytes.destroy();
  }
  return { ...common, outcome: "made", sha256: hash.digest("hex"), byteSize };
}
