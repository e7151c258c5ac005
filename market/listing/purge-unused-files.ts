/** Deletes files that no listing will use. */
import { countTwinPositions, forgetTwins } from "../../db/queries/catalogue/twins.ts";
import {
  lockUnusedUploads,
  markPurged,
  type UnusedUpload,
} from "../../db/queries/listings/unused-uploads.ts";
import { findFilesInParts } from "../../db/queries/listings/upload-file-parts.ts";
import type { Storage } from "../../platform/storage/port.ts";
import { dayMs } from "../../platform/time.ts";
import type { Context } from "../context.ts";
import { previewPaths } from "../profile/table-pack.ts";
import { twinPaths } from "../profile/twin-path.ts";
import { type PurgeLimits, purgeInBatches } from "../purge-in-batches.ts";
import { deleteFolderFiles } from "./folder/stored-files.ts";
import { abortParts } from "./upload/abort-parts.ts";
import { unusedFilesKeptDays } from "./upload/rules.ts";

/** Up to five objects each, and S3 deletes a thousand in one call; the rows are locked meanwhile. */
const filePurgeLimits: PurgeLimits = { rowsPerBatchMax: 200, secondsMax: 10 };

/**
 * Deletes files that were never attached, or replaced before publication, a week after their
 * URLs expired; returns how many. Any number of processes may run it.
 */
export async function purgeUnusedFiles(
  ctx: Context,
  limits: PurgeLimits = filePurgeLimits,
): Promise<number> {
  const now = ctx.now();
  const endedBefore = new Date(now.getTime() - unusedFilesKeptDays * dayMs);
  const ttlMs = ctx.config.UPLOAD_URL_TTL_SECONDS * 1000;
  const givenUpBefore = new Date(endedBefore.getTime() - ttlMs);
  const due = { endedBefore, givenUpBefore };
  return purgeInBatches(limits, (rowsMax) => purgeBatch(ctx, { ...due, now, rowsMax }));
}

async function purgeBatch(
  ctx: Context,
  { now, ...due }: { endedBefore: Date; givenUpBefore: Date; now: Date; rowsMax: number },
): Promise<number> {
  return await ctx.db.transaction(async (tx) => {
    const unused = await lockUnusedUploads(tx, due);
    const ids = unused.map((upload) => upload.id);
    await abortParts(ctx.storage, [...unused, ...(await findFilesInParts(tx, ids))]);
    const twins = await countTwinPositions(tx, ids);
    const twinObjects = twins.flatMap(({ uploadId, positions }) => twinPaths(uploadId, positions));
    for (const upload of unused) await deleteFolder(ctx.storage, upload);
    await ctx.storage.deleteAll([...unused.flatMap(objectsOf), ...twinObjects]);
    await forgetTwins(tx, ids);
    await markPurged(tx, ids, now);
    return ids.length;
  });
}

/** Deletes only the folder's own objects; files reused from earlier versions have other keys. */
async function deleteFolder(storage: Storage, upload: UnusedUpload): Promise<void> {
  if (upload.fileCount === null) return;
  await deleteFolderFiles(storage, upload.storagePath);
}

function objectsOf({ storagePath, samplePath }: UnusedUpload): string[] {
  if (samplePath === null) return [storagePath];
  return [storagePath, ...previewPaths(samplePath)];
}
