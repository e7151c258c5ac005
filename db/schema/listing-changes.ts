/** Changes to published listings, including their price history. */
import { sql } from "drizzle-orm";
import { check, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "./columns.ts";
import { listings } from "./listings.ts";

/**
 * One row per change to a published listing's terms. Append-only: triggers refuse updates and
 * deletions. A listing without rows still has the price of its publication.
 */
export const listingChanges = pgTable(
  "listing_changes",
  {
    listingId: uuid()
      .notNull()
      .references(() => listings.id),
    /**
     * Within the listing: 1, 2, … in the order of its lock, which is also the order of the times.
     */
    position: integer().notNull(),
    changedAt: instant().notNull(),
    /** The wire names of the changed fields. */
    fields: text().array().notNull(),
    /** Both null if the price stayed. */
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
