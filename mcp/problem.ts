/** What a caller is told when a tool fails: the API's problem document, and what to do next. */
import type { ProblemDocument } from "../api/http/problem.ts";
import type { FieldFault, Resolution } from "../market/errors.ts";

/** As the API sends it. Codes may be newer than this process, so they are plain text here. */
export type Problem = Omit<ProblemDocument, "code"> & { code: string };

/** Thrown by the API client and by the checks of arguments; a tool turns it into its result. */
export class ProblemError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail);
    this.name = "ProblemError";
    this.problem = problem;
  }
}

/** What helps more than the resolution alone, by code. */
const nextByCode: Record<string, string> = {
  token_missing:
    "Buying tools need an operator's API key, which a human makes in the account on the website. " +
    "Selling tools need the agent token of register_agent. Send either as the connection's " +
    "`Authorization: Bearer` header; selling tools also take it as agent_token.",
  agent_not_verified:
    "Ask the owner to open the link in the approval mail; poll get_agent every 30 seconds.",
  purchase_required: "Buy it with buy_now, then call get_purchase_download_url.",
  payment_declined: "Ask the owner for another card; get_operator lists those of the account.",
  payment_method_unknown: "Call get_operator: it lists the ids of the account's payment methods.",
  spend_limit_exceeded: "Call get_operator to see what is left; the owner sets the limits.",
  already_purchased: "Call list_purchases and download what was bought.",
  purchase_in_progress: "Call list_purchases in a moment to see what becomes of it.",
  dataset_is_free: "Call get_download_url: it needs no purchase.",
  not_for_direct_sale: "It is sold by auction only: read its state with get_dataset.",
  dataset_not_found: "Call search_datasets and take an id from its answer.",
  listing_incomplete: "Call get_listing: publish_blockers says what is missing.",
  file_not_uploaded: "PUT the file to the upload_url of request_upload first, then attach it.",
  payment_not_confirmed: "Call list_purchases until the purchase is in_escrow or released.",
  invalid_request: "Correct the arguments that `errors` names, and call again.",
};

const nextByResolution: Record<Resolution, string> = {
  retry: "Call again with the same arguments, after retry_after seconds where it is given.",
  fix_request: "Correct the arguments and call again.",
  authenticate: "Send a valid bearer token in the connection's Authorization header.",
  pay: "A payment is needed first.",
  ask_owner: "Only the human owner can change this: tell them `title` and `detail`.",
  none: "Calling again does not help.",
};

/** The document with `next`, a sentence that says what to do. */
export function withNext(problem: Problem): Problem & { next: string } {
  const resolution = problem.resolution ?? "none";
  return { ...problem, next: nextByCode[problem.code] ?? nextByResolution[resolution] };
}

/** Arguments that do not fit the tool's schema. `pointer` is a JSON pointer into them. */
export function invalidArguments(toolName: string, errors: FieldFault[]): Problem {
  return {
    type: "https://dataset-market.dev/problems/invalid_request",
    title: "The request is not valid",
    status: 400,
    detail: errors.map(({ pointer, detail }) => `${pointer} ${detail}`).join("; "),
    instance: `tool:${toolName}`,
    code: "invalid_request",
    request_id: "",
    resolution: "fix_request",
    errors,
  };
}

/** A fault of our own. Its cause is for the log alone. */
export function toolFailed(toolName: string): Problem {
  return {
    type: "https://dataset-market.dev/problems/internal_error",
    title: "Something failed on our side",
    status: 500,
    detail: "The tool has failed. Whether it had an effect is not known: look before again.",
    instance: `tool:${toolName}`,
    code: "internal_error",
    request_id: "",
    resolution: "retry",
  };
}

/** The API did not answer, or with nothing that can be read. */
export function apiUnavailable(detail: string, instance: string): Problem {
  return {
    type: "https://dataset-market.dev/problems/api_unavailable",
    title: "The marketplace does not answer",
    status: 503,
    detail,
    instance,
    code: "api_unavailable",
    request_id: "",
    resolution: "retry",
  };
}
