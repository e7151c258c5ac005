import { by, contract, op } from "../../contract/contract.ts";
import { matchBody, matchesView } from "./schemas.ts";
import { matchToolInput } from "./tool-schemas.ts";

export const matching = contract("Matches", {
  matchValues: op({
    at: "POST /matches",
    by: by.anyoneOrEither("read", "purchase"),
    summary: "Find the columns that contain given values",
    says:
      "Compares up to 1,000 values, or a sketch of more, with the key columns of datasets on sale: the named ones, " +
      "those that words find, or otherwise those that share values. Free datasets, and paid ones for their seller " +
      "and their buyers, answer exactly or with an error. Other callers need a key or token for paid " +
      "datasets and at least 50 values: the answer names one column, has noise that is fixed for each value, and each " +
      "new set of values counts against a budget of the account for the version. Without `dataset_ids` and `query`, a dataset is found if its smallest hashes, " +
      "or the sample of a paid one, share a value; few values may miss a large column.",
    body: matchBody,
    example: { values: ["ATL", "BOS", "DEN"], query: "airports" },
    answer: matchesView,
    gives: "The columns with the most of the values.",
    refuses: ["dataset_not_found", "match_budget_spent"],
    tool: {
      name: "match_values",
      title: "Find columns that contain my values",
      description:
        "Counts how many of your values each key column of datasets has, such as 180 of 200 airport codes in column iata. " +
        "Name datasets or search words; without both it looks for shared values. " +
        "Then join by query_dataset. Paid datasets need 50 values and answer roughly.",
      keywords: "join my own codes identifiers overlap enrich how many of my values coverage",
      effect: "reads",
      calledBy: "anyone_or_operator",
      input: matchToolInput,
      shows: [
        "values_count",
        "datasets_compared",
        ...["dataset_id", "title", "column", "table", "column_values", "matched", "error"].map(
          (field) => `matches/${field}`,
        ),
        ...["dataset_id", "reason", "detail"].map((field) => `not_compared/${field}`),
        "next_offset",
      ],
      brief: true,
      sets: ["browse"],
    },
  }),
});
