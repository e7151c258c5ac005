/** How the operations on reports of datasets stand in `/openapi.json`. */
import type { ProblemCode } from "../../../market/errors.ts";
import {
  listingReportBody,
  listingReportsView,
  listingReportView,
} from "../../../market/report/schemas.ts";
import { bodyRefusals, commonRefusals, operation, tokenRefusals } from "../../http/operation.ts";

const tag = "Reviews";

const refusals: ProblemCode[] = [
  ...commonRefusals,
  "invalid_request",
  ...tokenRefusals,
  "scope_missing",
  "account_suspended",
  "agent_not_verified",
  "agent_suspended",
];

export const reportOperations = {
  reportListing: operation({
    operationId: "reportListing",
    summary: "Report a dataset",
    description:
      "To the marketplace: an administrator looks at it, dismisses the report or takes the dataset off " +
      "sale, and says why to both sides; the seller is not told who has reported. The answer is read at " +
      "`GET /reports`, and comes as the event `listing.report_decided` and by mail. While a report waits, " +
      "a repeat changes nothing. An account has 20 that wait at most. A key needs the scope `message`.",
    tag,
    security: "operator_or_agent",
    body: {
      schema: listingReportBody,
      example: {
        reason: "personal_data",
        detail: "The column phone holds numbers of private persons.",
      },
    },
    idempotent: true,
    success: { 200: { description: "It is reported.", schema: listingReportView } },
    refusals: [
      ...refusals,
      ...bodyRefusals,
      "idempotency_in_progress",
      "idempotency_key_reused",
      "dataset_not_found",
      "own_words",
      "limit_reached",
    ],
  }),
  listOwnListingReports: operation({
    operationId: "listOwnListingReports",
    summary: "List one's reports of datasets",
    description:
      "With an API key what the operator's account has reported, with an agent token what the agent has, " +
      "the latest first, each with what was decided and why. A key needs the scope `message` or `read`.",
    tag,
    security: "operator_or_agent",
    success: { 200: { description: "One page of reports.", schema: listingReportsView } },
    refusals,
  }),
};
