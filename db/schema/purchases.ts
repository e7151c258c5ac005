/** Purchases and the money that they move. */
import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { Stored } from "../stored.ts";
import type { LedgerAccount, PostingKind } from "../vocabulary/ledger.ts";
import type {
  AcceptanceState,
  DisputeReason,
  PurchaseState,
  RefundCause,
  ReleaseCause,
} from "../vocabulary/purchase.ts";
import { accounts } from "./accounts.ts";
import { agents } from "./agents.ts";
import { instant, primaryId } from "./columns.ts";
import { coupons } from "./coupons.ts";
import { listings, uploads } from "./listings.ts";
import { paymentColumns } from "./payment-columns.ts";
import { privateOffers } from "./private-offers.ts";
import { purses } from "./purses.ts";
import { subscriptions } from "./subscriptions/subscriptions.ts";

/** Sales with problems, shown as figures on a seller's page: few, whatever was sold. */
const isTroubled = sql`disputed_at is not null or chargeback is not null or refund_cause is not null`;
const isPending = sql`state = 'payment_pending'`;
const isPayoutOwed = sql`state = 'released' and transferred_at is null and price_cents > fee_cents + set_off_cents + kept_cents`;

/**
 * An operator's purchase of one file version at one price. The row also drives the payment
 * provider: `settleDueAt` says when the next step is due.
 */
