import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import type { Context } from "../../../market/context.ts";
import {
  listNotifications,
  type NotificationsQuery,
} from "../../../market/event/list-notifications.ts";
import {
  markNotificationRead,
  markNotificationsRead,
} from "../../../market/event/mark-notifications-read.ts";

export function notificationUseCases(ctx: Context) {
  return {
    listNotifications: (owner: OwnerActor, query: NotificationsQuery) =>
      listNotifications(ctx, owner, query),
    markNotificationRead: (owner: OwnerActor, eventId: string) =>
      markNotificationRead(ctx, owner, eventId),
    markNotificationsRead: (owner: OwnerActor, newestId: string) =>
      markNotificationsRead(ctx, owner, newestId),
  };
}
