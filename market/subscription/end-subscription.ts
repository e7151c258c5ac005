import type { Database } from "../../db/client.ts";
import {
  lockLiveSubscriptions,
  type SubscriptionRow,
  updateSubscription,
} from "../../db/queries/subscriptions/subscriptions.ts";
import type { Actor, OwnerActor } from "../../db/vocabulary/actor.ts";
import type { SubscriptionEndCause } from "../../db/vocabulary/subscription.ts";
import { auditSubscription, emitSubscriptionEvent, mailSubscriber } from "./notify.ts";

/** Ends a locked subscription. Both sides are notified, unless its first charge already failed. */
export async function endSubscription(
  tx: Database,
  subscription: SubscriptionRow,
  { actor, cause, now }: { actor: Actor; cause: SubscriptionEndCause; now: Date },
): Promise<SubscriptionRow> {
  const { id, state } = subscription;
  const ended = await updateSubscription(tx, id, {
    state: "ended",
    endCause: cause,
    endedAt: now,
    nextStepAt: null,
    updatedAt: now,
  });
  const step = { actor, action: "subscription.ended", detail: { cause } } as const;
  await auditSubscription(tx, ended, step, now);
  const isStarted = state !== "pending";
  const sides = isStarted ? (["buyer", "seller"] as const) : (["buyer"] as const);
  const event = { type: "subscription.ended", sides, extra: { cause }, now } as const;
  await emitSubscriptionEvent(tx, ended, event);
  if (isStarted) await mailSubscriber(tx, id, { notice: "ended", mark: 0, now });
  return ended;
}

/** Ends all subscriptions of a closing account, whose keys are locked; returns how many. */
export async function endSubscriptionsOf(
  tx: Database,
  owner: OwnerActor,
  now: Date,
): Promise<number> {
  const live = await lockLiveSubscriptions(tx, owner.accountId);
  for (const subscription of live) {
    await endSubscription(tx, subscription, { actor: owner, cause: "cancelled", now });
  }
  return live.length;
}
