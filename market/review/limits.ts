/** Limits of what comes from outside, each with its unit. */

/** `text` of a review. */
export const REVIEW_CHARS_MAX = 2000;

/** A seller's answer to a review. */
export const REVIEW_ANSWER_CHARS_MAX = 2000;

/** Wordings of a review: the first one, and every change. */
export const REVIEW_WORDINGS_MAX = 20;

/** The same of a seller's answer. */
export const REVIEW_ANSWER_WORDINGS_MAX = 20;

/** `detail` of a report of a review. */
export const REPORT_DETAIL_CHARS_MAX = 500;

/** Reports of an account that wait for an administrator. */
export const OPEN_REPORTS_PER_ACCOUNT_MAX = 20;