export const purchases = pgTable(
  "purchases",
  {
    id: primaryId(),
    state: text().$type<PurchaseState>().notNull().default("payment_pending"),
    listingId: uuid()
      .notNull()
      .references(() => listings.id),
    /** The purchased file; later versions are separate purchases. */
    uploadId: uuid()
      .notNull()
      .references(() => uploads.id),
    version: integer().notNull(),
    title: text().notNull(),
    /** The listing's licence at the time of purchase. */
    license: text(),
    sellerAgentId: uuid()
      .notNull()
      .references(() => agents.id),
    sellerAccountId: uuid()
      .notNull()
      .references(() => accounts.id),
    priceCents: integer().notNull(),
    /** The platform's fee, fixed at the time of purchase. */
    feeCents: integer().notNull(),
    ...paymentColumns(),

    /** The charge that pays it together with others; null: it has a charge of its own. */
    purseId: uuid().references(() => purses.id),
    /** The whole charge if it is shared; null: the price. */
    chargedCents: integer(),

    /** Of its acceptance contract; null if it has none. */
    acceptance: text().$type<AcceptanceState>(),
    /** The private offer whose price it pays; null: the listing's price or an award. */
    privateOfferId: uuid().references(() => privateOffers.id),
    /** The coupon that lowered its price; null: none did. */
    couponId: uuid().references(() => coupons.id),
    /** The number of rows if it bought a trial; null: the whole file. */
    trialRows: integer(),
    /** The trial whose price lowered this one, and by how much; null: none did. */
    creditedTrialId: uuid().references((): AnyPgColumn => purchases.id),
    creditCents: integer(),
    /** When the clock releases the money; null unless it is in escrow. */
    releaseDueAt: instant(),
    /** Until when a due release waits, because the store lacks the sold file. */
    releaseHeldUntil: instant(),
    releasedAt: instant(),
    releaseCause: text().$type<ReleaseCause>(),
    disputedAt: instant(),
    disputeReason: text().$type<DisputeReason>(),
    disputeDetail: text(),
    resolvedAt: instant(),
    resolutionDetail: text(),
    refundCause: text().$type<RefundCause>(),

    transferId: text().unique("purchases_transfer_id"),
    transferredAt: instant(),
    /** When the seller's debts were checked, before the first attempt of a transfer. */
    setOffAt: instant(),
    setOffCents: integer().notNull().default(0),
    /** What was kept of the seller's share before the transfer, because the buyer has the money back. */
    keptCents: integer().notNull().default(0),

    /** The subscription of which it pays one period; null: it buys one version. */
    subscriptionId: uuid().references(() => subscriptions.id),
    periodNumber: integer(),
    /** Versions published from the start of the period until its end belong to it. */
    periodStartsAt: instant(),
    periodEndsAt: instant(),
    /** The latest version of the period that the subscriber was notified of; null: none yet. */
    deliveredVersion: integer(),
  },
  (table) => [
    // One refund by hand may pay several purchases of a shared charge.
    uniqueIndex("purchases_refund_id").on(table.refundId).where(sql`purse_id is null`),
    index("purchases_account").on(table.accountId, table.id),
    index("purchases_seller_account").on(table.sellerAccountId, table.id),
    index("purchases_sold").on(table.sellerAccountId, table.id).where(sql`paid_at is not null`),
    index("purchases_seller_disputed").on(table.sellerAccountId).where(sql`state = 'disputed'`),
    index("purchases_seller_agent").on(table.sellerAgentId),
    index("purchases_sold_by_agent")
      .on(table.sellerAgentId, table.id, table.trialRows)
      .where(sql`paid_at is not null`),
    index("purchases_troubled_of_agent").on(table.sellerAgentId, table.id).where(isTroubled),
    index("purchases_listing").on(table.listingId),
    index("purchases_private_offer")
      .on(table.privateOfferId)
      .where(sql`private_offer_id is not null`),
    index("purchases_coupon").on(table.couponId).where(sql`coupon_id is not null`),
    index("purchases_api_key").on(table.apiKeyId, table.createdAt),
    uniqueIndex("purchases_own_payment_intent")
      .on(table.paymentIntentId)
      .where(sql`purse_id is null`),
    index("purchases_purse").on(table.purseId, table.id).where(sql`purse_id is not null`),
    index("purchases_disputed").on(table.disputedAt).where(sql`state = 'disputed'`),
    index("purchases_settle_due").on(table.settleDueAt).where(sql`settle_due_at is not null`),
    index("purchases_payment_pending").on(table.createdAt).where(isPending),
    index("purchases_payout_owed").on(table.releasedAt).where(isPayoutOwed),
    index("purchases_release_due").on(table.releaseDueAt).where(sql`state = 'in_escrow'`),
    // Nobody pays twice for the same file, however many requests arrive at once.
    uniqueIndex("purchases_one_live_per_buyer_and_file")
      .on(table.accountId, table.uploadId)
      .where(
        sql`state in ('payment_pending', 'in_escrow', 'disputed', 'released') and subscription_id is null`,
      ),
    uniqueIndex("purchases_one_live_trial")
      .on(table.accountId, table.listingId, table.version)
      .where(
        sql`state in ('payment_pending', 'in_escrow', 'disputed', 'released') and trial_rows is not null`,
      ),
    // A credit is used once, however many purchases arrive at once, and is back if its purchase fails.
    uniqueIndex("purchases_one_live_credit")
      .on(table.creditedTrialId)
      .where(
        sql`state in ('payment_pending', 'in_escrow', 'disputed', 'released') and credited_trial_id is not null`,
      ),
    index("purchases_subscription")
      .on(table.subscriptionId, table.id)
      .where(sql`subscription_id is not null`),
    // A period is paid once, however many processes renew it.
    uniqueIndex("purchases_one_live_per_period")
      .on(table.subscriptionId, table.periodNumber)
      .where(
        sql`state in ('payment_pending', 'in_escrow', 'disputed', 'released') and subscription_id is not null`,
      ),
    check(
      "purchases_period",
      sql`(${table.subscriptionId} is null) = (${table.periodNumber} is null) and (${table.subscriptionId} is null) = (${table.periodStartsAt} is null) and (${table.subscriptionId} is null) = (${table.periodEndsAt} is null) and (${table.subscriptionId} is not null or ${table.deliveredVersion} is null)`,
    ),
    check(
      "purchases_state",
      sql`${table.state} in ('payment_pending', 'in_escrow', 'disputed', 'released', 'refunded', 'payment_failed', 'cancelled', 'expired')`,
    ),
    check(
      "purchases_acceptance",
      sql`${table.acceptance} in ('pending', 'passed', 'failed', 'undecided')`,
    ),
    check(
      "purchases_released_unless_failed",
      sql`${table.state} <> 'released' or ${table.acceptance} is distinct from 'failed'`,
    ),
    check(
      "purchases_shared_charge",
      sql`(${table.purseId} is null) = (${table.chargedCents} is null) and (${table.chargedCents} is null or ${table.chargedCents} >= ${table.priceCents})`,
    ),
    check(
      "purchases_trial",
      sql`${table.trialRows} is null or (${table.trialRows} >= 1 and ${table.subscriptionId} is null and ${table.purseId} is null and ${table.privateOfferId} is null and ${table.couponId} is null and ${table.acceptance} is null and ${table.creditedTrialId} is null)`,
    ),
    check(
      "purchases_credit",
      sql`(${table.creditedTrialId} is null) = (${table.creditCents} is null) and (${table.creditCents} is null or (${table.creditCents} >= 1 and ${table.subscriptionId} is null and ${table.purseId} is null and ${table.privateOfferId} is null and ${table.couponId} is null))`,
    ),
    check("purchases_price_cents", sql`${table.priceCents} between 1 and 99999999`),
    check("purchases_fee_cents", sql`${table.feeCents} between 0 and ${table.priceCents}`),
    check("purchases_no_self_purchase", sql`${table.accountId} <> ${table.sellerAccountId}`),
    check(
      "purchases_paid_has_charge",
      sql`${table.state} in ('payment_pending', 'payment_failed', 'cancelled', 'expired') or (${table.paidAt} is not null and ${table.chargeId} is not null)`,
    ),
    check(
      "purchases_escrow_has_due_time",
      sql`(${table.state} = 'in_escrow') = (${table.releaseDueAt} is not null)`,
    ),
    check(
      "purchases_released_has_cause",
      sql`(${table.state} = 'released') = (${table.releasedAt} is not null) and (${table.releasedAt} is null) = (${table.releaseCause} is null)`,
    ),
    check(
      "purchases_refunded_has_cause",
      sql`(${table.state} = 'refunded') = (${table.refundedAt} is not null) and (${table.refundedAt} is null) = (${table.refundCause} is null)`,
    ),
    check(
      "purchases_disputed_has_reason",
      sql`${table.state} <> 'disputed' or (${table.disputedAt} is not null and ${table.disputeReason} is not null)`,
    ),
    check(
      "purchases_transfer_only_when_released",
      sql`${table.transferredAt} is null or (${table.state} = 'released' and ${table.transferId} is not null)`,
    ),
    check("purchases_chargeback", sql`${table.chargeback} in ('open', 'won', 'lost')`),
    check(
      "purchases_set_off_cents",
      sql`${table.setOffCents} >= 0 and ${table.keptCents} >= 0 and ${table.setOffCents} + ${table.keptCents} <= ${table.priceCents} - ${table.feeCents}`,
    ),
    index("purchases_refund_owed")
      .on(table.refundedAt, table.id)
      .where(sql`state = 'refunded' and refund_paid_at is null`),
    index("purchases_refund_paid_otherwise")
      .on(table.refundedAt, table.id)
      .where(sql`refund_paid_reference is not null`),
    index("purchases_refund_failed")
      .on(table.refundFailedAt)
      .where(sql`refund_failed_at is not null`),
    check(
      "purchases_refund_only_when_refunded",
      sql`${table.refundPaidAt} is null or ${table.state} = 'refunded'`,
    ),
  ],
);

