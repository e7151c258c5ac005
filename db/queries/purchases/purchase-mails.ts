/** Purchases for the mail job. */
import { eq } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database } from "../../client.ts";
import { accounts, purchases } from "../../schema/index.ts";
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
