/** Bounties: prizes for answers to a data request that pass a contract. */
import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import type { Stored } from "../stored.ts";
import type { BountyEndCause, BountyMode, DeliveryState } from "../vocabulary/bounty.ts";
import { instant } from "./columns.ts";
import { dataRequestAnswers, dataRequests } from "./data-requests.ts";
import { uploads } from "./listings.ts";
import { purchases } from "./purchases.ts";
import { purses } from "./purses.ts";

const isLive = sql`ended_at is null`;

/** The money and the contract of a data request. The request's lock guards it. */
export const bounties = pgTable(
  "bounties",
  {
    requestId: uuid()
      .primaryKey()
      .references(() => dataRequests.id),
    /** The charge that holds all prizes. */
    purseId: uuid()
      .notNull()
      .references(() => purses.id),
    mode: text().$type<BountyMode>().notNull(),
    /** Of one winner; the most, if sellers name their price. */
    prizeCents: integer().notNull(),
    winners: integer().notNull(),
    awarded: integer().notNull().default(0),
    terms: jsonb().$type<Stored["acceptanceTerms"]>().notNull(),
    /** Checks whose figures say something about values. */
    probes: integer().notNull(),
    createdAt: instant().notNull(),
    endedAt: instant(),
    endCause: text().$type<BountyEndCause>(),
  },
  (table) => [
    unique("bounties_purse").on(table.purseId),
    index("bounties_live").on(table.requestId).where(isLive),
    check("bounties_mode", sql`${table.mode} in ('first_to_pass', 'lowest_price')`),
    check("bounties_prize_cents", sql`${table.prizeCents} between 1 and 99999999`),
    check("bounties_awarded", sql`${table.awarded} between 0 and ${table.winners}`),
    check("bounties_ended", sql`(${table.endedAt} is null) = (${table.endCause} is null)`),
  ],
);

/** An answer that takes part in its request's bounty, and what the evaluation of its file found. */
export const bountyDeliveries = pgTable(
  "bounty_deliveries",
  {
    answerId: uuid()
      .primaryKey()
      .references(() => dataRequestAnswers.id),
    requestId: uuid()
      .notNull()
      .references(() => bounties.requestId),
    /** The order of submission within the request. */
    position: integer().notNull(),
    /** The delivered file; a later version of the listing is not it. */
    uploadId: uuid()
      .notNull()
      .references(() => uploads.id),
    version: integer().notNull(),
    sha256: text().notNull(),
    /** What the seller gets if it wins, before the platform's fee. */
    priceCents: integer().notNull(),
    state: text().$type<DeliveryState>().notNull().default("pending"),
    results: jsonb().$type<Stored["acceptanceResult"][]>(),
    createdAt: instant().notNull(),
    /** When the next attempt to evaluate it is due; null once it is decided. */
    dueAt: instant(),
    attempts: integer().notNull().default(0),
    /** Why the last attempt had no outcome, or why it lost. */
    trouble: text(),
    evaluatedAt: instant(),
    purchaseId: uuid().references(() => purchases.id),
  },
  (table) => [
    unique("bounty_deliveries_purchase").on(table.purchaseId),
    // The same bytes win one prize, whoever delivers them.
    unique("bounty_deliveries_file").on(table.requestId, table.sha256),
    index("bounty_deliveries_request").on(table.requestId, table.position),
    index("bounty_deliveries_due").on(table.dueAt).where(sql`due_at is not null`),
    check(
      "bounty_deliveries_state",
      sql`${table.state} in ('pending', 'passed', 'failed', 'undecided', 'won', 'lost')`,
    ),
    check(
      "bounty_deliveries_due",
      sql`(${table.state} = 'pending') = (${table.dueAt} is not null)`,
    ),
    check(
      "bounty_deliveries_won",
      sql`(${table.state} = 'won') = (${table.purchaseId} is not null)`,
    ),
    check("bounty_deliveries_price_cents", sql`${table.priceCents} between 1 and 99999999`),
  ],
);
