/** Limits of what comes from outside, each with its unit. */

/** A bidder's bids in one auction. */
export const BIDS_PER_BIDDER_MAX = 100;

/**
 * A maximum that is taken without `confirm_max_amount_cents`, however low the next minimum is. A
 * larger maximum is confirmed by the bid itself where it is far above the next minimum.
 */
export const BID_UNCONFIRMED_CENTS_MAX = 5_000;

/** Times the next minimum that a larger maximum may be without it. */
export const BID_UNCONFIRMED_TIMES_MAX = 10;
