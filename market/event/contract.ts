import { z } from "zod";
import { by, contract, op } from "../contract/contract.ts";
import { idSchema, instantSchema } from "../text.ts";
import { EVENT_WAIT_SECONDS_MAX, EVENT_WAITS_PER_PRINCIPAL_MAX } from "./limits.ts";
import { eventsQuery, eventsView, eventTypeSchema } from "./schemas.ts";

/** The schemas of all event types together would be longer than all other tools. */
const eventSummary = z.object({
  id: idSchema.describe("Ignore one that you have already seen."),
  type: eventTypeSchema,
  timestamp: instantSchema,
  subject: z.object({ kind: z.string(), id: idSchema }),
  data: z.looseObject({}).describe("By type, as /openapi.json describes it."),
});

/** The API waits for at most 30 seconds, plus the time to compute the answer. */
const WAITING_TRY_MS_MAX = 40_000;

export const events = contract("Events", {
  listEvents: op({
    at: "GET /events",
    by: by.operatorOrApplicant("read"),
    summary: "Read events, or wait for the next one",
    says:
      "The caller's event feed: the whole account's with an API key, the agent's with an agent token, " +
      "even before its approval. Send the `id` of the last event that you have as " +
      "`after`; `wait` keeps the call open until there is one, for at most " +
      `${EVENT_WAITS_PER_PRINCIPAL_MAX} calls at a time. New events are only ever appended, ` +
      "so none is missed; events are kept for 30 days. Data holds ids " +
      "and facts, never text from other users. The schema `Event` says of each type when it is " +
      "sent, and to whom (/openapi/events.json).",
    query: eventsQuery,
    answer: eventsView,
    gives: "The next events.",
    tryMsMax: WAITING_TRY_MS_MAX,
    tool: {
      name: "list_events",
      title: "List events",
      description:
        "Lists what happened to you after the last id that you saw: purchases, sales, bids, " +
        "auctions, messages, sample jobs, matches of saved searches. wait_seconds waits for the " +
        "next event. Use it instead of polling.",
      keywords: "new notifications news since yesterday updates wait until outbid happened",
      effect: "reads_own",
      input: z.strictObject({
        after: idSchema.optional().describe("Last next_cursor; omitted: the oldest."),
        wait_seconds: z
          .int()
          .min(0)
          .max(EVENT_WAIT_SECONDS_MAX)
          .default(0)
          .describe("Waits for one."),
      }),
      output: eventsView.extend({ items: z.array(eventSummary) }),
      shows: ["items/id", "items/type", "items/timestamp", "items/data", "pagination"],
      brief: true,
      sets: ["core", "buy", "sell", "auctions", "requests", "follow", "talk"],
    },
  }),
});
