/** Uploads whose files nobody will ask for: never attached, or replaced before they were published. */
import { and, asc, eq, inArray, isNull, lt, or } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { uploads } from "../../schema/index.ts";

export type UnusedUpload = {
  id: string;
  storagePath: string;
  multipartId: string | null;
  samplePath: string | null;
};

/** Locks those that were given up before the instant; rows that another clock holds are skipped. */
export async function lockUnusedUploads(
  tx: Database,
  options: { before: Date; rowsMax: number },
): Promise<UnusedUpload[]> {
  const { id, storagePath, multipartId, samplePath } = uploads;
  return tx
    .select({ id, storagePath, multipartId, samplePath })
    .from(uploads)
    .where(
      and(
        isNull(uploads.purgedAt),
        isNull(uploads.version),
        or(
          and(eq(uploads.state, "issued"), lt(uploads.issuedAt, options.before)),
          and(eq(uploads.state, "superseded"), lt(uploads.finishedAt, options.before)),
        ),
      ),
    )
    .orderBy(asc(uploads.id))
    .limit(options.rowsMax)
    .for("update", { skipLocked: true });
}

/** The row stays, so that its path is never given out again; a late PATCH finds it superseded. */
export async function markPurged(tx: Database, uploadIds: string[], now: Date): Promise<void> {
  if (uploadIds.length === 0) return;
  await tx
    .update(uploads)
    .set({ state: "superseded", purgedAt: now })
    .where(inArray(uploads.id, uploadIds));
}
