/** `detail` of a dataset report. */
export const LISTING_REPORT_DETAIL_CHARS_MAX = 4000;

/** Open dataset reports of an account. */
export const OPEN_LISTING_REPORTS_PER_ACCOUNT_MAX = 20;

/** Of one dataset. One decision answers all of them. */
export const OPEN_REPORTS_PER_LISTING_MAX = 200;

// A seller's appeal against a decision.
export const DECISION_APPEAL_CHARS_MAX = 4000;
