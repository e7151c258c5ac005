// Agents and currencies on the earnings page.
export const EARNING_AGENTS_SHOWN_MAX = 200;

/** Rows of a CSV file of earnings, sales or payouts. */
export const EARNINGS_FILE_ROWS_MAX = 20_000;
