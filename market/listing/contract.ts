import { z } from "zod";
import { by, contract, cursorInput, op } from "../contract/contract.ts";
import type { ProblemCode } from "../errors.ts";
import { idParams, idSchema } from "../text.ts";
import { listingPatch } from "./changes/schemas.ts";
import { LISTING_WAIT_SECONDS_MAX } from "./limits.ts";
import {
  deletedListingView,
  draftBody,
  draftPatch,
  listingQuery,
  listingsQuery,
  listingsView,
  listingView,
  listingWithFindings,
  versionsQuery,
  versionsView,
} from "./schemas.ts";

const sets = ["sell"] as const;
const listingId = "From create_draft.";
const listing_id = ["params", "id", listingId] as const;
const shows = ["id", "status", "publish_blockers"];
/** Of a listing that was published once. */
const selling: ProblemCode[] = ["listing_not_found", "listing_not_active", "auction_has_bids"];
const { shape: patch } = listingPatch;

/** The same short words wherever a tool takes where data come from. */
const provenance = {
  source_url: "Where the data come from.",
  citation: "How to cite it.",
  collection_method: "How they were collected.",
  update_frequency: "How often they change.",
  license_url: "Of own terms.",
  column_descriptions: "By column name.",
} as const;

/** Of the calling agent, from the draft to the end of its sale. */
export const listings = contract("Listings", {
  createDraft: op({
    at: "POST /listings/draft",
    by: by.agent,
    summary: "Create a draft",
    says: "Opens a draft listing of the calling agent. Next: ask for an upload URL.",
    idempotent: true,
    body: draftBody,
    example: {
      title: "Weather in Seattle, 2012 to 2015",
      description: "Daily precipitation, temperature and wind, one row a day.",
      category: "scientific",
      price_cents: 0,
      tags: ["weather", "daily"],
      license: "CC-BY-4.0",
    },
    status: 201,
    answer: listingView,
    gives: "The draft.",
    refuses: ["draft_limit_reached"],
    tool: {
      name: "create_draft",
      title: "Create draft listing",
      description:
        "I want to sell my table for 5 dollars, set its price: start selling or giving data away, " +
        "create and upload a new dataset, put up a new product with a price and a description, " +
        "create a free listing of my survey under CC-BY-4.0. Auction my sensor readings " +
        "exclusively, starting at 20. Makes a draft with title, description and price that nobody " +
        "else sees; gives its listing_id for request_upload.",
      effect: "acts_own",
      inputs: {
        title: ["body", "title", "In one line."],
        description: ["body", "description", "What a row is, its origin and period."],
        category: ["body", "category", "Fits best."],
        price_cents: [
          "body",
          "price_cents",
          "Whole cents: 999 is 9.99, at least 50. 0 is FREE, or of an auction.",
          "required",
        ],
        tags: ["body", "tags", "Words to find it by."],
        license: ["body", "license", "An SPDX id or the terms' address."],
        pricing_type: ["body", "pricing_type", "A hybrid's price_cents buys at once."],
        auction: ["body", "auction", "Terms of an auction or hybrid."],
        source_url: ["body", "source_url", provenance.source_url],
        citation: ["body", "citation", provenance.citation],
        collection_method: ["body", "collection_method", provenance.collection_method],
        update_frequency: ["body", "update_frequency", provenance.update_frequency],
        license_url: ["body", "license_url", provenance.license_url],
        column_descriptions: ["body", "column_descriptions", provenance.column_descriptions],
      },
      shows,
      sets,
    },
  }),
  updateDraft: op({
    at: "PATCH /listings/draft/{id}",
    by: by.agent,
    summary: "Change a draft, or attach its file",
    says:
      "Changes what is given. `full_data_path` names the uploaded file and starts the sample job, " +
      "once an upload. A later upload takes an earlier one's place.",
    matched: true,
    params: idParams,
    body: draftPatch,
    example: { full_data_path: "uploads/0192f0c1-2f5e-7c3a-9d1b-5a4c3e2f1a0b/0192f0c2" },
    answer: listingView,
    gives: "The draft as it is now.",
    refuses: [
      "path_not_issued",
      "file_not_uploaded",
      "file_too_large",
      "quota_exceeded",
      "upload_superseded",
      "listing_not_found",
      "listing_not_draft",
    ],
    tool: {
      name: "attach_upload",
      title: "Attach uploaded file",
      description:
        "Use it, make its sample and profile, the file of a listing is uploaded: I have PUT it, " +
        "the transfer is done. Takes full.path of request_upload and starts that job. Next: " +
        "get_listing with wait_seconds.",
      effect: "replaces_own",
      inputs: {
        listing_id,
        full_data_path: [
          "body",
          "full_data_path",
          "full.path of request_upload, after the PUT.",
          "required",
        ],
        format: ["body", "schema.format", "A hint such as csv."],
      },
      shows,
      sets,
    },
  }),
  deleteDraft: op({
    at: "DELETE /listings/draft/{id}",
    by: by.agent,
    summary: "Delete a draft",
    says:
      "Deletes a draft, or one that has expired, with its texts; its files follow within days and a " +
      "running job ends. What was ever on sale is withdrawn instead. Asked again, it answers the same.",
    params: idParams,
    answer: deletedListingView,
    gives: "It is deleted.",
    refuses: ["listing_not_found", "listing_not_draft"],
    tool: {
      name: "delete_draft",
      title: "Delete draft listing",
      description:
        "Delete or throw away my unfinished draft. Throw the draft away, I do not want to publish " +
        "it, discard what nobody has seen. With its uploaded file, FOR GOOD. What everyone sees " +
        "already: withdraw_listing.",
      effect: "cancels_own",
      inputs: { listing_id },
      shows: ["deleted"],
      sets,
    },
  }),
  changeListing: op({
    at: "PATCH /listings/{id}",
    by: by.agent,
    summary: "Change what is on sale",
    says:
      "Changes texts, category, tags, licence, price or provenance of a published listing, what is given. " +
      "Who has bought it keeps the terms of the purchase. Searches follow at once, and the price's " +
      "history is public. With bids nothing changes; an auction's start price, and whether it is free, never.",
    matched: true,
    params: idParams,
    body: listingPatch,
    example: { price_cents: 900, license: "CC-BY-4.0" },
    answer: listingView,
    gives: "The listing as it is now.",
    refuses: [...selling, "price_not_changeable"],
    tool: {
      name: "update_listing",
      title: "Update own listing",
      description:
        "Reword, fix or correct its title or description, its tags, licence or metadata: lower or " +
        "raise its price, change my listing, draft or on sale, make my dataset cheaper. Change " +
        "the metadata of my dataset, lower the price of my listing. Only the fields given change. " +
        "What buyers paid stays; earlier prices stay visible. Not for another file.",
      effect: "replaces",
      input: z.strictObject({
        listing_id: idSchema.describe(listingId),
        title: patch.title.describe("In one line."),
        description: patch.description.describe("Replaces all of it."),
        category: patch.category.describe("Fits best."),
        price_cents: patch.price_cents.describe("In cents; 0 is free."),
        tags: patch.tags.describe("Replaces all of them."),
        license: patch.license.describe("An SPDX id or the terms' address."),
        pricing_type: draftPatch.shape.pricing_type.describe("Of a draft only."),
        // The API checks them: told whole here and in create_draft, they were 200 tokens of every list.
        auction: z
          .looseObject({})
          .optional()
          .describe("Of a draft only: all terms, as create_draft."),
        source_url: patch.source_url.describe(provenance.source_url),
        citation: patch.citation.describe(provenance.citation),
        collection_method: patch.collection_method.describe(provenance.collection_method),
        update_frequency: patch.update_frequency.describe(provenance.update_frequency),
        license_url: patch.license_url.describe(provenance.license_url),
        column_descriptions: patch.column_descriptions.describe(provenance.column_descriptions),
      }),
      shows: ["id", "status"],
      sets,
    },
  }),
  listListings: op({
    at: "GET /listings",
    by: by.agent,
    summary: "List the agent's listings",
    says: "The calling agent's listings in every state, newest first.",
    query: listingsQuery,
    answer: listingsView,
    gives: "One page of listings.",
    tool: {
      name: "list_listings",
      title: "List own listings and drafts",
      description:
        "What have I put up for sale? Which of my drafts are not published yet, show all my own " +
        "offers. My own listings, newest first: listing_id, status and price of each.",
      effect: "reads_own",
      inputs: { status: ["query", "status", "Only those in it."], cursor: cursorInput },
      shows: ["items/id", "items/title", "items/status", "items/offers", "pagination"],
      sets,
    },
  }),
  getListing: op({
    at: "GET /listings/{id}",
    by: by.agent,
    summary: "Read one of the agent's listings",
    says:
      "Poll this until `data_profile.auto_sample_status` is set, with `wait` to be answered as soon " +
      "as the sample job has ended. " +
      "`publish_blockers` says what is still missing.",
    cached: true,
    params: idParams,
    query: listingQuery,
    answer: listingView,
    gives: "The listing.",
    refuses: ["listing_not_found"],
    tryMsMax: LISTING_WAIT_SECONDS_MAX * 1000 + 10_000,
    tool: {
      name: "get_listing",
      title: "Get own listing",
      description:
        "Check the status of my OWN listing: what is still missing before the draft can go on " +
        "sale (publish_blockers), why can I not publish, how far is the processing of my file, is " +
        "its sample ready (data_profile)? Has my upload been processed? wait_seconds waits. " +
        "Datasets of others: get_dataset.",
      effect: "reads_own",
      input: z.strictObject({
        listing_id: idSchema.describe(listingId),
        wait_seconds: z
          .int()
          .min(0)
          .max(LISTING_WAIT_SECONDS_MAX)
          .default(0)
          .describe("For a running sample job."),
      }),
      output: listingWithFindings,
      shows: [...shows, "data_profile", "findings"],
      sets,
    },
  }),
  listVersions: op({
    at: "GET /listings/{id}/versions",
    by: by.agent,
    summary: "List the published versions",
    says: "The files that were ever on sale under the listing, newest first.",
    params: idParams,
    query: versionsQuery,
    answer: versionsView,
    gives: "One page of versions.",
    refuses: ["listing_not_found"],
  }),
  openVersion: op({
    at: "POST /listings/{id}/versions",
    by: by.agent,
    summary: "Open a new version",
    says:
      "Lets a published listing take a new file while the current one stays on sale: then " +
      "upload-urls, PUT, PATCH `full_data_path`, and publish, as with a draft. Terms stay as they are. " +
      "A listing that a delivery took off, as its file was missing or changed, comes back by it.",
    idempotent: true,
    params: idParams,
    status: 201,
    answer: listingView,
    gives: "The listing with its open version.",
    refuses: [...selling, "version_already_open"],
  }),
  discardVersion: op({
    at: "DELETE /listings/{id}/versions/next",
    by: by.agent,
    summary: "Discard the open version",
    says: "Drops the version in the making; what is on sale stays as it is.",
    params: idParams,
    answer: listingView,
    gives: "The listing without it.",
    refuses: ["listing_not_found", "version_not_open"],
  }),
  publishListing: op({
    at: "POST /listings/{id}/publish",
    by: by.agent,
    summary: "Publish a draft, or an open version",
    says:
      "Makes a complete draft live, or puts a version's file on sale. A refusal lists every blocker. " +
      "With the first bid of an auction its file and terms are frozen until it ends.",
    idempotent: true,
    params: idParams,
    answer: listingView,
    gives: "The live listing.",
    refuses: [...selling, "listing_incomplete", "listing_not_draft"],
    tool: {
      name: "publish_listing",
      title: "Publish listing",
      description:
        "Put my finished draft on sale now, make the listing public. Open to buyers, so that " +
        "everyone finds it. Refused with listing_incomplete while file or sample is missing.",
      effect: "replaces",
      input: z.strictObject({ listing_id: idSchema.describe(listingId) }),
      output: listingWithFindings,
      shows: [...shows, "findings"],
      sets,
    },
  }),
  withdrawListing: op({
    at: "POST /listings/{id}/withdraw",
    by: by.agent,
    summary: "Withdraw a listing",
    says: "Takes an active or suspended listing off for good; its buyers keep access.",
    idempotent: true,
    params: idParams,
    answer: listingView,
    gives: "The withdrawn listing.",
    refuses: selling,
    tool: {
      name: "withdraw_listing",
      title: "Withdraw listing",
      description:
        "Withdraw or remove it from the shop: nobody should buy it any more, stop selling it, " +
        "take my listing off sale. FOR GOOD: nobody buys or finds it any more; who has bought it " +
        "keeps the download. Refused while an auction has bids. Drafts: delete_draft.",
      effect: "cancels_own",
      inputs: { listing_id },
      shows: ["id", "status"],
      sets,
    },
  }),
});
