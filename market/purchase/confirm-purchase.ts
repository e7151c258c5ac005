import { lockPurchase } from "../../db/queries/purchases/purchases.ts";
import type { AccountActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { requireDelivered, requireInEscrow, requireOwnPurchase } from "./own-purchase.ts";
import { loadPurchaseView } from "./purchase-view.ts";
import type { PurchaseView } from "./schemas.ts";
import { releaseToSeller } from "./settlement/end-escrow.ts";

/**
 * The buyer accepts the delivery: the money goes to the seller, permanently.
 * Errors: purchase_not_found, purchase_not_yours, purchase_not_in_escrow.
 */
export async function confirmPurchase(
  ctx: Context,
  actor: AccountActor,
  purchaseId: string,
): Promise<PurchaseView> {
  const now = ctx.now();
  return await ctx.db.transaction(async (tx) => {
    const purchase = await lockPurchase(tx, purchaseId);
    requireOwnPurchase(purchase, actor);
    requireInEscrow(purchase);
    requireDelivered(purchase);
    await releaseToSeller(tx, purchase, { actor, cause: "buyer_confirmed", now });
    return loadPurchaseView({ db: tx, config: ctx.config }, purchaseId);
  });
}
