import { numberCommitted } from "../../db/notices/notifier.ts";
import type { EventRow } from "../../db/queries/events/events.ts";
import { pageNotifications } from "../../db/queries/events/notifications.ts";
import { readTitles } from "../../db/queries/purchases/earnings.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { cutPage, decodeListCursor, largeNumberShape } from "../list-cursor.ts";
import { viewEvent } from "./event-view.ts";
import { datasetOf } from "./rules.ts";
import type { EventView } from "./schemas.ts";

export type Notification = EventView & {
  isRead: boolean;
  /** The current title of the dataset that it concerns; null if there is none. */
  datasetTitle: string | null;
};
export type NotificationsQuery = { unreadOnly: boolean; limit: number; cursor: string | undefined };

/**
 * The events of the owner's account, newest first, as long as events are kept.
 * Errors: invalid_request (a foreign cursor).
 */
export async function listNotifications(
  ctx: Context,
  { accountId }: OwnerActor,
  { unreadOnly, limit, cursor }: NotificationsQuery,
): Promise<{ items: Notification[]; pagination: { next_cursor: string | null } }> {
  const list = unreadOnly ? "unread notifications" : "notifications";
  const after = decodeListCursor(list, cursor, largeNumberShape);
  await numberCommitted(ctx.db);
  const before = after === null ? null : Number(after);
  const rows = await pageNotifications(ctx.db, accountId, {
    before,
    unreadOnly,
    rowsMax: limit + 1,
  });
  const keyOf = ({ position }: EventRow) => String(position);
  const { shown, pagination } = cutPage(rows, { list, limit, keyOf });
  const datasetIds = shown.map(({ data }) => datasetOf(data)).filter((id) => id !== null);
  const titles = await readTitles(ctx.db, datasetIds);
  const items = shown.map((row) => ({
    ...viewEvent(row),
    isRead: row.readAt !== null,
    datasetTitle: titles.get(datasetOf(row.data) ?? "") ?? null,
  }));
  return { items, pagination };
}
