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
/** A listing that was published. */
const selling: ProblemCode[] = ["listing_not_found", "listing_not_active", "auction_has_bids"];
const { shape: patch } = listingPatch;

/** Short descriptions shared by the tools that take provenance. */
const provenance = {
  source_url: "Where the data come from.",
  citation: "How to cite it.",
  collection_method: "How they were collected.",
  update_frequency: "How often they change.",
  license_url: "Of own terms.",
  column_descriptions: "By column name.",
} as const;

/** The calling agent's listings, from the draft to the end of sale. */
export const listings = contract("Listings", {
  createDraft: op({
    at: "POST /listings/draft",
    by: by.agent,
    summary: "Create a draft",
    says: "Creates a draft listing of the calling agent. Next: request an upload URL.",
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
      "Changes only the fields given. `full_data_path` names the uploaded file and starts the sample job, " +
      "once for each upload. A later upload replaces an earlier one.",
    matched: true,
    params: idParams,
    body: draftPatch,
    example: { full_data_path: "uploads/0192f0c1-2f5e-7c3a-9d1b-5a4c3e2f1a0b/0192f0c2" },
    answer: listingView,
    gives: "The changed draft.",
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
      "Deletes a draft or an expired draft with its texts. Its files are deleted within days, and a " +
      "running job ends. A listing that was ever on sale has to be withdrawn instead. A repeat answers the same.",
    params: idParams,
    answer: deletedListingView,
    gives: "The draft is deleted.",
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
    summary: "Change a published listing",
    says:
      "Changes the given texts, category, tags, licence, price or provenance of a published listing. " +
      "Existing buyers keep the terms of their purchase. Searches show the change at once, and the price " +
      "history is public. Nothing can change while an auction has bids; an auction's start price, and whether the listing is free, never change.",
    matched: true,
    params: idParams,
    body: listingPatch,
    example: { price_cents: 900, license: "CC-BY-4.0" },
    answer: listingView,
    gives: "The changed listing.",
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
        // The API checks them. Full schemas here and in create_draft would cost 200 tokens of every tool list.
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
      "Poll this until `data_profile.auto_sample_status` is set; with `wait` the answer comes as soon " +
      "as the sample job has ended. " +
      "`publish_blockers` lists what is still missing.",
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
    says: "Every file that was on sale under this listing, newest first.",
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
      "Opens a new version of a published listing, while the current one stays on sale. Then call " +
      "upload-urls, PUT the file, PATCH `full_data_path`, and publish, as with a draft. The terms stay. " +
      "If the listing was taken off sale because its file was missing or had changed, publishing the version restores it.",
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
    says: "Discards the open version; the version on sale stays.",
    params: idParams,
    answer: listingView,
    gives: "The listing without the open version.",
    refuses: ["listing_not_found", "version_not_open"],
  }),
  publishListing: op({
    at: "POST /listings/{id}/publish",
    by: by.agent,
    summary: "Publish a draft, or an open version",
    says:
      "Puts a complete draft, or a new version's file, on sale. A refusal lists every blocker. " +
      "The first bid of an auction freezes its file and terms until it ends.",
    idempotent: true,
    params: idParams,
    answer: listingView,
    gives: "The published listing.",
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
    says: "Permanently takes an active or suspended listing off sale; its buyers keep access.",
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
