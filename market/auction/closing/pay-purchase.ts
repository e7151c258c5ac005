import { findAwardOfPurchase } from "../../../db/queries/auctions/awards.ts";
import { findPurchase, type PurchaseRow } from "../../../db/queries/purchases/purchases.ts";
import type { OperatorActor } from "../../../db/vocabulary/actor.ts";
import type { Context } from "../../context.ts";
import { MarketError } from "../../errors.ts";
import { requireOwnPurchase } from "../../purchase/own-purchase.ts";
import type { OfferBody } from "../offer-schemas.ts";
import { payAward } from "./pay-award.ts";

/**
 * Pays for a won auction with another card after the first was declined. The failed purchase stays; this
 * opens a new one. Errors: purchase_not_found, purchase_not_yours, purchase_not_payable (not from an
 * auction, or not the latest attempt), and those of `payAward`.
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
        "Only the latest attempt to pay for a won auction can be paid again.",
      );
    }
    return payAward(tx, ctx, { operator, award, body });
  });
}
