import { findAward } from "../../db/queries/auctions/awards.ts";
import type { PurchaseRow } from "../../db/queries/purchases/purchases.ts";
import type { OperatorActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { payAward } from "./closing/pay-award.ts";
import type { OfferBody } from "./offer-schemas.ts";

/**
 * Opens the purchase of a won but unpaid licence, or of a second-chance offer; `settlePayment` charges it.
 * Errors: offer_not_found (also for another account's), and those of `payAward`.
 */
export async function acceptOffer(
  ctx: Context,
  operator: OperatorActor,
  offerId: string,
  body: OfferBody,
): Promise<PurchaseRow> {
  return ctx.db.transaction(async (tx) => {
    const award = await findAward(tx, offerId);
    if (award === null || award.accountId !== operator.accountId) {
      throw new MarketError("offer_not_found", "You have no offer with this id.");
    }
    return payAward(tx, ctx, { operator, award, body });
  });
}
