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
