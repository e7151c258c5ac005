/** Clock tasks for the books: compares each finished day with the payment provider. */
import { reconcileDueDays } from "../../market/reconciliation/reconcile-due-days.ts";
import type { ClockTask } from "./task.ts";

export const reconciliationClockTasks: ClockTask[] = [
  { name: "reconcile_days", everySeconds: 10, run: reconcileDueDays },
];
