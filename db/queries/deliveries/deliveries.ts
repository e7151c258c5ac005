/** Buyers' buckets, and the purchases that are pushed there. */
import { and, asc, count, desc, eq, inArray, lte, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { bucketDeliveries, deliveryTargets, purchases, uploads } from "../../schema/index.ts";
import type { UploadRow } from "../listings/listings.ts";
import type { PurchaseRow } from "../purchases/purchases.ts";
import { behindId, type Slice } from "../slice.ts";

export type TargetRow = typeof deliveryTargets.$inferSelect;
export type BucketDeliveryRow = typeof bucketDeliveries.$inferSelect;

/** The account's buckets; concurrent reads wait until the transaction ends. */
export async function readTargetsAlone(tx: Database, accountId: string): Promise<TargetRow[]> {
  const name = `delivery targets ${accountId}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
  return readTargets(tx, accountId);
}

/** All of the account, which are few. */
export function readTargets(db: Database, accountId: string): Promise<TargetRow[]> {
  return db
    .select()
    .from(deliveryTargets)
    .where(eq(deliveryTargets.accountId, accountId))
    .orderBy(asc(deliveryTargets.id));
}

type TargetKey = { accountId: string; targetId: string };

const isTarget = ({ accountId, targetId }: TargetKey) =>
  and(eq(deliveryTargets.id, targetId), eq(deliveryTargets.accountId, accountId));

export async function findTarget(db: Database, key: TargetKey): Promise<TargetRow | null> {
  const [row] = await db.select().from(deliveryTargets).where(isTarget(key));
  return row ?? null;
}

/** Locks the bucket against its removal. */
export async function keepTarget(tx: Database, key: TargetKey): Promise<TargetRow | null> {
  const [row] = await tx.select().from(deliveryTargets).where(isTarget(key)).for("key share");
  return row ?? null;
}

/** Inserts the bucket, or replaces the credentials of one that is there. */
export async function putTarget(
  tx: Database,
  values: typeof deliveryTargets.$inferInsert & { id: string },
): Promise<TargetRow> {
  const { id: _id, createdAt: _createdAt, ...change } = values;
  const [row] = await tx
    .insert(deliveryTargets)
    .values(values)
    .onConflictDoUpdate({ target: deliveryTargets.id, set: change })
    .returning();
  if (row === undefined) throw new Error("an inserted delivery target is gone");
  return row;
}

/** With its deliveries. */
export async function deleteTarget(tx: Database, targetId: string): Promise<void> {
  await tx.delete(deliveryTargets).where(eq(deliveryTargets.id, targetId));
}

export async function deleteTargetsOf(tx: Database, accountId: string): Promise<void> {
  await tx.delete(deliveryTargets).where(eq(deliveryTargets.accountId, accountId));
}

/**
 * A delivery of the purchase to each of the buyer's buckets, unless there is one already. Locks the buckets
 * against their removal, by id, after the purchase.
 */
export async function enqueueDeliveriesOf(
  tx: Database,
  { id: purchaseId, accountId }: { id: string; accountId: string },
  now: Date,
): Promise<void> {
  const targets = await tx
    .select()
    .from(deliveryTargets)
    .where(eq(deliveryTargets.accountId, accountId))
    .orderBy(asc(deliveryTargets.id))
    .for("key share");
  if (targets.length === 0) return;
  const rows = targets.map(({ id: targetId }) => ({
    targetId,
    purchaseId,
    createdAt: now,
    dueAt: now,
  }));
  await tx.insert(bucketDeliveries).values(rows).onConflictDoNothing();
}

/** Makes a delivery due now, from its beginning; one that waits or runs stays as it is. */
export async function deliverAgain(
  tx: Database,
  { targetId, purchaseId, now }: { targetId: string; purchaseId: string; now: Date },
): Promise<BucketDeliveryRow> {
  const again = {
    state: "waiting",
    ...{ dueAt: now, endedAt: null, failures: 0, position: 0 },
    ...{ uploadId: null, bytesDone: 0, errorCode: null, errorDetail: null },
  } as const;
  await tx
    .insert(bucketDeliveries)
    .values({ targetId, purchaseId, createdAt: now, dueAt: now })
    .onConflictDoUpdate({
      target: [bucketDeliveries.targetId, bucketDeliveries.purchaseId],
      set: again,
      setWhere: sql`${bucketDeliveries.endedAt} is not null`,
    });
  const { targetId: ofTarget, purchaseId: ofPurchase } = bucketDeliveries;
  const [row] = await tx
    .select()
    .from(bucketDeliveries)
    .where(and(eq(ofTarget, targetId), eq(ofPurchase, purchaseId)));
  if (row === undefined) throw new Error("an inserted delivery is gone");
  return row;
}

/** Newest first. */
export async function pageBucketDeliveries(
  db: Database,
  page: Slice & { targetId: string },
): Promise<{ rows: BucketDeliveryRow[]; total: number }> {
  const where = eq(bucketDeliveries.targetId, page.targetId);
  const [rows, totals] = await Promise.all([
    db
      .select()
      .from(bucketDeliveries)
      .where(and(where, behindId(bucketDeliveries.id, page)))
      .orderBy(desc(bucketDeliveries.id))
      .limit(page.limit)
      .offset(page.offset),
    db.select({ total: count() }).from(bucketDeliveries).where(where),
  ]);
  return { rows, total: totals[0]?.total ?? 0 };
}

/** Claims due deliveries until `leasedUntil`: waiting ones, and those of dead workers. */
export async function claimBucketDeliveries(
  db: Database,
  { now, leasedUntil, rowsMax }: { now: Date; leasedUntil: Date; rowsMax: number },
): Promise<BucketDeliveryRow[]> {
  const due = db
    .select({ id: bucketDeliveries.id })
    .from(bucketDeliveries)
    .where(lte(bucketDeliveries.dueAt, now))
    .orderBy(bucketDeliveries.dueAt)
    .limit(rowsMax)
    .for("update", { skipLocked: true });
  return db
    .update(bucketDeliveries)
    .set({ dueAt: leasedUntil, claims: sql`${bucketDeliveries.claims} + 1`, state: "running" })
    .where(inArray(bucketDeliveries.id, due))
    .returning();
}

export type BucketDeliveryChange = Partial<
  Omit<BucketDeliveryRow, "id" | "targetId" | "purchaseId">
>;

/** A worker's change of its own claim; false if it was overtaken, or the bucket was removed. */
export async function changeOwnDelivery(
  tx: Database,
  { id, claims }: Pick<BucketDeliveryRow, "id" | "claims">,
  change: BucketDeliveryChange,
): Promise<boolean> {
  const own = and(
    eq(bucketDeliveries.id, id),
    eq(bucketDeliveries.claims, claims),
    eq(bucketDeliveries.state, "running"),
  );
  const rows = await tx
    .update(bucketDeliveries)
    .set(change)
    .where(own)
    .returning({ id: bucketDeliveries.id });
  return rows.length === 1;
}

export type DeliveredPurchase = { target: TargetRow; purchase: PurchaseRow; upload: UploadRow };

export async function findDeliveredPurchase(
  db: Database,
  deliveryId: string,
): Promise<DeliveredPurchase | null> {
  const [row] = await db
    .select({ target: deliveryTargets, purchase: purchases, upload: uploads })
    .from(bucketDeliveries)
    .innerJoin(deliveryTargets, eq(deliveryTargets.id, bucketDeliveries.targetId))
    .innerJoin(purchases, eq(purchases.id, bucketDeliveries.purchaseId))
    .innerJoin(uploads, eq(uploads.id, purchases.uploadId))
    .where(eq(bucketDeliveries.id, deliveryId));
  return row ?? null;
}
