/** Subscriptions, one in each state, for the tests of each page. */
import { type SubscriptionState, subscriptionStates } from "../../../db/vocabulary/subscription.ts";
import type { CardSummary } from "../../../market/account/read.ts";
import { MarketError } from "../../../market/errors.ts";
import type { SubscriptionView } from "../../../market/subscription/schemas.ts";
import type { AccountUseCases } from "../../../site/account/use-cases.ts";
import { isoAt, longTitle, sampleId } from "../purchase-samples.ts";

function sampleSubscription(
  number: number,
  status: SubscriptionState,
  name: string,
): SubscriptionView {
  const isEnded = status === "ended";
  return {
    id: sampleId(number),
    status,
    renewal: status === "paused" ? "paused" : "on",
    dataset_id: sampleId(50),
    dataset_title: number === 2 ? longTitle : name,
    interval: number === 3 ? "year" : "month",
    price_cents: 24_950,
    currency: "usd",
    next_price_cents: number === 2 ? 29_950 : null,
    next_price_at: number === 2 ? isoAt(30) : null,
    period_starts_at: isoAt(-3),
    period_ends_at: isoAt(27),
    trial_ends_at: number === 2 ? isoAt(4) : null,
    acceptance: { schema: [{ properties: [{ name, required: true }] }] },
    next_charge_at: isEnded ? null : isoAt(27),
    failure: status === "past_due" ? `Your card was declined. ${name}` : null,
    started_at: isoAt(-33),
    ended_at: isEnded ? isoAt(0) : null,
    end_cause: isEnded ? "unpaid" : null,
    periods: [
      {
        number: 2,
        starts_at: isoAt(-3),
        ends_at: isoAt(27),
        purchase_id: sampleId(1),
        status: "in_escrow",
        price_cents: 24_950,
        delivered_version: null,
        acceptance: "pending",
      },
      {
        number: 1,
        starts_at: isoAt(-33),
        ends_at: isoAt(-3),
        purchase_id: sampleId(2),
        status: "released",
        price_cents: 24_950,
        delivered_version: 3,
        acceptance: "passed",
      },
    ],
    versions: [{ version: 3, published_at: isoAt(-10), purchase_id: sampleId(2) }],
    metadata: {
      api_key_id: sampleId(1),
      api_key_name: name,
      payment_method: { id: "pm_1", brand: "visa", last4: "4242" },
    },
    links: {},
  };
}

export function sampleSubscriptionPages(name: string, cards: CardSummary[]) {
  const all = subscriptionStates.map((state, index) => sampleSubscription(index + 1, state, name));
  return {
    listSubscriptions: async (_, { status }) => {
      const items = all.filter((one) => status === undefined || one.status === status);
      return { items, total: 87 };
    },
    readSubscription: async (_, id) => {
      const subscription = all.find((one) => one.id === id);
      if (subscription === undefined) {
        throw new MarketError("subscription_not_found", "No such thing.");
      }
      return { subscription, cards };
    },
    changeSubscription: async (_, id) =>
      all.find((one) => one.id === id) ?? sampleSubscription(1, "active", name),
    readRecurringRevenue: async () => ({
      subscribers: 41,
      monthlyCents: 102_295,
      pastDue: 2,
      currency: "usd",
    }),
  } satisfies Partial<AccountUseCases>;
}

export function emptySubscriptionPages() {
  return {
    listSubscriptions: async () => ({ items: [], total: 0 }),
    readRecurringRevenue: async () => ({
      subscribers: 0,
      monthlyCents: 0,
      pastDue: 0,
      currency: "usd",
    }),
  } satisfies Partial<AccountUseCases>;
}
