import { z } from "zod";
import type { EventSubjectKind } from "../../db/vocabulary/event.ts";
import { PAGE_ITEMS_DEFAULT, PAGE_ITEMS_MAX } from "../limits.ts";
import { idSchema, instantSchema, pageQuery, queryInteger } from "../text.ts";
import { EVENT_WAIT_SECONDS_MAX } from "./limits.ts";
import { type EventType, eventTypeNames, eventTypes } from "./types.ts";

export const eventTypeSchema = z.enum(eventTypeNames).meta({ id: "EventType" });

const typesByCommas = z
  .string()
  .max(1000)
  .transform((text) => text.split(","))
  .pipe(z.array(eventTypeSchema).min(1).max(eventTypeNames.length));

export const eventsQuery = z.strictObject({
  after: idSchema.optional().meta({
    description: "The `id` of the last event that you have. Omitted: from the oldest one kept.",
  }),
  types: typesByCommas.optional().meta({
    description: "Only these types, separated by commas.",
    override: { type: "string", maxLength: 1000 },
    example: "purchase.released,bid.outbid",
  }),
  limit: pageQuery.limit,
  wait: queryInteger(0, EVENT_WAIT_SECONDS_MAX)
    .default(0)
    .meta({
      description: "Seconds to wait for an event if there is none yet.",
      override: { type: "integer", minimum: 0, maximum: EVENT_WAIT_SECONDS_MAX, default: 0 },
    }),
});

/** Named schemas, so that the document contains them once and not with each type of event. */
const shared = {
  id: idSchema.meta({
    id: "EventId",
    description: "Also the `webhook-id`. Ignore an id that you have already seen.",
  }),
  timestamp: instantSchema.meta({ id: "EventTime", description: "When it happened." }),
  subjectId: idSchema.meta({
    id: "EventSubjectId",
    description: "Events of one subject keep their order.",
  }),
};

const subjectSchemas = new Map<EventSubjectKind, ReturnType<typeof subjectSchema>>();

function subjectSchema(kind: EventSubjectKind) {
  const words = kind.split("_").map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return z
    .object({ kind: z.literal(kind), id: shared.subjectId })
    .meta({ id: `${words.join("")}EventSubject` });
}

function subjectOf(kind: EventSubjectKind) {
  const subject = subjectSchemas.get(kind) ?? subjectSchema(kind);
  subjectSchemas.set(kind, subject);
  return subject;
}

function eventOf(type: EventType) {
  const { subject, data, told, when } = eventTypes[type];
  return z
    .object({
      id: shared.id,
      type: z.literal(type),
      timestamp: shared.timestamp,
      subject: subjectOf(subject),
      data,
    })
    .meta({ description: `${when} Sent to: ${told}.` });
}

const [firstType, ...otherTypes] = eventTypeNames;

const eventView = z
  .discriminatedUnion("type", [eventOf(firstType), ...otherTypes.map(eventOf)])
  .meta({ id: "Event" });

export const eventsView = z
  .object({
    items: z.array(eventView).meta({ description: "In the order in which they happened." }),
    pagination: z.object({
      limit: z.int().meta({ description: `${PAGE_ITEMS_DEFAULT}, or at most ${PAGE_ITEMS_MAX}.` }),
      has_more: z.boolean().meta({ description: "True: call again at once." }),
      next_cursor: idSchema.nullable().meta({
        description: "The `after` of the next call. Null: there are no events yet.",
      }),
    }),
  })
  .meta({ id: "EventPage" });

export type EventsQuery = z.infer<typeof eventsQuery>;
export type EventView = {
  id: string;
  type: EventType;
  timestamp: string;
  subject: { kind: string; id: string };
  data: Record<string, unknown>;
};
