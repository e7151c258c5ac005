/** The operator pays by another card what the first one was declined for. */
import { findAwardOfPurchase } from "../../../db/queries/auctions/awards.ts";
import { findPurchase, type PurchaseRow } from "../../../db/queries/purchases/purchases.ts";
import type { OperatorActor } from "../../../db/vocabulary/actor.ts";
import type { Context } from "../../context.ts";
import { MarketError } from "../../errors.ts";
import { requireOwnPurchase } from "../../purchase/own-purchase.ts";
import type { OfferBody } from "../offer-schemas.ts";
import { payAward } from "./pay-award.ts";

/**
 * Pays with another card what was won when the first one was declined: by a purchase of its own, so
 * that the failed one stays what it is. Errors: purchase_not_found, purchase_not_yours,
 * purchase_not_payable (not won in an auction, or not the latest try), and those of `payAward`.
 */
export async function payPurchase(
  ctx: Context,
  operator: OperatorActor,
  purchaseId: string,
  body: OfferBody,
): Promise<PurchaseRow> {
  return ctx.db.transaction(async (tx) => {
    requireOwnPurchase(await findPurchase(tx, purchaseId), operator);
    const award = await findAwardOfPurchase(tx, purchaseId);
    if (award === null) {
      throw new MarketError(
        "purchase_not_payable",
        "Only the latest try to pay what was won in an auction can be paid again.",
      );
    }
    return payAward(tx, ctx, { operator, award, body });
  });
}
