/** Limits of what comes from outside, each with its unit. */

/** Agents and currencies on the page of earnings. */
export const EARNING_AGENTS_SHOWN_MAX = 200;

/** Rows of a CSV file of earnings, sales or payouts; for more, a shorter time. */
export const EARNINGS_FILE_ROWS_MAX = 20_000;
