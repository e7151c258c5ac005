/** A bidder's current maximum; `position` is that of its bid. */
export type Maximum = { bidderId: string; maxCents: number; position: number };
export type AcceptedBid = Maximum & { placedAt: Date; isRetracted: boolean };

export const retractionReasons = ["amount_mistyped", "seller_suspended"] as const;
export type OwnRetractionReason = (typeof retractionReasons)[number];
/** The seller may release a bidder, which bidders cannot do themselves. */
export type RetractionReason = OwnRetractionReason | "released_by_seller";

/**
 * `won`: not charged yet. `charging`: a purchase is under way. `unpaid`: it failed, and the winner
 * can pay until it is due. `offered`: a better bidder did not pay. `paid` and `lapsed` are final.
 */
export const awardStates = ["won", "charging", "unpaid", "offered", "paid", "lapsed"] as const;
export type AwardState = (typeof awardStates)[number];

/** The result of a bid for its bidder. */
export const bidOutcomes = ["open", "won", "to_pay", "lost"] as const;
export type BidOutcome = (typeof bidOutcomes)[number];
