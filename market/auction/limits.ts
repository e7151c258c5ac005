/** A bidder's bids in one auction. */
export const BIDS_PER_BIDDER_MAX = 100;

/**
 * Maximum of a bid that never needs `confirm_max_amount_cents`. A larger one needs it if it is far
 * above the next minimum.
 */
export const BID_UNCONFIRMED_CENTS_MAX = 5_000;

/** A larger one needs it beyond this multiple of the next minimum. */
export const BID_UNCONFIRMED_TIMES_MAX = 10;
