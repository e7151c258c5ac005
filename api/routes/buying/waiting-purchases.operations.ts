/** How the operations on purchases that wait for their person stand in `/openapi.json`. */
import type { ProblemCode } from "../../../market/errors.ts";
import {
  waitingPurchasesView,
  waitingPurchaseView,
} from "../../../market/purchase/waiting/schemas.ts";
import { bodyRefusals, commonRefusals, operation, tokenRefusals } from "../../http/operation.ts";

const tag = "Purchases";
const security = "operator";

const operatorRefusals: ProblemCode[] = [
  ...commonRefusals,
  "invalid_request",
  ...tokenRefusals,
  "scope_missing",
  "account_suspended",
];

export const waitingOperations = {
  listWaitingPurchases: operation({
    operationId: "listWaitingPurchases",
    summary: "List purchases that wait for the owner",
    description:
      "What any key of the account asked to buy above its `confirm_above_cents`, newest first, and " +
      "what became of it. `status` filters. Takes the scope `read` or `purchase`.",
    tag,
    security,
    success: { 200: { description: "One page of them.", schema: waitingPurchasesView } },
    refusals: operatorRefusals,
  }),
  getWaitingPurchase: operation({
    operationId: "getWaitingPurchase",
    summary: "Read a purchase that waits for the owner",
    description:
      "Whether the owner has answered; `next_action` says what to do now. An approved one names its " +
      "purchase in `purchase_id`. Takes the scope `read` or `purchase`.",
    tag,
    security,
    success: { 200: { description: "The waiting purchase.", schema: waitingPurchaseView } },
    refusals: [...operatorRefusals, "waiting_purchase_not_found"],
  }),
  cancelWaitingPurchase: operation({
    operationId: "cancelWaitingPurchase",
    summary: "Cancel a purchase that waits for the owner",
    description:
      "Takes the question back: nobody can approve it any more, and the budget has its price again. A " +
      "repeat changes nothing. Takes the scope `purchase`.",
    tag,
    security,
    idempotent: true,
    success: { 200: { description: "The cancelled one.", schema: waitingPurchaseView } },
    refusals: [
      ...operatorRefusals,
      ...bodyRefusals,
      "waiting_purchase_not_found",
      "waiting_purchase_ended",
      "idempotency_in_progress",
    ],
  }),
};
