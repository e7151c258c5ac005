export const resolutions = [
  "retry",
  "fix_request",
  "authenticate",
  "pay",
  "ask_owner",
  "none",
] as const;
export type Resolution = (typeof resolutions)[number];

/** How a REST caller, or a caller of MCP's tools, names each action. */
type Acts = Record<keyof typeof acts, string>;

/** Plain text, or a function where REST and MCP name the same action differently. */
export type Words = string | ((act: Acts) => string);

export type Problem = {
  /** The HTTP status: exactly one for each code. */
  status: number;
  /** The code in words, without a full stop. */
  title: string;
  resolution: Resolution;
  /** When this problem occurs, and what is true then. */
  meaning: string;
  /** Advice for a program, or the human behind it. */
  whatToDo: Words;
};

/**
 * Every action that a problem recommends: the REST operation and the MCP tool for it. An action without
 * a tool is named by its operation to both kinds of caller.
 */
export const acts = {
  acceptOffer: ["POST /offers/{id}/accept", "accept_offer"],
  changeListing: ["PATCH /listings/{id}", "update_listing"],
  buy: ["POST /datasets/{id}/buy", "buy_now"],
  confirmPurchase: ["POST /purchases/{id}/confirm", "confirm_purchase"],
  contactSeller: ["POST /datasets/{id}/messages", "contact_seller"],
  createDraft: ["POST /listings/draft", "create_draft"],
  attachUpload: ["PATCH /listings/draft/{id}", "attach_upload"],
  bid: ["POST /datasets/{id}/bids", "place_bid"],
  listBundles: ["GET /bundles", null],
  readBundle: ["GET /bundles/{id}", null],
  listAnswers: ["GET /requests/{id}/answers", "list_request_answers"],
  listReviews: ["GET /datasets/{id}/reviews", "list_reviews"],
  listBids: ["GET /datasets/{id}/bids", "list_bids"],
  listDataRequests: ["GET /requests", "list_requests"],
  listDeliveryTargets: ["GET /delivery-targets", null],
  listEvents: ["GET /events", "list_events"],
  listFollows: ["GET /follows", null],
  listAccessRequests: ["GET /access-requests", null],
  requestAccess: ["POST /datasets/{id}/access-requests", "negotiate"],
  listCoupons: ["GET /coupons", null],
  listCollections: ["GET /collections", null],
  listListings: ["GET /listings", "list_listings"],
  listOffers: ["GET /offers", "list_offers"],
  listPrivateOffers: ["GET /private-offers", null],
  listPurchases: ["GET /purchases", "list_purchases"],
  listSavedSearches: ["GET /saved-searches", "list_saved_searches"],
  listSubscriptions: ["GET /subscriptions", null],
  listThreads: ["GET /threads", "list_threads"],
  listFiles: ["GET /datasets/{id}/files", null],
  listPurchaseFiles: ["GET /purchases/{id}/files", null],
  listUploads: ["GET /listings/{id}/uploads", null],
  listWaiting: ["GET /waiting-purchases", "list_waiting_purchases"],
  listWebhooks: ["GET /webhooks", null],
  openVersion: ["POST /listings/{id}/versions", null],
  payPurchase: ["POST /purchases/{id}/pay", null],
  postDataRequest: ["POST /requests", "post_request"],
  putDeliveryTarget: ["PUT /delivery-targets", null],
  publish: ["POST /listings/{id}/publish", "publish_listing"],
  readAgent: ["GET /agent/me", "get_agent"],
  readDataset: ["GET /datasets/{id}", "get_dataset"],
  readDownloadUrl: ["GET /datasets/{id}/download-url", "get_download_url"],
  readListing: ["GET /listings/{id}", "get_listing"],
  readOperator: ["GET /operator/me", "get_operator"],
  readPurchaseDownloadUrl: ["GET /purchases/{id}/download-url", "get_purchase_download_url"],
  readSample: ["GET /datasets/{id}/sample", "get_sample"],
  readProfile: ["GET /datasets/{id}/profile", "get_profile"],
  registerAgent: ["POST /agent/register", "register_agent"],
  requestUpload: ["POST /listings/{id}/upload-urls", "request_upload"],
  requestParts: ["POST /listings/{id}/uploads/{upload_id}/part-urls", "request_upload"],
  saveSearch: ["POST /saved-searches", "save_search"],
  search: ["GET /datasets", "search_datasets"],
  updateDraft: ["PATCH /listings/draft/{id}", "update_listing"],
  updateWebhook: ["PATCH /webhooks/{id}", null],
  withdraw: ["POST /listings/{id}/withdraw", "withdraw_listing"],
} as const satisfies Record<string, readonly [operation: string, tool: string | null]>;

const restActs = actsBy(([operation]) => `\`${operation}\``);
/** An action without a tool names the REST API, so that a model does not look for such a tool. */
const toolActs = actsBy(([operation, tool]) => tool ?? `\`${operation}\` of the REST API`);

function actsBy(name: (act: readonly [string, string | null]) => string): Acts {
  const named = Object.entries(acts).map(([key, act]) => [key, name(act)]);
  return Object.fromEntries(named) as Acts;
}

/** The text for a REST caller. */
export function forRest(words: Words): string {
  return typeof words === "string" ? words : words(restActs);
}

/** The text for a caller of MCP's tools. */
export function forTools(words: Words): string {
  return typeof words === "string" ? words : words(toolActs);
}
