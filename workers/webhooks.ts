/**
 * The role that calls webhooks: makes the due attempts, a limited number at once. Any number of
 * processes may run; a delivery belongs to one process for the time of its lease.
 */
import type { DeliveredTry, DueDelivery } from "../db/queries/events/webhook-deliveries.ts";
import type { TimeCheck } from "../db/time-check.ts";
import type { Context } from "../market/context.ts";
import { claimDeliveries, type Delivering, deliverEvent } from "../market/webhook/deliver-event.ts";
import { recordDeliveries } from "../market/webhook/record-deliveries.ts";
import type { Logger } from "../platform/log.ts";
import type { WebhookSender } from "../platform/webhooks/port.ts";
import { openBatches } from "./batches.ts";
import { type ClaimedRole, startClaimedWork } from "./claimed-work.ts";
import type { WorkerMetrics } from "./metrics.ts";

/**
 * Attempts mostly wait, so there are enough that a few owners of slow receivers cannot block all of
 * them.
 */
const concurrency = 128;

export type WebhooksDeps = {
  ctx: Context;
  sender: WebhookSender;
  log: Logger;
  metrics: WorkerMetrics;
  /** Receivers refuse messages signed with a wrong time. */
  time: TimeCheck;
};

export function startWebhooks(deps: WebhooksDeps): ClaimedRole {
  const { ctx, sender, log, time } = deps;
  const delivering = {
    sender,
    recordDelivered: openBatches(
      (delivered: readonly DeliveredTry[]) => recordDeliveries(ctx, delivered),
      concurrency,
    ),
  };
  return startClaimedWork({
    ...{ name: "webhooks", concurrency, log, time },
    claim: (rowsMax) => claimDeliveries(ctx, rowsMax),
    run: (due: DueDelivery, signal) => attempt(deps, delivering, { due, signal }),
  });
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
