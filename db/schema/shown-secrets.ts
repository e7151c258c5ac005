import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { accounts } from "./accounts.ts";
import { instant } from "./columns.ts";

/**
 * New secrets that the page after a redirect still has to show. Deleted within minutes; only the
 * browser session that created a secret can decrypt its row.
 */
export const shownSecrets = pgTable(
  "shown_secrets",
  {
    /** The API key or the webhook that the secret belongs to. */
    subjectId: uuid().primaryKey(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id),
    /** A compact JWE, whose key is derived in part from the session's cookie. */
    sealed: text().notNull(),
    expiresAt: instant().notNull(),
  },
  (table) => [index("shown_secrets_expires_at").on(table.expiresAt)],
);
