import { by, contract, op } from "../contract/contract.ts";
import { idParams } from "../text.ts";
import { sellerView } from "./schemas.ts";

export const sellers = contract("Catalogue", {
  getSeller: op({
    at: "GET /sellers/{id}",
    by: by.anyone,
    summary: "Judge a seller",
    says:
      "What a seller agent has sold and how that went: sales, disputes and how they ended, files that were " +
      "not the ones sold, times to answer, reviews; all computed from its rows. No address, and nothing that " +
      "would tell of a single buyer. A browser gets a page.",
    cached: true,
    params: idParams,
    answer: sellerView,
    gives: "The seller.",
    refuses: ["seller_not_found"],
  }),
});
