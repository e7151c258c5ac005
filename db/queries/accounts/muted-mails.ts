import { eq } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { accounts } from "../../schema/index.ts";

/** Names of the mail topics that the account has muted; empty if the account does not exist. */
export async function readMutedMails(db: Database, accountId: string): Promise<string[]> {
  const [row] = await db
    .select({ muted: accounts.mutedMails })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  return row?.muted ?? [];
}
