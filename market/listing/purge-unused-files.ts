/** Files that nobody will ask for. */

import {
  lockUnusedUploads,
  markPurged,
  type UnusedUpload,
} from "../../db/queries/listings/unused-uploads.ts";
import type { Storage } from "../../platform/storage/port.ts";
import { daySeconds } from "../../platform/time.ts";
import type { Context } from "../context.ts";
import { contactSheetPath } from "../profile/rules.ts";
import { type PurgeLimits, purgeInBatches } from "../upkeep/purge-in-batches.ts";

const unusedFilesKeptDays = 7;
/** Each file is up to four calls to the store, and its row is locked meanwhile. */
const filePurgeLimits: PurgeLimits = { rowsPerBatchMax: 100, secondsMax: 10 };
/** Files that one clock deletes at a time. */
const deletionsAtOnceMax = 10;

/**
 * Deletes files that were never attached, or replaced before they were published, a week after their
 * URLs expired; returns how many. Any number of processes may run it.
 */
export async function purgeUnusedFiles(
  ctx: Context,
  limits: PurgeLimits = filePurgeLimits,
): Promise<number> {
  const now = ctx.now();
  const keptSeconds = unusedFilesKeptDays * daySeconds + ctx.config.UPLOAD_URL_TTL_SECONDS;
  const before = new Date(now.getTime() - keptSeconds * 1000);
  return purgeInBatches(limits, (rowsMax) => purgeBatch(ctx, { before, now, rowsMax }));
}

async function purgeBatch(
  ctx: Context,
  { before, now, rowsMax }: { before: Date; now: Date; rowsMax: number },
): Promise<number> {
  return await ctx.db.transaction(async (tx) => {
    const unused = await lockUnusedUploads(tx, { before, rowsMax });
    for (let first = 0; first < unused.length; first += deletionsAtOnceMax) {
      const some = unused.slice(first, first + deletionsAtOnceMax);
      await Promise.all(some.map((upload) => deleteObjects(ctx.storage, upload)));
    }
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
