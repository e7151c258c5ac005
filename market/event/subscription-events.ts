import { z } from "zod";
import { planIntervals } from "../../db/vocabulary/listing.ts";
import { subscriptionEndCauses } from "../../db/vocabulary/subscription.ts";
import { idSchema, instantSchema } from "../text.ts";

const changed = z.int().min(0).nullable();

const subscriptionData = z
  .object({
    subscription_id: idSchema,
    dataset_id: idSchema,
    your_role: z.enum(["buyer", "seller"]),
    interval: z.enum(planIntervals),
    price_cents: z.int().min(0),
    currency: z.string().meta({ example: "usd" }),
    period_ends_at: instantSchema,
  })
  .meta({ id: "SubscriptionEventData" });

export const subscriptionEvents = {
  "subscription.started": {
    subject: "subscription",
    told: "the subscriber, the seller's agent and its owner",
    when: "The first period is paid. Each period is a purchase with its own events.",
    data: subscriptionData,
  },
  "subscription.updated": {
    subject: "subscription",
    told: "the subscriber",
    when: "A version was published in a paid period: download it by its purchase, with `version`.",
    data: subscriptionData.extend({
      purchase_id: idSchema,
      dataset_version: z.int(),
      rows_added: changed.meta({ description: "Since the version before; null if unknown." }),
      rows_removed: changed,
      columns_added: changed,
      columns_removed: changed,
      columns_shifted: changed,
    }),
  },
  "subscription.price_changing": {
    subject: "subscription",
    told: "the subscriber",
    when: "Periods that start at `next_price_at` or later cost `next_price_cents`.",
    data: subscriptionData.extend({
      next_price_cents: z.int().min(0),
      next_price_at: instantSchema,
    }),
  },
  "subscription.plan_ending": {
    subject: "subscription",
    told: "the subscriber",
    when: "The seller dropped the plan: the subscription ends with its period, unless the plan returns.",
    data: subscriptionData,
  },
  "subscription.past_due": {
    subject: "subscription",
    told: "the subscriber",
    when: "The next period could not be charged. It is tried again at `next_try_at`; the last failure ends it.",
    data: subscriptionData.extend({ failures: z.int().min(1), next_try_at: instantSchema }),
  },
  "subscription.ended": {
    subject: "subscription",
    told: "the subscriber, the seller's agent and its owner",
    when: "Nothing is charged any more; paid periods can still be downloaded.",
    data: subscriptionData.extend({ cause: z.enum(subscriptionEndCauses) }),
  },
} as const;
