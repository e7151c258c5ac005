/** An account's events as the notifications that a person reads on the website. */
import { and, desc, eq, inArray, isNotNull, isNull, lt, lte, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { events } from "../../schema/index.ts";
import type { EventRow } from "./events.ts";

/** Literals, so that prepared statements can use the partial index of unread events. */
const isAccounts = sql`${events.principalKind} = 'account'`;

const ofAccount = (accountId: string) => and(isAccounts, eq(events.principalId, accountId));

type NotificationPage = {
  /** Only events before this position; null: from the newest on. */
  before: number | null;
  unreadOnly: boolean;
  rowsMax: number;
};

/** The account's events, newest first. */
export function pageNotifications(
  db: Database,
  accountId: string,
  { before, unreadOnly, rowsMax }: NotificationPage,
): Promise<EventRow[]> {
  return db
    .select()
    .from(events)
    .where(
      and(
        ofAccount(accountId),
        before === null ? isNotNull(events.position) : lt(events.position, before),
        unreadOnly ? isNull(events.readAt) : undefined,
      ),
    )
    .orderBy(desc(events.position))
    .limit(rowsMax);
}

/** Marks one event as read, and returns it; null if the account has no such event. */
export async function markEventRead(
  db: Database,
  accountId: string,
  { eventId, now }: { eventId: string; now: Date },
): Promise<EventRow | null> {
  const [row] = await db
    .update(events)
    .set({ readAt: sql`coalesce(${events.readAt}, ${now.toISOString()}::timestamptz)` })
    .where(and(eq(events.id, eventId), ofAccount(accountId)))
    .returning();
  return row ?? null;
}

/** Marks at most `rowsMax` unread events up to a position as read; returns how many. */
export async function markEventsRead(
  db: Database,
  accountId: string,
  { upTo, now, rowsMax }: { upTo: number; now: Date; rowsMax: number },
): Promise<number> {
  const unread = db
    .select({ id: events.id })
    .from(events)
    .where(and(ofAccount(accountId), isNull(events.readAt), lte(events.position, upTo)))
    .limit(rowsMax)
    .for("update", { skipLocked: true });
  const rows = await db
    .update(events)
    .set({ readAt: now })
    .where(inArray(events.id, unread))
    .returning({ id: events.id });
  return rows.length;
}
