import type { EventRow } from "../../db/queries/events/events.ts";
import type { EventView } from "./schemas.ts";

/** An event as the feed and webhooks show it. */
export function viewEvent(event: EventRow): EventView {
  return {
    id: event.id,
    type: event.type,
    timestamp: event.createdAt.toISOString(),
    subject: { kind: event.subjectKind, id: event.subjectId },
    data: event.data,
  };
}
