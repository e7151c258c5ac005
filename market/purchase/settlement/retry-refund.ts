import { lockById, updateCharged } from "../../../db/queries/purchases/charged.ts";
import type { AdminActor } from "../../../db/vocabulary/actor.ts";
import type { Context } from "../../context.ts";
import { MarketError } from "../../errors.ts";
import { refuseParty } from "../chargeback/lock-decided.ts";
import { purchaseNotFound } from "../own-purchase.ts";
import { auditCharged } from "../purse/charged.ts";
import { refundObstacle } from "./refund-rules.ts";
import type { RetryRefundBody } from "./schemas.ts";

/**
 * Makes one more refund attempt of a purchase or purse due at once, regardless of earlier attempts; the
 * clock makes it. Errors: purchase_not_found, party_to_dispute, refund_not_owed.
 */
export async function retryRefund(
  ctx: Context,
  admin: AdminActor,
  id: string,
  { reason }: RetryRefundBody,
): Promise<void> {
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    const row = await lockById(tx, id);
    if (row === null) throw purchaseNotFound();
    refuseParty(admin, row);
    const obstacle = refundObstacle(row);
    if (obstacle !== null) throw new MarketError("refund_not_owed", obstacle);
    const change = { refundRetryAskedAt: now, settleDueAt: now, settleAttempts: 0, updatedAt: now };
    await updateCharged(tx, row, change);
    const detail = { reason, failures: row.refundFailures };
    const step = { actor: admin, action: "purchase.refund_retry_asked", detail } as const;
    await auditCharged(tx, row, step, now);
  });
}
