/** Purchase states and causes in words, for pages and receipts. */
import type { PurchaseState, RefundCause } from "../../db/vocabulary/purchase.ts";

export const purchaseStateLabels: Record<PurchaseState, string> = {
  payment_pending: "Payment pending",
  in_escrow: "In escrow",
  disputed: "Disputed",
  released: "Completed",
  refunded: "Refunded",
  payment_failed: "Payment failed",
  cancelled: "Cancelled",
  expired: "Expired",
};

export const refundCauseWords: Record<RefundCause, string> = {
  file_missing: "The file was missing at delivery.",
  file_changed: "The delivered file was not the one that was bought.",
  dispute_resolved: "An administrator decided for the buyer.",
  dispute_timed_out: "The dispute was not decided in time.",
  charged_back: "The card's bank took the money back.",
  charged_late: "The card was charged after the purchase had ended.",
  refunded_at_provider: "The payment provider refunded it.",
  no_update: "The seller published no version in the period.",
  trial_cancelled: "The subscription was cancelled in its trial.",
  acceptance_failed: "The file did not pass the acceptance contract.",
};
