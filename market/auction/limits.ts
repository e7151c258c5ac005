/** A bidder's bids in one auction. */
export const BIDS_PER_BIDDER_MAX = 100;

/**
 * Up to this maximum a bid needs no `confirm_max_amount_cents`, however low the next minimum is. A
 * larger maximum needs it if it is far above the next minimum.
 */
export const BID_UNCONFIRMED_CENTS_MAX = 5_000;

/** A larger maximum needs no confirmation up to this multiple of the next minimum. */
export const BID_UNCONFIRMED_TIMES_MAX = 10;
