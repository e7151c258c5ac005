import { numberCommitted } from "../../db/notices/notifier.ts";
import { findEventPosition, readEvents } from "../../db/queries/events/events.ts";
import type { Principal } from "../../db/vocabulary/event.ts";
import { dayMs } from "../../platform/time.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { viewEvent } from "./event-view.ts";
import { EVENTS_KEPT_DAYS } from "./limits.ts";
import { type EventReader, principalOf } from "./principal.ts";
import { unknownAfter } from "./rules.ts";
import type { EventsQuery, EventView } from "./schemas.ts";

type Page = {
  items: EventView[];
  pagination: { limit: number; has_more: boolean; next_cursor: string | null };
};

/**
 * The reader's events since the event `after`, in the order of commits, possibly none.
 * Errors: invalid_request if `after` is not an event of the reader.
 */
export async function listEvents(
  ctx: Context,
  reader: EventReader,
  { after, types, limit }: Omit<EventsQuery, "wait">,
): Promise<{ view: Page; isWaitedFor: boolean }> {
  const principal = principalOf(reader);
  await numberCommitted(ctx.db);
  const position = after === undefined ? 0 : await positionOf(ctx, principal, after);
  const range = { after: position, types: types ?? [], rowsMax: limit + 1 };
  const rows = await readEvents(ctx.db, principal, range);
  const items = rows.slice(0, limit).map(viewEvent);
  const pagination = {
    limit,
    has_more: rows.length > limit,
    next_cursor: items.at(-1)?.id ?? after ?? null,
  };
  return { view: { items, pagination }, isWaitedFor: items.length === 0 };
}

async function positionOf(ctx: Context, principal: Principal, after: string): Promise<number> {
  const position = await findEventPosition(ctx.db, principal, after);
  if (position !== null) return position;
  const purgedBefore = new Date(ctx.now().getTime() - EVENTS_KEPT_DAYS * dayMs);
  if (unknownAfter(after, purgedBefore) === "purged") return 0;
  const detail = "is not one of your events; omit it to start with the oldest one kept";
  throw new MarketError("invalid_request", "There is no such event.", {
    faults: [{ pointer: "?after", code: "event_unknown", detail }],
  });
}
