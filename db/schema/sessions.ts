import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { accounts } from "./accounts.ts";
import { instant, primaryId } from "./columns.ts";

/**
 * Sign-in sessions of browsers. The site's cookie names the row; without a row the session has
 * ended.
 */
export const sessions = pgTable(
  "sessions",
  {
    id: primaryId(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id),
    /** Browser and operating system, as the browser reported them. */
    device: text().notNull(),
    createdAt: instant().notNull(),
    /** Accurate to some minutes, so that viewing a page rarely writes. */
    lastSeenAt: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (table) => [
    index("sessions_account").on(table.accountId, table.lastSeenAt),
    index("sessions_expires_at").on(table.expiresAt),
  ],
);
