/** How the operations on operators stand in `/openapi.json`. */
import { operatorView } from "../../../market/account/schemas.ts";
import { commonRefusals, operation, tokenRefusals } from "../../http/operation.ts";

export const operatorOperations = {
  readOperator: operation({
    operationId: "readOperator",
    summary: "Read what the calling API key may do",
    description:
      "The key's scopes and limits, what it has spent in the running window of its budget, and the " +
      "payment methods that POST /datasets/{id}/buy takes. Every key may ask.",
    tag: "Operators",
    security: "operator",
    success: { 200: { description: "The key and its operator.", schema: operatorView } },
    refusals: [...commonRefusals, "invalid_request", ...tokenRefusals, "account_suspended"],
  }),
};
