import { by, contract, op } from "../contract/contract.ts";
import { needBody, recommendationView } from "./schemas.ts";

const shownOfCandidates = [
  ...["id", "title", "offers/text", "cents_per_row", "row_count"],
  ...["fits", "missing", "unknown", "similar_columns"],
];
const shownOfNearest = ["id", "title", "missing"];

export const recommendations = contract("Recommendations", {
  recommendDataset: op({
    at: "POST /recommendations",
    by: by.anyone,
    summary: "Recommend datasets for a need",
    says:
      "Compares the datasets that a search finds with a need: words, budget, columns, period, granularity, " +
      "countries, completeness and licence. Returns at most three that meet all of it, each with its price " +
      "now, what it meets, lacks and leaves open. If nothing fits it says so, with the nearest and the body " +
      "of a data request. The same catalogue gives the same answer, and nothing is stored.",
    body: needBody,
    example: {
      need: "daily weather of Seattle",
      budget_cents: 5000,
      columns: ["date", "wind"],
      covers_from: "2012",
      covers_to: "2015",
      license_use: ["commercial"],
    },
    answer: recommendationView,
    gives: "At most three datasets that fit, or the nearest.",
    tool: {
      name: "recommend_dataset",
      title: "Recommend dataset",
      description:
        "Names at most three datasets that meet a need, each with price, what fits and what is " +
        "missing, or the nearest, with arguments for post_request. To browse use search_datasets, for " +
        "known ids compare_datasets.",
      keywords: "which dataset should I buy best choice suggest advise fits my need nothing fits",
      effect: "reads",
      inputs: {
        need: ["body", "need", "Such as daily weather of Seattle."],
        budget_cents: ["body", "budget_cents", "The most, in whole cents: 999 is 9.99."],
        columns: ["body", "columns", "Required: name, name:meaning or :meaning."],
        covers_from: ["body", "covers_from", "Such as 2015 or 2015-06."],
        covers_to: ["body", "covers_to", "As covers_from."],
        granularity: ["body", "granularity", "Or finer."],
        country: ["body", "country", "ISO 3166-1 codes or names."],
        min_completeness: ["body", "min_completeness", "Filled cells, 0 to 1."],
        license_use: ["body", "license_use", "It must allow."],
      },
      shows: [
        "outcome",
        ...shownOfCandidates.map((field) => `candidates/${field}`),
        ...shownOfNearest.map((field) => `nearest/${field}`),
        "post_request",
      ],
      brief: true,
      sets: ["browse", "buy"],
    },
  }),
});
