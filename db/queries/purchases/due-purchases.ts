/** Purchases with a due step at the payment provider: claimed, postponed, done. */
import { and, asc, eq, inArray, isNull, lte, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { accounts, purchases } from "../../schema/index.ts";
import { lockPurchase, type PurchaseRow } from "./purchases.ts";

/**
 * Claims due purchases, each for one driver, until `leaseUntil`; longest due first. If a driver
 * dies, they become due again then.
 */
export async function claimDuePurchases(
  db: Database,
  { now, leaseUntil, rowsMax }: { now: Date; leaseUntil: Date; rowsMax: number },
): Promise<PurchaseRow[]> {
  // A CTE, so that it runs once: a subquery might run again and lock other rows.
  const due = db
    .$with("due")
    .as(
      db
        .select({ id: purchases.id })
        .from(purchases)
        .where(lte(purchases.settleDueAt, now))
        .orderBy(asc(purchases.settleDueAt))
        .limit(rowsMax)
        .for("update", { skipLocked: true }),
    );
  return db
    .with(due)
    .update(purchases)
    .set({ settleDueAt: leaseUntil, settleAttempts: sql`${purchases.settleAttempts} + 1` })
    .where(inArray(purchases.id, db.select({ id: due.id }).from(due)))
    .returning();
}

type LockedSeen = {
  purchase: PurchaseRow;
  /** The next due time; a webhook that arrived in the meantime has already made it due again. */
  dueAt: (next: Date | null) => Date | null;
  /**
   * Whether a webhook or another driver came in the meantime, so that the earlier reading may be
   * outdated.
   */
  isOvertaken: boolean;
};

/** Locks a purchase that a driver read before its calls to the provider. */
export async function lockSeen(tx: Database, seen: PurchaseRow): Promise<LockedSeen> {
  const purchase = await lockPurchase(tx, seen.id);
  if (purchase === null) throw new Error(`purchase ${seen.id} is gone`);
  const isOvertaken = purchase.settleDueAt?.getTime() !== seen.settleDueAt?.getTime();
  const dueAt = (next: Date | null) => (isOvertaken ? earlier(purchase.settleDueAt, next) : next);
  return { purchase, dueAt, isOvertaken };
}

function earlier(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}

type Later = {
  /** Null: nothing is due until something happens. */
  dueAt: Date | null;
  /**
   * The provider has stored an answer under the used key, so the next attempt needs another one.
   */
  isKeySpent: boolean;
};

/** Postpones a purchase without other changes. */
export async function putOff(
  db: Database,
  seen: PurchaseRow,
  { dueAt, isKeySpent }: Later,
): Promise<PurchaseRow> {
  return db.transaction(async (tx) => {
    const { purchase, dueAt: keep } = await lockSeen(tx, seen);
    if (purchase.state !== seen.state) return purchase;
    const isNewKey = isKeySpent && purchase.keyGeneration === seen.keyGeneration;
    const [row] = await tx
      .update(purchases)
      .set({
        settleDueAt: keep(dueAt),
        settleAttempts: Math.max(purchase.settleAttempts, 1),
        keyGeneration: purchase.keyGeneration + (isNewKey ? 1 : 0),
      })
      .where(eq(purchases.id, purchase.id))
      .returning();
    return row ?? purchase;
  });
}

/** Stores the id of the payment intent; the first one stays. */
export async function saveIntentId(
  db: Database,
  purchaseId: string,
  paymentIntentId: string,
): Promise<PurchaseRow> {
  const [saved] = await db
    .update(purchases)
    .set({ paymentIntentId })
    .where(
      and(
        eq(purchases.id, purchaseId),
        eq(purchases.state, "payment_pending"),
        isNull(purchases.paymentIntentId),
      ),
    )
    .returning();
  if (saved !== undefined) return saved;
  const [row] = await db.select().from(purchases).where(eq(purchases.id, purchaseId));
  if (row === undefined) throw new Error(`purchase ${purchaseId} is gone`);
  return row;
}

export type Payee = { payoutAccountId: string | null; canBePaid: boolean };

/**
 * Whether a seller's transfers can be made. With `hold` the account is locked until the transaction
 * ends: call it before locking a purchase, in the same order as enabling payouts.
 */
export async function findPayee(
  db: Database,
  accountId: string,
  { hold }: { hold: boolean },
): Promise<Payee> {
  const query = db.select().from(accounts).where(eq(accounts.id, accountId));
  const [row] = hold ? await query.for("share") : await query;
  if (row === undefined) throw new Error(`account ${accountId} is gone`);
  const { payoutAccountId, payoutsEnabledAt, suspendedAt } = row;
  const canBePaid = payoutAccountId !== null && payoutsEnabledAt !== null && suspendedAt === null;
  return { payoutAccountId, canBePaid };
}
