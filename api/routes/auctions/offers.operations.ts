/** How what was won in auctions, and how it is paid, stands in `/openapi.json`. */
import { offerBody, offersView, offerView } from "../../../market/auction/offer-schemas.ts";
import { ownBidsView } from "../../../market/auction/own-bid-schemas.ts";
import type { ProblemCode } from "../../../market/errors.ts";
import { purchaseView } from "../../../market/purchase/schemas.ts";
import { bodyRefusals, commonRefusals, operation, tokenRefusals } from "../../http/operation.ts";

const tag = "Auctions";
const security = "operator";

const keyRefusals: ProblemCode[] = [
  ...commonRefusals,
  "invalid_request",
  ...tokenRefusals,
  "scope_missing",
  "account_suspended",
];

const paymentRefusals: ProblemCode[] = [
  ...keyRefusals,
  ...bodyRefusals,
  "offer_not_open",
  "dataset_not_available",
  "payment_method_unknown",
  "already_purchased",
  "identical_file_owned",
  "category_not_allowed",
  "spend_limit_exceeded",
  "confirmation_needed",
  "payment_declined",
  "idempotency_in_progress",
  "idempotency_key_reused",
];

const body = { schema: offerBody, example: { payment_method_id: "pm_1Q0PsIJvEtkwdCNYMSaVuRz6" } };
const success = { 201: { description: "The purchase.", schema: purchaseView } };

export const offerOperations = {
  listOwnBids: operation({
    operationId: "listOwnBids",
    summary: "List the operator's own bids",
    description:
      "The auctions in which a bid of any key of the calling operator stands, the latest bid first: how it " +
      "fares, your maximum, the price, and what you won and have to pay by when. A bid that was retracted " +
      "is not listed. Takes the scope `read`, `bid` or `purchase`.",
    tag,
    security,
    success: { 200: { description: "One page of bids.", schema: ownBidsView } },
    refusals: keyRefusals,
  }),
  listOffers: operation({
    operationId: "listOffers",
    summary: "List what the operator won or is offered",
    description:
      "What any key of the calling operator won in auctions, and what it is offered since a winner did " +
      "not pay; the latest first. Takes the scope `read`, `bid` or `purchase`.",
    tag,
    security,
    success: { 200: { description: "One page of offers.", schema: offersView } },
    refusals: keyRefusals,
  }),
  acceptOffer: operation({
    operationId: "acceptOffer",
    summary: "Pay what was won or is offered",
    description:
      "Before `due_at` of an offer whose status is `unpaid` or `offered`. Charges the payment method " +
      "and answers as `POST /datasets/{id}/buy` does. An `offered` one of bytes that the account has " +
      "already is 409 `identical_file_owned` unless `allow_duplicate` is true. Takes the scope `purchase`.",
    tag,
    security,
    idempotent: true,
    pends: true,
    body,
    success,
    refusals: [...paymentRefusals, "offer_not_found"],
  }),
  declineOffer: operation({
    operationId: "declineOffer",
    summary: "Turn down what is offered",
    description:
      "For an offer whose status is `offered`, before its `due_at`: the next bidder is asked at once, " +
      "instead of when the time is over. What was won binds and cannot be turned down. A repeat changes " +
      "nothing. Takes the scope `purchase` or `bid`.",
    tag,
    security,
    idempotent: true,
    success: { 200: { description: "The declined offer.", schema: offerView } },
    refusals: [
      ...keyRefusals,
      ...bodyRefusals,
      "offer_not_found",
      "offer_not_open",
      "idempotency_in_progress",
    ],
  }),
  payPurchase: operation({
    operationId: "payPurchase",
    summary: "Pay with another card what was won",
    description:
      "For a purchase of what was won in an auction whose payment failed, within a day. The failed " +
      "purchase stays as it is: the answer is a new one. Takes the scope `purchase`.",
    tag,
    security,
    idempotent: true,
    pends: true,
    body,
    success,
    refusals: [
      ...paymentRefusals,
      "purchase_not_found",
      "purchase_not_yours",
      "purchase_not_payable",
    ],
  }),
};
