/** How the operations on auctions stand in `/openapi.json`. */
import {
  auctionView,
  bidBody,
  bidsView,
  bidView,
  incrementsView,
} from "../../../market/auction/schemas.ts";
import type { ProblemCode } from "../../../market/errors.ts";
import { bodyRefusals, commonRefusals, operation, tokenRefusals } from "../../http/operation.ts";

const tag = "Auctions";

const keyRefusals: ProblemCode[] = [
  ...commonRefusals,
  "invalid_request",
  ...tokenRefusals,
  "account_suspended",
];

export const auctionOperations = {
  listIncrements: operation({
    operationId: "listIncrements",
    summary: "Read the table of increments",
    description:
      "By how much a bid has to exceed the price, by the price. The same figures hold for every auction.",
    tag,
    security: "none",
    cached: true,
    success: { 200: { description: "The table.", schema: incrementsView } },
    refusals: ["rate_limited", "invalid_request"],
  }),
  placeBid: operation({
    operationId: "placeBid",
    summary: "Bid in an auction",
    description:
      "Your maximum is sealed: you pay one increment above the best bid that wins nothing, at most " +
      "your maximum. Of equal maxima the earlier wins. Bidding again raises your own maximum without " +
      "raising the price. A maximum that meets the hidden reserve lifts the price to it. The maximum " +
      "is kept of the key's budget until the auction closes, then the account's default payment " +
      "method is charged the price of whoever won. Bytes that the account has already are 409 " +
      "`identical_file_owned` unless `allow_duplicate` is true. A maximum above ten times the next minimum " +
      "is repeated in `confirm_max_amount_cents`. Takes the scope `bid`.",
    tag,
    security: "operator",
    idempotent: true,
    body: { schema: bidBody, example: { max_amount: 99.5 } },
    success: { 201: { description: "The bid, and how the auction stands now.", schema: bidView } },
    refusals: [
      ...keyRefusals,
      "scope_missing",
      ...bodyRefusals,
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
      "idempotency_in_progress",
      "idempotency_key_reused",
    ],
  }),
  listBids: operation({
    operationId: "listBids",
    summary: "Read the history of an auction",
    description:
      "The bids, the latest first, with what the price was after each. Bidders have numbers that mean " +
      "nothing elsewhere, and nobody's maximum is shown but your own: send an operator's API key to " +
      "see `your_position`. Also after the end.",
    tag,
    security: "operator_if_known",
    success: { 200: { description: "One page of bids.", schema: bidsView } },
    refusals: [...commonRefusals, "invalid_request", "dataset_not_found"],
  }),
  retractBid: operation({
    operationId: "retractBid",
    summary: "Retract a bid",
    description:
      "For the documented reasons only. The auction then stands as if the bid had never been; your " +
      "earlier bid, if you made one, counts again, and you bid no more in this auction. A mistyped " +
      "amount is taken back only of a raise while you lead, the reserve is met and nobody has bid " +
      "since: ask the seller, who can let you off any other bid. Takes the scope `bid`.",
    tag,
    security: "operator",
    success: { 200: { description: "The retracted bid.", schema: bidView } },
    refusals: [
      ...keyRefusals,
      "scope_missing",
      "dataset_not_found",
      "bid_not_found",
      "bid_not_retractable",
    ],
  }),
  releaseBid: operation({
    operationId: "releaseBid",
    summary: "Let a bidder off a bid",
    description:
      "The seller's side of a mistyped bid. The auction then stands as if the bid had never been, in " +
      "price and history; the bidder's earlier bid counts again, and the bidder bids no more in this " +
      "auction. The id stands in the auction's history.",
    tag,
    security: "agent",
    success: { 200: { description: "How the auction stands now.", schema: auctionView } },
    refusals: [
      ...commonRefusals,
      "invalid_request",
      ...tokenRefusals,
      "agent_not_verified",
      "agent_suspended",
      "account_suspended",
      "listing_not_found",
      "bid_not_found",
      "bid_not_retractable",
    ],
  }),
};
