/** Backlogs of the queues in the database: size and age. */
import { and, count, eq, isNotNull, isNull, lte, min } from "drizzle-orm";
import type { Database } from "../../client.ts";
import {
  bucketDeliveries,
  eventArrivals,
  events,
  notices,
  twinJobs,
  uploadImports,
  uploads,
  webhookDeliveries,
  webhookEndpoints,
} from "../../schema/index.ts";
import { isCallable } from "../events/webhooks.ts";

export type Backlog = { waiting: number; oldestAt: Date | null };

const backlogOf = (row: Backlog | undefined): Backlog => row ?? { waiting: 0, oldestAt: null };

/** Profiled files whose Parquet twins are due. */
export async function readTwinBacklog(db: Database, now: Date): Promise<Backlog> {
  const [row] = await db
    .select({ waiting: count(), oldestAt: min(uploads.finishedAt) })
    .from(twinJobs)
    .innerJoin(uploads, eq(uploads.id, twinJobs.uploadId))
    .where(and(isNotNull(twinJobs.dueAt), lte(twinJobs.dueAt, now)));
  return backlogOf(row);
}

export type DeliveryBacklog = Backlog & {
  /** Since when the oldest delivery to a working receiver has been due. */
  dueAt: Date | null;
};

/** Events not yet accepted by a webhook: by time of the event, and by due time. */
export async function readDeliveryBacklog(db: Database, now: Date): Promise<DeliveryBacklog> {
  const [row] = await db
    .select({ waiting: count(), oldestAt: min(events.createdAt) })
    .from(webhookDeliveries)
    .innerJoin(events, eq(events.id, webhookDeliveries.eventId))
    .where(eq(webhookDeliveries.state, "pending"));
  // Within a subject, the others wait for the earliest, however long they have been due.
  const { endpointId, subjectKind, subjectId, position, dueAt } = webhookDeliveries;
  const first = db
    .selectDistinctOn([endpointId, subjectKind, subjectId], { endpointId, dueAt })
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.state, "pending"))
    .orderBy(endpointId, subjectKind, subjectId, position)
    .as("first");
  const [due] = await db
    .select({ at: min(first.dueAt) })
    .from(first)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, first.endpointId))
    .where(and(lte(first.dueAt, now), isNull(webhookEndpoints.failingSince), isCallable(db, now)));
  return { ...backlogOf(row), dueAt: due?.at ?? null };
}

/** Imports, or deliveries to buckets, that no worker has taken although they are due. */
async function readTransferBacklog(
  db: Database,
  table: typeof uploadImports | typeof bucketDeliveries,
  now: Date,
): Promise<Backlog> {
  const [row] = await db
    .select({ waiting: count(), oldestAt: min(table.dueAt) })
    .from(table)
    .where(and(isNotNull(table.dueAt), lte(table.dueAt, now)));
  return backlogOf(row);
}

export const readImportBacklog = (db: Database, now: Date) =>
  readTransferBacklog(db, uploadImports, now);

export const readBucketDeliveryBacklog = (db: Database, now: Date) =>
  readTransferBacklog(db, bucketDeliveries, now);

/** Events that are committed but not numbered yet; by time of the event. */
export async function readUnnumbered(db: Database): Promise<Backlog> {
  const [row] = await db
    .select({ waiting: count(), oldestAt: min(events.createdAt) })
    .from(eventArrivals)
    .innerJoin(events, eq(events.id, eventArrivals.eventId));
  return backlogOf(row);
}

/** Notifications of commits that nobody has sent yet. */
export async function readUntold(db: Database): Promise<Backlog> {
  const [row] = await db
    .select({ waiting: count(), oldestAt: min(notices.writtenAt) })
    .from(notices);
  return backlogOf(row);
}
