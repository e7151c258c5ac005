/** Purchases for the mail job. */
import { eq } from "drizzle-orm";
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

export type PurseMailRow = { purse: PurseRow; buyer: Person };

export async function findPurseMail(db: Database, purseId: string): Promise<PurseMailRow | null> {
  const [row] = await db
    .select({
      purse: purses,
      buyer: { email: accounts.email, emailVerified: accounts.emailVerified },
    })
    .from(purses)
    .innerJoin(accounts, eq(accounts.id, purses.accountId))
    .where(eq(purses.id, purseId));
  return row ?? null;
}
