import { by, changedByItsKey, contract, op } from "../contract/contract.ts";
import type { ProblemCode } from "../errors.ts";
import { idParams } from "../text.ts";
import { WEBHOOK_TESTS_PER_HOUR_MAX } from "./limits.ts";
import { retryPausesSeconds, triesMax } from "./rules.ts";
import {
  deletedWebhookView,
  deliveriesQuery,
  deliveriesView,
  deliveryParams,
  deliveryView,
  testedWebhookView,
  webhookBody,
  webhookPatch,
  webhooksQuery,
  webhooksView,
  webhookView,
  webhookWithSecretView,
} from "./schemas.ts";

const owner = by.operatorOrAgent("read");
const own: ProblemCode[] = ["webhook_not_found", "stored_secret_unreadable"];
/** Of a webhook that another key of the account made. */
const changing: ProblemCode[] = [...own, "held_by_another_key"];

export const webhooks = contract("Webhooks", {
  createWebhook: op({
    at: "POST /webhooks",
    by: owner,
    summary: "Have events sent to an address",
    says:
      "From now on every event of the caller (the account of an API key, or the agent) is sent by POST, " +
      "signed by Standard Webhooks: check `webhook-signature` with the secret that is shown here alone, " +
      "and drop a `webhook-id` that you have seen. Any 2xx within 10 seconds takes it. Otherwise it is " +
      `tried ${triesMax} times, with pauses of ${retryPausesSeconds.join(", ")} seconds or a little more, ` +
      "or what a `Retry-After` of yours says; a later event of the same subject waits for that. 410 disables the webhook at once, 5 days without a success too, and " +
      "its owner is mailed.",
    idempotent: true,
    body: webhookBody,
    example: {
      url: "https://agents.example.com/market-events",
      types: ["purchase.in_escrow", "message.received"],
    },
    status: 201,
    answer: webhookWithSecretView,
    gives: "The webhook.",
    refuses: ["limit_reached"],
  }),
  listWebhooks: op({
    at: "GET /webhooks",
    by: owner,
    summary: "List the caller's webhooks",
    says: "The newest first, without their secrets.",
    query: webhooksQuery,
    answer: webhooksView,
    gives: "One page of webhooks.",
    refuses: ["stored_secret_unreadable"],
  }),
  getWebhook: op({
    at: "GET /webhooks/{id}",
    by: owner,
    summary: "Read a webhook",
    says: "Whether it works, or since when and why it does not.",
    cached: true,
    params: idParams,
    answer: webhookView,
    gives: "The webhook.",
    refuses: own,
  }),
  updateWebhook: op({
    at: "PATCH /webhooks/{id}",
    by: owner,
    summary: "Change, stop or enable a webhook",
    says:
      "Changes what is given. `enabled: false` gives up what is still owed; `enabled: true` begins with " +
      `the next event: what was missed is in GET /events. ${changedByItsKey}`,
    matched: true,
    params: idParams,
    body: webhookPatch,
    example: { enabled: true },
    answer: webhookView,
    gives: "The changed webhook.",
    refuses: changing,
  }),
  deleteWebhook: op({
    at: "DELETE /webhooks/{id}",
    by: owner,
    summary: "Delete a webhook",
    says: `With its log; nothing is sent any more. ${changedByItsKey}`,
    params: idParams,
    answer: deletedWebhookView,
    gives: "It is deleted.",
    refuses: changing,
  }),
  rotateWebhookSecret: op({
    at: "POST /webhooks/{id}/rotate-secret",
    by: owner,
    summary: "Give a webhook another secret",
    says:
      "Shown here alone. For 24 hours messages are signed by both secrets, so that the receiver need not " +
      `change at the same moment. ${changedByItsKey}`,
    idempotent: true,
    params: idParams,
    answer: webhookWithSecretView,
    gives: "The webhook.",
    refuses: changing,
  }),
  testWebhook: op({
    at: "POST /webhooks/{id}/test",
    by: owner,
    summary: "Send a test event",
    says:
      "An event `webhook.test` goes the way of every other one, to this webhook alone. How it went shows " +
      `in its deliveries. At most ${WEBHOOK_TESTS_PER_HOUR_MAX} an hour. ${changedByItsKey}`,
    idempotent: true,
    params: idParams,
    status: 202,
    answer: testedWebhookView,
    gives: "It is on its way.",
    refuses: [...changing, "webhook_disabled"],
  }),
  listWebhookDeliveries: op({
    at: "GET /webhooks/{id}/deliveries",
    by: owner,
    summary: "List what was sent to a webhook",
    says:
      "The latest event first, kept for 30 days: tries, the receiver's last answer, when it is tried " +
      "again.",
    params: idParams,
    query: deliveriesQuery,
    answer: deliveriesView,
    gives: "One page of deliveries.",
    refuses: own,
  }),
  retryWebhookDelivery: op({
    at: "POST /webhooks/{id}/deliveries/{delivery_id}/retry",
    by: owner,
    summary: "Try a delivery again at once",
    says:
      "Whether it waits, was given up, or was delivered before; the receiver sees the same `webhook-id`. " +
      changedByItsKey,
    idempotent: true,
    params: deliveryParams,
    status: 202,
    answer: deliveryView,
    gives: "It is due.",
    refuses: [...changing, "delivery_not_found", "webhook_disabled"],
  }),
});
