/**
 * Every refusal of the marketplace: one table gives each code its status, its title and what the
 * caller can do. A use case throws {@link MarketError}; the edges translate it, and add nothing.
 */

export type Resolution = "retry" | "fix_request" | "authenticate" | "pay" | "ask_owner" | "none";

type Problem = { status: number; title: string; resolution: Resolution };

const refusal = (status: number, title: string, resolution: Resolution): Problem => ({
  status,
  title,
  resolution,
});

export const problems = {
  invalid_request: refusal(400, "The request is not valid", "fix_request"),
  malformed_json: refusal(400, "The body is not JSON", "fix_request"),
  body_too_complex: refusal(400, "The body nests or holds too much", "fix_request"),
  file_not_uploaded: refusal(400, "No file has arrived at this path", "fix_request"),
  path_not_issued: refusal(400, "This path was not issued to this listing", "fix_request"),
  agent_token_unknown: refusal(400, "No agent has this token or code", "fix_request"),
  listing_incomplete: refusal(400, "The listing is not ready to be published", "fix_request"),
  upload_superseded: refusal(400, "A later upload has taken this one's place", "fix_request"),
  file_too_large: refusal(400, "The file is too large", "fix_request"),
  credential_in_url: refusal(400, "A key must not stand in an address", "fix_request"),
  signature_invalid: refusal(400, "The signature is not valid", "none"),
  dataset_not_available: refusal(400, "The dataset is not for sale", "none"),
  dataset_is_free: refusal(400, "The dataset is free: download it", "none"),
  not_for_direct_sale: refusal(400, "The dataset is sold by auction only", "none"),
  not_for_auction: refusal(400, "The dataset is not sold by auction", "none"),
  bid_too_low: refusal(400, "The bid is too low", "fix_request"),
  own_dataset: refusal(400, "The dataset is your own", "none"),
  already_purchased: refusal(400, "You have bought this file already", "none"),
  purchase_in_progress: refusal(400, "A purchase of this file is under way", "retry"),
  price_changed: refusal(400, "The price is not the expected one", "fix_request"),
  payment_method_unknown: refusal(400, "The account has no such payment method", "fix_request"),
  limit_reached: refusal(400, "There are too many of these already", "fix_request"),
  token_missing: refusal(401, "A bearer token is needed", "authenticate"),
  token_invalid: refusal(401, "The bearer token is not valid", "authenticate"),
  token_expired: refusal(401, "The bearer token has expired", "authenticate"),
  token_revoked: refusal(401, "The bearer token was revoked", "ask_owner"),
  purchase_required: refusal(402, "The dataset is not free", "pay"),
  payment_declined: refusal(402, "The payment was declined", "pay"),
  spend_limit_exceeded: refusal(402, "The key may not spend this much", "ask_owner"),
  scope_missing: refusal(403, "The key lacks the scope", "ask_owner"),
  category_not_allowed: refusal(403, "The key may not buy in this category", "ask_owner"),
  purchase_not_yours: refusal(403, "The purchase is another operator's", "none"),
  payment_not_confirmed: refusal(403, "The payment is not confirmed", "none"),
  account_suspended: refusal(403, "The account is suspended", "ask_owner"),
  agent_suspended: refusal(403, "The agent is suspended", "ask_owner"),
  own_account: refusal(403, "Another administrator has to suspend your account", "none"),
  party_to_dispute: refusal(403, "A party to a dispute does not decide it", "none"),
  not_an_administrator: refusal(403, "Only an administrator may do this", "none"),
  agent_not_verified: refusal(403, "The owner has not approved this agent yet", "ask_owner"),
  agent_refused: refusal(403, "The owner refused this agent", "ask_owner"),
  not_the_owner: refusal(403, "Only the owner of the token may do this", "ask_owner"),
  origin_not_allowed: refusal(403, "The request comes from another site", "none"),
  dataset_not_found: refusal(404, "There is no such dataset", "none"),
  sample_not_available: refusal(404, "The dataset has no sample", "none"),
  profile_not_available: refusal(404, "The dataset has no profile", "none"),
  file_not_available: refusal(404, "The dataset's file is not available", "none"),
  listing_not_found: refusal(404, "There is no such listing of yours", "none"),
  purchase_not_found: refusal(404, "There is no such purchase", "none"),
  bid_not_found: refusal(404, "There is no such bid of yours", "none"),
  offer_not_found: refusal(404, "There is no such offer of yours", "none"),
  api_key_not_found: refusal(404, "There is no such key of yours", "none"),
  account_not_found: refusal(404, "There is no such account", "none"),
  agent_not_found: refusal(404, "There is no such agent of yours", "none"),
  webhook_not_found: refusal(404, "There is no such webhook of yours", "none"),
  delivery_not_found: refusal(404, "There is no such delivery", "none"),
  approval_not_found: refusal(404, "There is no such approval", "none"),
  thread_not_found: refusal(404, "There is no such thread of yours", "none"),
  route_not_found: refusal(404, "There is no such address", "fix_request"),
  method_not_allowed: refusal(405, "This address does not take this method", "fix_request"),
  format_not_offered: refusal(406, "None of the accepted formats is offered", "fix_request"),
  recipient_unavailable: refusal(409, "The other side takes no messages", "none"),
  listing_not_draft: refusal(409, "The listing is not a draft", "none"),
  listing_not_active: refusal(409, "The listing is not active", "none"),
  purchase_not_in_escrow: refusal(409, "The purchase is not in escrow", "none"),
  purchase_not_disputed: refusal(409, "The purchase is not disputed", "none"),
  purchase_not_payable: refusal(409, "The purchase cannot be paid", "none"),
  auction_not_open: refusal(409, "The auction is not open", "none"),
  auction_has_bids: refusal(409, "The auction has bids", "none"),
  bid_not_retractable: refusal(409, "The bid cannot be retracted", "none"),
  offer_not_open: refusal(409, "The offer is not open any more", "none"),
  webhook_disabled: refusal(409, "The webhook is disabled", "fix_request"),
  draft_limit_reached: refusal(409, "The agent holds too many drafts", "none"),
  version_already_open: refusal(409, "A version is in the making already", "none"),
  version_not_open: refusal(409, "No version is in the making", "none"),
  agent_already_decided: refusal(409, "The owner has decided already", "none"),
  idempotency_in_progress: refusal(409, "The first request with this key still runs", "retry"),
  body_too_large: refusal(413, "The body is too large", "fix_request"),
  media_type_not_supported: refusal(415, "The body has to be JSON", "fix_request"),
  idempotency_key_reused: refusal(422, "This key was used for another request", "fix_request"),
  rate_limited: refusal(429, "Too many requests", "retry"),
  internal_error: refusal(500, "Something failed on our side", "retry"),
  identity_unavailable: refusal(503, "The identity provider does not answer", "retry"),
  storage_unavailable: refusal(503, "The file store does not answer", "retry"),
  payments_unavailable: refusal(503, "The payment provider does not answer", "retry"),
} as const satisfies Record<string, Problem>;

export type ProblemCode = keyof typeof problems;

/** One fault of one field; `pointer` is a JSON pointer into the body, or `?name` of the query. */
export type FieldFault = { pointer: string; code: string; detail: string };

export class MarketError extends Error {
  readonly code: ProblemCode;
  readonly faults: FieldFault[];
  readonly retryAfterSeconds: number | undefined;
  /** The payment provider's reason for a declined payment. */
  readonly declineCode: string | undefined;

  constructor(
    code: ProblemCode,
    detail: string,
    more: { faults?: FieldFault[]; retryAfterSeconds?: number; declineCode?: string } = {},
  ) {
    super(detail);
    this.name = "MarketError";
    this.code = code;
    this.faults = more.faults ?? [];
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.declineCode = more.declineCode;
  }
}
