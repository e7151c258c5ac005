/**
 * `payment_pending`: the charge's outcome is unknown. `in_escrow`: charged, held by the platform.
 * `disputed`: held until an administrator decides. `released`: belongs to the seller. `refunded`:
 * belongs to the buyer. `payment_failed`, `cancelled` (by its buyer) and `expired`: no money moved.
 */
export const purchaseStates = [
  "payment_pending",
  "in_escrow",
  "disputed",
  "released",
  "refunded",
  "payment_failed",
  "cancelled",
  "expired",
] as const;
export type PurchaseState = (typeof purchaseStates)[number];

/** States of a purchase that was paid, whoever has the money now. */
export const receiptStates = [
  "in_escrow",
  "disputed",
  "released",
  "refunded",
] as const satisfies readonly PurchaseState[];

/** What a shared charge pays. */
export const purseKinds = ["bounty", "bundle"] as const;
export type PurseKind = (typeof purseKinds)[number];

/**
 * Of a shared charge. `in_escrow`: charged, and more may be allotted. `released`: all of it belongs to
 * purchases. `refunded`: it has ended, and the rest belongs to the buyer.
 */
export type PurseState = Exclude<PurchaseState, "disputed">;

/** A part of a shared charge, by the purse or purchase that holds it. A refunded part has left it. */
export type ChargePart = { id: string; cents: number };

export type PurseRefundCause = "ended" | "charged_back" | "charged_late" | "refunded_at_provider";

export type ReleaseCause =
  | "buyer_confirmed"
  | "escrow_ended"
  | "dispute_resolved"
  | "acceptance_passed";

export type RefundCause =
  | "file_missing"
  | "file_changed"
  | "dispute_resolved"
  | "dispute_timed_out"
  | "charged_back"
  | "refunded_at_provider"
  | "charged_late"
  | "no_update"
  | "trial_cancelled"
  | "acceptance_failed";

export const buyerDisputeReasons = [
  "file_unusable",
  "not_as_described",
  "not_licensed",
  "other",
] as const;
export type DisputeReason =
  | (typeof buyerDisputeReasons)[number]
  | "chargeback"
  | "acceptance_undecided";

/**
 * A purchase's acceptance contract. `pending`: not evaluated yet. `undecided`: it could not be
 * evaluated, so an administrator decides.
 */
export const acceptanceStates = ["pending", "passed", "failed", "undecided"] as const;
export type AcceptanceState = (typeof acceptanceStates)[number];

export const disputeSides = ["buyer", "seller"] as const;
export type DisputeSide = (typeof disputeSides)[number];

/** A stored file. Its id forms its key in the store. */
export type KeptAttachment = {
  id: string;
  name: string;
  mediaType: string;
  byteSize: number;
  sha256: string;
};

/** State of a card bank's dispute of a charge. */
export type ChargebackState = "open" | "won" | "lost";

export const chargebackStepKinds = [
  "send_draft",
  "submit_evidence",
  "accept_loss",
  "reverse_transfer",
  "write_off",
] as const;
export type ChargebackStepKind = (typeof chargebackStepKinds)[number];

/**
 * `waiting`: not answered. `approved`: the purchase was opened. `refused`: by the person.
 * `cancelled`: by an agent, or with its key. `superseded`: other terms were requested, or it was
 * bought. `expired`: too late.
 */
export const waitingStates = [
  "waiting",
  "approved",
  "refused",
  "cancelled",
  "superseded",
  "expired",
] as const;
export type WaitingState = (typeof waitingStates)[number];

/** Groupings for sums of earnings. */
export const earningGroups = ["day", "month", "dataset"] as const;
export type EarningGroup = (typeof earningGroups)[number];
