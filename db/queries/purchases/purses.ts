/** Purses: charges that pay several purchases. */
import { and, asc, eq, inArray, isNotNull, isNull, or, sql, sum } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { accounts, bounties, paymentMethods, purchases, purses } from "../../schema/index.ts";
import type { PurseChange, PurseRow } from "./charged.ts";
import type { PurchaseRow } from "./purchases.ts";

export async function insertPurse(
  tx: Database,
  values: typeof purses.$inferInsert,
): Promise<PurseRow> {
  const [row] = await tx.insert(purses).values(values).returning();
  if (row === undefined) throw new Error("the purse was not written");
  return row;
}

export async function findPurse(db: Database, purseId: string): Promise<PurseRow | null> {
  const [row] = await db.select().from(purses).where(eq(purses.id, purseId));
  return row ?? null;
}

/** A shared charge as its buyer sees it; `requestId`: the data request whose bounty it pays. */
export type PurseDetail = {
  purse: PurseRow;
  buyer: { email: string; suspendedAt: Date | null };
  card: { brand: string; last4: string };
  requestId: string | null;
};

export async function findPurseDetail(db: Database, purseId: string): Promise<PurseDetail | null> {
  const [row] = await db
    .select({
      purse: purses,
      buyer: { email: accounts.email, suspendedAt: accounts.suspendedAt },
      card: { brand: paymentMethods.brand, last4: paymentMethods.last4 },
      requestId: bounties.requestId,
    })
    .from(purses)
    .innerJoin(accounts, eq(accounts.id, purses.accountId))
    .innerJoin(paymentMethods, eq(paymentMethods.id, purses.paymentMethodId))
    .leftJoin(bounties, eq(bounties.purseId, purses.id))
    .where(eq(purses.id, purseId));
  return row ?? null;
}

/** The data request whose bounty a purse pays; null: it pays none. */
export async function findRequestOfPurse(db: Database, purseId: string): Promise<string | null> {
  const [row] = await db
    .select({ requestId: bounties.requestId })
    .from(bounties)
    .where(eq(bounties.purseId, purseId));
  return row?.requestId ?? null;
}

/** The purse of a request's bounty; null: it has none. */
export async function findPurseOfRequest(
  db: Database,
  requestId: string,
): Promise<PurseRow | null> {
  const [row] = await db
    .select({ purse: purses })
    .from(bounties)
    .innerJoin(purses, eq(purses.id, bounties.purseId))
    .where(eq(bounties.requestId, requestId));
  return row?.purse ?? null;
}

/** Locks the row until the transaction ends; before its purchases. */
export async function lockPurse(tx: Database, purseId: string): Promise<PurseRow | null> {
  const [row] = await tx.select().from(purses).where(eq(purses.id, purseId)).for("update");
  return row ?? null;
}

/** Changes a locked purse. Throws if its state differs from the locked one. */
export async function updatePurse(
  tx: Database,
  purse: PurseRow,
  change: PurseChange,
): Promise<PurseRow> {
  const [row] = await tx
    .update(purses)
    .set(change)
    .where(and(eq(purses.id, purse.id), eq(purses.state, purse.state)))
    .returning();
  if (row === undefined) throw new Error(`purse ${purse.id} was moved without its lock`);
  return row;
}

/** Allots a part of a locked purse to a purchase; the table refuses more than the charge. */
export async function allotCents(tx: Database, purseId: string, cents: number): Promise<void> {
  await tx
    .update(purses)
    .set({ allottedCents: sql`${purses.allottedCents} + ${cents}` })
    .where(eq(purses.id, purseId));
}

/** The unpaid purchases of a locked purse, locked in the order of their ids. */
export async function lockPendingOfPurse(
  tx: Database,
  purseId: string,
  rowsMax: number,
): Promise<PurchaseRow[]> {
  return tx
    .select()
    .from(purchases)
    .where(and(eq(purchases.purseId, purseId), eq(purchases.state, "payment_pending")))
    .orderBy(asc(purchases.id))
    .limit(rowsMax)
    .for("update");
}

/** The purchases that a purse pays, in the order of their ids. */
export async function readPurchasesOfPurse(
  db: Database,
  purseId: string,
  rowsMax: number,
): Promise<PurchaseRow[]> {
  return db
    .select()
    .from(purchases)
    .where(eq(purchases.purseId, purseId))
    .orderBy(asc(purchases.id))
    .limit(rowsMax);
}

type PurseKeys = { paymentIntentId: string | null; purchaseId: string | null };

/** Makes a purse due now, like `markPurchaseDue`; `purchaseId` is the provider's name for it. */
export async function markPurseDue(
  tx: Database,
  { paymentIntentId, purchaseId }: PurseKeys,
  { now, isEnded, isPaid }: { now: Date; isEnded: boolean; isPaid: boolean },
): Promise<void> {
  const keys = [
    ...(paymentIntentId === null ? [] : [eq(purses.paymentIntentId, paymentIntentId)]),
    ...(purchaseId === null ? [] : [eq(purses.id, purchaseId)]),
  ];
  if (keys.length === 0) return;
  const isConcerned = or(
    inArray(purses.state, ["payment_pending", "in_escrow"]),
    and(eq(purses.state, "refunded"), isNull(purses.refundPaidAt)),
    isEnded ? isNotNull(purses.paidAt) : undefined,
    isPaid
      ? and(
          inArray(purses.state, ["payment_failed", "cancelled", "expired"]),
          isNotNull(purses.paymentIntentId),
        )
      : undefined,
  );
  await tx
    .update(purses)
    .set({ settleDueAt: now })
    .where(and(or(...keys), isConcerned));
}

/**
 * Cents that the keys' purses hold and no purchase has taken; keys without any are absent. Purchases count
 * themselves.
 */
export async function purseCentsByKey(
  db: Database,
  apiKeyIds: string[],
): Promise<Map<string, number>> {
  if (apiKeyIds.length === 0) return new Map();
  const free = sql<string>`${purses.priceCents} - ${purses.allottedCents}`;
  const rows = await db
    .select({ apiKeyId: purses.apiKeyId, cents: sum(free).mapWith(Number) })
    .from(purses)
    .where(
      and(
        inArray(purses.apiKeyId, apiKeyIds),
        inArray(purses.state, ["payment_pending", "in_escrow"]),
      ),
    )
    .groupBy(purses.apiKeyId);
  return new Map(rows.map(({ apiKeyId, cents }) => [apiKeyId, cents]));
}
