/** Events: written together with their effect, and read by the principals concerned. */
import { and, asc, desc, eq, gt, inArray, sql } from "drizzle-orm";
import { v7 } from "uuid";
import { currentTraceparent } from "../../../platform/telemetry/tracing.ts";
import type { Database } from "../../client.ts";
import { pipelined } from "../../pipelined.ts";
import { prepared } from "../../prepared.ts";
import { agents, events, listings } from "../../schema/index.ts";
import type { Stored } from "../../stored.ts";
import type { EventSubjectKind, Principal } from "../../vocabulary/event.ts";
import { deleteOldest, type Oldest } from "../delete-oldest.ts";
import { enqueueJob } from "../journal/journal.ts";

export type EventRow = typeof events.$inferSelect;

/** Rows per statement, as one parameter: an auction may have many bidders. */
const rowsPerInsertMax = 5000;

type NewEvent = {
  type: Stored["eventType"];
  subjectKind: EventSubjectKind;
  subjectId: string;
  data: Record<string, unknown>;
};

/** Writes one row per principal, and the outbox message for webhooks; returns the ids. */
export async function insertEvents(
  tx: Database,
  to: readonly Principal[],
  event: NewEvent,
  now: Date,
): Promise<string[]> {
  return insertEventList(
    tx,
    to.map((principal) => ({ to: principal, event })),
    now,
  );
}

/** Writes many events of several subjects with one outbox message. */
export async function insertEventList(
  tx: Database,
  list: readonly { to: Principal; event: NewEvent }[],
  now: Date,
): Promise<string[]> {
  const [first] = list;
  if (first === undefined) return [];
  const rows = list.map(({ to, event }) => ({ id: v7(), to: to.kind, holder: to.id, ...event }));
  const { type, subjectKind, subjectId } = first.event;
  const subject = { kind: subjectKind, id: subjectId };
  await pipelined([
    () => insertRows(tx, rows, now),
    () => enqueueJob(tx, "events.published", { type, subject }, now),
  ]);
  return rows.map(({ id }) => id);
}

async function insertRows(
  tx: Database,
  rows: readonly Record<string, unknown>[],
  now: Date,
): Promise<void> {
  const traceparent = currentTraceparent();
  for (let at = 0; at < rows.length; at += rowsPerInsertMax) {
    const some = JSON.stringify(rows.slice(at, at + rowsPerInsertMax));
    await tx.execute(sql`${prepared}
      insert into ${events} (id, principal_kind, principal_id, type, subject_kind, subject_id, data,
        traceparent, created_at)
      select id, "to", holder, type, "subjectKind", "subjectId", data, ${traceparent}::text,
        ${now.toISOString()}::timestamptz
      from jsonb_to_recordset(${some}::text::jsonb) as new (id uuid, "to" text, holder uuid, type text,
        "subjectKind" text, "subjectId" uuid, data jsonb)`);
  }
}

/** Principals notified as the seller of a listing: the agent, and its owner once there is one. */
export async function findListingSeller(tx: Database, listingId: string): Promise<Principal[]> {
  const [row] = await tx
    .select({ agentId: agents.id, accountId: agents.accountId })
    .from(listings)
    .innerJoin(agents, eq(agents.id, listings.agentId))
    .where(eq(listings.id, listingId));
  return row === undefined ? [] : sellerPrincipals(row.agentId, row.accountId);
}

export function sellerPrincipals(agentId: string, accountId: string | null): Principal[] {
  const agent: Principal = { kind: "agent", id: agentId };
  return accountId === null ? [agent] : [agent, { kind: "account", id: accountId }];
}

/** Position of a principal's event in commit order, or null. */
export async function findEventPosition(
  db: Database,
  principal: Principal,
  eventId: string,
): Promise<number | null> {
  const [row] = await db
    .select({ position: events.position })
    .from(events)
    .where(and(eq(events.id, eventId), ofPrincipal(principal)));
  return row?.position ?? null;
}

/** The principal's events after a position, earliest first; empty `types` means all. */
export async function readEvents(
  db: Database,
  principal: Principal,
  range: { after: number; types: readonly Stored["eventType"][]; rowsMax: number },
): Promise<EventRow[]> {
  const ofTypes = range.types.length === 0 ? undefined : inArray(events.type, [...range.types]);
  return db
    .select()
    .from(events)
    .where(and(ofPrincipal(principal), gt(events.position, range.after), ofTypes))
    .orderBy(asc(events.position))
    .limit(range.rowsMax);
}

/**
 * When the first of the principal's last `max` events of a type happened, if all are after `since`.
 */
export async function firstOfLastEvents(
  db: Database,
  principal: Principal,
  { type, since, max }: { type: Stored["eventType"]; since: Date; max: number },
): Promise<Date | null> {
  const [row] = await db
    .select({ createdAt: events.createdAt })
    .from(events)
    .where(and(ofPrincipal(principal), eq(events.type, type), gt(events.createdAt, since)))
    .orderBy(desc(events.createdAt))
    .offset(max - 1)
    .limit(1);
  return row?.createdAt ?? null;
}

function ofPrincipal({ kind, id }: Principal) {
  return and(eq(events.principalKind, kind), eq(events.principalId, id));
}

/**
 * Deletes at most `rowsMax` events from before the instant, with their deliveries; returns how
 * many.
 */
export function deleteEvents(db: Database, oldest: Oldest): Promise<number> {
  return deleteOldest(db, events.createdAt, oldest);
}
