/** Decides the state of a sale's money, and the reason why a payout waits. Pure. */
import type { ChargebackState } from "../../db/vocabulary/purchase.ts";

export const payoutStatuses = ["waiting", "sent", "partly_reversed", "reversed", "none"] as const;
export type PayoutStatus = (typeof payoutStatuses)[number];

export const payoutWaits = [
  "bank_dispute",
  "account_suspended",
  "payout_account_missing",
  "payouts_not_enabled",
  "tried_again",
  "on_its_way",
] as const;
export type PayoutWait = (typeof payoutWaits)[number];

export type ReleasedSale = {
  transferredAt: Date | null;
  chargeback: ChargebackState | null;
  /** The number of failed transfers. */
  settleAttempts: number;
  /** From the ledger, in cents. */
  payableCents: number;
  paidOutCents: number;
  reversedCents: number;
  payee: {
    payoutAccountId: string | null;
    payoutsEnabledAt: Date | null;
    suspendedAt: Date | null;
  };
};

/** `none`: all of it was set off against debts, or kept for a lost chargeback. */
export function payoutStatus(sale: ReleasedSale): PayoutStatus {
  const { transferredAt, payableCents, paidOutCents, reversedCents } = sale;
  if (transferredAt === null) return payableCents > 0 ? "waiting" : "none";
  if (reversedCents === 0) return "sent";
  return paidOutCents > 0 ? "partly_reversed" : "reversed";
}

/** The reason why a released sale is not paid out yet; null if it does not wait. */
export function payoutWait(sale: ReleasedSale): PayoutWait | null {
  if (payoutStatus(sale) !== "waiting") return null;
  const { payee, chargeback, settleAttempts } = sale;
  if (chargeback === "open") return "bank_dispute";
  if (payee.suspendedAt !== null) return "account_suspended";
  if (payee.payoutAccountId === null) return "payout_account_missing";
  if (payee.payoutsEnabledAt === null) return "payouts_not_enabled";
  return settleAttempts > 1 ? "tried_again" : "on_its_way";
}

export const payoutWaitWords: Record<PayoutWait, string> = {
  bank_dispute: "The buyer's bank disputes the payment: it is kept until the bank has decided.",
  account_suspended: "The owner's account is suspended.",
  payout_account_missing: "The owner has not set up payouts: on the website, under Sales.",
  payouts_not_enabled:
    "The payment provider wants more from the owner: on the website, under Sales.",
  tried_again: "The payment provider has not accepted it yet. It is retried automatically.",
  on_its_way: "It is being sent.",
};
