import { findAcceptance } from "../../../db/queries/purchases/acceptances.ts";
import { findPurchase, type PurchaseRow } from "../../../db/queries/purchases/purchases.ts";
import type { AccountActor } from "../../../db/vocabulary/actor.ts";
import type { AcceptanceView } from "../../acceptance/view-schemas.ts";
import { withoutSketches } from "../../acceptance/without-sketches.ts";
import { isDownloadable } from "../../catalogue/bought/rules.ts";
import type { Context } from "../../context.ts";
import { MarketError } from "../../errors.ts";
import { requireOwnSale, type SaleActor } from "../../purchase/dispute/own-sale.ts";
import { requireOwnPurchase } from "../../purchase/own-purchase.ts";
import { instant } from "../../view.ts";
import { withoutPayment } from "./judge.ts";

/** For the buyer. Errors: purchase_not_found, purchase_not_yours, acceptance_not_found. */
export async function getPurchaseAcceptance(
  { db }: Context,
  actor: AccountActor,
  purchaseId: string,
): Promise<AcceptanceView> {
  const purchase = await findPurchase(db, purchaseId);
  requireOwnPurchase(purchase, actor);
  const found = await readAcceptance(db, purchase);
  if (isDownloadable(purchase)) return found;
  return { ...found, results: found.results.map(withoutPayment) };
}

/** For the seller. Errors: purchase_not_found, acceptance_not_found. */
export async function getSaleAcceptance(
  { db }: Context,
  actor: SaleActor,
  purchaseId: string,
): Promise<AcceptanceView> {
  const purchase = await findPurchase(db, purchaseId);
  return await forSeller(db, await requireOwnSale(db, purchase, actor));
}

/** As {@link getSaleAcceptance}; null if the sale has no contract. Errors: purchase_not_found. */
export async function findSaleAcceptance(
  { db }: Context,
  actor: SaleActor,
  purchaseId: string,
): Promise<AcceptanceView | null> {
  const purchase = await requireOwnSale(db, await findPurchase(db, purchaseId), actor);
  return purchase.acceptance === null ? null : await forSeller(db, purchase);
}

/** A sketch would let the seller test which values the buyer has. */
async function forSeller(db: Context["db"], purchase: PurchaseRow): Promise<AcceptanceView> {
  const found = await readAcceptance(db, purchase);
  return { ...found, terms: withoutSketches(found.terms) };
}

async function readAcceptance(db: Context["db"], purchase: PurchaseRow): Promise<AcceptanceView> {
  const row = await findAcceptance(db, purchase.id);
  if (row === null || purchase.acceptance === null) {
    throw new MarketError("acceptance_not_found", "The purchase has no acceptance contract.");
  }
  return {
    purchase_id: purchase.id,
    dataset_version: purchase.subscriptionId === null ? purchase.version : row.version,
    status: purchase.acceptance,
    terms: row.terms,
    results: row.results ?? [],
    decided_at: instant(row.decidedAt),
    next_attempt_at: instant(row.dueAt),
    trouble: row.trouble,
  };
}
