import type { PurchaseState } from "./purchase.ts";

export const apiKeyScopes = ["purchase", "bid", "message", "read"] as const;
export type ApiKeyScope = (typeof apiKeyScopes)[number];

export const budgetPeriods = ["day", "week", "month", "total"] as const;
export type BudgetPeriod = (typeof budgetPeriods)[number];

export type SpendingWindows = {
  starts: Record<BudgetPeriod, Date>;
  states: readonly PurchaseState[];
};
