import { boolean, pgTable, text, unique } from "drizzle-orm/pg-core";
import { instant, primaryId } from "./columns.ts";

/** A human: one subject of one identity provider. Operators and owners are both accounts. */
export const accounts = pgTable(
  "accounts",
  {
    id: primaryId(),
    issuer: text().notNull(),
    subject: text().notNull(),
    /** Case-folded, as the provider last stated it. */
    email: text().notNull(),
    emailVerified: boolean().notNull(),
    createdAt: instant().notNull(),
    lastSeenAt: instant().notNull(),
  },
  (table) => [unique("accounts_issuer_subject").on(table.issuer, table.subject)],
);
