/** Imports and deliveries to buckets for administrators: overdue, or failed. */
import { and, asc, desc, eq, inArray, lt, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import {
  bucketDeliveries,
  listings,
  purchases,
  uploadImports,
  uploads,
} from "../../schema/index.ts";

const selectImports = (db: Database) =>
  db
    .select({ job: uploadImports, title: listings.title, upload: uploads })
    .from(uploadImports)
    .innerJoin(listings, eq(listings.id, uploadImports.listingId))
    .leftJoin(uploads, eq(uploads.id, uploadImports.id));

export type ImportJobRow = Awaited<ReturnType<typeof listOverdueImports>>[number];

/** Due since before an instant and not claimed, longest due first. */
export async function listOverdueImports(
  db: Database,
  { dueBefore, rowsMax }: { dueBefore: Date; rowsMax: number },
) {
  return await selectImports(db)
    .where(lt(uploadImports.dueAt, dueBefore))
    .orderBy(asc(uploadImports.dueAt), asc(uploadImports.id))
    .limit(rowsMax);
}

/** Failed ones among the latest `lookedAtMax` that ended. */
export async function listFailedImports(
  db: Database,
  { lookedAtMax, rowsMax }: { lookedAtMax: number; rowsMax: number },
): Promise<ImportJobRow[]> {
  const latest = db
    .select({ id: uploadImports.id })
    .from(uploadImports)
    .where(sql`${uploadImports.endedAt} is not null`)
    .orderBy(desc(uploadImports.endedAt))
    .limit(lookedAtMax);
  return await selectImports(db)
    .where(and(inArray(uploadImports.id, latest), eq(uploadImports.state, "failed")))
    .orderBy(desc(uploadImports.endedAt), desc(uploadImports.id))
    .limit(rowsMax);
}

export async function findImportJob(db: Database, id: string): Promise<ImportJobRow | null> {
  const [row] = await selectImports(db).where(eq(uploadImports.id, id));
  return row ?? null;
}

/** Locks the listing before its import, in the same order as the seller's changes. */
export async function lockImportJob(tx: Database, id: string): Promise<ImportJobRow | null> {
  const seen = await findImportJob(tx, id);
  if (seen === null) return null;
  const isListing = eq(listings.id, seen.job.listingId);
  await tx.select({ id: listings.id }).from(listings).where(isListing).for("update");
  await lockRow(tx, uploadImports, id);
  return findImportJob(tx, id);
}

const selectDeliveries = (db: Database) =>
  db
    .select({ job: bucketDeliveries, title: purchases.title })
    .from(bucketDeliveries)
    .innerJoin(purchases, eq(purchases.id, bucketDeliveries.purchaseId));

export type BucketDeliveryJobRow = Awaited<ReturnType<typeof listOverdueBucketDeliveries>>[number];

/** Due since before an instant and not claimed, longest due first. */
export async function listOverdueBucketDeliveries(
  db: Database,
  { dueBefore, rowsMax }: { dueBefore: Date; rowsMax: number },
) {
  return await selectDeliveries(db)
    .where(lt(bucketDeliveries.dueAt, dueBefore))
    .orderBy(asc(bucketDeliveries.dueAt), asc(bucketDeliveries.id))
    .limit(rowsMax);
}

/** The latest ones. */
export async function listFailedBucketDeliveries(
  db: Database,
  rowsMax: number,
): Promise<BucketDeliveryJobRow[]> {
  return await selectDeliveries(db)
    .where(sql`${bucketDeliveries.state} = 'failed'`)
    .orderBy(desc(bucketDeliveries.endedAt), desc(bucketDeliveries.id))
    .limit(rowsMax);
}

export async function findBucketDeliveryJob(
  db: Database,
  id: string,
): Promise<BucketDeliveryJobRow | null> {
  const [row] = await selectDeliveries(db).where(eq(bucketDeliveries.id, id));
  return row ?? null;
}

export async function lockBucketDeliveryJob(
  tx: Database,
  id: string,
): Promise<BucketDeliveryJobRow | null> {
  await lockRow(tx, bucketDeliveries, id);
  return findBucketDeliveryJob(tx, id);
}

type TransferTable = typeof uploadImports | typeof bucketDeliveries;

async function lockRow(tx: Database, table: TransferTable, id: string): Promise<void> {
  await tx.select({ id: table.id }).from(table).where(eq(table.id, id)).for("update");
}

const again = { state: "waiting", endedAt: null, failures: 0 } as const;

/** Its time limit begins anew. */
export async function reviveImport(tx: Database, id: string, now: Date): Promise<void> {
  const change = { ...again, dueAt: now, createdAt: now };
  await tx.update(uploadImports).set(change).where(eq(uploadImports.id, id));
}

export async function reviveBucketDelivery(tx: Database, id: string, now: Date): Promise<void> {
  await tx
    .update(bucketDeliveries)
    .set({ ...again, dueAt: now })
    .where(eq(bucketDeliveries.id, id));
}
