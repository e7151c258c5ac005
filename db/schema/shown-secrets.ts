/** The table of new secrets that the page after the redirect still has to show. */
import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { accounts } from "./accounts.ts";
import { instant } from "./columns.ts";

/** Gone within minutes; only the browser session that made the secret can open its row. */
export const shownSecrets = pgTable(
  "shown_secrets",
  {
    /** The API key or the webhook whose secret it is. */
    subjectId: uuid().primaryKey(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id),
    /** A compact JWE, whose key is derived from the session's cookie too. */
    sealed: text().notNull(),
    expiresAt: instant().notNull(),
  },
  (table) => [index("shown_secrets_expires_at").on(table.expiresAt)],
);
