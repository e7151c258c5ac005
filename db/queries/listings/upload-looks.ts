/** Uploads whose place in the store is to be looked at, as their URLs may fill it. */
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

type LookResult = Pick<
  typeof uploads.$inferInsert,
  "lookDueAt" | "heldBytes" | "state" | "purgedAt"
>;

/**
 * What a look found, of a locked upload. One statement: a row that its own transaction has written
 * already has its listing locked as well, by its foreign key, against the order of all others.
 */
export async function endLook(tx: Database, uploadId: string, result: LookResult): Promise<void> {
  await tx.update(uploads).set(result).where(eq(uploads.id, uploadId));
}
