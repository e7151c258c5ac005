/** Purchase states and reasons in words, for buyers, sellers and administrators. */
import {
  type DisputeReason,
  type PurchaseState,
  purchaseStates,
  type ReleaseCause,
} from "../../../db/vocabulary/purchase.ts";
import { purchaseStateLabels } from "../../../market/purchase/words.ts";
import type { Tone } from "../../kit/parts.tsx";

type StateWords = { label: string; tone: Tone };

const stateTones: Record<PurchaseState, Tone> = {
  payment_pending: "warn",
  in_escrow: "accent",
  disputed: "bad",
  released: "good",
  refunded: "plain",
  payment_failed: "bad",
  cancelled: "plain",
  expired: "plain",
};

export const purchaseStateWords = Object.fromEntries(
  purchaseStates.map((state) => [
    state,
    { label: purchaseStateLabels[state], tone: stateTones[state] },
  ]),
) as Record<PurchaseState, StateWords>;

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
  escrow_ended: "Escrow ended without a dispute.",
  dispute_resolved: "An administrator decided for the seller.",
  acceptance_passed: "The file passed the acceptance contract.",
};
