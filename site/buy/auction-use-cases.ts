/** Auctions on the website: bidding, and paying for an auction won or an offer made. */
import type { PurchaseRow } from "../../db/queries/purchases/purchases.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import { actOnSite } from "../../market/account/built-in/act-on-site.ts";
import { type CardSummary, listPaymentMethods } from "../../market/account/read.ts";
import { acceptOffer } from "../../market/auction/accept-offer.ts";
import { declineOffer } from "../../market/auction/decline-offer.ts";
import { listStandingBids } from "../../market/auction/list-own-bids.ts";
import type { OfferBody } from "../../market/auction/offer-schemas.ts";
import type { OwnBidsView } from "../../market/auction/own-bid-schemas.ts";
import { placeBid } from "../../market/auction/place-bid.ts";
import { findOfferedDataset } from "../../market/auction/read.ts";
import type { BidBody } from "../../market/auction/schemas.ts";
import { getDataset } from "../../market/catalogue/read.ts";
import type { DatasetDetail } from "../../market/catalogue/schemas.ts";
import type { Context } from "../../market/context.ts";
import { MarketError } from "../../market/errors.ts";
import { dayMs } from "../../platform/time.ts";
import type { CheckedFields } from "./acceptance-card.tsx";
import { type ClosedGate, findClosedGate } from "./use-cases.ts";

export type OwnBid = OwnBidsView["items"][number];

/** An auction and the viewer's own data before a bid; `own`: their active bid. */
export type Bidding = {
  dataset: Pick<DatasetDetail, "id" | "title" | "auction" | "currency" | CheckedFields>;
  own: OwnBid | null;
  /** The card that would be charged; null: the account has none. */
  card: CardSummary | null;
  gate?: ClosedGate;
};

/** An auction won or an offer made, and the cards that can pay for it. */
export type Payable = {
  bid: OwnBid;
  offer: NonNullable<OwnBid["offer"]>;
  cards: CardSummary[];
  /** The latest time at which the seller is paid for a payment made now. */
  heldUntil: Date;
};

export function auctionBuyUseCases(ctx: Context) {
  const ownBidIn = async (owner: OwnerActor, datasetId: string): Promise<OwnBid | null> => {
    const { items } = await listStandingBids(ctx, owner, { dataset_id: datasetId, limit: 1 });
    return items[0] ?? null;
  };
  return {
    /** Errors: dataset_not_found. */
    readBidding: async (owner: OwnerActor, datasetId: string): Promise<Bidding> => {
      const { dataset } = await getDataset(ctx, datasetId);
      const [own, cards, gate] = await Promise.all([
        ownBidIn(owner, datasetId),
        listPaymentMethods(ctx, owner),
        findClosedGate(ctx, owner, dataset),
      ]);
      const card = cards.find(({ isDefault }) => isDefault) ?? null;
      return { dataset, own, card, gate };
    },
    bidOnDataset: async (owner: OwnerActor, datasetId: string, body: BidBody): Promise<void> => {
      await placeBid(ctx, await actOnSite(ctx, owner), datasetId, body);
    },
    /** Errors: offer_not_found (also for another account's offer). */
    readOffer: async (owner: OwnerActor, offerId: string): Promise<Payable> => {
      const datasetId = await findOfferedDataset(ctx, owner, offerId);
      const [bid, cards] = await Promise.all([
        ownBidIn(owner, datasetId),
        listPaymentMethods(ctx, owner),
      ]);
      const heldUntil = new Date(ctx.now().getTime() + ctx.config.ESCROW_DAYS * dayMs);
      if (bid?.offer?.id === offerId) return { bid, offer: bid.offer, cards, heldUntil };
      throw new MarketError("offer_not_found", "You have no offer with this id.");
    },
    /** Opens the purchase within the form's transaction; `chargeOrder` charges it afterwards. */
    payOffer: async (owner: OwnerActor, offerId: string, body: OfferBody): Promise<PurchaseRow> =>
      acceptOffer(ctx, await actOnSite(ctx, owner), offerId, body),
    declineOffer: async (owner: OwnerActor, offerId: string): Promise<void> => {
      await declineOffer(ctx, await actOnSite(ctx, owner), offerId);
    },
  };
}
