/** Events and mails about a subscription, in the transaction of their cause. */
import type { Database } from "../../db/client.ts";
import { sellerPrincipals } from "../../db/queries/events/events.ts";
import { enqueueJob, writeAudit } from "../../db/queries/journal/journal.ts";
import type { SubscriptionRow } from "../../db/queries/subscriptions/subscriptions.ts";
import type { Actor, SystemActor } from "../../db/vocabulary/actor.ts";
import { emitEvent } from "../event/emit-event.ts";
import type { EventData, EventType } from "../event/types.ts";
import type { SubscriptionNotice } from "./notices.ts";

export const renewer: SystemActor = { kind: "system", name: "subscriptions" };

type SubscriptionEvent = Extract<EventType, `subscription.${string}`>;
type Common = keyof EventData<"subscription.started">;

/** Writes an event for the subscriber, and for the seller if `sides` names it. */
export async function emitSubscriptionEvent<T extends SubscriptionEvent>(
  tx: Database,
  subscription: SubscriptionRow,
  {
    type,
    sides = ["buyer"],
    extra,
    now,
  }: {
    type: T;
    sides?: readonly ("buyer" | "seller")[];
    extra: Omit<EventData<T>, Common>;
    now: Date;
  },
): Promise<void> {
  const { id, accountId, sellerAgentId, sellerAccountId } = subscription;
  const principals = {
    buyer: [{ kind: "account" as const, id: accountId }],
    seller: sellerPrincipals(sellerAgentId, sellerAccountId),
  };
  for (const side of sides) {
    const data = {
      subscription_id: id,
      dataset_id: subscription.listingId,
      your_role: side,
      interval: subscription.interval,
      price_cents: subscription.priceCents,
      currency: subscription.currency,
      period_ends_at: subscription.periodEndsAt.toISOString(),
      ...extra,
    } as EventData<T>;
    await emitEvent(tx, { type, subjectId: id, to: principals[side], data }, now);
  }
}

/** `mark` tells the notices of one kind apart: a version, a price, a period, or how often a charge failed. */
export async function mailSubscriber(
  tx: Database,
  subscriptionId: string,
  { notice, mark, now }: { notice: SubscriptionNotice; mark: number; now: Date },
): Promise<void> {
  const payload = {
    template: "subscription",
    subscription_id: subscriptionId,
    notice,
    mark,
  } as const;
  await enqueueJob(tx, "jobs.mail", payload, now);
}

type SubscriptionAction =
  | "subscription.opened"
  | "subscription.started"
  | "subscription.renewing"
  | "subscription.past_due"
  | "subscription.changed"
  | "subscription.paused"
  | "subscription.price_changing"
  | "subscription.plan_ending"
  | "subscription.ended";

type Step = { actor: Actor; action: SubscriptionAction; detail?: Record<string, unknown> };

/** The subscriber reads it under the key that pays. */
export function auditSubscription(
  tx: Database,
  { id, apiKeyId, listingId }: SubscriptionRow,
  { actor, action, detail = {} }: Step,
  now: Date,
): Promise<void> {
  const subject = { subjectKind: "api_key", subjectId: apiKeyId } as const;
  const facts = { subscription_id: id, listing_id: listingId, ...detail };
  return writeAudit(tx, { actor, action, ...subject, detail: facts }, now);
}
