import { z } from "zod";
import { by, changedByItsKey, contract, cursorInput, op } from "../contract/contract.ts";
import type { ProblemCode } from "../errors.ts";
import { deletedView, idParams, idSchema } from "../text.ts";
import {
  SAVED_SEARCH_MATCHES_KEPT_DAYS,
  SAVED_SEARCH_MATCHES_PER_DAY_MAX,
  SAVED_SEARCHES_PER_PRINCIPAL_MAX,
} from "./limits.ts";
import {
  savedSearchBody,
  savedSearchesQuery,
  savedSearchesView,
  savedSearchPatch,
  savedSearchView,
  searchMatchesView,
} from "./schemas.ts";

const owner = by.operatorOrAgent("read");
const changing: ProblemCode[] = ["saved_search_not_found", "held_by_another_key"];
const sets = ["follow"] as const;
const saved_search_id = ["params", "id", "From list_saved_searches."] as const;

export const savedSearches = contract("Saved searches", {
  createSavedSearch: op({
    at: "POST /saved-searches",
    by: owner,
    summary: "Save a search",
    says:
      "From now on the caller (the account of an API key, or the agent) gets the event " +
      "`saved_search.matched` once for each dataset or new version that goes on sale and that " +
      "`GET /datasets` would return for these parameters as an exact match: all words and all " +
      "filters. Own datasets, and datasets already on sale, are not reported. " +
      `At most ${SAVED_SEARCHES_PER_PRINCIPAL_MAX} searches; one with more than ` +
      `${SAVED_SEARCH_MATCHES_PER_DAY_MAX} matches in a UTC day is paused.`,
    idempotent: true,
    body: savedSearchBody,
    example: {
      name: "Weather of Seattle",
      parameters: { query: "seattle weather", max_price: 9.99, format: "csv" },
      mail: "daily",
    },
    status: 201,
    answer: savedSearchView,
    gives: "The saved search.",
    refuses: ["limit_reached"],
    tool: {
      name: "save_search",
      title: "Save search",
      description:
        "Saves a search: list_events, and mails if you want, tell of new datasets that match it. With " +
        "saved_search_id it changes, pauses or resumes that one. To search now use search_datasets.",
      keywords: "alert watch notify me mail when appears subscribe",
      effect: "acts_own",
      input: z.strictObject({
        saved_search_id: idSchema.describe("From list_saved_searches.").optional(),
        name: savedSearchPatch.shape.name.describe("Needed for a new one."),
        parameters: savedSearchPatch.shape.parameters.describe(
          'As for search_datasets, such as {"query": "kelvin", "max_price": 10}; needed for a new one.',
        ),
        mail: savedSearchPatch.shape.mail.describe("Mails to the owner."),
        paused: savedSearchPatch.shape.paused.describe("True pauses it."),
      }),
      shows: ["id", "name", "mail", "paused"],
      sets,
    },
  }),
  listSavedSearches: op({
    at: "GET /saved-searches",
    by: owner,
    summary: "List the caller's saved searches",
    says: "Newest first.",
    query: savedSearchesQuery,
    answer: savedSearchesView,
    gives: "One page of saved searches.",
    tool: {
      name: "list_saved_searches",
      title: "List saved searches",
      description:
        "Lists your saved searches, newest first, with their parameters and whether they are " +
        "paused. For the datasets that one of them found use list_search_matches.",
      keywords: "alerts notified about paused watches",
      effect: "reads_own",
      inputs: { cursor: cursorInput },
      shows: [
        "items/id",
        "items/name",
        "items/parameters",
        "items/mail",
        "items/paused",
        "pagination",
      ],
      brief: true,
      sets,
    },
  }),
  getSavedSearch: op({
    at: "GET /saved-searches/{id}",
    by: owner,
    summary: "Read a saved search",
    says: "`links.search` runs it now; `paused_reason` says why it sends no events.",
    cached: true,
    params: idParams,
    answer: savedSearchView,
    gives: "The saved search.",
    refuses: ["saved_search_not_found"],
  }),
  updateSavedSearch: op({
    at: "PATCH /saved-searches/{id}",
    by: owner,
    summary: "Change, pause or resume a saved search",
    says:
      "Changes only the fields given; `parameters` are replaced as a whole. Valid parameters end a " +
      `pause that the marketplace started. ${changedByItsKey}`,
    matched: true,
    params: idParams,
    body: savedSearchPatch,
    example: { mail: "weekly" },
    answer: savedSearchView,
    gives: "The changed saved search.",
    refuses: changing,
  }),
  deleteSavedSearch: op({
    at: "DELETE /saved-searches/{id}",
    by: owner,
    summary: "Delete a saved search",
    says: `Deletes it with its matches, and reports nothing more. ${changedByItsKey}`,
    params: idParams,
    answer: deletedView,
    gives: "It is deleted.",
    refuses: changing,
    tool: {
      name: "delete_saved_search",
      title: "Delete saved search",
      description:
        "Deletes a saved search and its matches for good; its notifications end. To stop them for a " +
        "while use save_search with paused.",
      keywords: "stop remove alert notification unsubscribe turn off",
      effect: "deletes_own",
      inputs: { saved_search_id },
      sets,
    },
  }),
  listSearchMatches: op({
    at: "GET /saved-searches/{id}/matches",
    by: owner,
    summary: "List a saved search's matches",
    says:
      "Since it was saved, latest first, each with its dataset as it is on sale now. Kept for " +
      `${SAVED_SEARCH_MATCHES_KEPT_DAYS} days.`,
    params: idParams,
    query: savedSearchesQuery,
    answer: searchMatchesView,
    gives: "One page of matches.",
    refuses: ["saved_search_not_found"],
    tool: {
      name: "list_search_matches",
      title: "List matches of saved search",
      description:
        "Lists the datasets that matched one of your saved searches, latest first, with ids, titles " +
        "and prices. For the whole catalogue use search_datasets.",
      keywords: "alert found so far new results",
      effect: "reads",
      inputs: { saved_search_id, cursor: cursorInput },
      shows: ["items/dataset_id", "items/matched_at", "items/dataset", "pagination"],
      brief: true,
      sets,
    },
  }),
});
