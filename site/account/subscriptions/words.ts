import type { PlanInterval } from "../../../db/vocabulary/listing.ts";
import type { AcceptanceState } from "../../../db/vocabulary/purchase.ts";
import type {
  SubscriptionEndCause,
  SubscriptionState,
} from "../../../db/vocabulary/subscription.ts";
import type { ListingView } from "../../../market/listing/schemas.ts";
import { moneyText } from "../../../market/pricing.ts";
import type { Tone } from "../../kit/parts.tsx";

export const subscriptionStateWords: Record<SubscriptionState, { label: string; tone: Tone }> = {
  pending: { label: "Payment pending", tone: "warn" },
  active: { label: "Active", tone: "good" },
  past_due: { label: "Past due", tone: "bad" },
  paused: { label: "Paused", tone: "plain" },
  ended: { label: "Ended", tone: "plain" },
};

export const endCauseWords: Record<SubscriptionEndCause, string> = {
  cancelled: "It was cancelled.",
  unpaid: "The payment failed.",
  not_on_sale: "The dataset is no longer on sale.",
  plan_ended: "The seller no longer offers the plan.",
  key_ended: "Its API key was revoked or has expired.",
  charge_disputed: "The card's bank disputes the last payment.",
  acceptance_failed: "The version on sale did not pass your acceptance contract.",
};

/** Of a period's acceptance contract. */
export const acceptanceStateWords: Record<AcceptanceState, string> = {
  pending: "Waits for a version that passes",
  passed: "Passed your conditions",
  failed: "Failed your conditions",
  undecided: "An administrator decides",
};

/** "$7.00 a month, $70.00 a year". */
export const plansText = ({ plans, currency }: Pick<ListingView, "plans" | "currency">): string =>
  plans.map((plan) => priceEach(plan.price_cents, currency, plan.interval)).join(", ");

/** "$7.00 a month". */
export const priceEach = (cents: number, currency: string, interval: PlanInterval): string =>
  `${moneyText(cents, currency)} a ${interval}`;
