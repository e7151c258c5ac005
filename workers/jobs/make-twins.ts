/**
 * Makes the Parquet twins of one file: fetches it, writes Parquet in a child process, stores and
 * records the result. The file's profile is not affected by the outcome.
 */
import { join } from "node:path";
import {
  type KeptChild,
  type TwinOutcome,
  twinFile,
  type WantedTable,
  wantedTable,
} from "../../dataset/child/pool.ts";
import { recordTwinPositions } from "../../db/queries/catalogue/twins.ts";
import { readTableText } from "../../market/catalogue/tables.ts";
import { type MadeTwin, recordTwins } from "../../market/catalogue/twin/record-twins.ts";
import {
  type HeldTwinJob,
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
import { FileRefusedError } from "./fetch-file.ts";
import { type FetchedUpload, withUpload } from "./fetch-upload.ts";
import { serviceCause } from "./service-cause.ts";
import { storeFile } from "./store-file.ts";
import { makeJobFolder, type WorkFolder } from "./work-folders.ts";

export type TwinDeps = {
  ctx: Context;
  processFolder: WorkFolder;
  datasets: DatasetRunner;
  log: Logger;
  metrics: Pick<WorkerMetrics, "serviceFailures"> & ChildMetrics;
};

/** A file that its job has just profiled. */
export type ProfiledFile = Pick<TwinJob, "uploadId" | "attempt" | "schemaFormat"> & {
  profile: Profile;
  /** Profiles of the tables other than the default one, by position. */
  others: ReadonlyMap<number, Profile>;
};

/** A table of the file, as its profile describes it. */
type PlannedTable = { wanted: WantedTable; isDefault: boolean };

const beatSeconds = 20;

/**
 * One attempt. Rejects only if the database does not answer; the job is left to another attempt
 * then.
 */
export async function makeTwins(deps: TwinDeps, job: TwinJob, stopping: AbortSignal) {
  const make = (signal: AbortSignal) => attempt(deps, job, signal);
  await concludeTwins(deps, job, make, { stopping, pauses: true });
}

/** Keeps the claim while `make` runs, then records its result or releases the job. */
async function concludeTwins(
  deps: TwinDeps,
  job: HeldTwinJob,
  make: (signal: AbortSignal) => Promise<MadeTwin[]>,
  { stopping, pauses }: { stopping: AbortSignal; pauses: boolean },
): Promise<void> {
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
    const made = await make(signal);
    const { recorded, isGone } = await recordTwins(ctx, job, made);
    if (isGone) await ctx.storage.deleteAll(twinPaths(job.uploadId, made.length));
    const count = made.filter(({ outcome }) => outcome !== "none").length;
    log.info({ ...entry, recorded, tables: made.length, twins: count }, "made the twins of a file");
  } catch (error) {
    const isFileAtFault = !signal.aborted && deps.datasets.asFailure(error) !== null;
    await releaseTwinJob(ctx, job, { isFileAtFault, pauses });
    if (signal.aborted) return;
    currentSpan()?.fail(error);
    countFailure(deps, entry, error);
  } finally {
    clearInterval(beat);
  }
}

