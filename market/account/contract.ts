import { by, contract, op } from "../contract/contract.ts";
import { operatorView } from "./schemas.ts";

export const operators = contract("Operators", {
  readOperator: op({
    at: "GET /operator/me",
    by: by.operator(),
    summary: "Read what the calling API key may do",
    says:
      "The key's scopes and limits, what it has spent in the current budget window, and the " +
      "payment methods for POST /datasets/{id}/buy. Every key may call it.",
    answer: operatorView,
    gives: "The key and its operator.",
    tool: {
      name: "get_operator",
      title: "Get operator account and cards",
      description:
        "Returns the account behind this API key: remaining budget, currency, scopes, and the cards " +
        "that buy_now takes. Call it before buying or bidding, or after a refusal for budget or " +
        "scope. Sellers use get_agent.",
      keywords:
        "money left spend allowed permitted signed in credit card charged payment method limit",
      effect: "reads_own",
      inputs: {},
      shows: [
        "key/scopes",
        "key/limits",
        "remaining_cents",
        "currency",
        "mode",
        "payment_methods/id",
        "payment_methods/brand",
        "payment_methods/last4",
        "payment_methods/is_default",
      ],
      brief: true,
      sets: ["core", "buy", "auctions"],
    },
  }),
});
