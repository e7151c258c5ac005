/** Uploads that nobody needs: never attached, or replaced before publication. */
import { and, asc, eq, inArray, isNull, lt, or } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { uploadFiles, uploads } from "../../schema/index.ts";
import { forgetJoinColumns } from "../search/join-columns.ts";
import { forgetMatchedSets } from "../search/matched-sets.ts";
import { forgetPartChecksums } from "./upload-parts.ts";

export type UnusedUpload = {
  id: string;
  storagePath: string;
  multipartId: string | null;
  samplePath: string | null;
  /** Number of files in a folder; null for a single file. */
  fileCount: number | null;
};

/**
 * Locks uploads whose URLs ended before `endedBefore`, or that were given up before
 * `givenUpBefore`; skips rows locked by another clock.
 */
export async function lockUnusedUploads(
  tx: Database,
  options: { endedBefore: Date; givenUpBefore: Date; rowsMax: number },
): Promise<UnusedUpload[]> {
  const { id, storagePath, multipartId, samplePath, fileCount } = uploads;
  return tx
    .select({ id, storagePath, multipartId, samplePath, fileCount })
    .from(uploads)
    .where(
      and(
        isNull(uploads.purgedAt),
        isNull(uploads.version),
        or(
          and(eq(uploads.state, "issued"), lt(uploads.urlsEndAt, options.endedBefore)),
          and(eq(uploads.state, "superseded"), lt(uploads.finishedAt, options.givenUpBefore)),
        ),
      ),
    )
    .orderBy(asc(uploads.id))
    .limit(options.rowsMax)
    .for("update", { skipLocked: true });
}

/** Keeps the row, so that its path is never issued again; a late PATCH finds it superseded. */
export async function markPurged(tx: Database, uploadIds: string[], now: Date): Promise<void> {
  if (uploadIds.length === 0) return;
  await tx
    .update(uploads)
    .set({ state: "superseded", purgedAt: now })
    .where(inArray(uploads.id, uploadIds));
  await forgetPurged(tx, uploadIds);
}

/** Deletes rows of other tables about files that are gone. */
export async function forgetPurged(tx: Database, uploadIds: string[]): Promise<void> {
  if (uploadIds.length === 0) return;
  await tx.delete(uploadFiles).where(inArray(uploadFiles.uploadId, uploadIds));
  await forgetJoinColumns(tx, uploadIds);
  await forgetMatchedSets(tx, uploadIds);
  await forgetPartChecksums(tx, uploadIds);
}
