/** due: waits for its turn. failed: is tried again. done: every transaction was read and compared. */
export type RunState = "due" | "running" | "failed" | "done";

/** A purchase's movements of one category are compared together; a fee stands for itself. */
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

/** Of one purchase and category: what is left once equal movements of both sides are taken away. */
export type Comparison = {
  category: Category;
  /** Cents by the ledger and by the provider: positive into the platform's balance, or of a fee. */
  expectedCents: number;
  foundCents: number;
  /** What of it came back, such as a refund that failed. */
  expectedBackCents: number;
  foundBackCents: number;
  /** How many are left on each side, and how many are equal. */
  ledgerItems: number;
  providerItems: number;
  matchedItems: number;
  /** The provider moved another currency than the purchase's. */
  isForeign: boolean;
  /** What was transferred to another account than the seller's. */
  elsewhereCents: number;
};

/** What both sides moved in a day, each by its own dates: around midnight they may differ. */
export type DaySum = {
  category: Category | "own" | "other";
  currency: string;
  ledgerCents: number;
  providerCents: number;
};
