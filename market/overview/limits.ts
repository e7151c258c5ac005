// Months in the overview's charts, this one included.
export const OVERVIEW_MONTHS = 12;

// Rows of each kind that the overview reads for its list of what needs attention.
export const ATTENTION_ROWS_MAX = 20;

// The share of a budget from which on the overview mentions it.
export const BUDGET_WARNING_SHARE = 0.9;
