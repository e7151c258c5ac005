import { findPurchase } from "../../../db/queries/purchases/purchases.ts";
import type { AccountActor, AdminActor } from "../../../db/vocabulary/actor.ts";
import type { Context } from "../../context.ts";
import { MarketError } from "../../errors.ts";
import { purchaseNotFound, requireOwnPurchase } from "../own-purchase.ts";
import { loadDisputeFile } from "./dispute-view.ts";
import { requireOwnSale, type SaleActor } from "./own-sale.ts";
import type { DisputeFileView } from "./schemas.ts";

/** For the buyer. Errors: purchase_not_found, purchase_not_yours, purchase_not_disputed. */
export async function getOwnDispute(
  ctx: Context,
  actor: AccountActor,
  purchaseId: string,
): Promise<DisputeFileView> {
  const purchase = await findPurchase(ctx.db, purchaseId);
  requireOwnPurchase(purchase, actor);
  return loadDisputeFile(ctx, purchase);
}

/** For the seller. Errors: purchase_not_found (also for another seller's), purchase_not_disputed. */
export async function getSaleDispute(
  ctx: Context,
  actor: SaleActor,
  purchaseId: string,
): Promise<DisputeFileView> {
  const purchase = await requireOwnSale(ctx.db, await findPurchase(ctx.db, purchaseId), actor);
  return loadDisputeFile(ctx, purchase);
}

/** For administrators. Errors: purchase_not_found, purchase_not_disputed. */
export async function getDisputeForAdmin(
  ctx: Context,
  _admin: AdminActor,
  purchaseId: string,
): Promise<DisputeFileView> {
  const purchase = await findPurchase(ctx.db, purchaseId);
  if (purchase === null) throw purchaseNotFound();
  return loadDisputeFile(ctx, purchase);
}

/** The signed URL of an attached file. Errors: route_not_found. */
export function attachmentUrl({ statements }: DisputeFileView, attachmentId: string): string {
  const all = statements.flatMap(({ attachments }) => attachments);
  const found = all.find(({ id }) => id === attachmentId);
  if (found !== undefined) return found.download_url;
  throw new MarketError("route_not_found", "The dispute has no such file.");
}
