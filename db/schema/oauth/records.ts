import { index, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant } from "../columns.ts";

/**
 * Records of the OAuth authorisation server: clients, running authorisations, grants, codes and
 * tokens. Credentials are stored only as SHA-256 (`idHash`), and `payload` does not repeat them.
 */
export const oauthRecords = pgTable(
  "oauth_records",
  {
    /** The server's model name: `AccessToken`, `Grant`, … */
    kind: text().notNull(),
    idHash: text().notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    /**
     * Records that end together: the grant itself, its codes and its tokens; null for all others.
     */
    grantId: text(),
    /** For codes and refresh tokens, which can be used once. */
    consumedAt: instant(),
    expiresAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.idHash] }),
    index("oauth_records_grant").on(table.grantId, table.kind),
    index("oauth_records_expires_at").on(table.expiresAt),
  ],
);
