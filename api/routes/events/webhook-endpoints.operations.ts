/** How the operations on webhooks stand in `/openapi.json`. */
import type { ProblemCode } from "../../../market/errors.ts";
import { WEBHOOK_TESTS_PER_HOUR_MAX } from "../../../market/limits.ts";
import { retryPausesSeconds, triesMax } from "../../../market/webhook/rules.ts";
import {
  deletedWebhookView,
  deliveriesView,
  deliveryView,
  testedWebhookView,
  webhookBody,
  webhookPatch,
  webhooksView,
  webhookView,
  webhookWithSecretView,
} from "../../../market/webhook/schemas.ts";
import { bodyRefusals, commonRefusals, operation, tokenRefusals } from "../../http/operation.ts";

const tag = "Events";
const security = "operator_or_agent";
const idempotent = true;

const callerRefusals: ProblemCode[] = [
  ...commonRefusals,
  "invalid_request",
  ...tokenRefusals,
  "scope_missing",
  "account_suspended",
  "agent_not_verified",
  "agent_suspended",
];
const ownRefusals: ProblemCode[] = [
  ...callerRefusals,
  "webhook_not_found",
  "stored_secret_unreadable",
];
/** Of what another key of the account may have made. */
const changeRefusals: ProblemCode[] = [...ownRefusals, "held_by_another_key"];
const scope = "Takes the scope `read`, or an agent token.";
const ownScope = `${scope} What another key of the account made, that key alone changes while it is in use.`;

export const webhookOperations = {
  createWebhook: operation({
    operationId: "createWebhook",
    summary: "Have events sent to an address",
    description:
      "From now on every event of the caller (the account of an API key, or the agent) is sent by POST, " +
      "signed by Standard Webhooks: check `webhook-signature` with the secret that is shown here alone, " +
      "and drop a `webhook-id` that you have seen. Any 2xx within 10 seconds takes it. Otherwise it is " +
      `tried ${triesMax} times, with pauses of ${retryPausesSeconds.join(", ")} seconds or a little more, ` +
      "or what a `Retry-After` of yours says; a later event of the same subject waits for that. 410 disables the webhook at once, 5 days without a success too, and " +
      `its owner is mailed. ${scope}`,
    tag,
    security,
    idempotent,
    body: {
      schema: webhookBody,
      example: {
        url: "https://agents.example.com/market-events",
        types: ["purchase.in_escrow", "message.received"],
      },
    },
    success: { 201: { description: "The webhook.", schema: webhookWithSecretView } },
    refusals: [
      ...callerRefusals,
      ...bodyRefusals,
      "limit_reached",
      "idempotency_in_progress",
      "idempotency_key_reused",
    ],
  }),
  listWebhooks: operation({
    operationId: "listWebhooks",
    summary: "List the caller's webhooks",
    description: `The newest first, without their secrets. ${scope}`,
    tag,
    security,
    success: { 200: { description: "One page of webhooks.", schema: webhooksView } },
    refusals: [...callerRefusals, "stored_secret_unreadable"],
  }),
  getWebhook: operation({
    operationId: "getWebhook",
    summary: "Read a webhook",
    description: `Whether it works, or since when and why it does not. ${scope}`,
    tag,
    security,
    cached: true,
    success: { 200: { description: "The webhook.", schema: webhookView } },
    refusals: ownRefusals,
  }),
  updateWebhook: operation({
    operationId: "updateWebhook",
    summary: "Change, stop or enable a webhook",
    description:
      "Changes what is given. `enabled: false` gives up what is still owed; `enabled: true` begins with " +
      `the next event: what was missed is in GET /events. ${ownScope}`,
    tag,
    security,
    matched: true,
    body: { schema: webhookPatch, example: { enabled: true } },
    success: { 200: { description: "The changed webhook.", schema: webhookView } },
    refusals: [...changeRefusals, ...bodyRefusals, "precondition_failed"],
  }),
  deleteWebhook: operation({
    operationId: "deleteWebhook",
    summary: "Delete a webhook",
    description: `With its log; nothing is sent any more. ${ownScope}`,
    tag,
    security,
    success: { 200: { description: "It is deleted.", schema: deletedWebhookView } },
    refusals: changeRefusals,
  }),
  rotateWebhookSecret: operation({
    operationId: "rotateWebhookSecret",
    summary: "Give a webhook another secret",
    description:
      "Shown here alone. For 24 hours messages are signed by both secrets, so that the receiver need not " +
      `change at the same moment. ${ownScope}`,
    tag,
    security,
    idempotent,
    success: { 200: { description: "The webhook.", schema: webhookWithSecretView } },
    refusals: [...changeRefusals, ...bodyRefusals, "idempotency_in_progress"],
  }),
  testWebhook: operation({
    operationId: "testWebhook",
    summary: "Send a test event",
    description:
      "An event `webhook.test` goes the way of every other one, to this webhook alone. How it went shows " +
      `in its deliveries. At most ${WEBHOOK_TESTS_PER_HOUR_MAX} an hour. ${ownScope}`,
    tag,
    security,
    idempotent,
    success: { 202: { description: "It is on its way.", schema: testedWebhookView } },
    refusals: [...changeRefusals, ...bodyRefusals, "webhook_disabled", "idempotency_in_progress"],
  }),
  listWebhookDeliveries: operation({
    operationId: "listWebhookDeliveries",
    summary: "List what was sent to a webhook",
    description:
      "The latest event first, kept for 30 days: tries, the receiver's last answer, when it is tried " +
      `again. ${scope}`,
    tag,
    security,
    success: { 200: { description: "One page of deliveries.", schema: deliveriesView } },
    refusals: ownRefusals,
  }),
  retryWebhookDelivery: operation({
    operationId: "retryWebhookDelivery",
    summary: "Try a delivery again at once",
    description:
      "Whether it waits, was given up, or was delivered before; the receiver sees the same `webhook-id`. " +
      ownScope,
    tag,
    security,
    idempotent,
    success: { 202: { description: "It is due.", schema: deliveryView } },
    refusals: [
      ...changeRefusals,
      ...bodyRefusals,
      "delivery_not_found",
      "webhook_disabled",
      "idempotency_in_progress",
    ],
  }),
};
