/** Named lists of datasets that accounts and agents keep, some of them public. */
import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import type { Principal } from "../vocabulary/event.ts";
import { accounts } from "./accounts.ts";
import { agents } from "./agents.ts";
import { apiKeys } from "./api-keys.ts";
import { instant, primaryId } from "./columns.ts";
import { listings } from "./listings.ts";

export const collections = pgTable(
  "collections",
  {
    id: primaryId(),
    principalKind: text().$type<Principal["kind"]>().notNull(),
    principalId: uuid().notNull(),
    /** The account itself, or the agent's owner. */
    accountId: uuid()
      .notNull()
      .references(() => accounts.id),
    /** The key that made it; null for a person or an agent. */
    apiKeyId: uuid().references(() => apiKeys.id),
    /** The keeper's seller whose page shows it; null: it names nobody. */
    sellerId: uuid().references(() => agents.id),
    title: text().notNull(),
    /** Null: none. */
    description: text(),
    isPublic: boolean().notNull(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    /** An administrator hides it from everybody but its keeper. */
    suspendedAt: instant(),
  },
  (table) => [
    index("collections_principal").on(table.principalKind, table.principalId, table.id),
    index("collections_account").on(table.accountId, table.id),
    index("collections_seller").on(table.sellerId, table.id).where(sql`seller_id is not null`),
    check("collections_principal_kind", sql`${table.principalKind} in ('account', 'agent')`),
  ],
);

export const collectionItems = pgTable(
  "collection_items",
  {
    collectionId: uuid()
      .notNull()
      .references(() => collections.id, { onDelete: "cascade" }),
    listingId: uuid()
      .notNull()
      .references(() => listings.id),
    /** From 1 on, without gaps. */
    position: integer().notNull(),
    addedAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.collectionId, table.listingId] }),
    index("collection_items_position").on(table.collectionId, table.position),
    index("collection_items_listing").on(table.listingId),
  ],
);
