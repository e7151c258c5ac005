/**
 * The role that calls webhooks: makes the due attempts, a limited number at once. Any number of
 * processes may run; a delivery belongs to one process for the time of its lease.
 */
import type { DeliveredTry, DueDelivery } from "../db/queries/events/webhook-deliveries.ts";
import type { TimeCheck } from "../db/time-check.ts";
import type { Context } from "../market/context.ts";
import { claimDeliveries, type Delivering, deliverEvent } from "../market/webhook/deliver-event.ts";
import { recordDeliveries } from "../market/webhook/record-deliveries.ts";
import { Bell } from "../platform/bell.ts";
import type { Logger } from "../platform/log.ts";
import { Outage } from "../platform/outage.ts";
import type { WebhookSender } from "../platform/webhooks/port.ts";
import { openBatches } from "./batches.ts";
import type { WorkerMetrics } from "./metrics.ts";
import type { Role } from "./role.ts";

/**
 * Attempts mostly wait, so there are enough that a few owners of slow receivers cannot block all of
 * them.
 */
const concurrency = 128;
/** Most delay of a delivery after its pause. */
const pollSeconds = 1;

export type WebhooksDeps = {
  ctx: Context;
  sender: WebhookSender;
  log: Logger;
  metrics: WorkerMetrics;
  /** Receivers refuse messages signed with a wrong time. */
  time: TimeCheck;
};

export type WebhooksRole = Role & {
  /** Makes it look for work at once. */
  wake(): void;
};

export function startWebhooks(deps: WebhooksDeps): WebhooksRole {
  const stopping = new AbortController();
  const bell = new Bell();
  const running = run(deps, bell, stopping.signal);
  return {
    wake: () => bell.ring(),
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

async function run(deps: WebhooksDeps, bell: Bell, signal: AbortSignal): Promise<void> {
  const tries = new Set<Promise<void>>();
  const delivering = {
    sender: deps.sender,
    recordDelivered: openBatches(
      (delivered: readonly DeliveredTry[]) => recordDeliveries(deps.ctx, delivered),
      concurrency,
    ),
  };
  const outage = new Outage(deps.log, {
    begins: "the due webhooks cannot be read; retrying",
    ends: "the due webhooks can be read again",
  });
  while (!signal.aborted) {
    await deps.time.untilRight(signal);
    if (signal.aborted) break;
    const due = await claim(deps, concurrency - tries.size, outage);
    for (const delivery of due) {
      const one = attempt(deps, delivering, { due: delivery, signal }).finally(() => {
        tries.delete(one);
        // The next delivery of its subject may be due now.
        bell.ring();
      });
      tries.add(one);
    }
    await bell.wait(pollSeconds, signal);
  }
  await Promise.all(tries);
}

async function claim(
  { ctx }: WebhooksDeps,
  rowsMax: number,
  outage: Outage,
): Promise<DueDelivery[]> {
  if (rowsMax === 0) return [];
  try {
    const due = await claimDeliveries(ctx, rowsMax);
    outage.end();
    return due;
  } catch (error) {
    outage.meet("the database does not answer", { err: error });
    return [];
  }
}

async function attempt(
  { ctx, log, metrics }: WebhooksDeps,
  delivering: Delivering,
  { due, signal }: { due: DueDelivery; signal: AbortSignal },
): Promise<void> {
  const { id, attempts, endpointId, eventId } = due.delivery;
  const entry = { deliveryId: id, endpointId, eventId, attempts };
  try {
    const { outcome } = await deliverEvent(ctx, delivering, due, signal);
    metrics.webhookTries.inc({ outcome });
    log.info({ ...entry, outcome }, "called a webhook");
  } catch (error) {
    metrics.webhookTries.inc({ outcome: "unrecorded" });
    log.warn(
      { ...entry, err: error },
      "an attempt of a webhook was not recorded; it will be repeated",
    );
  }
}
