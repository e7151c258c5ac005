/** Purchases for the mail job. */
import { asc, eq } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database } from "../../client.ts";
import { accounts, purchases, purses } from "../../schema/index.ts";
import type { PurseRow } from "./charged.ts";
import type { PurchaseRow } from "./purchases.ts";

type Person = { email: string; emailVerified: boolean };
export type PurchaseMailRow = { purchase: PurchaseRow; buyer: Person; seller: Person };

export async function findPurchaseMail(
  db: Database,
  purchaseId: string,
): Promise<PurchaseMailRow | null> {
  const sellers = alias(accounts, "sellers");
  const person = (account: typeof accounts | typeof sellers) => ({
    email: account.email,
    emailVerified: account.emailVerified,
  });
  const [row] = await db
    .select({ purchase: purchases, buyer: person(accounts), seller: person(sellers) })
    .from(purchases)
    .innerJoin(accounts, eq(accounts.id, purchases.accountId))
    .innerJoin(sellers, eq(sellers.id, purchases.sellerAccountId))
    .where(eq(purchases.id, purchaseId));
  return row ?? null;
}

/** `seller`: of a bundle, all of whose purchases are of one; null without purchases. */
export type PurseMailRow = {
  purse: PurseRow;
  buyer: Person;
  seller: Person | null;
  purchases: PurchaseRow[];
};

export async function findPurseMail(
  db: Database,
  purseId: string,
  rowsMax: number,
): Promise<PurseMailRow | null> {
  const [row] = await db
    .select({
      purse: purses,
      buyer: { email: accounts.email, emailVerified: accounts.emailVerified },
    })
    .from(purses)
    .innerJoin(accounts, eq(accounts.id, purses.accountId))
    .where(eq(purses.id, purseId));
  if (row === undefined) return null;
  const sold = await db
    .select({
      purchase: purchases,
      seller: { email: accounts.email, emailVerified: accounts.emailVerified },
    })
    .from(purchases)
    .innerJoin(accounts, eq(accounts.id, purchases.sellerAccountId))
    .where(eq(purchases.purseId, purseId))
    .orderBy(asc(purchases.id))
    .limit(rowsMax);
  const bundled = sold.map(({ purchase }) => purchase);
  return { ...row, seller: sold[0]?.seller ?? null, purchases: bundled };
}
