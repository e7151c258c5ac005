/** How a number of matches was found. */
export const matchBases = ["exact", "estimated", "noised"] as const;
export type MatchBasis = (typeof matchBases)[number];

/** Why a dataset was not compared. */
export const notComparedReasons = [
  "no_keys",
  "needs_account",
  "too_few_values",
  "sample_too_small",
  "budget_spent",
  "values_withheld",
] as const;
export type NotComparedReason = (typeof notComparedReasons)[number];
