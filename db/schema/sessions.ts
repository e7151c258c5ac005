/** The table of the browsers in which people are signed in. */
import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { accounts } from "./accounts.ts";
import { instant, primaryId } from "./columns.ts";

/** The site's cookie names its row; a session without one has ended. */
export const sessions = pgTable(
  "sessions",
  {
    id: primaryId(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id),
    /** Browser and system in words, of what the browser said of itself. */
    device: text().notNull(),
    createdAt: instant().notNull(),
    /** To within some minutes, so that looking at a page seldom writes. */
    lastSeenAt: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (table) => [
    index("sessions_account").on(table.accountId, table.lastSeenAt),
    index("sessions_expires_at").on(table.expiresAt),
  ],
);
