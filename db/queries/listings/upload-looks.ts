/** Uploads whose storage location must be checked, because their URLs may have filled it. */
import { asc, eq, lte } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { uploads } from "../../schema/index.ts";

export type DueLook = Pick<
  typeof uploads.$inferSelect,
  | "id"
  | "state"
  | "storagePath"
  | "multipartId"
  | "issuedAt"
  | "urlsEndAt"
  | "byteSizeMax"
  | "byteSize"
  | "purgedAt"
  | "fileCount"
>;

/** Locks the due ones; skips rows locked by another clock. */
export async function lockDueLooks(
  tx: Database,
  { now, rowsMax }: { now: Date; rowsMax: number },
): Promise<DueLook[]> {
  return tx
    .select({
      id: uploads.id,
      state: uploads.state,
      storagePath: uploads.storagePath,
      multipartId: uploads.multipartId,
      issuedAt: uploads.issuedAt,
      urlsEndAt: uploads.urlsEndAt,
      byteSizeMax: uploads.byteSizeMax,
      byteSize: uploads.byteSize,
      purgedAt: uploads.purgedAt,
      fileCount: uploads.fileCount,
    })
    .from(uploads)
    .where(lte(uploads.lookDueAt, now))
    .orderBy(asc(uploads.lookDueAt))
    .limit(rowsMax)
    .for("update", { skipLocked: true });
}

type LookResult = Pick<
  typeof uploads.$inferInsert,
  "lookDueAt" | "heldBytes" | "state" | "purgedAt"
>;

/**
 * Records a check of a locked upload. Uses a single statement: after a write in the same
 * transaction, the foreign key would lock the listing, against the global lock order.
 */
export async function endLook(tx: Database, uploadId: string, result: LookResult): Promise<void> {
  await tx.update(uploads).set(result).where(eq(uploads.id, uploadId));
}
