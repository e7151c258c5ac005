/** Cards, and the visits to the provider's page for adding them. */
import { and, asc, count, eq, inArray, isNull, lte } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { paymentMethods, paymentSetups, purchases } from "../../schema/index.ts";

export type CardRow = typeof paymentMethods.$inferSelect;
export type PaymentSetupRow = typeof paymentSetups.$inferSelect;

const isCardOf = (accountId: string) =>
  and(eq(paymentMethods.accountId, accountId), isNull(paymentMethods.removedAt));

/** The account's cards, oldest first. */
export async function listCards(db: Database, accountId: string): Promise<CardRow[]> {
  return db
    .select()
    .from(paymentMethods)
    .where(isCardOf(accountId))
    .orderBy(asc(paymentMethods.addedAt), asc(paymentMethods.id));
}

export async function countCards(db: Database, accountId: string): Promise<number> {
  const [row] = await db.select({ total: count() }).from(paymentMethods).where(isCardOf(accountId));
  return row?.total ?? 0;
}

/** The account's card for paying; it cannot be removed until the transaction ends. */
export async function holdCard(
  tx: Database,
  accountId: string,
  cardId: string,
): Promise<CardRow | null> {
  const [row] = await tx
    .select()
    .from(paymentMethods)
    .where(and(eq(paymentMethods.id, cardId), isCardOf(accountId)))
    .for("share");
  return row ?? null;
}

/** The account's card, even if removed, locked against use for payment. */
export async function lockCard(
  tx: Database,
  accountId: string,
  cardId: string,
): Promise<CardRow | null> {
  const [row] = await tx
    .select()
    .from(paymentMethods)
    .where(and(eq(paymentMethods.id, cardId), eq(paymentMethods.accountId, accountId)))
    .for("update");
  return row ?? null;
}

/** Null if the card exists already. */
export async function insertCardOnce(
  tx: Database,
  values: typeof paymentMethods.$inferInsert,
): Promise<CardRow | null> {
  const [row] = await tx.insert(paymentMethods).values(values).onConflictDoNothing().returning();
  return row ?? null;
}

export async function markCardRemoved(tx: Database, cardId: string, now: Date): Promise<void> {
  await tx.update(paymentMethods).set({ removedAt: now }).where(eq(paymentMethods.id, cardId));
}

/** Whether a payment with the card is under way with an unknown outcome. */
export async function isCardInUse(
  db: Database,
  { id, accountId }: Pick<CardRow, "id" | "accountId">,
): Promise<boolean> {
  const isPending = eq(purchases.state, "payment_pending");
  // Only the card's account pays with it, so an index finds the purchases.
  const [row] = await db
    .select({ id: purchases.id })
    .from(purchases)
    .where(and(eq(purchases.accountId, accountId), isPending, eq(purchases.paymentMethodId, id)))
    .limit(1);
  return row !== undefined;
}

export async function insertPaymentSetup(
  db: Database,
  values: typeof paymentSetups.$inferInsert,
): Promise<void> {
  await db.insert(paymentSetups).values(values);
}

export async function findPaymentSetup(
  db: Database,
  setupId: string,
): Promise<PaymentSetupRow | null> {
  const [row] = await db.select().from(paymentSetups).where(eq(paymentSetups.id, setupId));
  return row ?? null;
}

export async function lockPaymentSetup(
  tx: Database,
  setupId: string,
): Promise<PaymentSetupRow | null> {
  const [row] = await tx
    .select()
    .from(paymentSetups)
    .where(eq(paymentSetups.id, setupId))
    .for("update");
  return row ?? null;
}

export async function updatePaymentSetup(
  tx: Database,
  setupId: string,
  change: Partial<typeof paymentSetups.$inferInsert>,
): Promise<void> {
  await tx.update(paymentSetups).set(change).where(eq(paymentSetups.id, setupId));
}

/**
 * Claims visits whose outcome is due to be requested; each goes to one process until `leaseUntil`.
 */
export async function claimDuePaymentSetups(
  db: Database,
  { now, leaseUntil, rowsMax }: { now: Date; leaseUntil: Date; rowsMax: number },
): Promise<string[]> {
  const due = db
    .select({ id: paymentSetups.id })
    .from(paymentSetups)
    .where(lte(paymentSetups.checkDueAt, now))
    .orderBy(asc(paymentSetups.checkDueAt))
    .limit(rowsMax)
    .for("update", { skipLocked: true });
  const claimed = await db
    .update(paymentSetups)
    .set({ checkDueAt: leaseUntil })
    .where(inArray(paymentSetups.id, due))
    .returning({ id: paymentSetups.id });
  return claimed.map(({ id }) => id);
}
