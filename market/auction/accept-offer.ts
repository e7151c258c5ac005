/** The operator takes an offer of an auction and pays it. */
import { findAward } from "../../db/queries/auctions/awards.ts";
import type { PurchaseRow } from "../../db/queries/purchases/purchases.ts";
import type { OperatorActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { payAward } from "./closing/pay-award.ts";
import type { OfferBody } from "./offer-schemas.ts";

/**
 * Takes what was won and not paid, or offered after who won did not pay; `settlePayment` charges it.
 * Errors: offer_not_found (another's too), and those of `payAward`.
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
      throw new MarketError("offer_not_found", "No offer to you has this id.");
    }
    return payAward(tx, ctx, { operator, award, body });
  });
}
