/** The work that the database itself queues: how much of it waits, and since when. */
import { and, count, eq, isNotNull, lte, min } from "drizzle-orm";
import type { Database } from "../../client.ts";
import {
  eventArrivals,
  events,
  notices,
  twinJobs,
  uploads,
  webhookDeliveries,
} from "../../schema/index.ts";

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
  /** Since when the longest has been due that is not the next try of a receiver that failed. */
  dueAt: Date | null;
};

/** Events that a webhook has not taken yet; by when they happened, and by when they were due. */
export async function readDeliveryBacklog(db: Database, now: Date): Promise<DeliveryBacklog> {
  const [row] = await db
    .select({ waiting: count(), oldestAt: min(events.createdAt), dueAt: XX })
    .from(webhookDeliveries)
    .innerJoin(events, eq(events.id, webhookDeliveries.eventId))
    .where(eq(webhookDeliveries.state, "pending"));
  return backlogOf(row);
}

/** Events that are committed and have no number yet; by when they happened. */
export async function readUnnumbered(db: Database): Promise<Backlog> {
  const [row] = await db
    .select({ waiting: count(), oldestAt: min(events.createdAt) })
    .from(eventArrivals)
    .innerJoin(events, eq(events.id, eventArrivals.eventId));
  return backlogOf(row);
}

/** Notices of commits that nobody has sent yet. */
export async function readUntold(db: Database): Promise<Backlog> {
  const [row] = await db
    .select({ waiting: count(), oldestAt: min(notices.writtenAt) })
    .from(notices);
  return backlogOf(row);
}
