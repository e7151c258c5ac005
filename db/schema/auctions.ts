import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { Stored } from "../stored.ts";
import type { AwardState, RetractionReason } from "../vocabulary/auction.ts";
import { accounts, paymentMethods } from "./accounts.ts";
import { apiKeys } from "./api-keys.ts";
import { instant, primaryId } from "./columns.ts";
import { listings } from "./listings.ts";
import { purchases } from "./purchases.ts";

/**
 * The auction of a published listing. Every bid locks its row, which puts the bids in order. The
 * current standing is stored with each bid, so that searches read no bids.
 */
export const auctions = pgTable(
  "auctions",
  {
    listingId: uuid()
      .primaryKey()
      .references(() => listings.id),
    startsAt: instant().notNull(),
    /** As published; late bids move only `endsAt`. */
    announcedEndsAt: instant().notNull(),
    endsAt: instant().notNull(),
    hardEndsAt: instant().notNull(),
    startPriceCents: integer().notNull(),
    /** Hidden. Null means none. */
    reservePriceCents: integer(),
    licenses: integer().notNull(),

    currentPriceCents: integer().notNull(),
    /** The least amount that a bidder who does not lead must offer. */
    nextMinimumCents: integer().notNull(),
    reserveMet: boolean().notNull().default(false),
    /** Number of valid bids. */
    bidCount: integer().notNull().default(0),
    /**
     * Position of the latest bid, including retracted ones; bidders are numbered in order of
     * arrival.
     */
    lastPosition: integer().notNull().default(0),
    bidderCount: integer().notNull().default(0),

    closedAt: instant(),
    /** Null until it is settled: somebody has paid, or nobody is left who could. */
    outcome: text().$type<"sold" | "not_sold">(),
  },
  (table) => [
    index("auctions_ends_at").on(table.endsAt, table.listingId).where(sql`closed_at is null`),
    index("auctions_unsettled")
      .on(table.closedAt)
      .where(sql`closed_at is not null and outcome is null`),
    check("auctions_start_price_cents", sql`${table.startPriceCents} between 1 and 99999999`),
    check(
      "auctions_reserve_price_cents",
      sql`${table.reservePriceCents} between ${table.startPriceCents} and 99999999`,
    ),
    check("auctions_licenses", sql`${table.licenses} between 1 and 1000`),
    check(
      "auctions_price_at_least_start",
      sql`${table.currentPriceCents} >= ${table.startPriceCents}`,
    ),
    check(
      "auctions_times",
      sql`${table.startsAt} < ${table.announcedEndsAt} and ${table.announcedEndsAt} <= ${table.endsAt} and ${table.endsAt} <= ${table.hardEndsAt}`,
    ),
    check("auctions_outcome", sql`${table.outcome} in ('sold', 'not_sold')`),
    check(
      "auctions_outcome_after_close",
      sql`${table.outcome} is null or ${table.closedAt} is not null`,
    ),
  ],
);

/** A sealed maximum. Bids are never deleted, and only a retraction changes them. */
export const bids = pgTable(
  "bids",
  {
    id: primaryId(),
    listingId: uuid()
      .notNull()
      .references(() => auctions.listingId),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id),
    /** The key whose budget reserves the maximum. */
    apiKeyId: uuid()
      .notNull()
      .references(() => apiKeys.id),
    /** The card to charge if it wins. */
    paymentMethodId: text()
      .notNull()
      .references(() => paymentMethods.id),
    /** The bidder's public name in this auction. */
    bidderNumber: integer().notNull(),
    maxCents: integer().notNull(),
    /** In order of acceptance within the auction, from 1. */
    position: integer().notNull(),
    /** The price after this bid. */
    priceAfterCents: integer().notNull(),
    /** Whether it is the bidder's current maximum: the latest valid bid. */
    isCurrent: boolean().notNull(),
    placedAt: instant().notNull(),
    retractedAt: instant(),
    retractionReason: text().$type<RetractionReason>(),
    /** The contract of the purchase that pays it; null if it has none. */
    acceptance: jsonb().$type<Stored["acceptanceTerms"]>(),
  },
  (table) => [
    unique("bids_position").on(table.listingId, table.position),
    uniqueIndex("bids_one_current_per_bidder")
      .on(table.listingId, table.accountId)
      .where(sql`is_current`),
    index("bids_ranking")
      .on(table.listingId, table.maxCents.desc(), table.position)
      .where(sql`is_current`),
    index("bids_bidder").on(table.listingId, table.accountId, table.position),
    index("bids_account").on(table.accountId, table.id),
    index("bids_api_key").on(table.apiKeyId).where(sql`is_current`),
    check("bids_max_cents", sql`${table.maxCents} between 1 and 99999999`),
    check(
      "bids_retracted_has_reason",
      sql`(${table.retractedAt} is null) = (${table.retractionReason} is null)`,
    ),
    check(
      "bids_retracted_is_not_current",
      sql`${table.retractedAt} is null or not ${table.isCurrent}`,
    ),
  ],
);

/**
 * A licence of a closed auction that somebody won, or that is offered because the winner did not
 * pay.
 */
export const auctionAwards = pgTable(
  "auction_awards",
  {
    id: primaryId(),
    listingId: uuid()
      .notNull()
      .references(() => auctions.listingId),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id),
    /** The winning maximum. */
    bidId: uuid()
      .notNull()
      .references(() => bids.id),
    /** 1 is the best bidder. */
    rank: integer().notNull(),
    priceCents: integer().notNull(),
    state: text().$type<AwardState>().notNull(),
    /** The latest one: every payment attempt is a separate purchase. */
    purchaseId: uuid()
      .unique("auction_awards_purchase_id")
      .references(() => purchases.id),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    /** Payment deadline; null before the first charge has failed. */
    dueAt: instant(),
    /** When the bidder declined the offer, which makes the award lapse. */
    declinedAt: instant(),
  },
  (table) => [
    unique("auction_awards_once").on(table.listingId, table.accountId),
    unique("auction_awards_rank").on(table.listingId, table.rank),
    index("auction_awards_account").on(table.accountId, table.id),
    index("auction_awards_open")
      .on(table.dueAt, table.id)
      .where(sql`state in ('won', 'charging', 'unpaid', 'offered')`),
    check(
      "auction_awards_state",
      sql`${table.state} in ('won', 'charging', 'unpaid', 'offered', 'paid', 'lapsed')`,
    ),
    check("auction_awards_price_cents", sql`${table.priceCents} between 1 and 99999999`),
    check(
      "auction_awards_charged_has_purchase",
      sql`${table.state} not in ('charging', 'paid') or ${table.purchaseId} is not null`,
    ),
    check(
      "auction_awards_offer_has_due_time",
      sql`${table.state} not in ('unpaid', 'offered') or ${table.dueAt} is not null`,
    ),
    check(
      "auction_awards_declined_has_lapsed",
      sql`${table.declinedAt} is null or ${table.state} = 'lapsed'`,
    ),
  ],
);
