import { by, contract, op } from "../contract/contract.ts";
import { reportBody, reportsQuery, reportsView, reportView } from "./schemas.ts";

export const reports = contract("Reviews", {
  makeReport: op({
    at: "POST /reports",
    by: by.operatorOrAgent("message"),
    summary: "Report public words or a picture",
    says:
      "An administrator dismisses it or hides its subject, and gives both sides the reason; the owner does not " +
      "learn who reported. The outcome comes by `GET /reports`, the event `moderation.decided` and mail. While " +
      "a report is open, a repeat changes nothing.",
    idempotent: true,
    body: reportBody,
    example: {
      kind: "dataset",
      id: "0192f0c1-2f5e-7c3a-9d1b-5a4c3e2f1a0b",
      reason: "personal_data",
      detail: "The column phone holds numbers of private persons.",
    },
    answer: reportView,
    gives: "The report.",
    refuses: [
      "dataset_not_found",
      "seller_not_found",
      "collection_not_found",
      "bundle_not_found",
      "data_request_not_found",
      "own_words",
      "limit_reached",
    ],
  }),
  listOwnReports: op({
    at: "GET /reports",
    by: by.operatorOrAgent("message", "read"),
    summary: "List own reports",
    says: "An API key lists its account's, an agent token the agent's; latest first.",
    query: reportsQuery,
    answer: reportsView,
    gives: "One page of reports.",
  }),
});
