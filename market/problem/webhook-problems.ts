/** Problems of subscribers' webhooks, and of the payment provider's webhook. */
import type { Problem } from "./problem.ts";

export const webhookProblems = {
  webhook_not_found: {
    status: 404,
    title: "You have no such webhook",
    resolution: "none",
    meaning: "The caller has no webhook with this id.",
    whatToDo: (act) => `Call ${act.listWebhooks} and use an id from its answer.`,
  },
  delivery_not_found: {
    status: 404,
    title: "There is no such delivery",
    resolution: "none",
    meaning: "This webhook has no delivery with this id, or it is too old to be kept.",
    whatToDo: (act) => `Read what has happened with ${act.listEvents} instead.`,
  },
  webhook_disabled: {
    status: 409,
    title: "The webhook is disabled",
    resolution: "fix_request",
    meaning: "Nothing is sent to it: it was switched off, or has failed for too long.",
    whatToDo: (act) =>
      `Repair the receiver, then enable the webhook: ${act.updateWebhook} with \`"enabled": true\`.`,
  },
  stored_secret_unreadable: {
    status: 503,
    title: "The webhook's address cannot be read",
    resolution: "retry",
    meaning:
      "It is encrypted with a key that the service does not have, or was changed in the database. No event " +
      "is sent meanwhile, and none is lost.",
    whatToDo: (act) =>
      "Send it again after `retry_after` seconds. If the problem persists, set the webhook's address again with " +
      `${act.updateWebhook}, or notify the service's operator, who checks STORED_SECRETS_KEYS.`,
  },
  webhook_signature_invalid: {
    status: 400,
    title: "The webhook's signature is not valid",
    resolution: "none",
    meaning:
      "A call to the payment provider's webhook has no signature, a wrong one, or one older than five " +
      "minutes. It was ignored.",
    whatToDo:
      "Nothing, unless you operate this marketplace: then compare STRIPE_WEBHOOK_SECRET with the " +
      "provider's, and check the machine's clock.",
  },
} as const satisfies Record<string, Problem>;
