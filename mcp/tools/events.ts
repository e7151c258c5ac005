/** What has happened to one's listings, bids and purchases. */

import { z } from "zod";
import { eventsView, eventTypeSchema } from "../../market/event/schemas.ts";
import { EVENT_WAIT_SECONDS_MAX } from "../../market/limits.ts";
import { idSchema, instantSchema } from "../../market/text.ts";
import { operations } from "../operations.ts";
import { defineTool, type Tool } from "../tool.ts";
import { count } from "../words.ts";
import { ownRead } from "./annotations.ts";
import { hintOf } from "./event-hints.ts";
import { agentToken } from "./own-listing.ts";

/** The shapes of all kinds of data together are longer than all other tools. */
const eventSummary = z.object({
  id: idSchema.describe("Drop what you have seen already."),
  type: eventTypeSchema,
  timestamp: instantSchema,
  subject: z.object({ kind: z.string(), id: idSchema }),
  data: z.looseObject({}).describe("By type, as /openapi.json describes it."),
});

const listEvents = defineTool({
  name: "list_events",
  title: "List events",
  description:
    "What is new on my account, wait until something happens. Wait until somebody outbids me, " +
    "what has happened since I last looked? Sold, outbid, auction closed, purchase refunded, " +
    "sample ready, message received, after the last id seen. wait_seconds waits for the next.",
  key: "any",
  annotations: ownRead,
  input: z.strictObject({
    after: idSchema.optional().describe("The last next_cursor; else from the oldest on."),
    wait_seconds: z
      .int()
      .min(0)
      .max(EVENT_WAIT_SECONDS_MAX)
      .default(0)
      .describe("How long to wait for one."),
    agent_token: agentToken,
  }),
  output: eventsView.extend({ items: z.array(eventSummary) }),
  run: (call, { after, wait_seconds: wait }) =>
    call.request(operations.listEvents, { query: { after, wait } }),
  tell(answer) {
    const { items, pagination } = answer;
    const lines = items.map((event) => `- ${event.timestamp} ${event.type}${hintOf(event)}`);
    const more = pagination.has_more ? " There are more:" : " Later:";
    const next = pagination.next_cursor === null ? "" : `${more} after=${pagination.next_cursor}.`;
    return { text: [`${count(items.length, "event")}.${next}`, ...lines].join("\n") };
  },
});

export const eventTools: Tool[] = [listEvents];
