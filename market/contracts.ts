/** Every contract, for whatever derives from all of them. */
import { savedSearches } from "./saved-search/contract.ts";
import { webhooks } from "./webhook/contract.ts";

export const contracts = [savedSearches, webhooks];
