/** How queries over a dataset's rows stand in `/openapi.json`. */
import { queryAnswer, queryBody } from "../../../market/query/schemas.ts";
import { bodyRefusals, commonRefusals, operation } from "../../http/operation.ts";

export const queryOperations = {
  queryDataset: operation({
    operationId: "queryDataset",
    summary: "Ask the rows of a dataset",
    description:
      "Filters, sorts, groups and aggregates all rows of a table, and answers with up to 1,000. Free " +
      "datasets answer everybody, others who has bought them (by API key, the version on sale if it " +
      "was bought, else the latest bought) and their seller. Of a file of several tables `table` " +
      "chooses one.",
    tag: "Catalogue",
    security: "operator_if_known",
    success: { 200: { description: "The rows, or a row for each group.", schema: queryAnswer } },
    refusals: [
      ...commonRefusals,
      ...bodyRefusals,
      "invalid_request",
      "invalid_query",
      "query_needs_purchase",
      "dataset_not_found",
      "table_not_found",
      "query_not_available",
      "file_not_available",
      "query_too_expensive",
      "queries_unavailable",
    ],
    body: {
      schema: queryBody,
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
    },
  }),
};
