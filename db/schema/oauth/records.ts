/** The table in which the OAuth authorisation server keeps what it has given out. */
import { index, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant } from "../columns.ts";

/**
 * Clients, running authorisations, grants, codes and tokens. What a caller would present is kept as
 * its SHA-256 alone (`idHash`), and `payload` does not repeat it.
 */
export const oauthRecords = pgTable(
  "oauth_records",
  {
    /** The provider's name of the model: `AccessToken`, `Grant`, … */
    kind: text().notNull(),
    idHash: text().notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    /** What ends together: the grant itself, its codes and its tokens; null of all others. */
    grantId: text(),
    /** Of codes and refresh tokens, which are good for one use. */
    consumedAt: instant(),
    expiresAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.idHash] }),
    index("oauth_records_grant").on(table.grantId, table.kind),
    index("oauth_records_expires_at").on(table.expiresAt),
  ],
);
