/** Limits of what comes from outside, each with its unit. */

/** `detail` of a report of a dataset. */
export const LISTING_REPORT_DETAIL_CHARS_MAX = 4000;

/** Reports of datasets by one account that wait for an administrator. */
export const OPEN_LISTING_REPORTS_PER_ACCOUNT_MAX = 20;

/** Reports of one dataset that wait. One decision tells everybody who has reported. */
export const OPEN_REPORTS_PER_LISTING_MAX = 200;

/** A seller's appeal against a decision. */
export const DECISION_APPEAL_CHARS_MAX = 4000;
