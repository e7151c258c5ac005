/** Live worker processes, and what they last read from the queues. */
import { asc, desc, eq, inArray, lt, lte } from "drizzle-orm";
import type { Queue } from "../../../platform/bus/port.ts";
import type { Database } from "../../client.ts";
import { queueStates, workerHeartbeats } from "../../schema/index.ts";

export type HeartbeatRow = typeof workerHeartbeats.$inferSelect;
export type QueueStateRow = typeof queueStates.$inferSelect;

/** Inserts or refreshes the row of a process. */
export async function recordHeartbeat(db: Database, row: HeartbeatRow): Promise<void> {
  const { seenAt, isBusConnected } = row;
  await db
    .insert(workerHeartbeats)
    .values(row)
    .onConflictDoUpdate({ target: workerHeartbeats.id, set: { seenAt, isBusConnected } });
}

export async function deleteHeartbeat(db: Database, id: string): Promise<void> {
  await db.delete(workerHeartbeats).where(eq(workerHeartbeats.id, id));
}

/** Most recently seen first. */
export async function readHeartbeats(db: Database, rowsMax: number): Promise<HeartbeatRow[]> {
  return await db
    .select()
    .from(workerHeartbeats)
    .orderBy(desc(workerHeartbeats.seenAt), asc(workerHeartbeats.id))
    .limit(rowsMax);
}

/** Deletes at most `rowsMax` rows of processes not seen since the instant; returns how many. */
export async function deleteSilentHeartbeats(
  db: Database,
  { before, rowsMax }: { before: Date; rowsMax: number },
): Promise<number> {
  const silent = db
    .select({ id: workerHeartbeats.id })
    .from(workerHeartbeats)
    .where(lt(workerHeartbeats.seenAt, before))
    .limit(rowsMax)
    .for("update", { skipLocked: true });
  const deleted = await db
    .delete(workerHeartbeats)
    .where(inArray(workerHeartbeats.id, silent))
    .returning({ id: workerHeartbeats.id });
  return deleted.length;
}

/** Claims the queues that nobody has checked since `askedBefore`. */
export async function takeQueueTurns(
  db: Database,
  queues: readonly Queue[],
  { now, askedBefore }: { now: Date; askedBefore: Date },
): Promise<Queue[]> {
  const rows = await db
    .insert(queueStates)
    .values(queues.map((queue) => ({ queue, askedAt: now })))
    .onConflictDoUpdate({
      target: queueStates.queue,
      set: { askedAt: now },
      setWhere: lte(queueStates.askedAt, askedBefore),
    })
    .returning({ queue: queueStates.queue });
  return rows.map(({ queue }) => queue);
}

export async function updateQueueState(
  db: Database,
  queue: Queue,
  change: Partial<Omit<QueueStateRow, "queue" | "askedAt">>,
): Promise<void> {
  await db.update(queueStates).set(change).where(eq(queueStates.queue, queue));
}

export async function readQueueStates(db: Database): Promise<QueueStateRow[]> {
  return await db.select().from(queueStates).orderBy(asc(queueStates.queue));
}
