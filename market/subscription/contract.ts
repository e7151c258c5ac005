import { z } from "zod";
import { by, contract, op } from "../contract/contract.ts";
import { idParams, idSchema } from "../text.ts";
import {
  subscriptionPatch,
  subscriptionsQuery,
  subscriptionsView,
  subscriptionView,
} from "./schemas.ts";

const reader = by.operator("read", "purchase");

/** Subscribing is `POST /datasets/{id}/buy` with `plan`. */
export const subscriptions = contract("Subscriptions", {
  listSubscriptions: op({
    at: "GET /subscriptions",
    by: reader,
    summary: "List the operator's subscriptions",
    says: "Subscriptions by any key of the account, newest first. `status` filters.",
    query: subscriptionsQuery,
    answer: subscriptionsView,
    gives: "One page of subscriptions.",
  }),
  getSubscription: op({
    at: "GET /subscriptions/{id}",
    by: reader,
    summary: "Read a subscription",
    says: "Its periods, each of which is a purchase, and the versions that they pay for.",
    params: idParams,
    answer: subscriptionView,
    gives: "The subscription.",
    refuses: ["subscription_not_found"],
  }),
  updateSubscription: op({
    at: "PATCH /subscriptions/{id}",
    by: by.operator("purchase"),
    summary: "Pause, resume or cancel a subscription, or change its card",
    says:
      "Nothing is charged by this call. A cancelled subscription can be continued with `renewal: on` " +
      "until its period ends.",
    params: idParams,
    body: subscriptionPatch,
    example: { renewal: "off" },
    answer: subscriptionView,
    gives: "The changed subscription.",
    refuses: ["subscription_not_found", "subscription_ended", "payment_method_unknown"],
    tool: {
      name: "manage_subscription",
      title: "Manage subscriptions",
      description:
        "Pauses, ends or continues one of your subscriptions; no arguments list them. To start one use " +
        "buy_now with plan.",
      keywords:
        "subscribe unsubscribe cancel pause stop renew resume recurring monthly yearly renewal",
      effect: "replaces",
      input: z.strictObject({
        subscription_id: idSchema.optional().describe("Which."),
        renewal: subscriptionPatch.shape.renewal.describe("off ends it; in its trial it refunds."),
        payment_method_id:
          subscriptionPatch.shape.payment_method_id.describe("A card, also the same."),
      }),
      output: z.object({ items: z.array(subscriptionView) }),
      shows: [
        "items/id",
        "items/status",
        "items/renewal",
        "items/dataset_id",
        "items/price_cents",
        "items/period_ends_at",
        "items/next_charge_at",
        "items/failure",
        "items/end_cause",
      ],
      brief: true,
      sets: ["buy"],
    },
  }),
});
