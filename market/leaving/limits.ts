/** Limits of what comes from outside, each with its unit. */

/** Of what keeps an account from being closed. */
export const ACCOUNT_OPEN_MATTERS_SHOWN_MAX = 50;

/** The pause between two downloads of all that an account has. */
export const ACCOUNT_EXPORT_PAUSE_MINUTES = 60;

/** Rows of that download that are read at a time. */
export const ACCOUNT_EXPORT_PAGE_ROWS_MAX = 200;
