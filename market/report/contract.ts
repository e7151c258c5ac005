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
      "To the marketplace: an administrator looks at it, dismisses the report or takes the dataset off " +
      "sale, and says why to both sides; the seller is not told who has reported. The answer is read at " +
      "`GET /reports`, and comes as the event `listing.report_decided` and by mail. While a report waits, " +
      "a repeat changes nothing. An account has 20 that wait at most.",
    idempotent: true,
    params: idParams,
    body: listingReportBody,
    example: {
      reason: "personal_data",
      detail: "The column phone holds numbers of private persons.",
    },
    answer: listingReportView,
    gives: "It is reported.",
    refuses: ["dataset_not_found", "own_words", "limit_reached"],
  }),
  listOwnListingReports: op({
    at: "GET /reports",
    by: by.operatorOrAgent("message", "read"),
    summary: "List one's reports of datasets",
    says:
      "With an API key what the operator's account has reported, with an agent token what the agent has, " +
      "the latest first, each with what was decided and why.",
    query: listingReportsQuery,
    answer: listingReportsView,
    gives: "One page of reports.",
  }),
});
