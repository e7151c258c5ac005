/** The provider's webhooks: each is recorded once and makes something due for a check. */
import { and, eq, inArray, isNotNull, isNull, or } from "drizzle-orm";
import type { Database } from "../../client.ts";
import {
  accounts,
  paymentEvents,
  paymentMethods,
  paymentSetups,
  purchases,
} from "../../schema/index.ts";
import { deleteOldest, type Oldest } from "../delete-oldest.ts";
import type { PurchaseRow } from "./purchases.ts";

/** False if the event was recorded before. */
export async function insertPaymentEvent(
  tx: Database,
  values: typeof paymentEvents.$inferInsert,
): Promise<boolean> {
  const rows = await tx.insert(paymentEvents).values(values).onConflictDoNothing().returning();
  return rows.length > 0;
}

type PurchaseKeys = { paymentIntentId: string | null; purchaseId: string | null };

function namedBy({ paymentIntentId, purchaseId }: PurchaseKeys) {
  const keys = [
    ...(paymentIntentId === null ? [] : [eq(purchases.paymentIntentId, paymentIntentId)]),
    ...(purchaseId === null
      ? []
      : [eq(purchases.id, purchaseId), eq(purchases.purseId, purchaseId)]),
  ];
  return keys.length === 0 ? null : or(...keys);
}

/** The purchase that an event is about, or null. */
export async function findPurchaseOfEvent(
  db: Database,
  keys: PurchaseKeys,
): Promise<PurchaseRow | null> {
  const named = namedBy(keys);
  if (named === null) return null;
  const [row] = await db.select().from(purchases).where(named).limit(1);
  return row ?? null;
}

/**
 * Makes a purchase due now if the provider may still affect it; with `isEnded` also a finished one.
 */
export async function markPurchaseDue(
  tx: Database,
  keys: PurchaseKeys,
  { now, isEnded, isPaid }: { now: Date; isEnded: boolean; isPaid: boolean },
): Promise<void> {
  const named = namedBy(keys);
  if (named === null) return;
  const isOpen = or(
    inArray(purchases.state, ["payment_pending", "in_escrow", "disputed"]),
    and(eq(purchases.state, "released"), isNull(purchases.transferredAt)),
    and(eq(purchases.state, "refunded"), isNull(purchases.refundPaidAt)),
  );
  const isUnpaid = and(
    inArray(purchases.state, ["payment_failed", "cancelled", "expired"]),
    isNotNull(purchases.paymentIntentId),
  );
  const isConcerned = or(
    isOpen,
    isEnded ? isNotNull(purchases.paidAt) : undefined,
    isPaid ? isUnpaid : undefined,
  );
  await tx.update(purchases).set({ settleDueAt: now }).where(and(named, isConcerned));
}

export async function markPayoutCheckDue(
  tx: Database,
  payoutAccountId: string,
  now: Date,
): Promise<void> {
  await tx
    .update(accounts)
    .set({ payoutCheckDueAt: now })
    .where(eq(accounts.payoutAccountId, payoutAccountId));
}

/** The visit has ended at the provider, with any outcome. */
export async function markSetupDue(tx: Database, setupId: string, now: Date): Promise<void> {
  await tx
    .update(paymentSetups)
    .set({ checkDueAt: now })
    .where(and(eq(paymentSetups.id, setupId), isNull(paymentSetups.endedAt)));
}

/** The card can no longer be charged, because it was detached at the provider. */
export async function removeCard(tx: Database, cardId: string, now: Date): Promise<void> {
  await tx
    .update(accounts)
    .set({ defaultPaymentMethodId: null })
    .where(eq(accounts.defaultPaymentMethodId, cardId));
  await tx
    .update(paymentMethods)
    .set({ removedAt: now })
    .where(and(eq(paymentMethods.id, cardId), isNull(paymentMethods.removedAt)));
}

export function deletePaymentEvents(db: Database, oldest: Oldest): Promise<number> {
  return deleteOldest(db, paymentEvents.receivedAt, oldest);
}
