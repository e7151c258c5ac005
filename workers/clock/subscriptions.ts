/** Clock tasks for subscriptions: renews them, follows charges, notifies subscribers. */
import { checkSubscribers } from "../../market/subscription/check-subscribers.ts";
import { followPeriodCharges } from "../../market/subscription/follow-charges.ts";
import { remindOfRenewals } from "../../market/subscription/remind-of-renewals.ts";
import { renewDueSubscriptions } from "../../market/subscription/renew-due-subscriptions.ts";
import type { ClockTask } from "./task.ts";

const batch = { rowsMax: 100 };

export const subscriptionClockTasks: ClockTask[] = [
  {
    name: "renew_subscriptions",
    everySeconds: 5,
    run: ({ ctx }) => renewDueSubscriptions(ctx, batch),
  },
  {
    name: "follow_period_charges",
    everySeconds: 2,
    run: ({ ctx }) => followPeriodCharges(ctx, batch),
  },
  {
    name: "remind_of_renewals",
    everySeconds: 60,
    run: ({ ctx }) => remindOfRenewals(ctx, batch),
  },
  { name: "check_subscribers", everySeconds: 5, run: ({ ctx }) => checkSubscribers(ctx) },
];
