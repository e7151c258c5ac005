import { by, contract, op } from "../contract/contract.ts";
import { idParams } from "../text.ts";
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
      name: "set_renewal",
      title: "Pause or cancel subscription",
      description: "Pauses, ends or continues a subscription.",
      keywords: "unsubscribe stop renew resume recurring",
      effect: "replaces",
      inputs: {
        subscription_id: ["params", "id", "From buy_now."],
        renewal: ["body", "renewal", "off ends.", "required"],
      },
      shows: ["id", "status", "renewal", "period_ends_at", "end_cause"],
      sets: ["buy"],
    },
  }),
});
