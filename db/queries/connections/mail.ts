/** Recipient and contents of the mail about a newly connected client. */
import { eq } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { accounts, apiKeys, connections } from "../../schema/index.ts";
import type { BudgetPeriod } from "../../vocabulary/account.ts";
import type { ConnectionRow } from "./connections.ts";

export type ConnectionMailRow = {
  accountId: string;
  email: string;
  emailVerified: boolean;
  connection: Pick<
    ConnectionRow,
    "id" | "clientName" | "clientHost" | "scopes" | "consentedAt" | "expiresAt" | "consentCount"
  >;
  /** Null if none is set. */
  budget: { cents: number; period: BudgetPeriod } | null;
};

export async function findConnectionMail(
  db: Database,
  connectionId: string,
): Promise<ConnectionMailRow | null> {
  const [row] = await db
    .select({
      accountId: accounts.id,
      email: accounts.email,
      emailVerified: accounts.emailVerified,
      connection: connections,
      cents: apiKeys.budgetCents,
      period: apiKeys.budgetPeriod,
    })
    .from(connections)
    .innerJoin(accounts, eq(accounts.id, connections.accountId))
    .leftJoin(apiKeys, eq(apiKeys.id, connections.apiKeyId))
    .where(eq(connections.id, connectionId));
  if (row === undefined) return null;
  const { cents, period, connection, ...owner } = row;
  const { id, clientName, clientHost, scopes, consentedAt, expiresAt, consentCount } = connection;
  return {
    ...owner,
    connection: { id, clientName, clientHost, scopes, consentedAt, expiresAt, consentCount },
    budget: cents === null || period === null ? null : { cents, period },
  };
}
