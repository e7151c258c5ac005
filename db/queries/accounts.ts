import { eq } from "drizzle-orm";
import type { Database } from "../client.ts";
import { accounts } from "../schema/index.ts";

/** Makes or refreshes the account of one subject of one provider; returns its id. */
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

/** Locks the row against other changes; purchases that only refer to it go on. */
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
