/** Settles provider events about money that has already left the platform. */
import type { Database } from "../../../db/client.ts";
import { type ChargedRow, lockSeen, updateCharged } from "../../../db/queries/purchases/charged.ts";
import type { Refund } from "../../../platform/payments/port.ts";
import type { Context } from "../../context.ts";
import { followChargebacks } from "../chargeback/follow-chargebacks.ts";
import { postOnce } from "../post-once.ts";
import { auditCharged } from "../purse/charged.ts";
import { refundableCents } from "../purse/rules.ts";
import { failRefund } from "./fail-refund.ts";
import { afterFailure, type SettleOutcome, settler, unkeyed, untroubled } from "./outcome.ts";
import { failedRefundOf } from "./refund-rules.ts";

/**
 * Checks whether the end of a purchase still holds: a refund may fail after it was accepted, and a bank
 * may dispute a charge months after the seller was paid. A webhook or the daily reconciliation makes
 * it due.
 */
export async function settleAftermath<R extends ChargedRow>(
  ctx: Context,
  seen: R,
): Promise<SettleOutcome<R>> {
  if (seen.paymentIntentId === null) throw new Error(`purchase ${seen.id} was paid by no intent`);
  const refunds = await ctx.payments.listRefunds(seen.paymentIntentId);
  if (refunds.kind !== "ok") return afterFailure(ctx, seen, unkeyed("listing refunds", refunds));
  const disputes = await ctx.payments.listBankDisputes(seen.paymentIntentId);
  if (disputes.kind !== "ok") return afterFailure(ctx, seen, unkeyed("listing disputes", disputes));
  return ctx.db.transaction(async (tx) => {
    const now = ctx.now();
    const { purchase, isOvertaken } = await lockSeen(tx, seen);
    if (isOvertaken) return untroubled(purchase);
    const looked = await updateCharged(tx, purchase, { settleDueAt: null, settleAttempts: 0 });
    const followed = await followChargebacks(tx, looked, disputes.value, now);
    const failed = failedRefundOf(followed, refunds.value);
    if (failed === null) return untroubled(followed);
    if (followed.chargeback === "lost") {
      await keepRefund(tx, followed, failed, now);
      return untroubled(followed);
    }
    const owed = await failRefund(tx, followed, {
      refundId: failed.id,
      reason: failed.failureReason,
      now,
    });
    const detail = `the refund ${failed.id} failed after it was recorded as paid`;
    return { purchase: owed, trouble: { level: "error", detail } };
  });
}

/**
 * A refund came back, but the bank has also taken the money: the buyer has it once, so nothing is owed,
 * and the returned refund covers the platform's loss.
 */
async function keepRefund(
  tx: Database,
  purchase: ChargedRow,
  { id: reference, failureReason: reason }: Refund,
  now: Date,
): Promise<void> {
  // Otherwise the payment was recorded as the bank's.
  if (purchase.refundId !== reference) return;
  const amountCents = refundableCents(purchase);
  const failure = { posting: "refund_failed", reference, amountCents, now } as const;
  if (!(await postOnce(tx, purchase, failure))) return;
  await postOnce(tx, purchase, { posting: "refund_kept", reference, amountCents, now });
  const detail = { refund_id: reference, reason, amount_cents: amountCents };
  const step = { actor: settler, action: "purchase.refund_kept", detail } as const;
  await auditCharged(tx, purchase, step, now);
}
