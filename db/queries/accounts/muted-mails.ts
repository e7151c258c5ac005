/** Which kinds of mails an account has turned off. */
import { eq } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { accounts } from "../../schema/index.ts";

/** Names of topics; none of an account that is not there. */
export async function readMutedMails(db: Database, accountId: string): Promise<string[]> {
  const [row] = await db
    .select({ muted: accounts.mutedMails })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  return row?.muted ?? [];
}
