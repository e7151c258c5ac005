import { datasetOutline } from "../catalogue/tool-schemas.ts";
import { by, contract, op } from "../contract/contract.ts";
import { searchQuery, searchView } from "./schemas.ts";
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
        "Search the catalogue for images, text, weather or price data of a country, since a year, " +
        "for commercial use: what can I get, show every one, list all available, sensor data " +
        "without personal data, I am looking for something under 50 dollars. The cheapest CSV " +
        "files, what is free, retail sales by product, what have you got, which datasets are " +
        "there about a topic, what is new in the shop.",
      effect: "reads",
      input: searchToolInput,
      output: searchToolOutput,
      shows: [
        ...[...datasetOutline, "missing_words"].map((field) => `items/${field}`),
        "pagination",
        "match",
        "interpreted",
        "suggestions",
      ],
      sets: ["browse", "buy", "follow"],
    },
  }),
});
