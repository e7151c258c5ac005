/** Notes about files on their way into the store for a dispute statement. */
import { asc, inArray, lt, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { disputeFileNotes, disputeStatements } from "../../schema/index.ts";

type DisputeFileNote = typeof disputeFileNotes.$inferSelect;

export async function noteDisputeFiles(db: Database, notes: DisputeFileNote[]): Promise<void> {
  if (notes.length > 0) await db.insert(disputeFileNotes).values(notes);
}

export async function forgetDisputeFiles(db: Database, fileIds: string[]): Promise<void> {
  if (fileIds.length === 0) return;
  await db.delete(disputeFileNotes).where(inArray(disputeFileNotes.fileId, fileIds));
}

/** Locks notes from before `notedBefore`, oldest first; skips locked rows. */
export function lockOldDisputeFiles(
  tx: Database,
  { notedBefore, rowsMax }: { notedBefore: Date; rowsMax: number },
): Promise<(DisputeFileNote & { isNamed: boolean })[]> {
  const { fileId, purchaseId, createdAt } = disputeFileNotes;
  const isNamed = sql<boolean>`exists (
    select from ${disputeStatements}
    where ${disputeStatements.purchaseId} = ${purchaseId}
      and ${disputeStatements.attachments} @> jsonb_build_array(jsonb_build_object('id', ${fileId})))`;
  return tx
    .select({ fileId, purchaseId, createdAt, isNamed })
    .from(disputeFileNotes)
    .where(lt(createdAt, notedBefore))
    .orderBy(asc(createdAt))
    .limit(rowsMax)
    .for("update", { skipLocked: true });
}
