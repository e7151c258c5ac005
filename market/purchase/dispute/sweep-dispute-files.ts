/** Deletes files that were stored for a dispute statement that was never written. */
import {
  forgetDisputeFiles,
  lockOldDisputeFiles,
} from "../../../db/queries/purchases/dispute-file-notes.ts";
import { hourMs } from "../../../platform/time.ts";
import type { Context } from "../../context.ts";
import { type PurgeLimits, purgeInBatches } from "../../purge-in-batches.ts";
import { attachmentKey } from "./keep-attachments.ts";

const sweepLimits: PurgeLimits = { rowsPerBatchMax: 200, secondsMax: 10 };

/** No call runs this long: a file that no statement names by then stays unused. */
const undecidedMs = hourMs;

/**
 * Deletes files recorded an hour ago that no statement names, and all records of that age; returns how
 * many records. Any number of processes may run it.
 */
export async function sweepDisputeFiles(ctx: Context): Promise<number> {
  const notedBefore = new Date(ctx.now().getTime() - undecidedMs);
  return purgeInBatches(sweepLimits, (rowsMax) => sweepBatch(ctx, { notedBefore, rowsMax }));
}

async function sweepBatch(
  { db, storage }: Context,
  due: { notedBefore: Date; rowsMax: number },
): Promise<number> {
  return await db.transaction(async (tx) => {
    const notes = await lockOldDisputeFiles(tx, due);
    const unnamed = notes.filter(({ isNamed }) => !isNamed);
    const keys = unnamed.map(({ purchaseId, fileId }) => attachmentKey(purchaseId, fileId));
    if (keys.length > 0) await storage.deleteAll(keys);
    await forgetDisputeFiles(
      tx,
      notes.map(({ fileId }) => fileId),
    );
    return notes.length;
  });
}
