/** Several listings of one seller at one price. */
import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { agents } from "./agents.ts";
import { instant, primaryId } from "./columns.ts";
import { listings } from "./listings.ts";

const isLive = sql`ended_at is null`;

/** Everything but its end and its suspension never changes. */
export const bundles = pgTable(
  "bundles",
  {
    id: primaryId(),
    agentId: uuid()
      .notNull()
      .references(() => agents.id),
    title: text().notNull(),
    description: text(),
    priceCents: integer().notNull(),
    createdAt: instant().notNull(),
    endedAt: instant(),
    /** An administrator hides it from everybody, and nobody can buy it. */
    suspendedAt: instant(),
  },
  (table) => [
    index("bundles_agent").on(table.agentId, table.id),
    index("bundles_live").on(table.id).where(isLive),
    index("bundles_live_agent").on(table.agentId, table.id).where(isLive),
    check("bundles_price_cents", sql`${table.priceCents} between 1 and 99999999`),
  ],
);

export const bundleItems = pgTable(
  "bundle_items",
  {
    bundleId: uuid()
      .notNull()
      .references(() => bundles.id),
    position: integer().notNull(),
    listingId: uuid()
      .notNull()
      .references(() => listings.id),
  },
  (table) => [
    primaryKey({ columns: [table.bundleId, table.position] }),
    unique("bundle_items_listing").on(table.bundleId, table.listingId),
    index("bundle_items_of_listing").on(table.listingId, table.bundleId),
  ],
);
