/** Mails to a subscriber. `mail/words/subscription.ts` has the words. */
export const subscriptionNotices = [
  "updated",
  "price_changing",
  "renewing",
  "plan_ending",
  "past_due",
  "ended",
] as const;
export type SubscriptionNotice = (typeof subscriptionNotices)[number];
