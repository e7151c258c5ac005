/** Writes a worker's heartbeat and measures the queues. */
import {
  deleteHeartbeat,
  deleteSilentHeartbeats,
  type HeartbeatRow,
  recordHeartbeat,
  takeQueueTurns,
  updateQueueState,
} from "../../db/queries/operations/workers.ts";
import { type Bus, type Queue, queues } from "../../platform/bus/port.ts";
import { troubleReason } from "../../platform/part-trouble.ts";
import type { Context } from "../context.ts";
import { purgeInBatches, purgeLimits } from "../purge-in-batches.ts";
import { beatSeconds, heartbeatKeptSeconds } from "./rules.ts";

/** The fields that stay the same while the process lives. */
export type WorkerProcess = Omit<HeartbeatRow, "seenAt" | "isBusConnected">;

/** The part of the bus that the administrators' page shows. */
type InspectedBus = Pick<Bus, "inspect" | "isConnected">;

const queueNames = Object.keys(queues) as Queue[];
/** Shorter than the interval, so that only one of several processes measures a queue each time. */
const turnSeconds = beatSeconds - 1;
/** A process without a connection reports that only if no other process measures the queue. */
const turnWithoutBusSeconds = 3 * beatSeconds;

/**
 * Renews the process's row, and measures the queues if no other process has just done so. `bus`
 * null: the process is still waiting for its connection.
 */
export async function beat(
  ctx: Context,
  process: WorkerProcess,
  bus: InspectedBus | null,
): Promise<void> {
  const now = ctx.now();
  const isBusConnected = bus?.isConnected() ?? false;
  await recordHeartbeat(ctx.db, { ...process, seenAt: now, isBusConnected });
  const waitSeconds = isBusConnected ? turnSeconds : turnWithoutBusSeconds;
  const askedBefore = new Date(now.getTime() - waitSeconds * 1000);
  const turns = await takeQueueTurns(ctx.db, queueNames, { now, askedBefore });
  await Promise.all(turns.map((queue) => measure(ctx, queue, isBusConnected ? bus : null)));
}

/** If measuring fails, the last figures stay and the error is stored with them. */
async function measure(ctx: Context, queue: Queue, bus: InspectedBus | null): Promise<void> {
  if (bus === null) {
    await updateQueueState(ctx.db, queue, { trouble: "NATS is not connected" });
    return;
  }
  try {
    const state = await bus.inspect(queue);
    await updateQueueState(ctx.db, queue, { ...state, measuredAt: ctx.now(), trouble: null });
  } catch (error) {
    await updateQueueState(ctx.db, queue, { trouble: `NATS ${troubleReason(error)}` });
  }
}

/** Removes the row when the process stops in order. */
export async function endBeats(ctx: Context, { id }: WorkerProcess): Promise<void> {
  await deleteHeartbeat(ctx.db, id);
}

/** Deletes the rows of processes that died an hour ago; returns their number. */
export async function purgeHeartbeats(ctx: Context): Promise<number> {
  const before = new Date(ctx.now().getTime() - heartbeatKeptSeconds * 1000);
  return purgeInBatches(purgeLimits, (rowsMax) =>
    deleteSilentHeartbeats(ctx.db, { before, rowsMax }),
  );
}
