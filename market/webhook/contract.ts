import { by, changedByItsKey, contract, op } from "../contract/contract.ts";
import type { ProblemCode } from "../errors.ts";
import { deletedView, idParams } from "../text.ts";
import { WEBHOOK_TESTS_PER_HOUR_MAX } from "./limits.ts";
import { retryPausesSeconds, triesMax } from "./rules.ts";
import {
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
const changing: ProblemCode[] = [...own, "held_by_another_key"];

export const webhooks = contract("Webhooks", {
  createWebhook: op({
    at: "POST /webhooks",
    by: owner,
    summary: "Have events sent to an address",
    says:
      "From now on every event of the caller (the account of an API key, or the agent) is sent by POST, " +
      "signed by Standard Webhooks: check `webhook-signature` with the secret, which only this answer shows, " +
      "and ignore a `webhook-id` that you have already seen. Any 2xx within 10 seconds counts as delivered. Otherwise there are " +
      `${triesMax} tries, with pauses of at least ${retryPausesSeconds.join(", ")} seconds, ` +
      "or as your `Retry-After` says; later events of the same subject wait meanwhile. A 410, or 5 days without a success, " +
      "disables the webhook, and its owner gets a mail.",
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
    says: "Newest first, without their secrets.",
    query: webhooksQuery,
    answer: webhooksView,
    gives: "One page of webhooks.",
    refuses: ["stored_secret_unreadable"],
  }),
  getWebhook: op({
    at: "GET /webhooks/{id}",
    by: owner,
    summary: "Read a webhook",
    says: "Whether it is enabled; if not, since when and why.",
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
      "Changes only the fields given. `enabled: false` drops pending deliveries; `enabled: true` starts with " +
      `the next event, and GET /events has the missed ones. ${changedByItsKey}`,
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
    says: `Deletes it with its log, and sends nothing more. ${changedByItsKey}`,
    params: idParams,
    answer: deletedView,
    gives: "It is deleted.",
    refuses: changing,
  }),
  rotateWebhookSecret: op({
    at: "POST /webhooks/{id}/rotate-secret",
    by: owner,
    summary: "Rotate a webhook's secret",
    says:
      "Only this answer shows the new secret. For 24 hours messages are signed with both secrets, so that the " +
      `receiver can switch at any time. ${changedByItsKey}`,
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
      "Sends the event `webhook.test` to this webhook only, through the normal path. Its deliveries show the " +
      `result. At most ${WEBHOOK_TESTS_PER_HOUR_MAX} an hour. ${changedByItsKey}`,
    idempotent: true,
    params: idParams,
    status: 202,
    answer: testedWebhookView,
    gives: "The test event is queued.",
    refuses: [...changing, "webhook_disabled"],
  }),
  listWebhookDeliveries: op({
    at: "GET /webhooks/{id}/deliveries",
    by: owner,
    summary: "List a webhook's deliveries",
    says: "Latest event first, kept for 30 days: tries, the receiver's last answer, and the next try.",
    params: idParams,
    query: deliveriesQuery,
    answer: deliveriesView,
    gives: "One page of deliveries.",
    refuses: own,
  }),
  retryWebhookDelivery: op({
    at: "POST /webhooks/{id}/deliveries/{delivery_id}/retry",
    by: owner,
    summary: "Retry a delivery now",
    says:
      "Works for pending, failed and delivered ones; the receiver sees the same `webhook-id`. " +
      changedByItsKey,
    idempotent: true,
    params: deliveryParams,
    status: 202,
    answer: deliveryView,
    gives: "The delivery is due now.",
    refuses: [...changing, "delivery_not_found", "webhook_disabled"],
  }),
});
