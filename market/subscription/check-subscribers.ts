/** After a new version or a change of plans, the clock looks at every subscriber of the listing. */
import type { Database } from "../../db/client.ts";
import { readListingPlans } from "../../db/queries/listings/plans.ts";
import {
  lockSubscriberCheck,
  moveSubscriberCheck,
} from "../../db/queries/subscriptions/subscriber-checks.ts";
import {
  lockSubscribersAfter,
  type SubscriptionRow,
  updateSubscription,
} from "../../db/queries/subscriptions/subscriptions.ts";
import type { Context } from "../context.ts";
import type { Plan } from "../listing/pricing/schemas.ts";
import { deliverVersions } from "./deliver-versions.ts";
import { auditSubscription, emitSubscriptionEvent, mailSubscriber, renewer } from "./notify.ts";
import { priceChange } from "./rules.ts";

const subscribersPerStepMax = 100;

type Deps = Pick<Context, "db" | "now" | "config">;

/**
 * Notifies the subscribers of all waiting listings, in steps of one transaction each: each once,
 * whatever process dies and however many run it. Returns how many were looked at.
 */
export async function checkSubscribers(ctx: Deps): Promise<number> {
  let checked = 0;
  for (;;) {
    const step = await ctx.db.transaction((tx) => checkSome(tx, ctx));
    if (step === null) return checked;
    checked += step;
  }
}

/** Null: nothing waits. */
async function checkSome(tx: Database, { now: clock, config }: Deps): Promise<number | null> {
  const check = await lockSubscriberCheck(tx);
  if (check === null) return null;
  const { listingId, afterId } = check;
  const plans = await readListingPlans(tx, listingId);
  const page = { listingId, afterId, rowsMax: subscribersPerStepMax };
  const subscribers = await lockSubscribersAfter(tx, page);
  const now = clock();
  for (const subscription of subscribers) {
    await deliverVersions(tx, config, subscription, now);
    await followPlan(tx, subscription, plans, now);
  }
  const last = subscribers.at(-1);
  const hasMore = last !== undefined && subscribers.length === subscribersPerStepMax;
  await moveSubscriberCheck(tx, listingId, hasMore ? last.id : null);
  return subscribers.length;
}

/** A plan that is gone ends its subscriptions at their next renewal; they are notified at once. */
async function followPlan(
  tx: Database,
  subscription: SubscriptionRow,
  plans: readonly Plan[],
  now: Date,
): Promise<void> {
  const plan = plans.find(({ interval }) => interval === subscription.interval);
  await followPlanEnd(tx, subscription, { isOffered: plan !== undefined, now });
  const change = plan === undefined ? null : priceChange(subscription, plan, now);
  if (change === null) return;
  const changed = await updateSubscription(tx, subscription.id, { ...change, updatedAt: now });
  const extra = {
    next_price_cents: change.nextPriceCents ?? changed.priceCents,
    next_price_at: (change.nextPriceAt ?? now).toISOString(),
  };
  const step = { actor: renewer, action: "subscription.price_changing", detail: extra } as const;
  await auditSubscription(tx, changed, step, now);
  const event = { type: "subscription.price_changing", extra, now } as const;
  await emitSubscriptionEvent(tx, changed, event);
  const mark = Math.floor(now.getTime() / 1000);
  await mailSubscriber(tx, changed.id, { notice: "price_changing", mark, now });
}

async function followPlanEnd(
  tx: Database,
  { id, planEndingAt }: SubscriptionRow,
  { isOffered, now }: { isOffered: boolean; now: Date },
): Promise<void> {
  if (isOffered === (planEndingAt === null)) return;
  const change = { planEndingAt: isOffered ? null : now, updatedAt: now };
  const changed = await updateSubscription(tx, id, change);
  if (isOffered) return;
  const step = { actor: renewer, action: "subscription.plan_ending" } as const;
  await auditSubscription(tx, changed, step, now);
  const event = { type: "subscription.plan_ending", extra: {}, now } as const;
  await emitSubscriptionEvent(tx, changed, event);
  const mark = Math.floor(now.getTime() / 1000);
  await mailSubscriber(tx, id, { notice: "plan_ending", mark, now });
}
