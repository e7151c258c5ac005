/** Webhook deliveries: created from events in order, claimed, tried and ended. */

import { and, asc, count, desc, eq, getTableColumns, gt, inArray, lte, or, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { eventCursors, events, webhookDeliveries, webhookEndpoints } from "../../schema/index.ts";
import type { DeliveryState } from "../../vocabulary/webhook.ts";
import { behindNumber, type Slice } from "../slice.ts";
import type { EventRow } from "./events.ts";
import { type EndpointRow, isCallable } from "./webhooks.ts";

export type DeliveryRow = typeof webhookDeliveries.$inferSelect;
export type DeliveryWithEvent = { delivery: DeliveryRow; event: EventRow };
export type DueDelivery = DeliveryWithEvent & { endpoint: EndpointRow };

const deliveries = webhookDeliveries;
const endpoints = webhookEndpoints;
const cursorName = "webhooks";

/**
 * Locks and returns the position up to which events were turned into deliveries; one process at a
 * time may advance it.
 */
export async function lockCursor(tx: Database): Promise<number> {
  const [row] = await tx
    .select({ position: eventCursors.position })
    .from(eventCursors)
    .where(eq(eventCursors.name, cursorName))
    .for("update");
  if (row === undefined) throw new Error("the cursor of the webhooks is gone");
  return row.position;
}

export async function moveCursor(tx: Database, position: number): Promise<void> {
  await tx.update(eventCursors).set({ position }).where(eq(eventCursors.name, cursorName));
}

/** The last position of the next batch of events; null if there are none. */
export async function findNextPosition(
  tx: Database,
  { after, rowsMax }: { after: number; rowsMax: number },
): Promise<number | null> {
  const next = tx
    .select({ position: events.position })
    .from(events)
    .where(gt(events.position, after))
    .orderBy(asc(events.position))
    .limit(rowsMax)
    .as("next");
  const [row] = await tx.select({ last: sql<string | null>`max(${next.position})` }).from(next);
  return row?.last == null ? null : Number(row.last);
}

/** Creates deliveries of a range of events for every endpoint that wants them; returns how many. */
export async function enqueueDeliveries(
  tx: Database,
  { after, upTo, now }: { after: number; upTo: number; now: Date },
): Promise<number> {
  const isTest = eq(events.type, "webhook.test");
  const isWanted = or(
    and(isTest, eq(events.subjectId, endpoints.id)),
    and(
      sql`not ${isTest}`,
      or(sql`cardinality(${endpoints.types}) = 0`, sql`${events.type} = any(${endpoints.types})`),
    ),
  );
  const wanted = await tx
    .select({
      endpointId: endpoints.id,
      eventId: events.id,
      position: sql<number>`${events.position}`.mapWith(Number),
      subjectKind: events.subjectKind,
      subjectId: events.subjectId,
    })
    .from(events)
    .innerJoin(
      endpoints,
      and(
        eq(endpoints.principalKind, events.principalKind),
        eq(endpoints.principalId, events.principalId),
      ),
    )
    .where(
      and(gt(events.position, after), lte(events.position, upTo), isWanted, isCallable(tx, now)),
    )
    .orderBy(asc(events.position))
    // A concurrent deletion of an endpoint waits, or has already committed; then its rows are not
    // among these.
    .for("key share", { of: endpoints });
  if (wanted.length === 0) return 0;
  const rows = wanted.map((row) => ({ ...row, createdAt: now, dueAt: now }));
  await tx.insert(deliveries).values(rows).onConflictDoNothing();
  return wanted.length;
}

export type Claim = {
  now: Date;
  leasedUntil: Date;
  rowsMax: number;
  /**
   * Concurrent attempts per endpoint, and per endpoint that has been failing since before an
   * instant.
   */
  perEndpointMax: number;
  perFailingMax: number;
  failingBefore: Date;
};

/**
 * Claims due deliveries for the lease and counts the attempts. For each subject, only the earliest
 * unfinished delivery is due. A slow endpoint gets only its share of the attempts.
 */
export async function claimDueDeliveries(db: Database, claim: Claim): Promise<DueDelivery[]> {
  const { now, leasedUntil, rowsMax, perEndpointMax, perFailingMax, failingBefore } = claim;
  const at = now.toISOString();
  const free = sql`${deliveries.state} = 'pending' and ${deliveries.dueAt} <= ${at}
    and (${deliveries.leasedUntil} is null or ${deliveries.leasedUntil} <= ${at})`;
  const perThisMax = sql`case when ${endpoints.failingSince} < ${failingBefore.toISOString()}
    then ${perFailingMax}::int else ${perEndpointMax}::int end`;
  // The smallest position, because `not exists` is planned as a hash join of the backlog with
  // itself.
  const next = sql`
    select ${deliveries.id} as id, ${deliveries.dueAt} as due_at from ${deliveries}
    where ${deliveries.endpointId} = ${endpoints.id} and ${free} and ${deliveries.position} = (
      select min(earlier.position) from ${deliveries} earlier
      where earlier.endpoint_id = ${deliveries.endpointId} and earlier.state = 'pending'
        and earlier.subject_id = ${deliveries.subjectId}
        and earlier.subject_kind = ${deliveries.subjectKind})
    order by ${deliveries.position}
    limit greatest(0, ${perThisMax} - (
      select count(*) from ${deliveries} busy
      where busy.endpoint_id = ${endpoints.id} and busy.leased_until > ${at}))`;
  const due = sql`
    select next.id from ${endpoints} cross join lateral (${next}) next
    where ${endpoints.id} in (select endpoint_id from ${deliveries} where state = 'pending')
      and ${isCallable(db, now)}
    order by next.due_at limit ${rowsMax}`;
  const locked = sql`
    select ${deliveries.id} from ${deliveries} where ${deliveries.id} in (${due}) and ${free}
    for update skip locked`;
  const claimed = await db
    .update(deliveries)
    .set({ leasedUntil, lastAttemptAt: now, attempts: sql`${deliveries.attempts} + 1` })
    .where(sql`${deliveries.id} in (${locked})`)
    .returning({ id: deliveries.id });
  return readDue(
    db,
    claimed.map(({ id }) => id),
  );
}

async function readDue(db: Database, ids: string[]): Promise<DueDelivery[]> {
  if (ids.length === 0) return [];
  return db
    .select({ delivery: getTableColumns(deliveries), event: events, endpoint: endpoints })
    .from(deliveries)
    .innerJoin(events, eq(events.id, deliveries.eventId))
    .innerJoin(endpoints, eq(endpoints.id, deliveries.endpointId))
    .where(inArray(deliveries.id, ids))
    .orderBy(asc(deliveries.position));
}

/**
 * Updates a delivery unless it has ended, or another attempt has started since the one with
 * `tries`.
 */
export async function recordTry(
  tx: Database,
  { id, tries }: { id: string; tries?: number },
  change: Partial<typeof deliveries.$inferInsert>,
): Promise<void> {
  const isMine = tries === undefined ? undefined : eq(deliveries.attempts, tries);
  await tx
    .update(deliveries)
    .set({ ...change, leasedUntil: null })
    .where(and(eq(deliveries.id, id), eq(deliveries.state, "pending"), isMine));
}

/** An accepted attempt: its status, and the beginning of the response. */
export type DeliveredTry = {
  id: string;
  endpointId: string;
  status: number | null;
  excerpt: string | null;
};

/** Marks these as delivered, except those that have already ended. Locks them in id order. */
export async function endDelivered(
  tx: Database,
  delivered: readonly DeliveredTry[],
  now: Date,
): Promise<void> {
  const rows = JSON.stringify(delivered);
  const ids = delivered.map(({ id }) => id);
  await tx.execute(sql`
    update ${deliveries} set state = 'delivered', due_at = null, ended_at = ${now.toISOString()},
      leased_until = null, last_error = null, last_status = taken.status, last_response = taken.excerpt
    from jsonb_to_recordset(${rows}::text::jsonb) as taken (id uuid, status int, excerpt text)
    where ${deliveries.id} = taken.id and ${deliveries.id} in (
      select ${deliveries.id} from ${deliveries}
      where ${inArray(deliveries.id, ids)} and ${deliveries.state} = 'pending'
      order by ${deliveries.id} for update)`);
}

type DeliveriesPage = Slice & {
  endpointId: string;
  eventId: string | undefined;
  state: DeliveryState | undefined;
};

/** One page of an endpoint's deliveries, latest event first, and their total number. */
export async function pageDeliveries(
  db: Database,
  { endpointId, eventId, state, ...page }: DeliveriesPage,
): Promise<{ rows: DeliveryWithEvent[]; total: number }> {
  const where = and(
    eq(deliveries.endpointId, endpointId),
    eventId === undefined ? undefined : eq(deliveries.eventId, eventId),
    state === undefined ? undefined : eq(deliveries.state, state),
  );
  const [rows, totals] = await Promise.all([
    db
      .select({ delivery: getTableColumns(deliveries), event: events })
      .from(deliveries)
      .innerJoin(events, eq(events.id, deliveries.eventId))
      .where(and(where, behindNumber(deliveries.position, page)))
      .orderBy(desc(deliveries.position))
      .limit(page.limit)
      .offset(page.offset),
    db.select({ total: count() }).from(deliveries).where(where),
  ]);
  return { rows, total: totals[0]?.total ?? 0 };
}

/** Locks one of an endpoint's deliveries. */
export async function lockDelivery(
  tx: Database,
  key: { endpointId: string; deliveryId: string },
): Promise<DeliveryWithEvent | null> {
  const [row] = await tx
    .select({ delivery: getTableColumns(deliveries), event: events })
    .from(deliveries)
    .innerJoin(events, eq(events.id, deliveries.eventId))
    .where(and(eq(deliveries.id, key.deliveryId), eq(deliveries.endpointId, key.endpointId)))
    .for("update", { of: deliveries });
  return row ?? null;
}

export async function updateDelivery(
  tx: Database,
  deliveryId: string,
  change: Partial<typeof deliveries.$inferInsert>,
): Promise<DeliveryRow> {
  const [row] = await tx
    .update(deliveries)
    .set(change)
    .where(eq(deliveries.id, deliveryId))
    .returning();
  if (row === undefined) throw new Error(`delivery ${deliveryId} vanished under its lock`);
  return row;
}
