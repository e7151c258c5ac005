/** Settles what happened at the provider to money that had left the platform. */
import { lockSeen } from "../../../db/queries/purchases/due-purchases.ts";
import { type PurchaseRow, updatePurchase } from "../../../db/queries/purchases/purchases.ts";
import type { Refund } from "../../../platform/payments/port.ts";
import type { Context } from "../../context.ts";
import { followChargebacks } from "../chargeback/follow-chargebacks.ts";
import { failRefund } from "./fail-refund.ts";
import { afterFailure, type SettleOutcome, unkeyed, untroubled } from "./outcome.ts";
import { failedRefundOf } from "./refund-rules.ts";

/**
 * Looks whether the end of a purchase still holds: a refund may fail after it was taken, and a bank
 * may dispute a charge months after the seller was paid. It is due when a webhook or the daily
 * reconciliation says so.
 */
export async function settleAftermath(ctx: Context, seen: PurchaseRow): Promise<SettleOutcome> {
  if (seen.paymentIntentId === null) throw new Error(`purchase ${seen.id} was paid by no intent`);
  const refunds = await ctx.payments.listRefunds(seen.paymentIntentId);
  if (refunds.kind !== "ok") return afterFailure(ctx, seen, unkeyed("listing refunds", refunds));
  const disputes = await ctx.payments.listBankDisputes(seen.paymentIntentId);
  if (disputes.kind !== "ok") return afterFailure(ctx, seen, unkeyed("listing disputes", disputes));
  return ctx.db.transaction(async (tx) => {
    const now = ctx.now();
    const { purchase, dueAt } = await lockSeen(tx, seen);
    const looked = await updatePurchase(tx, purchase, {
      settleDueAt: dueAt(null),
      settleAttempts: 0,
    });
    const followed = await followChargebacks(tx, looked, disputes.value, now);
    const failed = failedRefund(followed, refunds.value);
    if (failed === null) return untroubled(followed);
    const owed = await failRefund(tx, followed, {
      refundId: failed.id,
      reason: failed.failureReason,
      now,
    });
    const detail = `the refund ${failed.id} failed after it was recorded as paid`;
    return { purchase: owed, trouble: { level: "error", detail } };
  });
}

function failedRefund(purchase: PurchaseRow, refunds: Refund[]): Refund | null {
  return purchase.chargeback === "lost" ? null : failedRefundOf(purchase, refunds);
}
