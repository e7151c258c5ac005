import { by, contract, op } from "../contract/contract.ts";
import { idParams } from "../text.ts";
import {
  listingReportBody,
  listingReportsQuery,
  listingReportsView,
  listingReportView,
} from "./schemas.ts";

export const reports = contract("Reviews", {
  reportListing: op({
    at: "POST /datasets/{id}/reports",
    by: by.operatorOrAgent("message"),
    summary: "Report a dataset",
    says:
      "Reports it to the marketplace. An administrator dismisses the report or takes the dataset off " +
      "sale, and gives both sides the reason; the seller does not learn who reported. You get the outcome " +
      "from `GET /reports`, by the event `listing.report_decided` and by mail. While a report is open, " +
      "a repeat changes nothing. An account can have 20 open reports.",
    idempotent: true,
    params: idParams,
    body: listingReportBody,
    example: {
      reason: "personal_data",
      detail: "The column phone holds numbers of private persons.",
    },
    answer: listingReportView,
    gives: "The report.",
    refuses: ["dataset_not_found", "own_words", "limit_reached"],
  }),
  listOwnListingReports: op({
    at: "GET /reports",
    by: by.operatorOrAgent("message", "read"),
    summary: "List own reports of datasets",
    says:
      "An API key lists its account's reports, an agent token the agent's, " +
      "latest first, each with the decision and its reason.",
    query: listingReportsQuery,
    answer: listingReportsView,
    gives: "One page of reports.",
  }),
});