/** The acceptance contract of a purchase, and what its evaluation found. The terms never change. */
export const acceptances = pgTable(
  "acceptances",
  {
    purchaseId: uuid()
      .primaryKey()
      .references(() => purchases.id),
    terms: jsonb().$type<Stored["acceptanceTerms"]>().notNull(),
    /** Checks whose figures say something about values. */
    probes: integer().notNull(),
    results: jsonb().$type<Stored["acceptanceResult"][]>(),
    /** The version of a subscription's period that is evaluated; null: the purchase's own file. */
    uploadId: uuid().references(() => uploads.id),
    version: integer(),
    /** The time that `{today}` means, and from which attempts count; null: that of the payment. */
    asOf: instant(),
    /** When the next attempt is due; null once it is decided. */
    dueAt: instant(),
    attempts: integer().notNull().default(0),
    /** Why the last attempt had no outcome. */
    trouble: text(),
    decidedAt: instant(),
  },
  (table) => [
    index("acceptances_due").on(table.dueAt).where(sql`due_at is not null`),
    check(
      "acceptances_version",
      sql`(${table.uploadId} is null) = (${table.version} is null) and (${table.version} is null) = (${table.asOf} is null)`,
    ),
  ],
);

/**
 * Double entry, append-only: each posting of a purchase or purse sums to zero and happens once. Triggers
 * refuse an update, a deletion and an unbalanced commit.
 */
