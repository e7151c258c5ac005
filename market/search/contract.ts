import { hitOutline } from "../catalogue/tool-schemas.ts";
import { by, contract, op } from "../contract/contract.ts";
import { searchQuery, searchView } from "./schemas.ts";
import { searchSuggestionsView, suggestionsQuery } from "./suggest/schemas.ts";
import { searchToolInput, searchToolOutput } from "./tool-schemas.ts";

export const search = contract("Catalogue", {
  searchDatasets: op({
    at: "GET /datasets",
    by: by.anyone,
    summary: "Search the catalogue",
    says:
      "Finds active datasets by words, category, price, quality, format, tags, columns, time, place, " +
      "language, licence, size and more. " +
      "A filter without matches returns an empty list.",
    cached: true,
    query: searchQuery,
    answer: searchView,
    gives: "One page of datasets.",
    refuses: ["dataset_not_found"],
    tool: {
      name: "search_datasets",
      title: "Find data and datasets",
      description:
        "Searches the catalogue by words and by filters such as price, period, place, format and " +
        "columns; without arguments it lists everything, newest first. Judge a hit with get_profile " +
        "or get_dataset. If nothing fits, use save_search or post_request.",
      keywords:
        "find data look for available any have you got list show every cheap free about topic",
      effect: "reads",
      input: searchToolInput,
      output: searchToolOutput,
      shows: [
        ...hitOutline.map((field) => `items/${field}`),
        ...["total", "has_more", "next_cursor"].map((field) => `pagination/${field}`),
        "match",
        "corrected_query",
        "match_quality",
        "interpreted",
        "suggestions/drop",
        "suggestions/nearest/id",
        "suggestions/nearest/title",
        "facets",
      ],
      brief: true,
      sets: ["core", "browse", "buy", "auctions", "requests", "follow"],
    },
  }),
  suggestSearches: op({
    at: "GET /suggestions",
    by: by.anyone,
    summary: "Suggest searches while one is typed",
    says:
      "Titles, categories, columns and sellers on sale with a word that begins as the last typed " +
      "word does. In a large catalogue, a common word is looked up only among the newest datasets. " +
      "For a person's search box; programs call `GET /datasets`.",
    cached: true,
    query: suggestionsQuery,
    answer: searchSuggestionsView,
    gives: "The suggestions.",
  }),
});
