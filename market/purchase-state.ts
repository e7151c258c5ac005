import type { PurchaseState } from "../db/vocabulary/purchase.ts";

const words: Partial<Record<PurchaseState, string>> = {
  payment_pending: "waiting for its payment",
  payment_failed: "unpaid, because the payment failed",
  in_escrow: "in escrow",
};

/** The state after `The purchase is`, for people and programs alike. */
export const stateInWords = (state: PurchaseState): string => words[state] ?? state;
