import { and, asc, eq, inArray, isNull, lte, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { accounts, purchases } from "../../schema/index.ts";

/** Creates or refreshes the account for a subject of the identity provider; returns its id. */
export async function upsertAccount(
  db: Database,
  values: typeof accounts.$inferInsert,
): Promise<string> {
  const [row] = await db
    .insert(accounts)
    .values(values)
    .onConflictDoUpdate({
      target: [accounts.issuer, accounts.subject],
      set: {
        email: values.email,
        emailVerified: values.emailVerified,
        lastSeenAt: values.lastSeenAt,
      },
    })
    .returning({ id: accounts.id });
  if (row === undefined) throw new Error("the upsert of an account returned no row");
  return row.id;
}

export type AccountRow = typeof accounts.$inferSelect;

export async function findAccount(db: Database, accountId: string): Promise<AccountRow | null> {
  const [row] = await db.select().from(accounts).where(eq(accounts.id, accountId));
  return row ?? null;
}

/**
 * The other accounts of the same person (by verified address) or with the same card, even a removed
 * one.
 */
export async function findLinkedAccounts(db: Database, accountId: string): Promise<string[]> {
  const rows = await db.execute<{ id: string }>(sql`
    select other.id from accounts own join accounts other on other.email = own.email
      where own.id = ${accountId} and own.email_verified and other.email_verified
        and other.id <> own.id
    union
    select other.account_id from payment_methods own
      join payment_methods other on other.fingerprint = own.fingerprint
      where own.account_id = ${accountId} and other.account_id <> own.account_id`);
  return rows.map(({ id }) => id);
}

/** Locks the row against changes; purchases may still refer to it. */
export async function lockAccount(tx: Database, accountId: string): Promise<AccountRow | null> {
  const [row] = await tx
    .select()
    .from(accounts)
    .where(eq(accounts.id, accountId))
    .for("no key update");
  return row ?? null;
}

export async function updateAccount(
  tx: Database,
  accountId: string,
  change: Partial<typeof accounts.$inferInsert>,
): Promise<AccountRow> {
  const [row] = await tx.update(accounts).set(change).where(eq(accounts.id, accountId)).returning();
  if (row === undefined) throw new Error(`account ${accountId} vanished under its lock`);
  return row;
}

/** Stores the provider's id for the account unless there is one already. */
export async function claimProviderId(
  tx: Database,
  accountId: string,
  field: "customerId" | "payoutAccountId",
  made: string,
): Promise<{ id: string; isNew: boolean }> {
  const claimed = await tx
    .update(accounts)
    .set({ [field]: made })
    .where(and(eq(accounts.id, accountId), isNull(accounts[field])))
    .returning({ id: accounts.id });
  if (claimed.length > 0) return { id: made, isNew: true };
  const id = (await findAccount(tx, accountId))?.[field];
  if (typeof id !== "string") throw new Error(`account ${accountId} is gone`);
  return { id, isNew: false };
}

/** Makes the seller's transfers due that waited for a payout account; returns how many. */
export async function wakeTransfersOf(
  tx: Database,
  sellerAccountId: string,
  now: Date,
): Promise<number> {
  const woken = await tx
    .update(purchases)
    .set({ settleDueAt: now })
    .where(
      and(
        eq(purchases.sellerAccountId, sellerAccountId),
        eq(purchases.state, "released"),
        isNull(purchases.transferredAt),
      ),
    )
    .returning({ id: purchases.id });
  return woken.length;
}

/**
 * Claims accounts whose payout account is due for a check; each goes to one process until
 * `leaseUntil`.
 */
export async function claimDuePayoutChecks(
  db: Database,
  { now, leaseUntil, rowsMax }: { now: Date; leaseUntil: Date; rowsMax: number },
): Promise<string[]> {
  const due = db
    .select({ id: accounts.id })
    .from(accounts)
    .where(lte(accounts.payoutCheckDueAt, now))
    .orderBy(asc(accounts.payoutCheckDueAt))
    .limit(rowsMax)
    .for("no key update", { skipLocked: true });
  const claimed = await db
    .update(accounts)
    .set({ payoutCheckDueAt: leaseUntil })
    .where(inArray(accounts.id, due))
    .returning({ id: accounts.id });
  return claimed.map(({ id }) => id);
}
