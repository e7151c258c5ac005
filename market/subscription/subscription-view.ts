import type { PurchaseRow } from "../../db/queries/purchases/purchases.ts";
import {
  findSubscriptionDetail,
  readPeriods,
  readPeriodVersions,
  type SubscriptionDetail,
} from "../../db/queries/subscriptions/subscriptions.ts";
import { withoutSketches } from "../acceptance/without-sketches.ts";
import { isDownloadable } from "../catalogue/bought/rules.ts";
import type { Context } from "../context.ts";
import { instant, view } from "../view.ts";
import { PERIODS_SHOWN_MAX, VERSIONS_SHOWN_MAX } from "./limits.ts";
import { isInTrial } from "./rules.ts";
import { type SubscriptionView, subscriptionView } from "./schemas.ts";

/** A subscription as its subscriber sees it; with its periods if they are given. */
export function viewSubscription(
  { config: { PUBLIC_BASE_URL: baseUrl }, now }: Pick<Context, "config" | "now">,
  { subscription, keyName, card }: SubscriptionDetail,
  periods?: readonly PurchaseRow[],
): SubscriptionView {
  const { id, listingId, renewal, nextStepAt, trialEndsAt } = subscription;
  return view(subscriptionView, subscription, {
    status: subscription.state,
    acceptance: subscription.acceptance && withoutSketches(subscription.acceptance),
    dataset_id: listingId,
    dataset_title: subscription.title,
    trial_ends_at: isInTrial(subscription, now()) ? instant(trialEndsAt) : null,
    next_charge_at: renewal === "on" ? instant(nextStepAt) : null,
    failure: subscription.failureDetail,
    started_at: subscription.createdAt.toISOString(),
    periods: periods?.map(viewPeriod),
    versions: undefined,
    metadata: {
      api_key_id: subscription.apiKeyId,
      api_key_name: keyName,
      payment_method: { id: subscription.paymentMethodId, ...card },
    },
    links: {
      self: `${baseUrl}/subscriptions/${id}`,
      dataset: `${baseUrl}/datasets/${listingId}`,
      page: `${baseUrl}/account/subscriptions/${id}`,
    },
  });
}

/** With its periods and versions; the caller has checked access. */
export async function loadSubscriptionView(
  ctx: Pick<Context, "db" | "config" | "now">,
  id: string,
): Promise<SubscriptionView> {
  const { db } = ctx;
  const detail = await findSubscriptionDetail(db, id);
  if (detail === null) throw new Error(`subscription ${id} vanished`);
  const periods = await readPeriods(db, id, PERIODS_SHOWN_MAX);
  const versions: NonNullable<SubscriptionView["versions"]> = [];
  for (const period of periods.filter(isDownloadable)) {
    const left = VERSIONS_SHOWN_MAX - versions.length;
    if (left <= 0) break;
    const published = await readPeriodVersions(db, period, left);
    for (const { version, publishedAt } of published.reverse()) {
      const of = { version, published_at: publishedAt.toISOString() };
      versions.push({ ...of, purchase_id: period.id });
    }
  }
  return { ...viewSubscription(ctx, detail, periods), versions };
}

function viewPeriod(purchase: PurchaseRow) {
  const { periodNumber, periodStartsAt, periodEndsAt } = purchase;
  if (periodNumber === null || periodStartsAt === null || periodEndsAt === null) {
    throw new Error(`purchase ${purchase.id} pays no period`);
  }
  return {
    number: periodNumber,
    starts_at: periodStartsAt.toISOString(),
    ends_at: periodEndsAt.toISOString(),
    purchase_id: purchase.id,
    status: purchase.state,
    price_cents: purchase.priceCents,
    delivered_version: purchase.deliveredVersion,
    acceptance: purchase.acceptance,
  };
}
