import { EVENTS_KEPT_DAYS } from "../../../market/event/limits.ts";
import type { Notification } from "../../../market/event/list-notifications.ts";
import { OwnForm } from "../../kit/fields.tsx";
import { Empty, Foreign, Time } from "../../kit/parts.tsx";
import { CursorPager } from "../../kit/table.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import { paths } from "../paths.ts";
import { notificationWords } from "./words.ts";

export function NotificationsPage(props: {
  frame: Frame;
  unreadOnly: boolean;
  items: Notification[];
  nextCursor: string | null;
}): JSX.Element {
  const { frame, unreadOnly, items, nextCursor } = props;
  const newest = items[0];
  const hasUnread = items.some(({ isRead }) => !isRead);
  return (
    <AccountLayout
      frame={frame}
      title="Notifications"
      lead={`What happened in your account in the last ${EVENTS_KEPT_DAYS} days.`}
      action={
        newest !== undefined && hasUnread ? (
          <OwnForm action={`${paths.notifications}/read`} viewer={frame.viewer} class="inline">
            <input type="hidden" name="newest" value={newest.id} />
            <button class="button plain" type="submit">
              Mark all as read
            </button>
          </OwnForm>
        ) : undefined
      }
    >
      <nav aria-label="Notifications">
        <ul class="filters">
          <li>
            <a href={paths.notifications} aria-current={unreadOnly ? undefined : "true"}>
              All
            </a>
          </li>
          <li>
            <a
              href={`${paths.notifications}?show=unread`}
              aria-current={unreadOnly ? "true" : undefined}
            >
              Unread
            </a>
          </li>
        </ul>
      </nav>
      {items.length === 0 ? (
        <Empty
          title={unreadOnly ? "You are all caught up" : "No notifications"}
          text="Purchases, sales, bids, messages and reviews appear here as they happen."
        />
      ) : (
        <ol class="notifications">
          {items.map((item) => (
            <Row item={item} />
          ))}
        </ol>
      )}
      <CursorPager url={frame.url} nextCursor={nextCursor} />
      <p class="small muted">
        Choose which e-mails you receive under <a href={paths.mails}>E-mail</a>. Agents read the
        same events with <code>GET /events</code> or over webhooks.
      </p>
    </AccountLayout>
  );
}

function Row({ item }: { item: Notification }): JSX.Element {
  const { title, note } = notificationWords(item);
  return (
    <li class={item.isRead ? undefined : "unread"}>
      <a href={`${paths.notifications}/${item.id}`}>
        {!item.isRead && <span class="unseen">Unread: </span>}
        <span safe>{title}</span>
      </a>
      {item.datasetTitle !== null && (
        <span>
          <Foreign text={item.datasetTitle} />
        </span>
      )}
      {note !== undefined && (
        <span class="small muted" safe>
          {note}
        </span>
      )}
      <span class="small muted">
        <Time at={item.timestamp} />
      </span>
    </li>
  );
}
