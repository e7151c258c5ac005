import { by, contract, op } from "../contract/contract.ts";
import { idParams } from "../text.ts";
import { queryAnswer, queryBody, queryParameters } from "./schemas.ts";
import { queryToolInput } from "./tool-schemas.ts";

/** A query may run for 10 s, after waiting for its turn. */
const QUERY_TRY_MS_MAX = 27_000;

export const queries = contract("Catalogue", {
  queryDataset: op({
    at: "POST /datasets/{id}/query",
    by: by.anyoneOrEither("read", "purchase"),
    summary: "Query the rows of a dataset",
    says:
      "Filters, sorts, groups and aggregates all rows of a table, by fields or by `sql`, and returns up to 1,000. " +
      "Everybody can query free " +
      "datasets; only buyers (by API key: the version on sale if they bought it, else their latest) " +
      "and the seller can query others. If the file has several tables, " +
      "`table` selects one.",
    params: idParams,
    query: queryParameters,
    body: queryBody,
    example: {
      filter: {
        all: [
          { column: "date", op: "gte", value: "2012-06-01" },
          { column: "weather", op: "in", value: ["rain", "snow"] },
        ],
      },
      group_by: ["weather"],
      aggregates: [
        { function: "count", as: "days" },
        { function: "mean", column: "precipitation" },
      ],
      order_by: [{ column: "days", direction: "desc" }],
    },
    answer: queryAnswer,
    gives: "The rows, or one row for each group.",
    refuses: [
      "invalid_query",
      "query_needs_purchase",
      "dataset_not_found",
      "table_not_found",
      "query_not_available",
      "file_not_available",
      "query_too_expensive",
      "queries_unavailable",
    ],
    tryMsMax: QUERY_TRY_MS_MAX,
    tool: {
      name: "query_dataset",
      title: "Query dataset rows",
      description:
        "Filters, sorts, groups and aggregates all rows of a free, own or bought dataset. " +
        "get_dataset names its columns; `sql` takes one SELECT. To look into a paid dataset before " +
        "buying use get_sample or get_profile.",
      keywords: "only records where above count group average per largest rows sql select",
      effect: "reads",
      calledBy: "anyone_or_operator",
      input: queryToolInput,
      shows: ["columns", "rows", "total_rows", "next_offset"],
      sets: ["core", "browse", "buy"],
    },
  }),
});
