/** Parquet twin jobs for administrators: overdue, or failed. */
import { and, asc, desc, eq, inArray, isNull, lt, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { listings, twinJobs, twins, uploads } from "../../schema/index.ts";

export type TwinJobRow = {
  id: string;
  listingId: string;
  title: string;
  dueAt: Date | null;
  attempts: number;
  finishedAt: Date | null;
  /** The failure of the table whose twin could not be made, or null. */
  failure: string | null;
};

const failureOf = sql<string | null>`(
  select min(error_detail) from ${twins} as failed
  where failed.upload_id = ${twinJobs.uploadId} and failed.error_code = 'twin_failed')`;

const columns = {
  id: twinJobs.uploadId,
  listingId: uploads.listingId,
  title: listings.title,
  dueAt: twinJobs.dueAt,
  attempts: twinJobs.attempts,
  finishedAt: twinJobs.finishedAt,
  failure: failureOf,
};

const selectJobs = (db: Database) =>
  db
    .select(columns)
    .from(twinJobs)
    .innerJoin(uploads, eq(uploads.id, twinJobs.uploadId))
    .innerJoin(listings, eq(listings.id, uploads.listingId));

/** Due since before an instant but not claimed, longest due first. */
export async function listOverdueTwins(
  db: Database,
  { dueBefore, rowsMax }: { dueBefore: Date; rowsMax: number },
): Promise<TwinJobRow[]> {
  return await selectJobs(db)
    .where(and(sql`${twinJobs.dueAt} is not null`, lt(twinJobs.dueAt, dueBefore)))
    .orderBy(asc(twinJobs.dueAt), asc(twinJobs.uploadId))
    .limit(rowsMax);
}

/** Files with a failed twin, among the latest `lookedAtMax` tables. */
export async function listFailedTwins(
  db: Database,
  { lookedAtMax, rowsMax }: { lookedAtMax: number; rowsMax: number },
): Promise<TwinJobRow[]> {
  const latest = db
    .select({ uploadId: twins.uploadId })
    .from(twins)
    .where(sql`${twins.errorCode} = 'twin_failed'`)
    .orderBy(desc(twins.createdAt))
    .limit(lookedAtMax);
  return await selectJobs(db)
    .where(and(inArray(twinJobs.uploadId, latest), isNull(twinJobs.dueAt)))
    .orderBy(sql`${twinJobs.finishedAt} desc nulls last`)
    .limit(rowsMax);
}

export async function findTwinJob(db: Database, uploadId: string): Promise<TwinJobRow | null> {
  const [row] = await selectJobs(db).where(eq(twinJobs.uploadId, uploadId));
  return row ?? null;
}

/** Locks the job before it is read. */
export async function lockTwinJob(tx: Database, uploadId: string): Promise<TwinJobRow | null> {
  await tx
    .select({ id: twinJobs.uploadId })
    .from(twinJobs)
    .where(eq(twinJobs.uploadId, uploadId))
    .for("update");
  return await findTwinJob(tx, uploadId);
}

/** Makes the twins of a file due again. */
export async function reviveTwinJob(tx: Database, uploadId: string, now: Date): Promise<void> {
  await tx
    .update(twinJobs)
    .set({ dueAt: now, attempts: 0, finishedAt: null })
    .where(eq(twinJobs.uploadId, uploadId));
}

/** Ends the job of a file: existing twins stay, and the default table is marked as having none. */
export async function abandonTwinJob(
  tx: Database,
  uploadId: string,
  { detail, now }: { detail: string; now: Date },
): Promise<void> {
  await tx
    .update(twinJobs)
    .set({ dueAt: null, finishedAt: now })
    .where(eq(twinJobs.uploadId, uploadId));
  const none = { uploadId, position: 0, tableName: null, isDefault: true, createdAt: now };
  await tx
    .insert(twins)
    .values({ ...none, errorCode: "twin_failed", errorDetail: detail })
    .onConflictDoNothing();
}
