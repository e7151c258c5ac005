/** A worker's side of a delivery to a bucket: it claims one, reports progress, and ends it. */
import {
  type BucketDeliveryChange,
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
import { pauseAfter } from "./rules.ts";

const actor: SystemActor = { kind: "system", name: "delivery" };

/** A worker reports several times within it; after it, another one takes the delivery. */
const leaseSeconds = 60;

const leaseFrom = (now: Date) => new Date(now.getTime() + leaseSeconds * 1000);

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

/** `isOurs`: a fault on our side, which costs no attempt. */
export type DeliveryFailure = { code: string; detail: string; isFinal: boolean; isOurs: boolean };

const ourPauseSeconds = 30;

/** Waits for the next attempt, or ends the delivery and tells its buyer. Returns whether it ended. */
export async function failDelivery(
  ctx: Context,
  row: BucketDeliveryRow,
  { failure, hasProgress }: { failure: DeliveryFailure; hasProgress: boolean },
): Promise<boolean> {
  const { code, detail, isFinal, isOurs } = failure;
  const failures = (hasProgress ? 0 : row.failures) + (isOurs ? 0 : 1);
  const pause = isOurs ? ourPauseSeconds : pauseAfter(failures);
  const error = { failures, errorCode: code, errorDetail: detail.slice(0, 1000) };
  const hasEnded = isFinal || pause === null;
  await ctx.db.transaction(async (tx) => {
    const now = ctx.now();
    const purchase = await lockPurchase(tx, row.purchaseId);
    const change: BucketDeliveryChange = hasEnded
      ? { state: "failed", dueAt: null, endedAt: now }
      : { state: "waiting", dueAt: new Date(now.getTime() + pause * 1000) };
    const isOwn = await changeOwnDelivery(tx, row, { ...error, ...change });
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
