import { z } from "zod";
import { by, CHARGE_MS_MAX, contract, cursorInput, op } from "../contract/contract.ts";
import type { ProblemCode } from "../errors.ts";
import { duplicateInput } from "../held-file/schemas.ts";
import { auctionView } from "../listing/pricing/schemas.ts";
import { purchaseView } from "../purchase/schemas.ts";
import { idParams, idSchema } from "../text.ts";
import { offerBody, offersView, offerView } from "./offer-schemas.ts";
import { ownBidsQuery, ownBidsView } from "./own-bid-schemas.ts";
import {
  bidBody,
  bidParams,
  bidsQuery,
  bidsView,
  bidView,
  incrementsView,
  majorUnits,
  retractQuery,
} from "./schemas.ts";

const reader = by.operator("read", "bid", "purchase");
const payer = by.operator("purchase");

const datasetWords = "From search_datasets.";
const dataset_id = ["params", "id", datasetWords] as const;
const [, , duplicateWords] = duplicateInput;
const payExample = { payment_method_id: "pm_1Q0PsIJvEtkwdCNYMSaVuRz6" };
const paying: ProblemCode[] = [
  "offer_not_open",
  "dataset_not_available",
  "payment_method_unknown",
  "already_purchased",
  "identical_file_owned",
  "category_not_allowed",
  "spend_limit_exceeded",
  "confirmation_needed",
  "payment_declined",
];

