import { findPurchaseDetail } from "../../db/queries/purchases/purchase-lists.ts";
import type { AccountActor, Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { requireOwnPurchase } from "./own-purchase.ts";
import { viewPurchase } from "./purchase-view.ts";
import type { PurchaseView } from "./schemas.ts";

/** Errors: purchase_not_found, purchase_not_yours. */
export async function getPurchase(
  ctx: Context,
  actor: AccountActor,
  purchaseId: string,
): Promise<PurchaseView> {
  const detail = await findPurchaseDetail(ctx.db, purchaseId);
  if (detail === null) throw new MarketError("purchase_not_found", "No purchase has this id.");
  requireOwnPurchase(detail.purchase, actor);
  return viewPurchase(ctx.config, detail);
}
