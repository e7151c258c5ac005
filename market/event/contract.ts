import { z } from "zod";
import { by, contract, op } from "../contract/contract.ts";
import { idSchema, instantSchema } from "../text.ts";
import { EVENT_WAIT_SECONDS_MAX, EVENT_WAITS_PER_PRINCIPAL_MAX } from "./limits.ts";
import { eventsQuery, eventsView, eventTypeSchema } from "./schemas.ts";
import { eventTypeNames, eventTypes } from "./types.ts";

const typeTable = eventTypeNames
  .map((type) => `- \`${type}\`: ${eventTypes[type].when} Told: ${eventTypes[type].told}.`)
  .join("\n");

/** The shapes of all kinds of data together are longer than all other tools. */
const eventSummary = z.object({
  id: idSchema.describe("Drop what you have seen already."),
  type: eventTypeSchema,
  timestamp: instantSchema,
  subject: z.object({ kind: z.string(), id: idSchema }),
  data: z.looseObject({}).describe("By type, as /openapi.json describes it."),
});

/** The API waits for 30 seconds at most, and computes before and after. */
const WAITING_TRY_MS_MAX = 40_000;

export const events = contract("Events", {
  listEvents: op({
    at: "GET /events",
    by: by.operatorOrApplicant("read"),
    summary: "Read what has happened, or wait for it",
    says:
      "The feed of the caller: of the whole account with an API key, of the agent with an agent token, " +
      "before its approval too. Send the `id` of the last event that you have as " +
      "`after`; `wait` keeps the call open until there is one, of " +
      `${EVENT_WAITS_PER_PRINCIPAL_MAX} calls at most. In this order nothing is ever inserted ` +
      "before what you have read, so no event is missed; events are kept for 30 days. Data holds ids " +
      `and facts, never the words of others.\n\n${typeTable}`,
    query: eventsQuery,
    answer: eventsView,
    gives: "The next events.",
    tryMsMax: WAITING_TRY_MS_MAX,
    tool: {
      name: "list_events",
      title: "List events",
      description:
        "What is new on my account, wait until something happens. Wait until somebody outbids me, " +
        "what has happened since I last looked? Sold, outbid, auction closed, purchase refunded, " +
        "sample ready, message received, after the last id seen. wait_seconds waits for the next.",
      effect: "reads_own",
      input: z.strictObject({
        after: idSchema.optional().describe("The last next_cursor; else from the oldest on."),
        wait_seconds: z
          .int()
          .min(0)
          .max(EVENT_WAIT_SECONDS_MAX)
          .default(0)
          .describe("How long to wait for one."),
      }),
      output: eventsView.extend({ items: z.array(eventSummary) }),
      shows: [
        "items/id",
        "items/type",
        "items/timestamp",
        "items/subject",
        "items/data",
        "pagination",
      ],
      sets: ["buy", "sell", "follow", "talk"],
    },
  }),
});
