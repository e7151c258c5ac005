import { MarketError } from "../../../market/errors.ts";
import { PAGE_ITEMS_DEFAULT } from "../../../market/limits.ts";
import { idOf, isId } from "../../kit/ids.ts";
import { privatePage, redirectTo } from "../../kit/respond.ts";
import type { AccountContext } from "../context.ts";
import type { AccountRequest } from "../handle.tsx";
import { paths } from "../paths.ts";
import { NotificationsPage } from "./list-page.tsx";
import { notificationWords } from "./words.ts";

/** GET /account/notifications */
export async function showNotifications(
  ctx: AccountContext,
  { owner, frame, url }: AccountRequest,
): Promise<Response> {
  const unreadOnly = url.searchParams.get("show") === "unread";
  const cursor = url.searchParams.get("cursor") ?? undefined;
  const query = { unreadOnly, limit: PAGE_ITEMS_DEFAULT, cursor };
  const { items, pagination } = await ctx.account.listNotifications(owner, query);
  const nextCursor = pagination.next_cursor;
  return privatePage(<NotificationsPage {...{ frame, unreadOnly, items, nextCursor }} />);
}

/** GET /account/notifications/{id}: marks it as read and leads to its page. */
export async function openNotification(
  ctx: AccountContext,
  page: AccountRequest,
): Promise<Response> {
  const missing = "You have no such notification, or it is too old.";
  const id = idOf(page, "route_not_found", missing);
  const event = await ctx.account.markNotificationRead(page.owner, id);
  if (event === null) throw new MarketError("route_not_found", missing);
  return redirectTo(notificationWords(event).href);
}

/** POST /account/notifications/read: all up to the newest one that the page showed. */
export async function readNotifications(
  ctx: AccountContext,
  { owner }: AccountRequest,
  form: URLSearchParams,
): Promise<Response> {
  const newest = form.get("newest") ?? "";
  if (isId(newest)) await ctx.account.markNotificationsRead(owner, newest);
  return redirectTo(paths.notifications);
}
