/** Who is paid for a purchase. */
import { eq } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { accounts } from "../../schema/index.ts";

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
