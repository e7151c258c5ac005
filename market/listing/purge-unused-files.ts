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
/** Up to three objects each, and S3 takes a thousand in a call; the rows are locked meanwhile. */
const filePurgeLimits: PurgeLimits = { rowsPerBatchMax: 300, secondsMax: 10 };
const abortsAtOnceMax = 10;

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
    await abortMultiparts(ctx.storage, unused);
    await ctx.storage.deleteAll(unused.flatMap(objectsOf));
    const ids = unused.map((upload) => upload.id);
    await markPurged(tx, ids, now);
    return ids.length;
  });
}

/** Doing it again is no error: a clock that dies before its rows are marked leaves it to the next one. */
async function abortMultiparts(storage: Storage, unused: UnusedUpload[]): Promise<void> {
  for (let first = 0; first < unused.length; first += abortsAtOnceMax) {
    const some = unused.slice(first, first + abortsAtOnceMax);
    await Promise.all(
      some.map(async ({ storagePath, multipartId }) => {
        if (multipartId !== null) await storage.abortMultipart(storagePath, multipartId);
      }),
    );
  }
}

function objectsOf({ storagePath, samplePath }: UnusedUpload): string[] {
  if (samplePath === null) return [storagePath];
  return [storagePath, samplePath, contactSheetPath(samplePath)];
}
