/** Stores the row sketch of a file, and compares a new version with earlier ones. */
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { type DatasetReport, rowSketchFile } from "../../dataset/child/pool.ts";
import type { ChangesFrom } from "../../db/queries/listings/version-changes.ts";
import type { Context } from "../../market/context.ts";
import type { ProfileJob } from "../../market/listing/begin-profile-job.ts";
import { compareVersions } from "../../market/listing/compare-versions.ts";
import { decodeRowSketch } from "../../market/profile/drift/read-row-sketch.ts";
import { ROW_SKETCH_BYTES_MAX } from "../../market/profile/drift/row-sketch.ts";
import type { JobRun } from "../consume.ts";

type Logger = JobRun["log"];
type Generated = Extract<DatasetReport, { outcome: "generated" }>;

/** The hashes of the rows that a child left in the job's folder; null without them. */
export async function readRowSketch(
  { rowSketch }: Generated,
  folder: string,
): Promise<Uint8Array | null> {
  if (!Number.isSafeInteger(rowSketch)) return null;
  const path = join(folder, rowSketchFile(Number(rowSketch)));
  const { size } = await stat(path);
  return size > ROW_SKETCH_BYTES_MAX ? null : await readFile(path);
}

/** Empty for a first file, which has no predecessor. */
export async function compareFile(
  ctx: Context,
  { slot, listingId, uploadId }: ProfileJob,
  { profile }: Generated,
  { sketch, log }: { sketch: Uint8Array | null; log: Logger },
): Promise<ChangesFrom[]> {
  if (slot !== "next") return [];
  const rows = sketch === null ? null : decodeRowSketch(sketch);
  return await compareVersions(ctx, { listingId, uploadId, profile, sketch: rows }, (err) =>
    log.error({ err, uploadId }, "a version could not be compared with an earlier one"),
  );
}
