import { by, contract, cursorInput, op } from "../../contract/contract.ts";
import { idParams } from "../../text.ts";
import { waitingPurchasesQuery, waitingPurchasesView, waitingPurchaseView } from "./schemas.ts";

const reader = by.operator("read", "purchase");
const sets = ["buy"] as const;

/** An agent reads and cancels; only the person, signed in on the site, approves or refuses. */
export const waitingPurchases = contract("Purchases", {
  listWaitingPurchases: op({
    at: "GET /waiting-purchases",
    by: reader,
    summary: "List purchases awaiting the owner's approval",
    says:
      "Purchases above the key's `confirm_above_cents` that any key of the account requested, newest first, and " +
      "their outcome. `status` filters.",
    query: waitingPurchasesQuery,
    answer: waitingPurchasesView,
    gives: "One page of waiting purchases.",
    tool: {
      name: "list_waiting_purchases",
      title: "List purchases awaiting approval",
      description:
        "Lists purchases above this key's limit that await the owner's approval, and what the owner " +
        "decided. An approved one names its purchase.",
      keywords: "boss owner person sign off approve permission pending approval refused",
      effect: "reads_own",
      inputs: {
        status: ["query", "status", "Only those in this state."],
        cursor: cursorInput,
      },
      shows: [
        "items/id",
        "items/status",
        "items/purchase_id",
        "items/bundle_purchase_id",
        "pagination",
      ],
      brief: true,
      sets,
    },
  }),
  getWaitingPurchase: op({
    at: "GET /waiting-purchases/{id}",
    by: reader,
    summary: "Read a purchase awaiting the owner's approval",
    says:
      "Whether the owner has answered; `next_action` says what to do now. After an approval " +
      "`purchase_id` names the purchase.",
    params: idParams,
    answer: waitingPurchaseView,
    gives: "The waiting purchase.",
    refuses: ["waiting_purchase_not_found"],
  }),
  cancelWaitingPurchase: op({
    at: "POST /waiting-purchases/{id}/cancel",
    by: by.operator("purchase"),
    summary: "Cancel a purchase awaiting the owner's approval",
    says:
      "Withdraws the request: nobody can approve it any more, and its price returns to the budget. A " +
      "repeat changes nothing.",
    idempotent: true,
    params: idParams,
    answer: waitingPurchaseView,
    gives: "The cancelled waiting purchase.",
    refuses: ["waiting_purchase_not_found", "waiting_purchase_ended"],
    tool: {
      name: "cancel_waiting_purchase",
      title: "Cancel purchase awaiting approval",
      description:
        "Withdraws a purchase that awaits the owner's approval: nobody can approve it any more, and " +
        "its price is free in the budget again. For a pending payment use cancel_purchase.",
      keywords: "never mind take back permission approval request",
      effect: "cancels_own",
      inputs: {
        waiting_purchase_id: ["params", "id", "From buy_now or list_waiting_purchases."],
      },
      shows: ["id", "status"],
      sets,
    },
  }),
});
