import {
  finishTwinJob,
  isTwinJobGone,
  type NewTwin,
  notifyListingChange,
} from "../../../db/queries/catalogue/twins.ts";
import type { Context } from "../../context.ts";
import { twinPath } from "../../profile/twin-path.ts";
import type { HeldTwinJob } from "./take-twin-job.ts";
import { type TwinColumn, type TwinReason, twinReasons } from "./vocabulary.ts";

const detailCharsMax = 1000;

/** A table's stored Parquet file, or why there is none. */
export type MadeTwin = {
  position: number;
  name: string | null;
  isDefault: boolean;
  rows: number;
  columns: TwinColumn[];
} & (
  | { outcome: "made" | "source"; sha256: string; byteSize: number }
  | { outcome: "none"; code: TwinReason; detail: string }
);

/**
 * Ends the job: writes rows and the listing's change in one transaction, once, and only for the worker
 * that holds the job. `isGone` if the file no longer exists: then its new objects are unused.
 */
export async function recordTwins(
  ctx: Context,
  job: HeldTwinJob,
  made: readonly MadeTwin[],
): Promise<{ recorded: boolean; isGone: boolean }> {
  const now = ctx.now();
  const rows = twinRows(job, made);
  const recorded = await ctx.db.transaction(async (tx) => {
    const ended = await finishTwinJob(tx, job, { rows, now });
    if (ended) await notifyListingChange(tx, job.listingId);
    return ended;
  });
  return { recorded, isGone: !recorded && (await isTwinJobGone(ctx.db, job.uploadId)) };
}

type TwinnedFile = Pick<HeldTwinJob, "uploadId" | "storagePath">;

/** The rows of a file's Parquet files, one for each table. */
export function twinRows(file: TwinnedFile, made: readonly MadeTwin[]): NewTwin[] {
  return made.map((twin) => rowOf(file, twin));
}

function rowOf({ uploadId, storagePath }: TwinnedFile, twin: MadeTwin): NewTwin {
  const { position, name: tableName, isDefault, rows: rowCount, columns } = twin;
  const common = { uploadId, position, tableName, isDefault };
  if (twin.outcome === "none") {
    const errorDetail = (twin.detail || twinReasons[twin.code]).slice(0, detailCharsMax);
    return { ...common, errorCode: twin.code, errorDetail };
  }
  const { sha256, byteSize } = twin;
  const isSource = twin.outcome === "source";
  const objectKey = isSource ? storagePath : twinPath(uploadId, position);
  return { ...common, objectKey, isSource, sha256, byteSize, rowCount, columns };
}
