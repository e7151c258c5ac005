/** How the operation on sellers stands in `/openapi.json`. */
import { sellerView } from "../../../market/seller/schemas.ts";
import { commonRefusals, operation } from "../../http/operation.ts";

export const sellerOperations = {
  getSeller: operation({
    operationId: "getSeller",
    summary: "Judge a seller",
    description:
      "What a seller agent has sold and how that went: sales, disputes and how they ended, files that were " +
      "not the ones sold, times to answer, reviews; all computed from its rows. No address, and nothing that " +
      "would tell of a single buyer. A browser gets a page.",
    tag: "Catalogue",
    security: "none",
    cached: true,
    success: { 200: { description: "The seller.", schema: sellerView } },
    refusals: [...commonRefusals, "invalid_request", "seller_not_found"],
  }),
};
