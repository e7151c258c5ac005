/** The buyer disputes the delivery. */
import { lockPurchase } from "../../db/queries/purchases/purchases.ts";
import type { AccountActor, Context } from "../context.ts";
import { auditPurchase } from "./audit-purchase.ts";
import { movePurchase } from "./move-purchase.ts";
import { requireInEscrow, requireOwnPurchase } from "./own-purchase.ts";
import { loadPurchaseView } from "./purchase-view.ts";
import type { DisputeBody, PurchaseView } from "./schemas.ts";
import { mailPurchase } from "./settlement/end-escrow.ts";

/**
 * The buyer says that something is wrong: the money is held until an administrator decides.
 * Errors: purchase_not_found, purchase_not_yours, purchase_not_in_escrow.
 */
export async function disputePurchase(
  ctx: Context,
  actor: AccountActor,
  purchaseId: string,
  { reason, detail }: DisputeBody,
): Promise<PurchaseView> {
  const now = ctx.now();
  return await ctx.db.transaction(async (tx) => {
    const purchase = await lockPurchase(tx, purchaseId);
    requireOwnPurchase(purchase, actor);
    requireInEscrow(purchase);
    await movePurchase(
      tx,
      purchase,
      {
        state: "disputed",
        releaseDueAt: null,
        disputedAt: now,
        disputeReason: reason,
        disputeDetail: detail,
      },
      { now },
    );
    const step = { actor, action: "purchase.disputed", detail: { reason } } as const;
    await auditPurchase(tx, purchaseId, step, now);
    await mailPurchase(tx, purchaseId, "disputed_seller", now);
    await mailPurchase(tx, purchaseId, "disputed_administrators", now);
    return loadPurchaseView({ db: tx, config: ctx.config }, purchaseId);
  });
}
