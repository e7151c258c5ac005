import type { Database } from "../../db/client.ts";
import {
  countLiveOffers,
  findRequestBuyer,
  findThreadBuyer,
  insertPrivateOffer,
} from "../../db/queries/private-offers/private-offers.ts";
import { holdOffer, type Offer } from "../../db/queries/purchases/buying.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { findLivePurchaseOf } from "../held-file/find-held-file.ts";
import { throwRefusals } from "../refusal.ts";
import { lockMover, type PartyActor, partyOf } from "./party.ts";
import { loadView } from "./private-offer-view.ts";
import { recordMove } from "./record-move.ts";
import {
  addressRefusal,
  listingRefusals,
  offerEnd,
  otherSide,
  priceRefusal,
  startRefusal,
} from "./rules.ts";
import type { PrivateOfferBody, PrivateOfferDetailView } from "./schemas.ts";

/**
 * A buyer's first price for a dataset, or a seller's for one of its own and the buyer of a thread.
 * Locks the mover's account and the listing, so that the limits are exact. Errors: dataset_not_found,
 * thread_not_found, data_request_not_found, invalid_request, limit_reached, rate_limited, and those of `listingRefusals`.
 */
export async function createPrivateOffer(
  ctx: Context,
  actor: PartyActor,
  datasetId: string,
  body: PrivateOfferBody,
): Promise<PrivateOfferDetailView> {
  const { side } = partyOf(actor);
  const currency = ctx.config.CURRENCY;
  return ctx.db.transaction(async (tx) => {
    const now = ctx.now();
    const accountId = await lockMover(tx, actor, now);
    const buyer = await buyerOf(tx, actor, datasetId, body);
    const sale = await holdOwn(tx, actor, datasetId);
    const { listing, seller, agentId } = sale;
    const earlier = await findLivePurchaseOf(tx, buyer.accountId, listing);
    throwRefusals([
      ...listingRefusals({ ...listing, seller, buyer, earlier }, side),
      priceRefusal(body.price_cents, listing.priceCents, currency),
    ]);
    const of = { accountId, listingId: listing.id, buyerAccountId: buyer.accountId, now };
    throwRefusals([startRefusal(await countLiveOffers(tx, of))]);
    const offer = await insertPrivateOffer(tx, {
      listingId: listing.id,
      buyerAccountId: buyer.accountId,
      sellerAgentId: agentId,
      startedByAccountId: accountId,
      turn: otherSide[side],
      priceCents: body.price_cents,
      expiresAt: offerEnd(body.expires_in_hours, now),
      createdAt: now,
      updatedAt: now,
    });
    await recordMove(tx, offer, {
      ...{ actor, accountId, side, move: "offer", note: body.note },
      sellerAccountId: seller?.accountId ?? null,
      ...{ currency, now },
    });
    return loadView({ ...ctx, db: tx }, offer.id, partyOf(actor));
  });
}

/** Exclusive, so that two first offers for one dataset are counted one after the other. */
async function holdOwn(tx: Database, actor: PartyActor, datasetId: string): Promise<Offer> {
  const sale = await holdOffer(tx, datasetId, "no key update");
  const isOwn = actor.kind === "operator" || sale?.agentId === actor.agentId;
  if (sale === null || !isOwn || sale.listing.status === "draft") {
    throw new MarketError("dataset_not_found", "No dataset that you can offer has this id.");
  }
  return sale;
}

async function buyerOf(
  tx: Database,
  actor: PartyActor,
  listingId: string,
  { thread_id: threadId, request_id: requestId }: PrivateOfferBody,
): Promise<{ accountId: string; isSuspended: boolean }> {
  throwRefusals([addressRefusal(partyOf(actor).side, { threadId, requestId })]);
  if (actor.kind === "operator") return { accountId: actor.accountId, isSuspended: false };
  const { agentId } = actor;
  if (threadId !== undefined) {
    const buyer = await findThreadBuyer(tx, threadId, agentId);
    if (buyer !== null) return buyer;
    throw new MarketError("thread_not_found", "You have no such thread.");
  }
  const of = { requestId: requestId ?? "", listingId, agentId };
  const poster = await findRequestBuyer(tx, of);
  if (poster !== null) return poster;
  const detail = "This dataset is not your answer to an open request with this id.";
  throw new MarketError("data_request_not_found", detail);
}
