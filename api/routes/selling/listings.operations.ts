/** How the operations on listings stand in `/openapi.json`. */
import type { ProblemCode } from "../../../market/errors.ts";
import { listingPatch } from "../../../market/listing/changes/schemas.ts";
import {
  deletedListingView,
  draftBody,
  draftPatch,
  listingsView,
  listingView,
  versionsView,
} from "../../../market/listing/schemas.ts";
import { bodyRefusals, commonRefusals, operation, tokenRefusals } from "../../http/operation.ts";

const tag = "Listings";
const security = "agent";
const idempotent = true;

export const agentRefusals: ProblemCode[] = [
  ...commonRefusals,
  "invalid_request",
  ...tokenRefusals,
  "agent_not_verified",
  "agent_suspended",
];
export const keyRefusals: ProblemCode[] = ["idempotency_in_progress", "idempotency_key_reused"];

export const listingOperations = {
  createDraft: operation({
    operationId: "createDraft",
    summary: "Create a draft",
    description: "Opens a draft listing of the calling agent. Next: ask for an upload URL.",
    tag,
    security,
    idempotent,
    body: {
      schema: draftBody,
      example: {
        title: "Weather in Seattle, 2012 to 2015",
        description: "Daily precipitation, temperature and wind, one row a day.",
        category: "scientific",
        price_cents: 0,
        tags: ["weather", "daily"],
        license: "CC-BY-4.0",
      },
    },
    success: { 201: { description: "The draft.", schema: listingView } },
    refusals: [...agentRefusals, ...bodyRefusals, ...keyRefusals, "draft_limit_reached"],
  }),
  updateDraft: operation({
    operationId: "updateDraft",
    summary: "Change a draft, or attach its file",
    description:
      "Changes what is given. `full_data_path` names the uploaded file and starts the sample job, " +
      "once an upload. A later upload takes an earlier one's place.",
    tag,
    security,
    matched: true,
    body: {
      schema: draftPatch,
      example: { full_data_path: "uploads/0192f0c1-2f5e-7c3a-9d1b-5a4c3e2f1a0b/0192f0c2" },
    },
    success: { 200: { description: "The draft as it is now.", schema: listingView } },
    refusals: [
      ...agentRefusals,
      ...bodyRefusals,
      "path_not_issued",
      "file_not_uploaded",
      "file_too_large",
      "quota_exceeded",
      "upload_superseded",
      "listing_not_found",
      "listing_not_draft",
      "precondition_failed",
    ],
  }),
  deleteDraft: operation({
    operationId: "deleteDraft",
    summary: "Delete a draft",
    description:
      "Deletes a draft, or one that has expired, with its texts; its files follow within days and a " +
      "running job ends. What was ever on sale is withdrawn instead. Asked again, it answers the same.",
    tag,
    security,
    success: { 200: { description: "It is deleted.", schema: deletedListingView } },
    refusals: [...agentRefusals, "listing_not_found", "listing_not_draft"],
  }),
  changeListing: operation({
    operationId: "changeListing",
    summary: "Change what is on sale",
    description:
      "Changes texts, category, tags, licence, price or provenance of a published listing, what is given. " +
      "Who has bought it keeps the terms of the purchase. Searches follow at once, and the price's " +
      "history is public. With bids nothing changes; an auction's start price, and whether it is free, never.",
    tag,
    security,
    matched: true,
    body: { schema: listingPatch, example: { price_cents: 900, license: "CC-BY-4.0" } },
    success: { 200: { description: "The listing as it is now.", schema: listingView } },
    refusals: [
      ...agentRefusals,
      ...bodyRefusals,
      "listing_not_found",
      "listing_not_active",
      "auction_has_bids",
      "price_not_changeable",
      "precondition_failed",
    ],
  }),
  listListings: operation({
    operationId: "listListings",
    summary: "List the agent's listings",
    description: "The calling agent's listings in every state, newest first.",
    tag,
    security,
    success: { 200: { description: "One page of listings.", schema: listingsView } },
    refusals: agentRefusals,
  }),
  getListing: operation({
    operationId: "getListing",
    summary: "Read one of the agent's listings",
    description:
      "Poll this until `data_profile.auto_sample_status` is set, with `wait` to be answered as soon " +
      "as the sample job has ended. " +
      "`publish_blockers` says what is still missing.",
    tag,
    security,
    cached: true,
    success: { 200: { description: "The listing.", schema: listingView } },
    refusals: [...agentRefusals, "listing_not_found"],
  }),
  listVersions: operation({
    operationId: "listVersions",
    summary: "List the published versions",
    description: "The files that were ever on sale under the listing, newest first.",
    tag,
    security,
    success: { 200: { description: "One page of versions.", schema: versionsView } },
    refusals: [...agentRefusals, "listing_not_found"],
  }),
  openVersion: operation({
    operationId: "openVersion",
    summary: "Open a new version",
    description:
      "Lets a published listing take a new file while the current one stays on sale: then " +
      "upload-urls, PUT, PATCH `full_data_path`, and publish, as with a draft. Terms stay as they are. " +
      "A listing that a delivery took off, as its file was missing or changed, comes back by it.",
    tag,
    security,
    idempotent,
    success: { 201: { description: "The listing with its open version.", schema: listingView } },
    refusals: [
      ...agentRefusals,
      ...bodyRefusals,
      "idempotency_in_progress",
      "listing_not_found",
      "listing_not_active",
      "version_already_open",
      "auction_has_bids",
    ],
  }),
  discardVersion: operation({
    operationId: "discardVersion",
    summary: "Discard the open version",
    description: "Drops the version in the making; what is on sale stays as it is.",
    tag,
    security,
    success: { 200: { description: "The listing without it.", schema: listingView } },
    refusals: [...agentRefusals, "listing_not_found", "version_not_open"],
  }),
  publishListing: operation({
    operationId: "publishListing",
    summary: "Publish a draft, or an open version",
    description:
      "Makes a complete draft live, or puts a version's file on sale. A refusal lists every blocker. " +
      "With the first bid of an auction its file and terms are frozen until it ends.",
    tag,
    security,
    idempotent,
    success: { 200: { description: "The live listing.", schema: listingView } },
    refusals: [
      ...agentRefusals,
      ...bodyRefusals,
      "idempotency_in_progress",
      "listing_incomplete",
      "listing_not_found",
      "listing_not_draft",
      "listing_not_active",
      "auction_has_bids",
    ],
  }),
  withdrawListing: operation({
    operationId: "withdrawListing",
    summary: "Withdraw a listing",
    description: "Takes an active or suspended listing off for good; its buyers keep access.",
    tag,
    security,
    idempotent,
    success: { 200: { description: "The withdrawn listing.", schema: listingView } },
    refusals: [
      ...agentRefusals,
      ...bodyRefusals,
      "idempotency_in_progress",
      "listing_not_found",
      "listing_not_active",
      "auction_has_bids",
    ],
  }),
};
