/** A bidder's present maximum; `position` is that of the bid that stated it. */
export type Maximum = { bidderId: string; maxCents: number; position: number };
export type AcceptedBid = Maximum & { placedAt: Date; isRetracted: boolean };

export const retractionReasons = ["amount_mistyped", "seller_suspended"] as const;
export type OwnRetractionReason = (typeof retractionReasons)[number];
/** The seller may let a bidder off, which no bidder can do alone. */
export type RetractionReason = OwnRetractionReason | "released_by_seller";

/**
 * won: nobody was charged yet. charging: a purchase is under way. unpaid: it failed, the winner can
 * pay until it is due. offered: who was better did not pay. paid and lapsed are final.
 */
export const awardStates = ["won", "charging", "unpaid", "offered", "paid", "lapsed"] as const;
export type AwardState = (typeof awardStates)[number];

/** What came of a bid, as its bidder looks for it. */
export const bidOutcomes = ["open", "won", "to_pay", "lost"] as const;
export type BidOutcome = (typeof bidOutcomes)[number];
