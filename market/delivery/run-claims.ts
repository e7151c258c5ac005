/** A worker's side of a delivery to a bucket: it claims one, reports progress, and ends it. */
import {
  type BucketDeliveryRow,
  changeOwnDelivery,
  claimBucketDeliveries,
  type DeliveredPurchase,
  findDeliveredPurchase,
} from "../../db/queries/deliveries/deliveries.ts";
import { enqueueJob } from "../../db/queries/journal/journal.ts";
import { lockPurchase } from "../../db/queries/purchases/purchases.ts";
import type { SystemActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { auditPurchase } from "../purchase/audit-purchase.ts";
import { refundUndeliverable } from "../purchase/delivery/paid-delivery.ts";
import { notifyOfPurchase } from "../purchase/emit-purchase-event.ts";
import { changeAfter, type FailedAttempt, leaseFrom } from "../transfer-claims.ts";
import { pauseAfter } from "./rules.ts";

const actor: SystemActor = { kind: "system", name: "delivery" };

export function claimDueDeliveries(ctx: Context, rowsMax: number): Promise<BucketDeliveryRow[]> {
  const now = ctx.now();
  return claimBucketDeliveries(ctx.db, { now, leasedUntil: leaseFrom(now), rowsMax });
}

/** Null: its bucket was removed. */
export function readDelivered(ctx: Context, deliveryId: string): Promise<DeliveredPurchase | null> {
  return findDeliveredPurchase(ctx.db, deliveryId);
}

type Claimed = Pick<BucketDeliveryRow, "id" | "claims" | "purchaseId">;
export type DeliveryProgress = Pick<
  BucketDeliveryRow,
  "bytesDone" | "bytesTotal" | "position" | "uploadId"
>;

/** False: the bucket was removed, or another worker has the delivery. */
export function renewDelivery(
  ctx: Context,
  claimed: Claimed,
  progress: DeliveryProgress,
): Promise<boolean> {
  return changeOwnDelivery(ctx.db, claimed, { ...progress, dueAt: leaseFrom(ctx.now()) });
}

/** Every file is in the bucket: for escrow and refunds that is a download. */
export async function finishDelivery(
  ctx: Context,
  claimed: Claimed,
  progress: DeliveryProgress,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const now = ctx.now();
    // The purchase's lock comes first, as in every other step that reports about it.
    const purchase = await lockPurchase(tx, claimed.purchaseId);
    const ended = { state: "delivered", dueAt: null, endedAt: now, failures: 0 } as const;
    const change = { ...progress, ...ended, errorCode: null, errorDetail: null };
    const isOwn = await changeOwnDelivery(tx, claimed, change);
    if (!isOwn || purchase === null) return;
    const step = { actor, action: "purchase.download_issued" } as const;
    await auditPurchase(tx, purchase.id, { ...step, detail: { delivery_id: claimed.id } }, now);
    const event = { type: "purchase.delivered", sides: ["buyer"], cause: null } as const;
    await notifyOfPurchase(tx, purchase, { ...event, now });
  });
}

const ourPauseSeconds = 30;

/** Waits for the next attempt, or ends the delivery and tells its buyer. Returns whether it ended. */
export async function failDelivery(
  ctx: Context,
  row: BucketDeliveryRow,
  attempt: FailedAttempt,
): Promise<boolean> {
  const now = ctx.now();
  const { code, isOurs } = attempt.failure;
  const change = changeAfter(attempt, { failures: row.failures, now }, (failures) =>
    isOurs ? ourPauseSeconds : pauseAfter(failures),
  );
  const hasEnded = change.state === "failed";
  await ctx.db.transaction(async (tx) => {
    const purchase = await lockPurchase(tx, row.purchaseId);
    const isOwn = await changeOwnDelivery(tx, row, change);
    if (!isOwn || !hasEnded || purchase === null) return;
    const event = { type: "purchase.delivery_failed", sides: ["buyer"], cause: code } as const;
    await notifyOfPurchase(tx, purchase, { ...event, now });
    const mail = { template: "purchase", notice: "delivery_failed_buyer" } as const;
    await enqueueJob(tx, "jobs.mail", { ...mail, purchase_id: purchase.id }, now);
  });
  return hasEnded;
}

/** The process stops: another one may take the delivery at once. */
export async function giveDeliveryBack(ctx: Context, claimed: Claimed): Promise<void> {
  await changeOwnDelivery(ctx.db, claimed, { state: "waiting", dueAt: ctx.now() });
}

/** Waits for the evaluation of the purchase's acceptance contract. */
export async function postponeDelivery(ctx: Context, claimed: Claimed): Promise<void> {
  const dueAt = new Date(ctx.now().getTime() + ourPauseSeconds * 1000);
  await changeOwnDelivery(ctx.db, claimed, { state: "waiting", dueAt });
}

/** The stored file is not what was sold: the same refund as at a download. */
export async function refundFaultyFile(
  ctx: Context,
  { purchaseId }: Claimed,
  fault: "file_missing" | "file_changed",
): Promise<void> {
  await refundUndeliverable(ctx, purchaseId, fault);
}
