/** What sellers changed of listings that were published: the history of their prices. */
import { sql } from "drizzle-orm";
import { check, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "./columns.ts";
import { listings } from "./listings.ts";

/**
 * One row a change of a published listing's terms, append-only: triggers refuse an update and a
 * deletion. A listing that never changed has none, and costs what it cost when it was published.
 */
export const listingChanges = pgTable(
  "listing_changes",
  {
    listingId: uuid()
      .notNull()
      .references(() => listings.id),
    /** Of the listing's changes: 1, 2, … in the order of its lock, as are the times. */
    position: integer().notNull(),
    changedAt: instant().notNull(),
    /** The wire's names of what became another value. */
    fields: text().array().notNull(),
    /** Both null: the price stayed. */
    fromPriceCents: integer(),
    priceCents: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.listingId, table.position] }),
    check("listing_changes_fields", sql`cardinality(${table.fields}) > 0`),
    check(
      "listing_changes_price",
      sql`(${table.fromPriceCents} is null) = (${table.priceCents} is null) and (${table.priceCents} is null or ${table.priceCents} <> ${table.fromPriceCents})`,
    ),
  ],
);
