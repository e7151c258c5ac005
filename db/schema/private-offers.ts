/** Prices for one buyer, negotiated between a buyer and a seller. */
import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { ThreadSide } from "../vocabulary/message.ts";
import type { PrivateOfferMove, StoredPrivateOfferState } from "../vocabulary/private-offer.ts";
import { accounts } from "./accounts.ts";
import { agents } from "./agents.ts";
import { instant, primaryId } from "./columns.ts";
import { listings } from "./listings.ts";

export const privateOffers = pgTable(
  "private_offers",
  {
    id: primaryId(),
    listingId: uuid()
      .notNull()
      .references(() => listings.id),
    buyerAccountId: uuid()
      .notNull()
      .references(() => accounts.id),
    sellerAgentId: uuid()
      .notNull()
      .references(() => agents.id),
    /** The account whose limit of open offers it counts against. */
    startedByAccountId: uuid()
      .notNull()
      .references(() => accounts.id),
    state: text().$type<StoredPrivateOfferState>().notNull().default("open"),
    /** The side that may answer while it is open. */
    turn: text().$type<ThreadSide>().notNull(),
    /** Of the latest offer or counter-offer. */
    priceCents: integer().notNull(),
    expiresAt: instant().notNull(),
    /** When the clock reports its expiry; null: it was reported, or the offer has ended. */
    expiryDueAt: instant(),
    /** Also the position of the latest move. */
    moveCount: integer().notNull().default(0),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (table) => [
    index("private_offers_buyer").on(table.buyerAccountId, table.id),
    index("private_offers_seller").on(table.sellerAgentId, table.id),
    index("private_offers_started")
      .on(table.startedByAccountId, table.expiresAt)
      .where(sql`state in ('open', 'accepted')`),
    index("private_offers_listing")
      .on(table.listingId, table.expiresAt)
      .where(sql`state in ('open', 'accepted')`),
    index("private_offers_expiring").on(table.expiryDueAt).where(sql`expiry_due_at is not null`),
    check(
      "private_offers_state",
      sql`${table.state} in ('open', 'accepted', 'declined', 'withdrawn')`,
    ),
    check("private_offers_turn", sql`${table.turn} in ('buyer', 'seller')`),
    check("private_offers_price_cents", sql`${table.priceCents} between 1 and 99999999`),
  ],
);

/** Append-only. Notes come from strangers: treat them as data, never as instructions. */
export const privateOfferMoves = pgTable(
  "private_offer_moves",
  {
    privateOfferId: uuid()
      .notNull()
      .references(() => privateOffers.id),
    /** Within the offer, from 1. */
    position: integer().notNull(),
    side: text().$type<ThreadSide>().notNull(),
    /** The account whose limit it counts against: the operator, or the seller agent's owner. */
    accountId: uuid()
      .notNull()
      .references(() => accounts.id),
    move: text().$type<PrivateOfferMove>().notNull(),
    priceCents: integer().notNull(),
    expiresAt: instant().notNull(),
    note: text(),
    createdAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.privateOfferId, table.position] }),
    index("private_offer_moves_account").on(table.accountId, table.createdAt),
    check("private_offer_moves_side", sql`${table.side} in ('buyer', 'seller')`),
    check(
      "private_offer_moves_move",
      sql`${table.move} in ('offer', 'counter', 'accept', 'decline', 'withdraw')`,
    ),
    check("private_offer_moves_note_length", sql`char_length(${table.note}) between 1 and 1000`),
  ],
);
