/** Clock tasks for accounts: asks the payment provider for the outcome of visits to its pages. */
import { finishDuePaymentSetups } from "../../market/account/finish-due-payment-setups.ts";
import { refreshDuePayoutAccounts } from "../../market/account/payouts/refresh-due-payout-accounts.ts";
import type { ClockTask } from "./task.ts";

export const accountClockTasks: ClockTask[] = [
  { name: "finish_payment_setups", everySeconds: 5, run: finishDuePaymentSetups },
  { name: "refresh_payout_accounts", everySeconds: 5, run: refreshDuePayoutAccounts },
];
