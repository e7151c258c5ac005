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
        "How much of my budget is left, what may I still spend, am I signed in, in which " +
        "currency, my account, which cards or payment methods can I pay with, what may this API " +
        "key do, is it allowed to bid, buy, message? Call it first, and when a limit is hit.",
      effect: "reads_own",
      inputs: {},
      shows: ["key", "remaining_cents", "currency", "mode", "payment_methods/id"],
      sets: ["buy"],
    },
  }),
});
