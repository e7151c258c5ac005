/**
 * `first_to_pass`: the earliest deliveries that pass win, each the prize. `lowest_price`: at the deadline
 * the cheapest deliveries that passed win, each its own price.
 */
export const bountyModes = ["first_to_pass", "lowest_price"] as const;
export type BountyMode = (typeof bountyModes)[number];

/**
 * `pending`: not evaluated yet. `undecided`: it could not be evaluated. `won`: it became a purchase.
 * `lost`: others won, or it was no longer on sale.
 */
export const deliveryStates = ["pending", "passed", "failed", "undecided", "won", "lost"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** As shown. `funding`: being charged. `unfunded`: the charge failed. */
export const bountyStatuses = ["funding", "unfunded", "open", "ended"] as const;
export type BountyStatus = (typeof bountyStatuses)[number];

export type BountyEndCause =
  | "awarded"
  | "expired"
  | "closed"
  | "removed"
  | "unfunded"
  | "charged_back"
  | "refunded";
