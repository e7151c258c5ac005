/** `text` of a review. */
export const REVIEW_CHARS_MAX = 2000;

// A seller's answer to a review.
export const REVIEW_ANSWER_CHARS_MAX = 2000;

/** Wordings of a review, the first included. */
export const REVIEW_WORDINGS_MAX = 20;

/** Wordings of a seller's answer. */
export const REVIEW_ANSWER_WORDINGS_MAX = 20;

/** `detail` of a report of a review. */
export const REPORT_DETAIL_CHARS_MAX = 500;

/** Open reports of an account. */
export const OPEN_REPORTS_PER_ACCOUNT_MAX = 20;
