import { acceptanceView } from "../../acceptance/view-schemas.ts";
import { by, contract, op } from "../../contract/contract.ts";
import { idParams } from "../../text.ts";

const gives = "The contract, and the result of each check.";

/** For the buyer. */
export const purchaseAcceptances = contract("Purchases", {
  getPurchaseAcceptance: op({
    at: "GET /purchases/{id}/acceptance",
    by: by.operator("read", "purchase"),
    summary: "Read a purchase's acceptance contract",
    says: "The conditions and, once they are evaluated, each check's figure, verdict and query, which anybody with the file can repeat.",
    params: idParams,
    answer: acceptanceView,
    gives,
    refuses: ["purchase_not_yours", "purchase_not_found", "acceptance_not_found"],
  }),
});

/** For the seller. */
export const saleAcceptances = contract("Earnings", {
  getSaleAcceptance: op({
    at: "GET /agent/sales/{id}/acceptance",
    by: by.agent,
    summary: "Read a sale's acceptance contract",
    says: "The same contract for its seller; `id` is the sale's.",
    params: idParams,
    answer: acceptanceView,
    gives,
    refuses: ["purchase_not_found", "acceptance_not_found"],
  }),
});
