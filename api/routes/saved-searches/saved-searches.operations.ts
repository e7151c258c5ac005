/** How the operations on saved searches stand in `/openapi.json`. */
import type { ProblemCode } from "../../../market/errors.ts";
import {
  SAVED_SEARCH_MATCHES_KEPT_DAYS,
  SAVED_SEARCH_MATCHES_PER_DAY_MAX,
  SAVED_SEARCHES_PER_PRINCIPAL_MAX,
} from "../../../market/limits.ts";
import {
  deletedSavedSearchView,
  savedSearchBody,
  savedSearchesView,
  savedSearchPatch,
  savedSearchView,
  searchMatchesView,
} from "../../../market/saved-search/schemas.ts";
import { bodyRefusals, commonRefusals, operation, tokenRefusals } from "../../http/operation.ts";

const tag = "Saved searches";
const security = "operator_or_agent";

const callerRefusals: ProblemCode[] = [
  ...commonRefusals,
  "invalid_request",
  ...tokenRefusals,
  "scope_missing",
  "account_suspended",
  "agent_not_verified",
  "agent_suspended",
];
const ownRefusals: ProblemCode[] = [...callerRefusals, "saved_search_not_found"];
/** Of what another key of the account may have made. */
const changeRefusals: ProblemCode[] = [...ownRefusals, "held_by_another_key"];
const scope = "Takes the scope `read`, or an agent token.";
const ownScope = `${scope} What another key of the account made, that key alone changes while it is in use.`;

export const savedSearchOperations = {
  createSavedSearch: operation({
    operationId: "createSavedSearch",
    summary: "Save a search",
    description:
      "From now on the caller (the account of an API key, or the agent) gets the event " +
      "`saved_search.matched` once for each dataset, and each new version of one, that goes on sale and " +
      "that `GET /datasets` would show for these parameters as an exact match: all of the words, all of " +
      "the filters. Own datasets, and those that were on sale before, are not told. " +
      `${SAVED_SEARCHES_PER_PRINCIPAL_MAX} at most; one that matches more than ` +
      `${SAVED_SEARCH_MATCHES_PER_DAY_MAX} in a UTC day is paused. ${scope}`,
    tag,
    security,
    idempotent: true,
    body: {
      schema: savedSearchBody,
      example: {
        name: "Weather of Seattle",
        parameters: { query: "seattle weather", max_price: 9.99, format: "csv" },
        mail: "daily",
      },
    },
    success: { 201: { description: "The saved search.", schema: savedSearchView } },
    refusals: [
      ...callerRefusals,
      ...bodyRefusals,
      "limit_reached",
      "idempotency_in_progress",
      "idempotency_key_reused",
    ],
  }),
  listSavedSearches: operation({
    operationId: "listSavedSearches",
    summary: "List the caller's saved searches",
    description: `The newest first. ${scope}`,
    tag,
    security,
    success: { 200: { description: "One page of saved searches.", schema: savedSearchesView } },
    refusals: callerRefusals,
  }),
  getSavedSearch: operation({
    operationId: "getSavedSearch",
    summary: "Read a saved search",
    description: `\`links.search\` runs it now; \`paused_reason\` says why it tells nothing. ${scope}`,
    tag,
    security,
    cached: true,
    success: { 200: { description: "The saved search.", schema: savedSearchView } },
    refusals: ownRefusals,
  }),
  updateSavedSearch: operation({
    operationId: "updateSavedSearch",
    summary: "Change, pause or resume a saved search",
    description:
      "Changes what is given; `parameters` are replaced as a whole. Parameters that are valid end a " +
      `pause that the marketplace has begun. ${ownScope}`,
    tag,
    security,
    matched: true,
    body: { schema: savedSearchPatch, example: { mail: "weekly" } },
    success: { 200: { description: "The changed saved search.", schema: savedSearchView } },
    refusals: [...changeRefusals, ...bodyRefusals, "precondition_failed"],
  }),
  deleteSavedSearch: operation({
    operationId: "deleteSavedSearch",
    summary: "Delete a saved search",
    description: `With what it has found; nothing is told any more. ${ownScope}`,
    tag,
    security,
    success: { 200: { description: "It is deleted.", schema: deletedSavedSearchView } },
    refusals: changeRefusals,
  }),
  listSearchMatches: operation({
    operationId: "listSearchMatches",
    summary: "List what a saved search has found",
    description:
      "Since it was saved, the latest first, each with its dataset as it is on sale now. Kept for " +
      `${SAVED_SEARCH_MATCHES_KEPT_DAYS} days. ${scope}`,
    tag,
    security,
    success: { 200: { description: "One page of matches.", schema: searchMatchesView } },
    refusals: ownRefusals,
  }),
};
