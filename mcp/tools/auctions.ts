import { auctions } from "../../market/auction/contract.ts";
import type { OfferView } from "../../market/auction/offer-schemas.ts";
import type { BidBody } from "../../market/auction/schemas.ts";
import { moneyText } from "../../market/pricing.ts";
import { toolsOf } from "../tools-of.ts";
import { count } from "../words.ts";
import { insteadOfLost } from "./event-hints.ts";
import { moreOf } from "./pages.ts";
import { tellPurchase } from "./purchases.ts";

export const auctionTools = toolsOf(auctions, {
  placeBid: {
    run: (call, { dataset_id: id, acceptance, ...bid }) =>
      // The API checks its content and locates each fault.
      call.request(auctions.placeBid, {
        params: { id },
        body: { ...bid, ...(acceptance && { acceptance: acceptance as BidBody["acceptance"] }) },
      }),
    tell(bid) {
      const { auction } = bid;
      const [now, least] = [auction.current_price_cents, bid.minimum_bid_cents].map((cents) =>
        moneyText(cents, auction.currency),
      );
      const place = bid.is_leading
        ? "You lead."
        : `You are outbid: place_bid with ${least} or more leads again, if nobody's maximum is higher.`;
      const reserve = auction.reserve_met ? "" : " The seller's reserve is not met yet.";
      return {
        text: `Bid ${bid.id} of at most ${moneyText(bid.max_amount_cents, auction.currency)} is placed. ${place} The price is ${now}, the auction ends at ${auction.ends_at}.${reserve} list_events tells when you are outbid and how it ends, list_bids how it stands.`,
      };
    },
  },
  retractBid({ id, max_amount_cents: cents, auction }) {
    const [most, now] = [cents, auction.current_price_cents].map((amount) =>
      moneyText(amount, auction.currency),
    );
    return {
      text: `Bid ${id} of at most ${most} is retracted: the price is ${now}. An earlier bid of yours counts again (list_my_bids); you bid no more in this auction.`,
    };
  },
  listBids({ auction, items, pagination, your_position: own }) {
    const lines = items.map(
      ({ placed_at: at, bidder, price_cents: cents }) =>
        `- ${at} ${bidder}: ${moneyText(cents, auction.currency)}`,
    );
    const position =
      own === null
        ? ""
        : ` You ${own.is_leading ? "lead" : "are outbid"}; your next bid has to reach ${moneyText(own.minimum_bid_cents, auction.currency)}.`;
    const price = moneyText(auction.current_price_cents, auction.currency);
    return {
      text: [
        `The auction is ${auction.state}, at ${price} after ${count(pagination.total, "bid")}, ends at ${auction.ends_at}.${position} place_bid bids.${moreOf(pagination)}`,
        ...lines,
      ].join("\n"),
    };
  },
  listOwnBids: ({ items, pagination }) => ({
    text: [
      `${count(items.length, "auction")}.${moreOf(pagination)}`,
      ...items.map(
        ({ dataset, status, max_amount_cents: most, auction, acceptance }) =>
          `- dataset ${dataset.id}: ${status}, your maximum ${moneyText(most, auction.currency)}${acceptance === null ? "" : " with your acceptance contract"}, price ${moneyText(auction.current_price_cents, auction.currency)}, ends at ${auction.ends_at}`,
      ),
      ...(items.some(({ status }) => status === "lost")
        ? [`Of a lost one: ${insteadOfLost}.`]
        : []),
    ].join("\n"),
    untrusted: items.length === 0 ? [] : ["/items/*/dataset/title"],
  }),
  listOffers: ({ items, pagination }) => ({
    text: [
      `${count(pagination.total, "won or offered dataset")}, ${items.length} shown.${moreOf(pagination)}`,
      ...items.map(offerLine),
    ].join("\n"),
  }),
  acceptOffer: (purchase) => tellPurchase(purchase),
});

function offerLine(offer: OfferView): string {
  const due = offer.due_at === null ? "" : `, pay by ${offer.due_at}`;
  const bought = offer.purchase_id === null ? "" : `, purchase ${offer.purchase_id}`;
  return `- ${offer.id}: ${offer.status}, dataset ${offer.dataset_id}, ${moneyText(offer.price_cents, offer.currency)}${due}${bought}`;
}
