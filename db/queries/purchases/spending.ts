/** What an account has paid and what waits in escrow, for its own overview. */
import { and, asc, eq, gte, inArray, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { apiKeys, ledgerEntries, purchases, purses } from "../../schema/index.ts";

export type SpendingMonth = {
  /** A month of UTC, such as 2026-11. */
  month: string;
  /** By the built-in key of the website, and so by the person. */
  isByPerson: boolean;
  paidCents: number;
  /** Refunds and lost chargebacks that reached the buyer in this month. */
  returnedCents: number;
};

/**
 * Ledger entries of the account's card payments since a time, by month and by who bought; a month can
 * have one row for purchases and one for shared charges.
 */
export async function sumSpendingByMonth(
  db: Database,
  { accountId, currency, since }: { accountId: string; currency: string; since: Date },
): Promise<SpendingMonth[]> {
  const { amountCents, createdAt, posting } = ledgerEntries;
  const month = sql<string>`to_char(${createdAt} at time zone 'UTC', 'YYYY-MM')`;
  const isCapture = sql`${posting} = 'captured'`;
  const sums = {
    month,
    isByPerson: apiKeys.isBuiltIn,
    paidCents: sql`coalesce(-sum(${amountCents}) filter (where ${isCapture}), 0)`.mapWith(Number),
    returnedCents: sql`coalesce(sum(${amountCents}) filter (where not ${isCapture}), 0)`.mapWith(
      Number,
    ),
  };
  const isBuyers = sql`${ledgerEntries.account} = 'buyer'`;
  const ofPurchases = await db
    .select(sums)
    .from(purchases)
    .innerJoin(ledgerEntries, and(eq(ledgerEntries.purchaseId, purchases.id), isBuyers))
    .innerJoin(apiKeys, eq(apiKeys.id, purchases.apiKeyId))
    .where(
      and(
        eq(purchases.accountId, accountId),
        eq(purchases.currency, currency),
        gte(createdAt, since),
      ),
    )
    .groupBy(month, apiKeys.isBuiltIn);
  const ofPurses = await db
    .select(sums)
    .from(purses)
    .innerJoin(ledgerEntries, and(eq(ledgerEntries.purseId, purses.id), isBuyers))
    .innerJoin(apiKeys, eq(apiKeys.id, purses.apiKeyId))
    .where(
      and(eq(purses.accountId, accountId), eq(purses.currency, currency), gte(createdAt, since)),
    )
    .groupBy(month, apiKeys.isBuiltIn);
  return [...ofPurchases, ...ofPurses];
}

/** The sum in cents that the marketplace holds for the account's purchases, disputed or not, and purses. */
export async function sumHeldForBuyer(
  db: Database,
  { accountId, currency }: { accountId: string; currency: string },
): Promise<number> {
  const [row] = await db
    .select({ cents: sql`coalesce(sum(${purchases.priceCents}), 0)`.mapWith(Number) })
    .from(purchases)
    .where(
      and(
        eq(purchases.accountId, accountId),
        eq(purchases.currency, currency),
        inArray(purchases.state, ["in_escrow", "disputed"]),
      ),
    );
  const free = sql`coalesce(sum(${purses.priceCents} - ${purses.allottedCents}), 0)`;
  const [shared] = await db
    .select({ cents: free.mapWith(Number) })
    .from(purses)
    .where(
      and(
        eq(purses.accountId, accountId),
        eq(purses.currency, currency),
        eq(purses.state, "in_escrow"),
      ),
    );
  return (row?.cents ?? 0) + (shared?.cents ?? 0);
}

export type DueConfirmation = {
  id: string;
  title: string;
  priceCents: number;
  currency: string;
  releaseDueAt: Date | null;
};

/** A subscription's period cannot be confirmed before its first update. */
export const isConfirmable = sql`${purchases.state} = 'in_escrow'
  and (${purchases.subscriptionId} is null or ${purchases.deliveredVersion} is not null)`;

/** Purchases to confirm or dispute, the soonest end of escrow first. */
export function readDueConfirmations(
  db: Database,
  accountId: string,
  rowsMax: number,
): Promise<DueConfirmation[]> {
  return db
    .select({
      id: purchases.id,
      title: purchases.title,
      priceCents: purchases.priceCents,
      currency: purchases.currency,
      releaseDueAt: purchases.releaseDueAt,
    })
    .from(purchases)
    .where(and(eq(purchases.accountId, accountId), isConfirmable))
    .orderBy(asc(purchases.releaseDueAt), asc(purchases.id))
    .limit(rowsMax);
}
