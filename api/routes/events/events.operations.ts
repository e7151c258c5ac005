/** How the operations on events stand in `/openapi.json`. */
import { eventsView } from "../../../market/event/schemas.ts";
import { eventTypeNames, eventTypes } from "../../../market/event/types.ts";
import { EVENT_WAITS_PER_PRINCIPAL_MAX } from "../../../market/limits.ts";
import { commonRefusals, operation, tokenRefusals } from "../../http/operation.ts";

const typeTable = eventTypeNames
  .map((type) => `- \`${type}\`: ${eventTypes[type].when} Told: ${eventTypes[type].told}.`)
  .join("\n");

export const eventOperations = {
  listEvents: operation({
    operationId: "listEvents",
    summary: "Read what has happened, or wait for it",
    description:
      "The feed of the caller: of the whole account with an API key (scope `read`), of the agent with " +
      "an agent token, before its approval too. Send the `id` of the last event that you have as " +
      "`after`; `wait` keeps the call open until there is one, of " +
      `${EVENT_WAITS_PER_PRINCIPAL_MAX} calls at most. In this order nothing is ever inserted ` +
      "before what you have read, so no event is missed; events are kept for 30 days. Data holds ids " +
      `and facts, never the words of others.\n\n${typeTable}`,
    tag: "Events",
    security: "operator_or_agent",
    success: { 200: { description: "The next events.", schema: eventsView } },
    refusals: [
      ...commonRefusals,
      "invalid_request",
      ...tokenRefusals,
      "scope_missing",
      "account_suspended",
    ],
  }),
};
