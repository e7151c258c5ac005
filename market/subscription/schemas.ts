import { z } from "zod";
import { planIntervals } from "../../db/vocabulary/listing.ts";
import { acceptanceStates, purchaseStates } from "../../db/vocabulary/purchase.ts";
import {
  subscriptionEndCauses,
  subscriptionRenewals,
  subscriptionStates,
} from "../../db/vocabulary/subscription.ts";
import { acceptanceTerms } from "../acceptance/schemas.ts";
import { PAYMENT_METHOD_ID_CHARS_MAX } from "../limits.ts";
import { cursorOrOffset, walkQuery } from "../list-shapes.ts";
import { idSchema, instantSchema, line, linksSchema, paginationSchema } from "../text.ts";

export const subscriptionsQuery = z
  .strictObject({ ...walkQuery, status: z.enum(subscriptionStates).optional() })
  .superRefine(cursorOrOffset);

const renewal = z.enum(subscriptionRenewals).meta({
  description:
    "`on`: the next period is charged when this one ends; a paused subscription continues at once. " +
    "`paused`: nothing is charged. `off`: it ends with the paid period, or now if none is paid; in the trial it ends now " +
    "and the period is refunded.",
});

export const subscriptionPatch = z
  .strictObject({
    renewal: renewal.optional(),
    payment_method_id: line(PAYMENT_METHOD_ID_CHARS_MAX).optional().meta({
      description: "A card of the account, also the same: a failed charge is tried again at once.",
    }),
  })
  .meta({ id: "SubscriptionPatch" });

const periodView = z.object({
  number: z.int().min(1),
  starts_at: instantSchema,
  ends_at: instantSchema,
  purchase_id: idSchema,
  status: z.enum(purchaseStates),
  price_cents: z.int(),
  delivered_version: z.int().nullable(),
  acceptance: z.enum(acceptanceStates).nullable(),
});

export const subscriptionView = z
  .object({
    id: idSchema,
    status: z.enum(subscriptionStates).meta({
      description:
        "`pending`: the first charge has no outcome yet. `past_due`: the next period could not be " +
        "charged and is tried again at `next_charge_at`.",
    }),
    renewal: z.enum(subscriptionRenewals),
    dataset_id: idSchema,
    dataset_title: z.string().meta({ description: "As of the start." }),
    interval: z.enum(planIntervals),
    price_cents: z.int(),
    currency: z.string(),
    next_price_cents: z.int().nullable().meta({ description: "From `next_price_at` on." }),
    next_price_at: instantSchema.nullable(),
    period_starts_at: instantSchema,
    period_ends_at: instantSchema,
    trial_ends_at: instantSchema.nullable().meta({
      description: "Until then, `renewal: off` refunds; null after it.",
    }),
    next_charge_at: instantSchema.nullable(),
    acceptance: acceptanceTerms.nullable().meta({
      description:
        "Conditions of each period: its update is evaluated before it can be downloaded; if it fails, the " +
        "period is refunded.",
    }),
    failure: z.string().nullable().meta({ description: "Why the last charge failed." }),
    started_at: instantSchema,
    ended_at: instantSchema.nullable(),
    end_cause: z.enum(subscriptionEndCauses).nullable(),
    periods: z.array(periodView).optional().meta({
      description:
        "The latest charges, newest first; omitted in lists. Download a version of a paid one by its `purchase_id`.",
    }),
    versions: z
      .array(z.object({ version: z.int(), published_at: instantSchema, purchase_id: idSchema }))
      .optional()
      .meta({ description: "Versions published in paid periods, newest first; omitted in lists." }),
    metadata: z.object({
      api_key_id: idSchema,
      api_key_name: z.string(),
      payment_method: z.object({ id: z.string(), brand: z.string(), last4: z.string() }),
    }),
    links: linksSchema,
  })
  .meta({ id: "Subscription" });

export const subscriptionsView = z
  .object({ items: z.array(subscriptionView), pagination: paginationSchema })
  .meta({ id: "SubscriptionPage" });

export type SubscriptionsQuery = z.infer<typeof subscriptionsQuery>;
export type SubscriptionPatch = z.infer<typeof subscriptionPatch>;
export type SubscriptionView = z.infer<typeof subscriptionView>;
