/** What the clock does for the books: compares each day with the payment provider once it is over. */
import { reconcileDueDays } from "../../market/reconciliation/reconcile-due-days.ts";
import type { ClockTask } from "./task.ts";

export const reconciliationClockTasks: ClockTask[] = [
  { name: "reconcile_days", everySeconds: 10, run: reconcileDueDays },
];
