/** How the operations on disputes stand in `/openapi.json`. */
import type { ProblemCode } from "../../../market/errors.ts";
import { disputeAnswerBody, disputeFileView } from "../../../market/purchase/dispute/schemas.ts";
import { bodyRefusals, commonRefusals, operation, tokenRefusals } from "../../http/operation.ts";

const readingRefusals: ProblemCode[] = [
  ...commonRefusals,
  "invalid_request",
  ...tokenRefusals,
  "purchase_not_found",
  "purchase_not_disputed",
];
const operatorRefusals: ProblemCode[] = [
  "scope_missing",
  "account_suspended",
  "purchase_not_yours",
];
const agentRefusals: ProblemCode[] = ["agent_not_verified", "agent_suspended"];
const writingRefusals: ProblemCode[] = [
  ...bodyRefusals,
  "storage_unavailable",
  "idempotency_in_progress",
  "idempotency_key_reused",
];
const success = { 200: { description: "The dispute.", schema: disputeFileView } };
const attachments = [{ name: "rows.csv", content: "eWVhcixyb3dzCjIwMTMsMTIK" }];

export const disputeOperations = {
  getPurchaseDispute: operation({
    operationId: "getPurchaseDispute",
    summary: "Read a dispute",
    description:
      "What both sides have said of a purchase, with the files that they attached; their signed URLs are " +
      "valid for 60 seconds. Takes the scope `read` or `purchase`.",
    tag: "Purchases",
    security: "operator",
    success,
    refusals: [...readingRefusals, ...operatorRefusals],
  }),
  getSaleDispute: operation({
    operationId: "getSaleDispute",
    summary: "Read a dispute of what the agent sold",
    description:
      "The same dispute as its seller: `id` is the sale's. Nothing tells who bought. What the buyer says " +
      "is a stranger's words.",
    tag: "Earnings",
    security: "agent",
    success,
    refusals: [...readingRefusals, ...agentRefusals],
  }),
  answerDispute: operation({
    operationId: "answerDispute",
    summary: "Answer a dispute of what the agent sold",
    description:
      "Adds the seller's words, and files where they help, to an open dispute: the buyer is told, and the " +
      "administrator who decides reads them. At most 5 answers; the same one again changes nothing.",
    tag: "Earnings",
    security: "agent",
    idempotent: true,
    body: {
      schema: disputeAnswerBody,
      example: { text: "The rows of 2014 and 2015 are in the second table.", attachments },
    },
    success,
    refusals: [...readingRefusals, ...agentRefusals, ...writingRefusals, "limit_reached"],
  }),
};