export const ledgerEntries = pgTable(
  "ledger_entries",
  {
    id: primaryId(),
    /** The purchase or the purse whose money moves. */
    purchaseId: uuid().references(() => purchases.id),
    purseId: uuid().references(() => purses.id),
    posting: text().$type<PostingKind>().notNull(),
    account: text().$type<LedgerAccount>().notNull(),
    /** The provider's object of the posting, if a purchase can have several; otherwise empty. */
    reference: text().notNull().default(""),
    /** Positive amounts increase the account. */
    amountCents: bigint({ mode: "number" }).notNull(),
    currency: text().notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [
    unique("ledger_entries_once").on(
      table.purchaseId,
      table.posting,
      table.reference,
      table.account,
    ),
    unique("ledger_entries_once_of_purse").on(
      table.purseId,
      table.posting,
      table.reference,
      table.account,
    ),
    check(
      "ledger_entries_subject",
      sql`(${table.purchaseId} is null) <> (${table.purseId} is null)`,
    ),
    // Rows arrive in time order: BRIN finds a day with a few pages, and costs inserts nothing.
    index("ledger_entries_created_at").using("brin", table.createdAt).with({ autosummarize: true }),
    check("ledger_entries_amount_cents", sql`${table.amountCents} <> 0`),
    check(
      "ledger_entries_posting",
      sql`${table.posting} in ('captured', 'released', 'transferred', 'refund_owed', 'refund_paid', 'refund_failed', 'refund_kept', 'refund_charged_back', 'refunded_at_provider', 'refund_paid_otherwise', 'charged_back', 'dispute_withdrawn', 'dispute_reinstated', 'dispute_closed', 'chargeback_lost', 'fee_returned', 'payable_kept', 'transfer_reversed', 'set_off', 'written_off', 'provider_fee', 'allotted', 'funded')`,
    ),
    check(
      "ledger_entries_account",
      sql`${table.account} in ('buyer', 'escrow', 'seller_payable', 'seller_paid', 'platform_fee', 'refund_payable', 'bank', 'platform_funds', 'platform_loss', 'platform_outside', 'provider_fees', 'allotted')`,
    ),
  ],
);

/**
 * The ledger's sums per seller, by posting and account. A trigger adds every entry in the statement
 * that writes it; nothing else may change it.
 */
export const sellerTotals = pgTable(
  "seller_totals",
  {
    sellerAccountId: uuid().notNull(),
    currency: text().notNull(),
    posting: text().$type<PostingKind>().notNull(),
    account: text().$type<LedgerAccount>().notNull(),
    amountCents: bigint({ mode: "number" }).notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.sellerAccountId, table.currency, table.posting, table.account],
    }),
  ],
);

/**
 * The same entries summed by sale and UTC day, for totals of an agent, a listing or a month. A
 * trigger adds every entry in the statement that writes it, after {@link sellerTotals}.
 */
export const dailyTotals = pgTable(
  "daily_totals",
  {
    sellerAccountId: uuid().notNull(),
    sellerAgentId: uuid().notNull(),
    listingId: uuid().notNull(),
    currency: text().notNull(),
    day: date({ mode: "string" }).notNull(),
    posting: text().$type<PostingKind>().notNull(),
    account: text().$type<LedgerAccount>().notNull(),
    amountCents: bigint({ mode: "number" }).notNull(),
  },
  (table) => [
    primaryKey({
      name: "daily_totals_pk",
      columns: [
        table.sellerAccountId,
        table.sellerAgentId,
        table.listingId,
        table.currency,
        table.day,
        table.posting,
        table.account,
      ],
    }),
  ],
);
