import { lockPurchase, updatePurchase } from "../../../db/queries/purchases/purchases.ts";
import type { AdminActor } from "../../../db/vocabulary/actor.ts";
import type { Context } from "../../context.ts";
import { MarketError } from "../../errors.ts";
import { auditPurchase } from "../audit-purchase.ts";
import { refuseParty } from "../chargeback/lock-decided.ts";
import { purchaseNotFound } from "../own-purchase.ts";
import { refundObstacle } from "./refund-rules.ts";
import type { RetryRefundBody } from "./schemas.ts";

/**
 * Makes one more refund attempt due at once, regardless of earlier attempts; the clock makes it.
 * Errors: purchase_not_found, party_to_dispute, refund_not_owed.
 */
export async function retryRefund(
  ctx: Context,
  admin: AdminActor,
  purchaseId: string,
  { reason }: RetryRefundBody,
): Promise<void> {
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    const purchase = await lockPurchase(tx, purchaseId);
    if (purchase === null) throw purchaseNotFound();
    refuseParty(admin, purchase);
    const obstacle = refundObstacle(purchase);
    if (obstacle !== null) throw new MarketError("refund_not_owed", obstacle);
    const change = { refundRetryAskedAt: now, settleDueAt: now, settleAttempts: 0, updatedAt: now };
    await updatePurchase(tx, purchase, change);
    const detail = { reason, failures: purchase.refundFailures };
    const step = { actor: admin, action: "purchase.refund_retry_asked", detail } as const;
    await auditPurchase(tx, purchaseId, step, now);
  });
}
