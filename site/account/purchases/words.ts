/** Purchase states and reasons in words, for buyers, sellers and administrators. */
import type {
  DisputeReason,
  PurchaseState,
  RefundCause,
  ReleaseCause,
} from "../../../db/vocabulary/purchase.ts";
import type { Tone } from "../../kit/parts.tsx";

type StateWords = { label: string; tone: Tone };

export const purchaseStateWords: Record<PurchaseState, StateWords> = {
  payment_pending: { label: "Payment pending", tone: "warn" },
  in_escrow: { label: "In escrow", tone: "accent" },
  disputed: { label: "Disputed", tone: "bad" },
  released: { label: "Completed", tone: "good" },
  refunded: { label: "Refunded", tone: "plain" },
  payment_failed: { label: "Payment failed", tone: "bad" },
  cancelled: { label: "Cancelled", tone: "plain" },
  expired: { label: "Expired", tone: "plain" },
};

/** The same states from the seller's point of view. */
export const saleStateWords: Record<PurchaseState, StateWords> = {
  ...purchaseStateWords,
  released: { label: "Released", tone: "good" },
};

export const disputeReasonWords: Record<DisputeReason, string> = {
  file_unusable: "The file can't be used",
  not_as_described: "The data is not as described",
  not_licensed: "The seller has no right to sell this data",
  other: "Something else",
  chargeback: "The card's bank disputes the charge",
  acceptance_undecided: "The acceptance contract could not be evaluated",
};

/** As {@link disputeReasonWords}, for a reason that is plain text. */
export function reasonWords(reason: string | null): string {
  if (reason === null) return "";
  return Object.hasOwn(disputeReasonWords, reason)
    ? disputeReasonWords[reason as DisputeReason]
    : reason;
}

export const releaseCauseWords: Record<ReleaseCause, string> = {
  buyer_confirmed: "The delivery was confirmed.",
  escrow_ended: "Nobody disputed it in time.",
  dispute_resolved: "An administrator decided for the seller.",
  acceptance_passed: "The file passed the acceptance contract.",
};

export const refundCauseWords: Record<RefundCause, string> = {
  file_missing: "The file was missing at delivery.",
  file_changed: "The delivered file was not the one that was bought.",
  dispute_resolved: "An administrator decided for the buyer.",
  dispute_timed_out: "The dispute was not decided in time.",
  charged_back: "The card's bank took the money back.",
  charged_late: "The card was charged after the purchase had ended.",
  refunded_at_provider: "The payment provider refunded it.",
  acceptance_failed: "The file did not pass the acceptance contract.",
};
