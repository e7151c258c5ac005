import type { Database } from "../../db/client.ts";
import { type AwardRow, findAward, updateAward } from "../../db/queries/auctions/awards.ts";
import type { OperatorActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { auditAward, endIfDone, lockClosedAuction, offerNext } from "./closing/end-auction.ts";
import { declineRefusal } from "./closing/rules.ts";
import type { OfferView } from "./offer-schemas.ts";
import { viewOffer } from "./offer-view.ts";

/**
 * Declines an offer, so that the next bidder gets it at once. A repeat changes nothing.
 * Errors: offer_not_found (also for another account's), offer_not_open (won, accepted, or too late).
 */
export async function declineOffer(
  ctx: Context,
  operator: OperatorActor,
  offerId: string,
): Promise<OfferView> {
  return ctx.db.transaction(async (tx) => {
    const seen = await ownAward(tx, operator, offerId);
    const locked = await lockClosedAuction(tx, seen.listingId);
    const award = await ownAward(tx, operator, offerId);
    if (award.declinedAt !== null) return viewOffer(ctx.config, award);
    const now = ctx.now();
    const refusal = declineRefusal(award, now);
    if (refusal !== null) throw new MarketError("offer_not_open", refusal);
    const change = { state: "lapsed", declinedAt: now, updatedAt: now } as const;
    const declined = await updateAward(tx, offerId, change);
    await auditAward(tx, declined, "auction.offer_declined", now, operator);
    const noticeContext = { now, currency: ctx.config.CURRENCY };
    await offerNext(tx, locked.auction, noticeContext);
    await endIfDone(tx, locked, now);
    return viewOffer(ctx.config, declined);
  });
}

async function ownAward(
  tx: Database,
  { accountId }: OperatorActor,
  offerId: string,
): Promise<AwardRow> {
  const award = await findAward(tx, offerId);
  if (award?.accountId === accountId) return award;
  throw new MarketError("offer_not_found", "You have no offer with this id.");
}
