/**
 * `pending`: the first charge has no outcome yet. `active`: the current period is paid. `past_due`:
 * the charge of the next period failed and is tried again. `paused`: nothing is charged until the
 * subscriber resumes. `ended`: for good.
 */
export const subscriptionStates = ["pending", "active", "past_due", "paused", "ended"] as const;
export type SubscriptionState = (typeof subscriptionStates)[number];

/** What happens at the end of the period: the next one is charged, or nothing, or it ends. */
export const subscriptionRenewals = ["on", "paused", "off"] as const;
export type SubscriptionRenewal = (typeof subscriptionRenewals)[number];

/**
 * `cancelled`: by the subscriber. `unpaid`: the last retry failed. `not_on_sale`: the listing left
 * the catalogue. `plan_ended`: the seller stopped offering the plan. `key_ended`: its key was
 * revoked or expired. `charge_disputed`: the card's bank took a period's payment back.
 * `acceptance_failed`: the version on sale at the renewal failed the acceptance contract.
 */
export const subscriptionEndCauses = [
  "cancelled",
  "unpaid",
  "not_on_sale",
  "plan_ended",
  "key_ended",
  "charge_disputed",
  "acceptance_failed",
] as const;
export type SubscriptionEndCause = (typeof subscriptionEndCauses)[number];
