/** Profile jobs for administrators: slow, postponed, or ended without a sample. */
import { and, asc, desc, eq, gte, inArray, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { listings, uploads } from "../../schema/index.ts";

export type UploadJobRow = {
  id: string;
  listingId: string;
  title: string;
  state: (typeof uploads.$inferSelect)["state"];
  /**
   * Whether nobody could have seen the file yet: its listing is a draft, or it is the next version.
   */
  isUnpublished: boolean;
  attachedAt: Date | null;
  finishedAt: Date | null;
  purgedAt: Date | null;
  attempts: number;
  serviceFailures: number;
  retryAt: Date | null;
  heartbeatAt: Date | null;
  errorCode: string | null;
  errorDetail: string | null;
};

const columns = {
  id: uploads.id,
  listingId: uploads.listingId,
  title: listings.title,
  state: uploads.state,
  isUnpublished: sql<boolean>`${listings.status} = 'draft'
    or ${listings.nextUploadId} is not distinct from ${uploads.id}`,
  attachedAt: uploads.attachedAt,
  finishedAt: uploads.finishedAt,
  purgedAt: uploads.purgedAt,
  attempts: uploads.attempts,
  serviceFailures: uploads.serviceFailures,
  retryAt: uploads.retryAt,
  heartbeatAt: uploads.heartbeatAt,
  errorCode: uploads.errorCode,
  errorDetail: uploads.errorDetail,
};

const isAwaited = or(
  eq(listings.currentUploadId, uploads.id),
  eq(listings.nextUploadId, uploads.id),
);
// A literal, so that the partial indexes are used.
const isAttached = sql`${uploads.state} = 'attached'`;

async function listAttached(db: Database, where: SQL | undefined, rowsMax: number) {
  return await db
    .select(columns)
    .from(uploads)
    .innerJoin(listings, eq(listings.id, uploads.listingId))
    .where(and(isAttached, where))
    .orderBy(asc(uploads.attachedAt))
    .limit(rowsMax);
}

/** Jobs due since before an instant, longest first. */
export function listSlowUploads(
  db: Database,
  { attachedBefore, rowsMax }: { attachedBefore: Date; rowsMax: number },
): Promise<UploadJobRow[]> {
  return listAttached(db, lt(uploads.attachedAt, attachedBefore), rowsMax);
}

/** Jobs whose last attempt since then failed for a reason on the service's side. */
export function listPostponedUploads(
  db: Database,
  { attachedSince, rowsMax }: { attachedSince: Date; rowsMax: number },
): Promise<UploadJobRow[]> {
  const isRecent = gte(uploads.attachedAt, attachedSince);
  return listAttached(db, and(isRecent, sql`${uploads.serviceFailures} > 0`), rowsMax);
}

/** Among the latest `lookedAtMax` without a sample, those with one of the codes. */
export async function listFailedUploads(
  db: Database,
  { codes, lookedAtMax, rowsMax }: { codes: string[]; lookedAtMax: number; rowsMax: number },
): Promise<UploadJobRow[]> {
  const latest = db
    .select({ id: uploads.id })
    .from(uploads)
    .where(sql`${uploads.errorCode} is not null`)
    .orderBy(desc(uploads.id))
    .limit(lookedAtMax);
  return await db
    .select(columns)
    .from(uploads)
    .innerJoin(listings, and(eq(listings.id, uploads.listingId), isAwaited))
    .where(
      and(
        inArray(uploads.id, latest),
        inArray(uploads.errorCode, codes),
        eq(uploads.state, "no_sample"),
        isNull(uploads.purgedAt),
        isNull(uploads.version),
      ),
    )
    .orderBy(desc(uploads.id))
    .limit(rowsMax);
}

/** An upload that its listing waits for; null otherwise. */
export async function findUploadJob(db: Database, uploadId: string): Promise<UploadJobRow | null> {
  const [row] = await db
    .select(columns)
    .from(uploads)
    .innerJoin(listings, and(eq(listings.id, uploads.listingId), isAwaited))
    .where(eq(uploads.id, uploadId));
  return row ?? null;
}
