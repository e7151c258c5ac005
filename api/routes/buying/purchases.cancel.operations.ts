/** How cancelling a purchase stands in `/openapi.json`. */
import { purchaseView } from "../../../market/purchase/schemas.ts";
import { bodyRefusals, commonRefusals, operation, tokenRefusals } from "../../http/operation.ts";

export const cancelOperation = operation({
  operationId: "cancelPurchase",
  summary: "Cancel a purchase that is not paid yet",
  description:
    "For a purchase whose `status` is `payment_pending` and that `capabilities.cancel` allows. The " +
    "payment is cancelled at the provider, the budget of the key has its money again, and the status is " +
    "`cancelled`. It stays `payment_pending` where the provider has not answered: it is cancelled as " +
    "soon as it does, ask after `Retry-After` seconds. A charge that was faster is 409 " +
    "`purchase_not_cancellable`, and the purchase is paid. What was won in an auction cannot be " +
    "cancelled. A repeat answers with the same purchase. Takes the scope `purchase`, of any key of the " +
    "account.",
  tag: "Purchases",
  security: "operator",
  idempotent: true,
  success: { 200: { description: "The purchase.", schema: purchaseView } },
  refusals: [
    ...commonRefusals,
    "invalid_request",
    ...bodyRefusals,
    ...tokenRefusals,
    "scope_missing",
    "account_suspended",
    "purchase_not_yours",
    "purchase_not_found",
    "purchase_not_cancellable",
    "idempotency_in_progress",
  ],
});
