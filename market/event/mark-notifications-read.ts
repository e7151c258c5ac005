import { findEventPosition } from "../../db/queries/events/events.ts";
import { markEventRead, markEventsRead } from "../../db/queries/events/notifications.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { viewEvent } from "./event-view.ts";
import { NOTIFICATION_BATCHES_MAX, NOTIFICATIONS_PER_BATCH } from "./limits.ts";
import type { EventView } from "./schemas.ts";

/** Marks one notification as read and returns it; null if the account has none with this id. */
export async function markNotificationRead(
  { db, now }: Context,
  { accountId }: OwnerActor,
  eventId: string,
): Promise<EventView | null> {
  const row = await markEventRead(db, accountId, { eventId, now: now() });
  return row === null ? null : viewEvent(row);
}

/** Marks the notification `newestId` and all older ones as read; repeating it changes nothing. */
export async function markNotificationsRead(
  { db, now }: Context,
  { accountId }: OwnerActor,
  newestId: string,
): Promise<void> {
  const upTo = await findEventPosition(db, { kind: "account", id: accountId }, newestId);
  if (upTo === null) return;
  const batch = { upTo, now: now(), rowsMax: NOTIFICATIONS_PER_BATCH };
  for (let done = 0; done < NOTIFICATION_BATCHES_MAX; done += 1) {
    if ((await markEventsRead(db, accountId, batch)) < NOTIFICATIONS_PER_BATCH) return;
  }
}
