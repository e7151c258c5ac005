/** Uploads whose place in the store is to be looked at, as their URLs may fill it. */
import { asc, eq, inArray, lte } from "drizzle-orm";
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

/** Locks those that are due; rows that another clock holds are skipped. */
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

/** When the store is asked next; null: never again. */
export async function endLooks(tx: Database, uploadIds: string[], nextAt: Date | null) {
  if (uploadIds.length === 0) return;
  await tx.update(uploads).set({ lookDueAt: nextAt }).where(inArray(uploads.id, uploadIds));
}

/** What lies in the store counts towards the quotas. */
export async function countHeldBytes(tx: Database, uploadId: string, heldBytes: number) {
  await tx.update(uploads).set({ heldBytes }).where(eq(uploads.id, uploadId));
}
