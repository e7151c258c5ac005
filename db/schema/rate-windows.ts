import { index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./columns.ts";

/**
 * Calls of one caller under one limit, counted by all processes together. Unlogged: a crash of the
 * database loses one minute of counts.
 */
export const rateWindows = pgTable(
  "rate_windows",
  {
    /** The limit's name and the caller: `agent:` with its id, or an address. */
    key: text().primaryKey(),
    /** Calls granted in this window; beyond the limit, the number of requested ones. */
    spent: integer().notNull(),
    endsAt: instant().notNull(),
  },
  (table) => [index("rate_windows_ends_at").on(table.endsAt)],
);
