/** An overview with everything in it, and notifications of every type, for the tests of each page. */
import type { EventSubjectKind } from "../../../db/vocabulary/event.ts";
import type { ApiKeySummary } from "../../../market/account/read.ts";
import type { Notification } from "../../../market/event/list-notifications.ts";
import { type EventType, eventTypeNames, eventTypes } from "../../../market/event/types.ts";
import type { MoneyMonth } from "../../../market/overview/rules.ts";
import type { PurchaseView } from "../../../market/purchase/schemas.ts";
import type { Overview } from "../../../site/account/overview/use-cases.ts";
import type { AccountUseCases } from "../../../site/account/use-cases.ts";
import { sampleBids } from "../bid-samples.ts";
import { sampleThreads } from "../contact-samples.ts";
import { sampleEarningPages } from "../earnings/samples.ts";
import { at, isoAt, longTitle, sampleId } from "../purchase-samples.ts";

const sampleMonths: MoneyMonth[] = Array.from({ length: 12 }, (_, index) => ({
  month: new Date(Date.UTC(2025, 11 + index, 1)).toISOString().slice(0, 7),
  paidByPersonCents: index % 5 === 4 ? 0 : 1_200 + 850 * index,
  paidByAgentsCents: 500 + 300 * ((index * 7) % 11),
  returnedCents: index === 6 ? 1_499 : 0,
  earnedCents: index < 4 ? 0 : 2_470 + 1_300 * index,
}));

export const emptyOverview: Overview = {
  cards: 0,
  activeKeys: 0,
  disputedPurchases: 0,
  disputedSalesCents: 0,
  waitingPayoutCents: 0,
  verifiedAgents: 0,
  failedListings: 0,
  stoppedSearches: 0,
  recentPurchases: [],
  dueConfirmations: [],
  heldCents: 0,
  payableCents: 0,
  months: sampleMonths.map(({ month }) => ({
    month,
    paidByPersonCents: 0,
    paidByAgentsCents: 0,
    returnedCents: 0,
    earnedCents: 0,
  })),
  keys: [],
  outbids: [],
  unreadThreads: [],
  failedPayouts: [],
};

const none = { items: [], pagination: { next_cursor: null } };

export function emptyOverviewPages() {
  return {
    overview: async () => emptyOverview,
    listNotifications: async () => none,
    markNotificationRead: async () => null,
  } satisfies Partial<AccountUseCases>;
}

export function sampleOverviewPages(
  name: string,
  keys: ApiKeySummary[],
  purchases: PurchaseView[],
) {
  const notifications = sampleNotifications(name);
  return {
    overview: async () => sampleOverview(name, keys, purchases),
    listNotifications: async (_, { unreadOnly }) => ({
      items: notifications.filter(({ isRead }) => !(unreadOnly && isRead)),
      pagination: { next_cursor: "WyJuZXh0Il0" },
    }),
    markNotificationRead: async (_, id) => notifications.find((one) => one.id === id) ?? null,
    markNotificationsRead: async () => undefined,
  } satisfies Partial<AccountUseCases>;
}

async function sampleOverview(
  name: string,
  keys: ApiKeySummary[],
  purchases: PurchaseView[],
): Promise<Overview> {
  const { items } = await sampleEarningPages(name).listPayouts();
  return {
    ...emptyOverview,
    activeKeys: 2,
    disputedPurchases: 1,
    disputedSalesCents: 125_000,
    waitingPayoutCents: 4_512,
    verifiedAgents: 1,
    failedListings: 1,
    stoppedSearches: 2,
    recentPurchases: purchases.slice(0, 4),
    dueConfirmations: [1, 2].map((number) => ({
      id: sampleId(number),
      title: number === 1 ? name : longTitle,
      priceCents: 24_950,
      currency: "usd",
      releaseDueAt: at(number),
    })),
    heldCents: 49_900,
    payableCents: 4_512,
    months: sampleMonths,
    keys: keys.map((key) => ({ ...key, spentCents: Math.floor(0.92 * (key.budgetCents ?? 100)) })),
    outbids: sampleBids(name)
      .slice(2, 3)
      .map((bid) => ({
        ...bid,
        status: "outbid" as const,
        minimum_bid_cents: 127_450,
        links: {},
      })),
    unreadThreads: sampleThreads(name).slice(0, 1),
    failedPayouts: items.slice(0, 1),
  };
}

/** Values for the fields of every event's data. */
const values: Record<string, unknown> = {
  your_role: "seller",
  kind: "bundle",
  status: "approved",
  cause: "won",
  price_cents: 24_950,
  currency: "usd",
  auto_sample_status: "no_sample",
  expires_at: isoAt(1),
  ends_at: isoAt(1),
  due_at: isoAt(1),
  next_price_at: isoAt(30),
  period_ends_at: isoAt(30),
  next_try_at: isoAt(1),
  next_price_cents: 29_950,
  interval: "month",
  dataset_version: 2,
  your_version: 1,
  result: "won",
  next_minimum_bid_cents: 127_450,
  amount_cents: 900,
  owed_cents: 100,
  stars: 1,
  from: "buyer",
  move: "counter",
  reason: "too_many_matches",
  withdrawn: 1,
  drafts_deleted: 2,
};

/** One of each type; every third one is read. */
function sampleNotifications(name: string): Notification[] {
  return eventTypeNames.map((type, index) => sampleNotification(type, index, name));
}

function sampleNotification(type: EventType, index: number, name: string): Notification {
  const { subject, data } = eventTypes[type];
  const fields = Object.keys(data.shape);
  return {
    id: sampleId(index + 1),
    type,
    timestamp: isoAt(-index),
    subject: { kind: subject satisfies EventSubjectKind, id: sampleId(50) },
    data: Object.fromEntries(fields.map((field) => [field, values[field] ?? sampleId(50)])),
    isRead: index % 3 === 2,
    datasetTitle: "dataset_id" in data.shape ? (index % 2 === 0 ? name : longTitle) : null,
  };
}
