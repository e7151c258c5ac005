/** The table by which all processes count calls together. */
import { index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./columns.ts";

/** Calls of one caller under one limit. Unlogged: a crash of the database forgets a minute of them. */
export const rateWindows = pgTable(
  "rate_windows",
  {
    /** The name of the limit and who is counted, `agent:` with its id or an address. */
    key: text().primaryKey(),
    /** Calls that were handed to processes in this window; beyond the limit, how many were asked. */
    spent: integer().notNull(),
    endsAt: instant().notNull(),
  },
  (table) => [index("rate_windows_ends_at").on(table.endsAt)],
);
