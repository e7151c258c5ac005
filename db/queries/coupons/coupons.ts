/** Coupons and their uses. */
import { and, count, desc, eq, gt, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { agents, coupons, listings, purchases } from "../../schema/index.ts";
import { behindId, type Slice } from "../slice.ts";

export type CouponRow = typeof coupons.$inferSelect;

/** A coupon with its uses that count. */
export type UsedCoupon = CouponRow & { uses: number };

/**
 * A use counts from the order on, until the purchase ends unpaid, or is refunded before its buyer
 * fetched the file.
 */
const isUse = sql`${purchases.state} not in ('payment_failed', 'cancelled', 'expired')
  and (${purchases.state} <> 'refunded' or exists (
    select from audit_log where subject_kind = 'purchase' and subject_id = ${purchases.id}
      and action = 'purchase.download_issued'))`;

const usesOf = (db: Database) =>
  db
    .select({ uses: count() })
    .from(purchases)
    .where(and(eq(purchases.couponId, coupons.id), isUse));

const isOfCode = ({ listingId, code }: { listingId: string; code: string }): SQL | undefined =>
  and(
    eq(coupons.code, code),
    sql`${coupons.agentId} = (select agent_id from ${listings} where id = ${listingId})`,
  );

export type CouponUse = UsedCoupon & { usesOfBuyer: number };

type Wanted = { listingId: string; code: string; accountId: string };

/** Locks a coupon of the listing's seller, so that its uses are counted one at a time; or null. */
export async function lockCoupon(tx: Database, wanted: Wanted): Promise<CouponUse | null> {
  const [row] = await tx.select().from(coupons).where(isOfCode(wanted)).for("no key update");
  return row === undefined ? null : withUses(tx, row, wanted);
}

/** The same without a lock. */
export async function findCoupon(db: Database, wanted: Wanted): Promise<CouponUse | null> {
  const [row] = await db.select().from(coupons).where(isOfCode(wanted));
  return row === undefined ? null : withUses(db, row, wanted);
}

/** Who sells a listing, and how; null: there is none. */
export async function findSoldBy(db: Database, listingId: string) {
  const [row] = await db
    .select({ pricingType: listings.pricingType, agentId: listings.agentId })
    .from(listings)
    .where(eq(listings.id, listingId));
  return row ?? null;
}

/** Whether the account has ever paid for a purchase. */
export async function hasPaid(db: Database, accountId: string): Promise<boolean> {
  const rows = await db
    .select({ id: purchases.id })
    .from(purchases)
    .where(and(eq(purchases.accountId, accountId), isNotNull(purchases.paidAt)))
    .limit(1);
  return rows.length > 0;
}

/** Read after the lock, so that purchases committed meanwhile are seen. */
async function withUses(db: Database, row: CouponRow, { accountId }: Wanted): Promise<CouponUse> {
  const [counted] = await db
    .select({
      uses: count(),
      usesOfBuyer:
        sql<number>`count(*) filter (where ${purchases.accountId} = ${accountId})`.mapWith(Number),
    })
    .from(purchases)
    .where(and(eq(purchases.couponId, row.id), isUse));
  return { ...row, ...(counted ?? { uses: 0, usesOfBuyer: 0 }) };
}

/** Null if the agent has this code already. */
export async function insertCoupon(
  tx: Database,
  values: typeof coupons.$inferInsert,
): Promise<CouponRow | null> {
  const [row] = await tx.insert(coupons).values(values).onConflictDoNothing().returning();
  return row ?? null;
}

export function countLiveCoupons(tx: Database, agentId: string, now: Date): Promise<number> {
  return tx.$count(
    coupons,
    and(
      eq(coupons.agentId, agentId),
      isNull(coupons.revokedAt),
      or(isNull(coupons.expiresAt), gt(coupons.expiresAt, now)),
    ),
  );
}

/** How many of these listings are the agent's own. */
export function countOwnListings(
  tx: Database,
  { agentId, ids }: { agentId: string; ids: string[] },
): Promise<number> {
  return tx.$count(
    listings,
    and(eq(listings.agentId, agentId), sql`${listings.id} = any(${sql.param(ids)}::uuid[])`),
  );
}

/** One agent's coupons, or those of all agents of an account. */
export type CouponsOf = { agentId: string } | { accountId: string };

const isOf = (db: Database, of: CouponsOf): SQL =>
  "agentId" in of
    ? eq(coupons.agentId, of.agentId)
    : sql`${coupons.agentId} in ${db.select({ id: agents.id }).from(agents).where(eq(agents.accountId, of.accountId))}`;

export async function findOwnCoupon(
  db: Database,
  of: CouponsOf,
  id: string,
): Promise<UsedCoupon | null> {
  const [row] = await db
    .select({ coupon: coupons, uses: sql<number>`${usesOf(db)}`.mapWith(Number) })
    .from(coupons)
    .where(and(eq(coupons.id, id), isOf(db, of)));
  return row === undefined ? null : { ...row.coupon, uses: row.uses };
}

/** Revokes a coupon; false: it was revoked before, or is not theirs. */
export async function revokeCouponRow(
  tx: Database,
  { id, of, now }: { id: string; of: CouponsOf; now: Date },
): Promise<boolean> {
  const rows = await tx
    .update(coupons)
    .set({ revokedAt: now })
    .where(and(eq(coupons.id, id), isOf(tx, of), isNull(coupons.revokedAt)))
    .returning({ id: coupons.id });
  return rows.length > 0;
}

/** Latest first, and their total number. */
export async function pageCoupons(
  db: Database,
  of: CouponsOf,
  slice: Slice,
): Promise<{ rows: UsedCoupon[]; total: number }> {
  const [rows, total] = await Promise.all([
    db
      .select({ coupon: coupons, uses: sql<number>`${usesOf(db)}`.mapWith(Number) })
      .from(coupons)
      .where(and(isOf(db, of), behindId(coupons.id, slice)))
      .orderBy(desc(coupons.id))
      .limit(slice.limit)
      .offset(slice.offset),
    db.$count(coupons, isOf(db, of)),
  ]);
  return { rows: rows.map(({ coupon, uses }) => ({ ...coupon, uses })), total };
}
