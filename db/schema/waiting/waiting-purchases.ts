/** Purchases that wait for their person's approval; the payment provider is not involved yet. */
import { sql } from "drizzle-orm";
import {
  boolean,
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
import type { WaitingState } from "../../vocabulary/purchase.ts";
import { accounts, paymentMethods } from "../accounts.ts";
import { apiKeys } from "../api-keys.ts";
import { bundles } from "../bundles.ts";
import { instant, primaryId } from "../columns.ts";
import { listings, uploads } from "../listings.ts";
import { privateOffers } from "../private-offers.ts";
import { purchases } from "../purchases.ts";
import { purses } from "../purses.ts";

/**
 * A purchase requested by a key above its `confirmAboveCents`. The terms never change: one row is
 * one question.
 */
export const waitingPurchases = pgTable(
  "waiting_purchases",
  {
    id: primaryId(),
    state: text().$type<WaitingState>().notNull().default("waiting"),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id),
    /** The key whose budget reserves the price. */
    apiKeyId: uuid()
      .notNull()
      .references(() => apiKeys.id),
    /** Null for a bundle, as its file and version. */
    listingId: uuid().references(() => listings.id),
    /** The requested file; approval does not extend to later versions. */
    uploadId: uuid().references(() => uploads.id),
    version: integer(),
    bundleId: uuid().references(() => bundles.id),
    /** The bundle's files, in its order. */
    bundled: jsonb().$type<Stored["bundledFile"][]>(),
    /** Of a subscription. */
    plan: text().$type<PlanInterval>(),
    title: text().notNull(),
    /** The licence at the time of the request; null if none was named. */
    license: text(),
    priceCents: integer().notNull(),
    currency: text().notNull(),
    paymentMethodId: text()
      .notNull()
      .references(() => paymentMethods.id),
    allowDuplicate: boolean().notNull(),
    acceptance: jsonb().$type<Stored["acceptanceTerms"]>(),
    privateOfferId: uuid().references(() => privateOffers.id),
    /** The code that the request names. */
    coupon: text(),
    isTrial: boolean().notNull().default(false),
    createdAt: instant().notNull(),
    /** After this nobody can approve it, even before the clock has processed it. */
    expiresAt: instant().notNull(),
    endedAt: instant(),
    /** The resulting purchase; set only for an approved one. */
    purchaseId: uuid()
      .references(() => purchases.id)
      .unique("waiting_purchases_purchase_id"),
    /** The charge of an approved bundle. */
    purseId: uuid()
      .references(() => purses.id)
      .unique("waiting_purchases_purse_id"),
  },
  (table) => [
    index("waiting_purchases_account").on(table.accountId, table.id),
    index("waiting_purchases_api_key").on(table.apiKeyId, table.createdAt),
    index("waiting_purchases_expiring").on(table.expiresAt).where(sql`state = 'waiting'`),
    uniqueIndex("waiting_purchases_one_per_key_and_listing")
      .on(table.apiKeyId, table.listingId)
      .where(sql`state = 'waiting'`),
    uniqueIndex("waiting_purchases_one_per_key_and_bundle")
      .on(table.apiKeyId, table.bundleId)
      .where(sql`state = 'waiting'`),
    check(
      "waiting_purchases_of",
      sql`num_nonnulls(${table.listingId}, ${table.uploadId}, ${table.version}) = case when ${table.bundleId} is null then 3 else 0 end and (${table.bundleId} is null) = (${table.bundled} is null)`,
    ),
    check(
      "waiting_purchases_state",
      sql`${table.state} in ('waiting', 'approved', 'refused', 'cancelled', 'superseded', 'expired')`,
    ),
    check(
      "waiting_purchases_ended",
      sql`(${table.state} = 'waiting') = (${table.endedAt} is null)`,
    ),
    check(
      "waiting_purchases_approved",
      sql`num_nonnulls(${table.purchaseId}, ${table.purseId}) = case when ${table.state} = 'approved' then 1 else 0 end`,
    ),
    check("waiting_purchases_price_cents", sql`${table.priceCents} between 1 and 99999999`),
    check("waiting_purchases_expires", sql`${table.expiresAt} > ${table.createdAt}`),
  ],
);
