/** Files that were written for a statement in a dispute that never was. */
import {
  forgetDisputeFiles,
  lockOldDisputeFiles,
} from "../../../db/queries/purchases/dispute-file-notes.ts";
import { hourMs } from "../../../platform/time.ts";
import type { Context } from "../../context.ts";
import { type PurgeLimits, purgeInBatches } from "../../purge-in-batches.ts";
import { attachmentKey } from "./keep-attachments.ts";

const sweepLimits: PurgeLimits = { rowsPerBatchMax: 200, secondsMax: 10 };

/** No call that names a file runs so long: what no statement names by then, none will. */
const undecidedMs = hourMs;

/**
 * Deletes the files that were noted an hour ago and that no statement names, and all notes as old; returns how
 * many notes. Any number of processes may run it.
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
