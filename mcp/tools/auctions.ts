/** Bidding: with an operator's API key, within its budget. */

import { z } from "zod";
import {
  type OfferView,
  offerBody,
  offersView,
  offerView,
} from "../../market/auction/offer-schemas.ts";
import { ownBidsQuery, ownBidsView } from "../../market/auction/own-bid-schemas.ts";
import { bidBody, bidsView, bidView, retractQuery } from "../../market/auction/schemas.ts";
import { moneyText } from "../../market/pricing.ts";
import { purchaseView } from "../../market/purchase/schemas.ts";
import { operations } from "../operations.ts";
import { defineTool, type Tool } from "../tool.ts";
import { count } from "../words.ts";
import { movesMoney, ownWrite, publicRead } from "./annotations.ts";
import { datasetId } from "./dataset-inputs.ts";
import { insteadOfLost } from "./event-hints.ts";
import { cursor, moreOf } from "./pages.ts";
import { duplicate, tellPurchase } from "./purchases.ts";

const placeBid = defineTool({
  name: "place_bid",
  title: "Place auction bid",
  description:
    "Bid up to a maximum, or raise my maximum in it. Bid in an auction. That stays secret; a " +
    "winner pays one increment above the best losing bid. BINDING: the leader at the end is " +
    "charged. Read auction in get_dataset first; a fixed price is paid with buy_now.",
  key: "operator",
  annotations: { ...movesMoney, idempotentHint: false },
  input: z.strictObject({
    dataset_id: datasetId,
    max_amount: bidBody.shape.max_amount.unwrap().describe("In major units, such as 99.5."),
    confirm_max_amount_cents: bidBody.shape.confirm_max_amount_cents.describe(
      "In cents, after bid_not_confirmed.",
    ),
    allow_duplicate: duplicate,
  }),
  output: bidView,
  run: (call, { dataset_id: id, ...body }) => call.request(operations.placeBid, { id, body }),
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
});

const retractBid = defineTool({
  name: "retract_bid",
  title: "Retract auction bid",
  description:
    "Cancel the bid that I typed wrong, with a zero too many: retract a bid. Few can be (a leader's " +
    "fresh raise): ask the seller to let you off others. ENDS my bidding there.",
  key: "operator",
  annotations: { ...ownWrite, destructiveHint: true },
  input: z.strictObject({
    dataset_id: datasetId,
    bid_id: bidView.shape.id.describe("From list_my_bids."),
    reason: retractQuery.shape.reason.describe("Why."),
  }),
  output: bidView,
  run: (call, { dataset_id: id, bid_id, reason }) =>
    call.request(operations.retractBid, { params: { id, bid_id }, query: { reason } }),
  tell({ id, max_amount_cents: cents, auction }) {
    const [most, now] = [cents, auction.current_price_cents].map((amount) =>
      moneyText(amount, auction.currency),
    );
    return {
      text: `Bid ${id} of at most ${most} is retracted: the price is ${now}. An earlier bid of yours counts again (list_my_bids); you bid no more in this auction.`,
    };
  },
});

const listBids = defineTool({
  name: "list_bids",
  title: "List auction bids",
  description:
    "How many bids, bidding history of one auction, am I still ahead. Who has bid so far? " +
    "Numbers instead of names, its state, price and end; with a key one's own position and " +
    "maximum.",
  key: "optional",
  annotations: publicRead,
  input: z.strictObject({ dataset_id: datasetId, cursor }),
  output: bidsView,
  run: (call, { dataset_id: id, ...query }) => call.request(operations.listBids, { id, query }),
  tell({ auction, items, pagination, your_position: own }) {
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
});

const listMyBids = defineTool({
  name: "list_my_bids",
  title: "List my bids",
  description:
    "My bids in all auctions: where am I leading as highest bidder, where was I outbid, which " +
    "won but has still to be paid, in which auctions do I take part, which of my bids won or " +
    "lost? One auction's history: list_bids.",
  key: "operator",
  annotations: { ...publicRead, openWorldHint: false },
  input: z.strictObject({
    status: ownBidsQuery.shape.status.describe("to_pay: won, but its charge was declined."),
    cursor,
  }),
  output: ownBidsView,
  run: (call, query) => call.request(operations.listOwnBids, { query }),
  tell: ({ items, pagination }) => ({
    text: [
      `${count(items.length, "auction")}.${moreOf(pagination)}`,
      ...items.map(
        ({ dataset, status, max_amount_cents: most, auction }) =>
          `- dataset ${dataset.id}: ${status}, your maximum ${moneyText(most, auction.currency)}, price ${moneyText(auction.current_price_cents, auction.currency)}, ends at ${auction.ends_at}`,
      ),
      ...(items.some(({ status }) => status === "lost")
        ? [`Of a lost one: ${insteadOfLost}.`]
        : []),
    ].join("\n"),
    untrusted: items.length === 0 ? [] : ["/items/*/dataset/title"],
  }),
});

const listOffers = defineTool({
  name: "list_offers",
  title: "List won auctions",
  description:
    "Which auctions have I won, did I win any auction? What do I still have to pay for from " +
    "auctions, until when? Lists what this account has won, or may have because another one " +
    "dropped out.",
  key: "operator",
  annotations: { ...publicRead, openWorldHint: false },
  input: z.strictObject({ cursor }),
  output: offersView,
  run: (call, query) => call.request(operations.listOffers, { query }),
  tell: ({ items, pagination }) => ({
    text: [
      `${count(pagination.total, "won or offered dataset")}, ${items.length} shown.${moreOf(pagination)}`,
      ...items.map(offerLine),
    ].join("\n"),
  }),
});

function offerLine(offer: OfferView): string {
  const due = offer.due_at === null ? "" : `, pay by ${offer.due_at}`;
  const bought = offer.purchase_id === null ? "" : `, purchase ${offer.purchase_id}`;
  return `- ${offer.id}: ${offer.status}, dataset ${offer.dataset_id}, ${moneyText(offer.price_cents, offer.currency)}${due}${bought}`;
}

const acceptOffer = defineTool({
  name: "accept_offer",
  title: "Pay won auction",
  description:
    "An auction I won whose first charge was declined, or what I take over as its winner did " +
    "not pay: pay an offer with a card, pay an offer before its deadline. REAL MONEY is " +
    "charged at once. Ids: list_offers.",
  key: "operator",
  annotations: movesMoney,
  input: z.strictObject({
    offer_id: offerView.shape.id.describe("From list_offers."),
    payment_method_id: offerBody.shape.payment_method_id.describe("A card, from get_operator."),
    allow_duplicate: duplicate,
  }),
  output: purchaseView,
  run: (call, { offer_id: id, ...body }) => call.request(operations.acceptOffer, { id, body }),
  tell: (answer) => tellPurchase(answer),
});

export const auctionTools: Tool[] = [
  placeBid,
  retractBid,
  listBids,
  listMyBids,
  listOffers,
  acceptOffer,
];
