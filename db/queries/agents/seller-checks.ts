/** The verifications of a seller agent that public answers show. */
import { sql } from "drizzle-orm";
import { accounts, agents } from "../../schema/index.ts";

export type ShownSeller = {
  id: string;
  name: string;
  verified: boolean;
  identityChecked: boolean;
};

/** Columns for a query that reads `agents`. */
export const sellerChecks = {
  verified: sql<boolean>`${agents.state} = 'verified'`,
  identityChecked: sql<boolean>`${agents.state} = 'verified' and exists (select from ${accounts}
    where ${accounts.id} = ${agents.accountId} and ${accounts.identityCheckedAt} is not null)`,
};
