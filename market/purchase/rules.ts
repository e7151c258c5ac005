/** What a purchase may become, when, and who decides it. Pure. */

/**
 * payment_pending: the charge's outcome is not known yet. in_escrow: charged, held by the platform.
 * disputed: held until an administrator decides. released: the seller's. refunded: the buyer's.
 * payment_failed and expired: no money moved.
 */
export const purchaseStates = [
  "payment_pending",
  "in_escrow",
  "disputed",
  "released",
  "refunded",
  "payment_failed",
  "expired",
] as const;
export type PurchaseState = (typeof purchaseStates)[number];

export type ReleaseCause = "buyer_confirmed" | "escrow_ended" | "dispute_resolved";

export const buyerDisputeReasons = [
  "file_unusable",
  "not_as_described",
  "not_licensed",
  "other",
] as const;
export type DisputeReason = (typeof buyerDisputeReasons)[number] | "chargeback";

export type RefundCause =
  | "file_missing"
  | "file_changed"
  | "dispute_resolved"
  | "dispute_timed_out"
  | "charged_back"
  | "refunded_at_provider";

const transitions: Record<PurchaseState, readonly PurchaseState[]> = {
  payment_pending: ["in_escrow", "payment_failed", "expired"],
  in_escrow: ["released", "disputed", "refunded"],
  disputed: ["released", "refunded"],
  released: [],
  refunded: [],
  payment_failed: [],
  expired: [],
};

export function mayBecome(from: PurchaseState, to: PurchaseState): boolean {
  return transitions[from].includes(to);
}

/** "Payment confirmed" of SPEC.md: the buyer may download. */
export function isDownloadable(state: PurchaseState): boolean {
  return state === "in_escrow" || state === "disputed" || state === "released";
}

/** The platform's part of a price, in cents, rounded down; one basis point is 1/10,000. */
export function platformFeeCents(priceCents: number, feeBps: number): number {
  return Math.floor((priceCents * feeBps) / 10_000);
}
