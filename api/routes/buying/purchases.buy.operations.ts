/** How buying stands in `/openapi.json`. */
import { buyBody } from "../../../market/purchase/buy-schema.ts";
import { purchaseView } from "../../../market/purchase/schemas.ts";
import { waitingPurchaseView } from "../../../market/purchase/waiting/schemas.ts";
import { bodyRefusals, commonRefusals, operation, tokenRefusals } from "../../http/operation.ts";

export const buyOperation = operation({
  operationId: "buyDataset",
  summary: "Buy a dataset",
  description:
    "Charges the payment method for the dataset's present file at its buy-it-now price and holds the " +
    "money in escrow. Takes the scope `purchase`. Send an `Idempotency-Key`, so that a repeat can " +
    "never buy twice. The status is `in_escrow` when it is paid. It is `payment_pending` where the " +
    "provider has not told the outcome in time: ask `GET /purchases/{id}` after `Retry-After` " +
    "seconds, and do not buy again; with a `next_action`, the card's bank wants its holder to confirm " +
    "the payment: give its `url` to your owner, nothing is charged before. A declined payment is 402 `payment_declined` with the provider's " +
    "`decline_code`. Bytes that the account has already, bought under another listing or sold by " +
    "itself, are 409 `identical_file_owned` unless `allow_duplicate` is true. Above the key's " +
    "`confirm_above_cents` nothing is charged: the answer is 202 with a waiting purchase, which the " +
    "owner approves or refuses on the page `links.confirm`; the same call again asks nobody twice.",
  tag: "Purchases",
  security: "operator",
  idempotent: true,
  pends: true,
  body: {
    schema: buyBody,
    example: { payment_method_id: "pm_1Q0PsIJvEtkwdCNYMSaVuRz6", expected_price_cents: 4900 },
  },
  success: {
    201: { description: "The purchase.", schema: purchaseView },
    202: {
      description: "It waits for the owner; nothing is charged.",
      schema: waitingPurchaseView,
    },
  },
  refusals: [
    ...commonRefusals,
    "invalid_request",
    ...bodyRefusals,
    ...tokenRefusals,
    "scope_missing",
    "account_suspended",
    "dataset_not_found",
    "own_dataset",
    "dataset_not_available",
    "dataset_is_free",
    "not_for_direct_sale",
    "price_changed",
    "payment_method_unknown",
    "already_purchased",
    "identical_file_owned",
    "purchase_in_progress",
    "category_not_allowed",
    "spend_limit_exceeded",
    "limit_reached",
    "waiting_purchase_ended",
    "payment_declined",
    "idempotency_in_progress",
    "idempotency_key_reused",
  ],
});
