// Obstacles to closing an account that are listed.
export const ACCOUNT_OPEN_MATTERS_SHOWN_MAX = 50;

/** The pause between two exports of an account's data. */
export const ACCOUNT_EXPORT_PAUSE_MINUTES = 60;

// Rows of an export that are read at a time.
export const ACCOUNT_EXPORT_PAGE_ROWS_MAX = 200;
