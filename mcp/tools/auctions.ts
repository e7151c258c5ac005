/** Bidding: with an operator's API key, within its budget. */
import { z } from "zod";
import {
  type OfferView,
  offerBody,
  offersView,
  offerView,
} from "../../market/auction/offer-schemas.ts";
import { bidBody, bidsView, bidView } from "../../market/auction/schemas.ts";
import { moneyText } from "../../market/pricing.ts";
import { purchaseView } from "../../market/purchase/schemas.ts";
import { operations } from "../operations.ts";
import { defineTool, type Tool } from "../tool.ts";
import { count } from "../words.ts";
import { datasetId } from "./catalogue.ts";
import { duplicate, tellPurchase } from "./purchases.ts";

const reads = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: true,
};

const placeBid = defineTool({
  name: "place_bid",
  title: "Place auction bid",
  description:
    "Bid in a dataset's running auction by naming the most that you would pay; the maximum stays " +
    "secret, and a winner pays one increment above the best losing bid. BINDING: who leads at the end " +
    "is charged. Bid again with more to raise your maximum. Read auction in get_dataset first; a " +
    "fixed price is paid with buy_now instead.",
  key: "operator",
  annotations: {
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: false,
    openWorldHint: true,
  },
  input: z.strictObject({
    dataset_id: datasetId,
    max_amount: bidBody.shape.max_amount
      .unwrap()
      .describe("In major units of the currency, such as 99.5, with at most two decimals."),
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
      text: `Bid ${bid.id} of at most ${moneyText(bid.max_amount_cents, auction.currency)} is placed. ${place} The price is ${now}, the auction ends at ${auction.ends_at}.${reserve} list_events tells when you are outbid.`,
    };
  },
});

const listBids = defineTool({
  name: "list_bids",
  title: "List auction bids",
  description:
    "Follow one auction: its state, current price and end, the history of bids under numbers instead of " +
    "names, and with an API key also your own position: whether you lead, and your sealed maximum.",
  key: "optional",
  annotations: reads,
  input: z.strictObject({ dataset_id: datasetId }),
  output: bidsView,
  run: (call, { dataset_id: id }) => call.request(operations.listBids, { id }),
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
        `The auction is ${auction.state}, at ${price} after ${count(pagination.total, "bid")}, ends at ${auction.ends_at}.${position}`,
        ...lines,
      ].join("\n"),
    };
  },
});

const listOffers = defineTool({
  name: "list_offers",
  title: "List won auctions",
  description:
    "See what this account has won in auctions and whether it is paid, and what it may take over because " +
    "a winner did not pay, with the deadline of each. Unpaid or offered ones need accept_offer.",
  key: "operator",
  annotations: { ...reads, openWorldHint: false },
  input: z.strictObject({}),
  output: offersView,
  run: (call) => call.request(operations.listOffers),
  tell: ({ items, pagination }) => ({
    text: [
      `${count(pagination.total, "won or offered dataset")}, ${items.length} shown.`,
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
    "Pay, before its deadline, for an auction whose first charge was declined, or take over what its " +
    "winner left unpaid. REAL MONEY is charged to the named card and held in escrow, as by buy_now.",
  key: "operator",
  annotations: {
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: true,
    openWorldHint: true,
  },
  input: z.strictObject({
    offer_id: offerView.shape.id.describe("The offer's id, from list_offers."),
    payment_method_id: offerBody.shape.payment_method_id.describe(
      "A saved card of the account, from get_operator.",
    ),
    allow_duplicate: duplicate,
  }),
  output: purchaseView,
  run: (call, { offer_id: id, ...body }) => call.request(operations.acceptOffer, { id, body }),
  tell: (answer) => tellPurchase(answer),
});

export const auctionTools: Tool[] = [placeBid, listBids, listOffers, acceptOffer];
