/** The making of Parquet twins as an administrator sees it: overdue, or ended without one. */
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
  /** Of the table whose twin could not be made; null where there is none. */
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

/** Those that nobody has taken since before an instant, the longest due first. */
export async function listOverdueTwins(
  db: Database,
  { dueBefore, rowsMax }: { dueBefore: Date; rowsMax: number },
): Promise<TwinJobRow[]> {
  return await selectJobs(db)
    .where(and(sql`${twinJobs.dueAt} is not null`, lt(twinJobs.dueAt, dueBefore)))
    .orderBy(asc(twinJobs.dueAt), asc(twinJobs.uploadId))
    .limit(rowsMax);
}

/** Files of which the making of a twin ended with a failure, of the latest `lookedAtMax` tables. */
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

/** Owes the twins of a file anew. */
export async function reviveTwinJob(tx: Database, uploadId: string, now: Date): Promise<void> {
  await tx
    .update(twinJobs)
    .set({ dueAt: now, attempts: 0, finishedAt: null })
    .where(eq(twinJobs.uploadId, uploadId));
}

/** Ends the job of a file; what it had of twins stays, and the default table is told to have none. */
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
