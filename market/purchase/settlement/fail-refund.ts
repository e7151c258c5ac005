/** The bank returned a refund after the provider had accepted it: the money is owed again. */
import type { Database } from "../../../db/client.ts";
import { type ChargedRow, isPurse } from "../../../db/queries/purchases/charged.ts";
import { notifyOfPurchase } from "../emit-purchase-event.ts";
import { moveCharged } from "../move-purchase.ts";
import { auditCharged } from "../purse/charged.ts";
import { mailPurse } from "../purse/notify.ts";
import { mailPurchase } from "./end-escrow.ts";
import { settler } from "./outcome.ts";
import { refundRetryAt } from "./refund-rules.ts";

/**
 * Reverts a locked purchase's refund payment, notifies buyer and administrators, and schedules the
 * next attempt. A refund that failed before it was recorded as paid moves nothing in the ledger.
 */
export async function failRefund<R extends ChargedRow>(
  tx: Database,
  purchase: R,
  { refundId, reason, now }: { refundId: string; reason: string | null; now: Date },
): Promise<R> {
  const refundFailures = purchase.refundFailures + 1;
  const change = {
    refundId,
    refundPaidAt: null,
    refundFailedAt: now,
    refundFailures,
    refundFailureReason: reason,
    refundTryingAt: null,
    // With the old idempotency key, the provider would return the failed refund.
    keyGeneration: purchase.keyGeneration + 1,
    settleDueAt: refundRetryAt({
      refundFailedAt: now,
      refundFailures,
      refundRetryAskedAt: null,
    }),
    settleAttempts: 0,
  };
  const wasPaid = purchase.refundPaidAt !== null;
  const booked = wasPaid ? ({ posting: "refund_failed", reference: refundId } as const) : {};
  const failed = await moveCharged(tx, purchase, change, { now, ...booked });
  const detail = { refund_id: refundId, failures: refundFailures, reason };
  const step = { actor: settler, action: "purchase.refund_failed", detail } as const;
  await auditCharged(tx, purchase, step, now);
  if (isPurse(failed)) {
    await mailPurse(tx, failed.id, "purse_refund_failed_buyer", now);
    await mailPurse(tx, failed.id, "purse_refund_failed_administrators", now);
    return failed;
  }
  const type = "purchase.refund_failed";
  await notifyOfPurchase(tx, failed, { type, sides: ["buyer"], cause: failed.refundCause, now });
  await mailPurchase(tx, purchase.id, "refund_failed_buyer", now);
  await mailPurchase(tx, purchase.id, "refund_failed_administrators", now);
  return failed;
}
