/** Problems of webhooks: those that the service calls, and the one that the provider calls here. */
import type { Problem } from "./problem.ts";

export const webhookProblems = {
  webhook_not_found: {
    status: 404,
    title: "There is no such webhook of yours",
    resolution: "none",
    meaning: "The caller has no webhook of this id.",
    whatToDo: (act) => `Call ${act.listWebhooks} and take an id from its answer.`,
  },
  delivery_not_found: {
    status: 404,
    title: "There is no such delivery",
    resolution: "none",
    meaning: "This webhook has no delivery of this id, or it is too old to be kept.",
    whatToDo: (act) => `Read what has happened with ${act.listEvents} instead.`,
  },
  webhook_disabled: {
    status: 409,
    title: "The webhook is disabled",
    resolution: "fix_request",
    meaning: "Nothing is sent to it: it was switched off, or failed for too long.",
    whatToDo: (act) =>
      `Mend the receiver, then enable the webhook: ${act.updateWebhook} with \`"enabled": true\`.`,
  },
  stored_secret_unreadable: {
    status: 503,
    title: "The webhook's address cannot be read at present",
    resolution: "retry",
    meaning:
      "It is sealed by a key that the service does not have, or was changed in the database. Nothing " +
      "is sent to it meanwhile, and nothing that it is owed is lost.",
    whatToDo: (act) =>
      "Send it again after `retry_after` seconds. If it stays, give the webhook its address anew with " +
      `${act.updateWebhook}, or tell the operator, who compares STORED_SECRETS_KEYS.`,
  },
  webhook_signature_invalid: {
    status: 400,
    title: "The webhook's signature is not valid",
    resolution: "none",
    meaning:
      "A call of the payment provider's webhook has no signature, a wrong one, or one older than five " +
      "minutes. It was not looked at.",
    whatToDo:
      "Nothing, unless you operate this marketplace: then compare STRIPE_WEBHOOK_SECRET with the " +
      "provider's, and the machine's clock with the right time.",
  },
} as const satisfies Record<string, Problem>;
