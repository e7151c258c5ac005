import type { BudgetPeriod } from "../../../db/vocabulary/account.ts";
import type { ApiKeyState } from "../../../market/account/rules.ts";
import type { Tone } from "../../kit/parts.tsx";

export const periodWords: Record<BudgetPeriod, string> = {
  day: "a day",
  week: "a week",
  month: "a month",
  total: "in total",
};

export const windowWords: Record<BudgetPeriod, string> = {
  day: "today",
  week: "this week",
  month: "this month",
  total: "in total",
};

export const keyStateWords: Record<ApiKeyState, { label: string; tone: Tone }> = {
  active: { label: "Active", tone: "good" },
  expired: { label: "Expired", tone: "warn" },
  revoked: { label: "Revoked", tone: "plain" },
};
