import { eq } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { accounts, subscriptions } from "../../schema/index.ts";
import type { SubscriptionRow } from "./subscriptions.ts";

export type SubscriptionMailRow = {
  subscription: SubscriptionRow;
  person: { accountId: string; email: string; emailVerified: boolean };
};

/** Recipient and contents of a mail to a subscriber. */
export async function findSubscriptionMail(
  db: Database,
  id: string,
): Promise<SubscriptionMailRow | null> {
  const [row] = await db
    .select({
      subscription: subscriptions,
      person: {
        accountId: accounts.id,
        email: accounts.email,
        emailVerified: accounts.emailVerified,
      },
    })
    .from(subscriptions)
    .innerJoin(accounts, eq(accounts.id, subscriptions.accountId))
    .where(eq(subscriptions.id, id));
  return row ?? null;
}
