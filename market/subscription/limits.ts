/** Days after a failed charge until the next try. The failure after the last one ends it. */
export const CHARGE_RETRY_DAYS: readonly number[] = [1, 3, 5];

/** Seconds after a change of a `past_due` subscription until choosing its card again retries the charge. */
export const SAME_CARD_RETRY_SECONDS = 60;

/** Days before a year's renewal is charged at which its subscriber gets a mail. */
export const RENEWAL_NOTICE_DAYS = 14;

// How long a renewal waits for a listing or seller that is suspended.
export const SUSPENDED_RENEWAL_DAYS_MAX = 7;

// Periods shown with a subscription, the latest ones.
export const PERIODS_SHOWN_MAX = 24;

// Versions shown with a subscription, the latest ones.
export const VERSIONS_SHOWN_MAX = 50;
