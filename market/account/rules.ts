/** What an API key may do and spend. Pure. */

export const apiKeyScopes = ["purchase", "bid", "message", "read"] as const;
export type ApiKeyScope = (typeof apiKeyScopes)[number];

export const budgetPeriods = ["day", "week", "month", "total"] as const;
export type BudgetPeriod = (typeof budgetPeriods)[number];
