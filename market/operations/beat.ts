/** A worker process tells that it is alive, and what it reads of the queues. */
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

/** What does not change while the process lives. */
export type WorkerProcess = Omit<HeartbeatRow, "seenAt" | "isBusConnected">;

/** Asks of the bus what the page of the administration shows. */
type InspectedBus = Pick<Bus, "inspect" | "isConnected">;

const queueNames = Object.keys(queues) as Queue[];
/** So that the processes of one moment ask the bus once together. */
const turnSeconds = beatSeconds - 1;
/** Who has no connection says so only where nobody else asks. */
const turnWithoutBusSeconds = 3 * beatSeconds;

/**
 * Renews the row of a process, and writes down how the queues stand where nobody else has just done
 * so. `bus` null: the process waits for it.
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

/** The last figures stay where there are no new ones, with why there are none. */
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

/** The process ends of its own will. */
export async function endBeats(ctx: Context, { id }: WorkerProcess): Promise<void> {
  await deleteHeartbeat(ctx.db, id);
}

/** Forgets processes that died without a word an hour ago; returns how many. */
export async function purgeHeartbeats(ctx: Context): Promise<number> {
  const before = new Date(ctx.now().getTime() - heartbeatKeptSeconds * 1000);
  return purgeInBatches(purgeLimits, (rowsMax) =>
    deleteSilentHeartbeats(ctx.db, { before, rowsMax }),
  );
}
