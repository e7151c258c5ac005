/** The moves of an offer after the first: accept, decline, counter, withdraw. */
import type { Database } from "../../db/client.ts";
import {
  findOfferedListing,
  isBuyerSuspended,
  lockPrivateOffer,
  type PrivateOfferRow,
} from "../../db/queries/private-offers/private-offers.ts";
import { holdOffer, type Offer } from "../../db/queries/purchases/buying.ts";
import type { PrivateOfferMove } from "../../db/vocabulary/private-offer.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { findLivePurchaseOf } from "../held-file/find-held-file.ts";
import { type Refusal, throwRefusals } from "../refusal.ts";
import { lockMover, type PartyActor, partyOf } from "./party.ts";
import { loadView } from "./private-offer-view.ts";
import { recordMove } from "./record-move.ts";
import { isRefusal, listingRefusals, mayMove, offerEnd, priceRefusal } from "./rules.ts";
import type { MoveTerms, PrivateOfferDetailView } from "./schemas.ts";

type Answer = Exclude<PrivateOfferMove, "offer">;

/**
 * Locks the mover's account, the listing and the offer, in this order. Declining and withdrawing work
 * whatever became of the listing. Errors: private_offer_not_found, private_offer_not_open,
 * private_offer_not_your_turn, limit_reached, rate_limited, and those of `listingRefusals`.
 */
export async function movePrivateOffer(
  ctx: Context,
  actor: PartyActor,
  { id, move }: { id: string; move: Answer },
  body: MoveTerms,
): Promise<PrivateOfferDetailView> {
  const of = partyOf(actor);
  const { side } = of;
  const currency = ctx.config.CURRENCY;
  return ctx.db.transaction(async (tx) => {
    const now = ctx.now();
    const accountId = await lockMover(tx, actor, now);
    const listingId = await findOfferedListing(tx, id, of);
    const sale = listingId === null ? null : await holdOffer(tx, listingId);
    const offer = await lockPrivateOffer(tx, id, of);
    if (offer === null || sale === null) throw notFound();
    const moved = mayMove(offer, side, move, now);
    if (isRefusal(moved)) throw refused(moved);
    const isCounter = move === "counter";
    const priceCents = body.price_cents ?? offer.priceCents;
    if (isCounter || move === "accept") {
      throwRefusals(await saleRefusals(tx, { offer, sale, side }));
    }
    if (isCounter) throwRefusals([priceRefusal(priceCents, sale.listing.priceCents, currency)]);
    const expiresAt = isCounter ? offerEnd(body.expires_in_hours, now) : offer.expiresAt;
    const after = { ...offer, ...moved, priceCents, expiresAt };
    await recordMove(tx, after, {
      ...{ actor, accountId, side, move, note: body.note },
      sellerAccountId: sale.seller?.accountId ?? null,
      ...{ currency, now },
    });
    return loadView({ ...ctx, db: tx }, id, of);
  });
}

async function saleRefusals(
  tx: Database,
  { offer, sale, side }: { offer: PrivateOfferRow; sale: Offer; side: "buyer" | "seller" },
): Promise<Refusal[]> {
  const accountId = offer.buyerAccountId;
  const buyer = { accountId, isSuspended: await isBuyerSuspended(tx, accountId) };
  const earlier = await findLivePurchaseOf(tx, accountId, sale.listing);
  return listingRefusals({ ...sale.listing, seller: sale.seller, buyer, earlier }, side);
}

const refused = ({ code, detail }: Refusal) => new MarketError(code, detail);

function notFound(): MarketError {
  return new MarketError("private_offer_not_found", "You have no private offer with this id.");
}