async function attempt(deps: TwinDeps, job: TwinJob, signal: AbortSignal): Promise<MadeTwin[]> {
  const { ctx } = deps;
  const planned = await planStored(ctx, job);
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

/** The file at hand, and the child that profiled it. */
type AtHand = { fetched: FetchedUpload; signal: AbortSignal; kept: KeptChild };

/**
 * The twins of a file that its job has just profiled and still has at hand, so that a dataset can be
 * queried as soon as it is published. Null after a failure: the role `twin` makes them later then. Rejects
 * only if the job was aborted.
 */
export async function makeTwinsAtOnce(
  deps: TwinDeps,
  file: ProfiledFile,
  atHand: AtHand,
): Promise<MadeTwin[] | null> {
  const { ctx } = deps;
  if (ctx.config.TWIN_BYTES_MAX === 0) return null;
  try {
    return await makeOfProfiled(deps, file, atHand, async (positions) => {
      await recordTwinPositions(ctx.db, file.uploadId, positions);
    });
  } catch (error) {
    if (atHand.signal.aborted) throw error;
    countFailure(deps, { uploadId: file.uploadId, attempt: file.attempt }, error);
    return null;
  }
}

/** As `makeTwinsAtOnce`, for a recorded profile whose job for twins is held: ends that job, too. */
export async function makeHeldTwins(
  deps: TwinDeps,
  { storagePath, listingId, ...file }: ProfiledFile & Pick<TwinJob, "storagePath" | "listingId">,
  { fetched, signal: stopping, kept }: AtHand,
): Promise<void> {
  const job = { uploadId: file.uploadId, attempt: 1, storagePath, listingId };
  const make = (signal: AbortSignal) =>
    makeOfProfiled(deps, file, { fetched, signal, kept }, async (positions) => {
      await holdTwinJob(deps.ctx, job, { positions });
    });
  // Another worker may succeed at once.
  await concludeTwins(deps, job, make, { stopping, pauses: false });
}

async function makeOfProfiled(
  deps: TwinDeps,
  { profile, others, ...file }: ProfiledFile,
  atHand: AtHand,
  announce: (positions: number) => Promise<void>,
): Promise<MadeTwin[]> {
  const planned = await planTables(deps.ctx, profile, async (position) => others.get(position));
  if (planned.length === 0) return [];
  await announce(positionsOf(planned));
  // Not the profile's folder, whose files a child may not expect.
  const folder = await makeJobFolder(deps.processFolder);
  const writing = { ...atHand, folder: folder.path };
  return await writeTwins(deps, file, planned, writing).finally(() => folder.remove());
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

type Writing = {
  fetched: FetchedUpload;
  folder: string;
  signal: AbortSignal;
  kept?: KeptChild;
};

/** Runs the child and stores its files. */
async function writeTwins(
  { ctx, datasets, metrics }: TwinDeps,
  source: Pick<TwinJob, "uploadId" | "attempt" | "schemaFormat">,
  planned: PlannedTable[],
  { fetched, folder, signal, kept }: Writing,
): Promise<MadeTwin[]> {
  const order = {
    bytesMax: ctx.config.TWIN_BYTES_MAX,
    tables: planned.map(({ wanted }) => wanted),
  };
  const { uploadId, schemaFormat, attempt } = source;
  const bytesMax = ctx.config.PROFILE_MEMORY_BYTES_MAX;
  const onPeakRss = (bytes: number) => noteChildMemory(metrics, "twin", { bytes, bytesMax });
  const options = { signal, onProgress: () => {}, onPeakRss, kept };
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

/** As `planTables`, from the stored profiles. */
async function planStored(ctx: Context, { profile, samplePath }: TwinJob): Promise<PlannedTable[]> {
  if (profile === null || samplePath === null) return [];
  return await planTables(ctx, profile, async (position, table) => {
    const chosen = { table, position, packPath: tablePackPath(samplePath) };
    return JSON.parse(await readTableText(ctx, chosen, "profile")) as Profile;
  });
}

type ReadOther = (
  position: number,
  table: NonNullable<Profile["tables"]>[number],
) => Promise<Profile | undefined>;

/** The tables of the file that were read, the default one first; none for images. */
async function planTables(
  ctx: Context,
  profile: Profile,
  readOther: ReadOther,
): Promise<PlannedTable[]> {
  if (profile.images !== undefined) return [];
  const { tables } = profile;
  if (tables === undefined) {
    return [{ wanted: wantedTable(profile, { position: 0, name: null }), isDefault: true }];
  }
  const read = [...tables.entries()].filter(([, table]) => table.error === null);
  const inTurn = read.toSorted(([, a], [, b]) => Number(b.is_default) - Number(a.is_default));
  const planned: PlannedTable[] = [];
  for (const [position, table] of inTurn.slice(0, ctx.config.TWIN_TABLES_MAX)) {
    const { name, is_default: isDefault } = table;
    const own = isDefault ? profile : await readOther(position, table);
    if (own === undefined) continue;
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
  const stored = await storeFile(storage, join(folder, twinFile(position)), {
    key: twinPath(uploadId, position),
    type: "application/vnd.apache.parquet",
    failure: "a twin could not be stored",
  });
  return { ...common, outcome: "made", ...stored };
}
