/**
 * `due`: waits for its turn. `failed`: will be retried. `done`: every transaction was read and
 * compared.
 */
export type RunState = "due" | "running" | "failed" | "done";

/** A purchase's movements in one category are compared together; a fee is compared on its own. */
export const categories = ["charge", "refund", "dispute", "transfer", "fee"] as const;
export type Category = (typeof categories)[number];

export const findingKinds = [
  "charge_unknown",
  "charge_missing",
  "charge_amount",
  "charge_twice",
  "refund_unknown",
  "refund_missing",
  "refund_amount",
  "refund_twice",
  "refund_failed",
  "refund_failure_missing",
  "dispute_unknown",
  "dispute_missing",
  "dispute_amount",
  "transfer_unknown",
  "transfer_missing",
  "transfer_amount",
  "transfer_twice",
  "transfer_reversed",
  "transfer_reversal_missing",
  "transfer_destination",
  "fee_unknown",
  "fee_missing",
  "fee_amount",
  "wrong_currency",
  "movement_unknown",
] as const;
export type FindingKind = (typeof findingKinds)[number];

/** For one purchase and category: the remainder after equal movements on both sides are removed. */
export type Comparison = {
  category: Category;
  /**
   * Cents according to the ledger and the provider: positive into the platform's balance, or the
   * amount of a fee.
   */
  expectedCents: number;
  foundCents: number;
  /** The part of it that came back, such as a failed refund. */
  expectedBackCents: number;
  foundBackCents: number;
  /** How many movements remain on each side, and how many are equal. */
  ledgerItems: number;
  providerItems: number;
  matchedItems: number;
  /** Whether the provider moved another currency than the purchase's. */
  isForeign: boolean;
  /** Cents transferred to an account other than the seller's. */
  elsewhereCents: number;
};

/** Movements of both sides in a day, each by its own dates: around midnight they may differ. */
export type DaySum = {
  category: Category | "own" | "other";
  currency: string;
  ledgerCents: number;
  providerCents: number;
};
