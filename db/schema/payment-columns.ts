/** The columns of a card's payment and of its refund, which purchases and purses share. */
import { integer, text, uuid } from "drizzle-orm/pg-core";
import type { ChargebackState } from "../vocabulary/purchase.ts";
import { accounts, paymentMethods } from "./accounts.ts";
import { apiKeys } from "./api-keys.ts";
import { instant } from "./columns.ts";

export const paymentColumns = () => ({
  /** The buyer. */
  accountId: uuid()
    .notNull()
    .references(() => accounts.id),
  apiKeyId: uuid()
    .notNull()
    .references(() => apiKeys.id),
  currency: text().notNull(),
  createdAt: instant().notNull(),
  updatedAt: instant().notNull(),

  paymentMethodId: text()
    .notNull()
    .references(() => paymentMethods.id),
  /** A purchase of a purse has those of the purse. */
  paymentIntentId: text(),
  chargeId: text(),
  /** Why the payment failed, in the provider's words. */
  failureCode: text(),
  declineCode: text(),
  failureDetail: text(),
  paidAt: instant(),
  /** Since when the card's bank requires confirmation by the holder; never cleared. */
  actionAskedAt: instant(),
  /** Deadline for the confirmation; the payment is abandoned then. */
  actionDueAt: instant(),
  /** When the holder last opened the bank's page. */
  actionBegunAt: instant(),

  refundedAt: instant(),
  refundId: text(),
  /** When the provider took the refund, or an administrator reported it as paid otherwise. */
  refundPaidAt: instant(),
  /**
   * When the last refund failed after the provider had accepted it; null if none did, or it is
   * paid.
   */
  refundFailedAt: instant(),
  refundFailures: integer().notNull().default(0),
  /** Why the last one failed, in the provider's words. */
  refundFailureReason: text(),
  /** Since when a refund may be under way: until its outcome is known, nothing else pays. */
  refundTryingAt: instant(),
  /** When an administrator requested another attempt, which counts once. */
  refundRetryAskedAt: instant(),
  /** The administrator's reference for a refund that was paid otherwise; null if it was not. */
  refundPaidReference: text(),
  /** The outcome of the bank's dispute; null if it never disputed the charge. */
  chargeback: text().$type<ChargebackState>(),
  /** When the chargeback reached this state. */
  chargebackAt: instant(),

  /** What the bank took for good of money that was still held; the rest is refunded. */
  chargedBackCents: integer().notNull().default(0),

  /** When the next step with the provider is due; null if none is. */
  settleDueAt: instant(),
  settleAttempts: integer().notNull().default(0),
  /**
   * Part of the provider's idempotency keys: a failure that the provider has answered must not be
   * retried under the same key.
   */
  keyGeneration: integer().notNull().default(0),
});
