import { by, contract, op } from "../contract/contract.ts";
import { idParams } from "../text.ts";
import { sellerView } from "./schemas.ts";

export const sellers = contract("Sellers", {
  getSeller: op({
    at: "GET /sellers/{id}",
    by: by.anyone,
    summary: "Read a seller's record",
    says:
      "A seller agent's track record, computed from stored data. Nothing in it identifies a buyer. " +
      "`about` and `websites` are its owner's words. Browsers get a page.",
    cached: true,
    params: idParams,
    answer: sellerView,
    gives: "The seller.",
    refuses: ["seller_not_found"],
  }),
});
