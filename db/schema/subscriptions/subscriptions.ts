/** Subscriptions to the versions of a listing. Each paid period is a purchase. */
import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { Stored } from "../../stored.ts";
import type { PlanInterval } from "../../vocabulary/listing.ts";
import type {
  SubscriptionEndCause,
  SubscriptionRenewal,
  SubscriptionState,
} from "../../vocabulary/subscription.ts";
import { accounts, paymentMethods } from "../accounts.ts";
import { agents } from "../agents.ts";
import { apiKeys } from "../api-keys.ts";
import { instant, primaryId } from "../columns.ts";
import { listings } from "../listings.ts";

const isLive = sql`state <> 'ended'`;

export const subscriptions = pgTable(
  "subscriptions",
  {
    id: primaryId(),
    state: text().$type<SubscriptionState>().notNull().default("pending"),
    renewal: text().$type<SubscriptionRenewal>().notNull().default("on"),
    /** The subscriber. */
    accountId: uuid()
      .notNull()
      .references(() => accounts.id),
    /** The key whose budget pays every period. */
    apiKeyId: uuid()
      .notNull()
      .references(() => apiKeys.id),
    listingId: uuid()
      .notNull()
      .references(() => listings.id),
    title: text().notNull(),
    sellerAgentId: uuid()
      .notNull()
      .references(() => agents.id),
    sellerAccountId: uuid()
      .notNull()
      .references(() => accounts.id),
    interval: text().$type<PlanInterval>().notNull(),
    priceCents: integer().notNull(),
    currency: text().notNull(),
    /** A price that applies from the first period that starts at `nextPriceAt` or later. */
    nextPriceCents: integer(),
    nextPriceAt: instant(),
    paymentMethodId: text()
      .notNull()
      .references(() => paymentMethods.id),
    /** The latest period whose charge was tried. */
    periodNumber: integer().notNull(),
    periodStartsAt: instant().notNull(),
    periodEndsAt: instant().notNull(),
    /** Day of the month on which periods start, as far as the month has it. */
    anchorDay: integer().notNull(),
    /** Conditions that a version of each period has to meet; null: none. They never change. */
    acceptance: jsonb().$type<Stored["acceptanceTerms"]>(),
    /** The period whose renewal the subscriber was last reminded of; null: none yet. */
    remindedPeriod: integer(),
    /** When the subscriber was notified that the plan is gone; null while it is offered. */
    planEndingAt: instant(),
    /** Until when a cancellation refunds the first period; null: no trial. */
    trialEndsAt: instant(),
    /** Charges of the next period that failed in a row. */
    failures: integer().notNull().default(0),
    /** Why the last one failed, in words. */
    failureDetail: text(),
    /** When the clock takes the next step. Null: a charge has no outcome yet, or it has ended. */
    nextStepAt: instant(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    endedAt: instant(),
    endCause: text().$type<SubscriptionEndCause>(),
  },
  (table) => [
    index("subscriptions_account").on(table.accountId, table.id),
    index("subscriptions_listing").on(table.listingId, table.id).where(isLive),
    index("subscriptions_seller_account").on(table.sellerAccountId).where(isLive),
    index("subscriptions_api_key").on(table.apiKeyId).where(isLive),
    index("subscriptions_next_step").on(table.nextStepAt).where(sql`next_step_at is not null`),
    index("subscriptions_charging")
      .on(table.id)
      .where(sql`next_step_at is null and state <> 'ended'`),
    uniqueIndex("subscriptions_one_live_per_buyer_and_listing")
      .on(table.accountId, table.listingId)
      .where(isLive),
    check(
      "subscriptions_state",
      sql`${table.state} in ('pending', 'active', 'past_due', 'paused', 'ended')`,
    ),
    check("subscriptions_renewal", sql`${table.renewal} in ('on', 'paused', 'off')`),
    check("subscriptions_interval", sql`${table.interval} in ('month', 'year')`),
    check("subscriptions_price_cents", sql`${table.priceCents} between 1 and 99999999`),
    check(
      "subscriptions_next_price",
      sql`(${table.nextPriceCents} is null) = (${table.nextPriceAt} is null)`,
    ),
    check("subscriptions_period", sql`${table.periodEndsAt} > ${table.periodStartsAt}`),
    check(
      "subscriptions_ended",
      sql`(${table.state} = 'ended') = (${table.endedAt} is not null) and (${table.endedAt} is null) = (${table.endCause} is null) and (${table.endedAt} is null or ${table.nextStepAt} is null)`,
    ),
    check("subscriptions_no_self", sql`${table.accountId} <> ${table.sellerAccountId}`),
  ],
);

/** Listings whose subscribers have not all been told of a new version or of changed plans. */
export const subscriberChecks = pgTable("subscriber_checks", {
  listingId: uuid()
    .primaryKey()
    .references(() => listings.id),
  /** The last subscription that was checked; null: none yet. */
  afterId: uuid(),
  createdAt: instant().notNull(),
});