/** Auctions, and paying for what was won in them. */
export const auctions = contract("Auctions", {
  listIncrements: op({
    at: "GET /auctions/increments",
    by: by.anyone,
    summary: "Read the table of bid increments",
    says: "The minimum raise at each price. The same table applies to every auction.",
    cached: true,
    computed: true,
    answer: incrementsView,
    gives: "The table.",
  }),
  placeBid: op({
    at: "POST /datasets/{id}/bids",
    by: by.operator("bid"),
    summary: "Bid in an auction",
    says:
      "Your maximum is sealed: you pay one increment above the best losing bid, at most it. Of equal maxima the earlier wins. Bidding again raises your own maximum without " +
      "raising the price. A maximum that meets the hidden reserve lifts the price to it. The maximum " +
      "is reserved from the key's budget until the auction closes; then the winner's account is charged the price " +
      "on its default payment method. A maximum above ten times the next minimum " +
      "must be repeated in `confirm_max_amount_cents`.",
    idempotent: true,
    params: idParams,
    body: bidBody,
    example: { max_amount: 99.5 },
    status: 201,
    answer: bidView,
    gives: "The bid, and the auction's current state.",
    refuses: [
      "dataset_not_found",
      "dataset_not_available",
      "own_dataset",
      "not_for_auction",
      "auction_not_open",
      "already_purchased",
      "identical_file_owned",
      "bidder_has_left",
      "linked_account_bids",
      "bid_too_low",
      "bid_not_confirmed",
      "limit_reached",
      "payment_method_unknown",
      "category_not_allowed",
      "spend_limit_exceeded",
      "confirmation_needed",
      "invalid_acceptance",
      "acceptance_budget_spent",
      "queries_unavailable",
    ],
    tool: {
      name: "place_bid",
      title: "Place auction bid",
      description:
        "Places or raises your sealed maximum bid in an auction; the winner pays one increment " +
        "above the best losing bid. Read the auction in get_dataset first; for a fixed price use " +
        "buy_now. BINDING: the highest bidder at the end is charged.",
      keywords: "offer lot increase higher outbid again",
      effect: "commits_money",
      input: z.strictObject({
        dataset_id: idSchema.describe(datasetWords),
        max_amount: majorUnits.describe("In major units, such as 99.5."),
        confirm_max_amount_cents: bidBody.shape.confirm_max_amount_cents.describe(
          "In cents, after bid_not_confirmed.",
        ),
        allow_duplicate: bidBody.shape.allow_duplicate.describe(duplicateWords),
        acceptance: z.looseObject({}).optional().describe("As in buy_now."),
      }),
      shows: ["id", "is_leading", "minimum_bid_cents", "auction"],
      sets: ["core", "buy", "auctions"],
    },
  }),
  listBids: op({
    at: "GET /datasets/{id}/bids",
    by: by.anyoneOrOperator,
    summary: "Read an auction's bid history",
    says:
      "The bids, latest first, each with the price after it. Bidders appear as numbers that mean " +
      "nothing elsewhere, and maxima stay secret. With an operator's API key you also get " +
      "`your_position` with your own maximum. Available after the end, too.",
    params: idParams,
    query: bidsQuery,
    answer: bidsView,
    gives: "One page of bids.",
    refuses: ["dataset_not_found"],
    tool: {
      name: "list_bids",
      title: "List auction bids",
      description:
        "Lists one auction's bids with its state, price and end; bidders are numbered, not named. " +
        "With an API key it also shows your own position and maximum. For your bids in all auctions " +
        "use list_my_bids.",
      keywords: "bidders history how many lot ahead developed",
      effect: "reads",
      inputs: { dataset_id, cursor: cursorInput },
      shows: [
        "items/bidder",
        "items/price_cents",
        "items/placed_at",
        "pagination",
        "auction",
        "your_position",
      ],
      brief: true,
      sets: ["browse", "buy", "auctions"],
    },
  }),
  retractBid: op({
    at: "DELETE /datasets/{id}/bids/{bid_id}",
    by: by.operator("bid"),
    summary: "Retract a bid",
    says:
      "Only for the documented reasons. The auction continues as if the bid had never been placed; your " +
      "earlier bid, if any, counts again, and you cannot bid again in this auction. A mistyped " +
      "amount can be retracted only if it raised your own maximum while you led, the reserve is met and nobody has bid " +
      "since. Otherwise ask the seller, who can release you from any other bid.",
    params: bidParams,
    query: retractQuery,
    answer: bidView,
    gives: "The retracted bid.",
    refuses: ["dataset_not_found", "bid_not_found", "bid_not_retractable"],
    tool: {
      name: "retract_bid",
      title: "Retract auction bid",
      description:
        "Retracts your bid in an auction, such as one with a zero too many. Only a leader's fresh " +
        "raise can be retracted; otherwise ask with contact_seller. You cannot bid in this auction " +
        "again.",
      keywords: "cancel undo withdraw mistake typed wrong",
      effect: "cancels_own",
      inputs: {
        dataset_id,
        bid_id: ["params", "bid_id", "From list_my_bids."],
        reason: ["query", "reason", "Why."],
      },
      shows: ["retracted_at"],
      sets: ["buy", "auctions"],
    },
  }),
  releaseBid: op({
    at: "DELETE /listings/{id}/bids/{bid_id}",
    by: by.agent,
    summary: "Release a bidder from a bid",
    says:
      "The seller's remedy for a mistyped bid. The auction continues as if the bid had never been placed, in " +
      "price and history; the bidder's earlier bid counts again, and the bidder cannot bid again in this " +
      "auction. The bid's id is in the auction's history.",
    params: bidParams,
    answer: auctionView,
    gives: "The auction's current state.",
    refuses: ["listing_not_found", "bid_not_found", "bid_not_retractable"],
  }),
  listOwnBids: op({
    at: "GET /bids",
    by: reader,
    summary: "List the operator's own bids",
    says:
      "Auctions with a standing bid by any key of the calling operator, latest bid first: its " +
      "status, your maximum, the price, and any award with its payment deadline. Retracted bids " +
      "are not listed.",
    query: ownBidsQuery,
    answer: ownBidsView,
    gives: "One page of bids.",
    tool: {
      name: "list_my_bids",
      title: "List my bids",
      description:
        "Lists your bids in all auctions with their status: leading, outbid, won, lost or still to " +
        "pay. For one auction's history use list_bids; to pay for a won one, list_offers and " +
        "accept_offer.",
      keywords: "taking part highest bidder leading",
      effect: "reads_own",
      inputs: {
        status: ["query", "status", "to_pay: won, but its charge was declined."],
        cursor: cursorInput,
      },
      shows: [
        "items/dataset",
        "items/status",
        "items/max_amount_cents",
        "items/minimum_bid_cents",
        "items/acceptance",
        "items/offer",
        "pagination",
      ],
      brief: true,
      sets: ["buy", "auctions"],
    },
  }),
  listOffers: op({
    at: "GET /offers",
    by: reader,
    summary: "List won auctions and offers",
    says:
      "Auctions that any key of the calling operator won, and offers because a winner did " +
      "not pay; latest first.",
    query: bidsQuery,
    answer: offersView,
    gives: "One page of offers.",
    tool: {
      name: "list_offers",
      title: "List won auctions",
      description:
        "Lists auctions that you have won, or may take over because the winner did not pay, with " +
        "price and payment deadline. Pay one with accept_offer. For running auctions use " +
        "list_my_bids.",
      keywords: "win second chance dropped out pay until",
      effect: "reads_own",
      inputs: { cursor: cursorInput },
      shows: [
        "items/id",
        "items/dataset_id",
        "items/status",
        "items/price_cents",
        "items/due_at",
        "pagination",
      ],
      brief: true,
      sets: ["buy", "auctions"],
    },
  }),
  acceptOffer: op({
    at: "POST /offers/{id}/accept",
    by: payer,
    summary: "Pay for a won auction or an offer",
    says:
      "For an offer whose status is `unpaid` or `offered`, before its `due_at`. Charges the payment method " +
      "and answers like `POST /datasets/{id}/buy`. If an `offered` one has bytes that the account " +
      "already has, the answer is 409 `identical_file_owned` unless `allow_duplicate` is true.",
    idempotent: true,
    pends: true,
    params: idParams,
    body: offerBody,
    example: payExample,
    status: 201,
    answer: purchaseView,
    gives: "The purchase.",
    refuses: [...paying, "offer_not_found"],
    tryMsMax: CHARGE_MS_MAX,
    tool: {
      name: "accept_offer",
      title: "Pay won auction",
      description:
        "Pays for a won auction whose first charge was declined, or for one that you take over. " +
        "Charges REAL MONEY at once; list_offers has ids and deadlines. For a fixed price use " +
        "buy_now.",
      keywords: "pay charge failed winner take over second chance",
      effect: "moves_money",
      inputs: {
        offer_id: ["params", "id", "From list_offers."],
        payment_method_id: ["body", "payment_method_id", "A card, from get_operator."],
        allow_duplicate: duplicateInput,
      },
      shows: ["id", "status"],
      sets: ["buy", "auctions"],
    },
  }),
  declineOffer: op({
    at: "POST /offers/{id}/decline",
    by: by.operator("purchase", "bid"),
    summary: "Decline an offer",
    says:
      "For an offer whose status is `offered`, before its `due_at`: the next bidder gets it at once. " +
      "A won auction is binding and cannot be declined. A repeat changes " +
      "nothing.",
    idempotent: true,
    params: idParams,
    answer: offerView,
    gives: "The declined offer.",
    refuses: ["offer_not_found", "offer_not_open"],
  }),
  payPurchase: op({
    at: "POST /purchases/{id}/pay",
    by: payer,
    summary: "Pay for a won auction with another card",
    says:
      "For a purchase from a won auction whose payment failed, within a day. The failed " +
      "purchase stays; the answer is a new one.",
    idempotent: true,
    pends: true,
    params: idParams,
    body: offerBody,
    example: payExample,
    status: 201,
    answer: purchaseView,
    gives: "The purchase.",
    refuses: [...paying, "purchase_not_found", "purchase_not_yours", "purchase_not_payable"],
  }),
});
