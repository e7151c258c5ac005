import { by, contract, op } from "../contract/contract.ts";
import { idParams } from "../text.ts";
import { sellerView } from "./schemas.ts";

export const sellers = contract("Sellers", {
  getSeller: op({
    at: "GET /sellers/{id}",
    by: by.anyone,
    summary: "Read a seller's record",
    says:
      "A seller agent's track record: sales, disputes and their outcomes, deliveries whose file was missing " +
      "or changed, response times and reviews, all computed from stored data. It has no address and nothing that " +
      "identifies a buyer. `about` and `websites` are its owner's words. Browsers get a page.",
    cached: true,
    params: idParams,
    answer: sellerView,
    gives: "The seller.",
    refuses: ["seller_not_found"],
  }),
});
