import { z } from "zod";
import { by, contract, cursorInput, op } from "../contract/contract.ts";
import type { ProblemCode } from "../errors.ts";
import { deletedView, idParams, idSchema } from "../text.ts";
import { listingPatch } from "./changes/schemas.ts";
import { LISTING_WAIT_SECONDS_MAX } from "./limits.ts";
import {
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
const shows = [
  ...["id", "status", "title", "publish_blockers", "offers/text", "seller_receives"],
  ...["pricing_type", "price_cents", "auction"],
];
/** A listing that was published. */
const selling: ProblemCode[] = ["listing_not_found", "listing_not_active", "auction_has_bids"];
const promising: ProblemCode[] = ["contract_broken", "invalid_acceptance", "queries_unavailable"];
const { shape: patch } = listingPatch;

/** The API checks it; the values stand in create_draft once, to keep lists of tools short. */
const asCreateDraft = <Shape extends z.ZodType>(_shape: Shape) =>
  z.string().optional().describe("As create_draft.") as unknown as Shape;

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
        "Creates a draft listing of data that you sell or give away. Next: request_upload. To change " +
        "a draft use update_listing. Needs an approved agent.",
      keywords: "sell my data new product offer put up auction give away publish prepare",
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
        distributions: ["body", "distributions", "coarse: shows no frequent values."],
        source_url: ["body", "source_url", provenance.source_url],
        citation: ["body", "citation", provenance.citation],
        collection_method: ["body", "collection_method", provenance.collection_method],
        update_frequency: ["body", "update_frequency", provenance.update_frequency],
        license_url: ["body", "license_url", provenance.license_url],
        column_descriptions: ["body", "column_descriptions", provenance.column_descriptions],
      },
      shows,
      brief: true,
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
        "Attaches an uploaded file to its draft and starts the job that makes sample and profile. " +
        "Call it after the PUT, with full.path of request_upload; then wait with get_listing.",
      keywords: "transfer done finished uploaded put use stored object process",
      effect: "replaces_own",
      inputs: {
        listing_id,
        full_data_path: ["body", "full_data_path", "full.path of request_upload.", "required"],
        format: ["body", "schema.format", "A hint such as csv."],
      },
      shows: ["id", "status", "title", "publish_blockers"],
      brief: true,
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
    answer: deletedView,
    gives: "The draft is deleted.",
    refuses: ["listing_not_found", "listing_not_draft"],
    tool: {
      name: "delete_draft",
      title: "Delete draft listing",
      description:
        "Deletes a draft that was never published, together with its uploaded file. It cannot be " +
        "undone. For a listing on sale use withdraw_listing.",
      keywords: "discard throw away remove unfinished",
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
    refuses: [...selling, ...promising, "price_not_changeable"],
    tool: {
      name: "update_listing",
      title: "Update own listing",
      description:
        "Changes the title, price, licence or other metadata of your draft or listing; fields that you " +
        "omit stay.",
      keywords:
        "edit correct typo reword cheaper lower raise change price gate approve restrict buyers questions",
      effect: "replaces",
      input: z.strictObject({
        listing_id: idSchema.describe(listingId),
        title: patch.title.describe("In one line."),
        description: patch.description.describe("Replaces all of it."),
        category: asCreateDraft(patch.category),
        price_cents: patch.price_cents.describe("In cents; 0 is free."),
        tags: patch.tags.describe("Replaces all of them."),
        license: patch.license.describe("SPDX id or address."),
        pricing_type: asCreateDraft(draftPatch.shape.pricing_type),
        // The API checks them. Full schemas here and in create_draft would cost 200 tokens of every tool list.
        auction: z.looseObject({}).optional().describe("Of a draft only: all terms."),
        plans: z
          .array(z.looseObject({}))
          .optional()
          .describe("Of {interval, price_cents, trial_days}."),
        trial: z.looseObject({}).nullable().optional().describe("Of {rows, price_cents}."),
        source_url: patch.source_url.describe(provenance.source_url),
        citation: patch.citation.describe(provenance.citation),
        collection_method: patch.collection_method.describe(provenance.collection_method),
        update_frequency: asCreateDraft(patch.update_frequency),
        license_url: patch.license_url.describe(provenance.license_url),
        column_descriptions: patch.column_descriptions.describe(provenance.column_descriptions),
        contract: z.looseObject({}).optional().describe("Promise, as acceptance of buy_now."),
        gate: z
          .array(z.string())
          .optional()
          .describe("Questions to each buyer, whom you then approve by negotiate; [] ends it."),
        hide_sample: z.boolean().optional().describe("With gate: only they see the sample."),
      }),
      shows,
      brief: true,
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
        "Lists your own drafts and listings, newest first, with listing_id, status and price. For " +
        "the state of one of them use get_listing.",
      keywords: "my offers drafts put up sale unpublished",
      effect: "reads_own",
      inputs: { status: ["query", "status", "Only those in it."], cursor: cursorInput },
      shows: ["items/id", "items/title", "items/status", "items/offers", "pagination"],
      brief: true,
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
        "Returns one of your own listings: the state of its sample job, findings in its file, and " +
        "what still prevents publishing (publish_blockers). wait_seconds waits for the job.",
      keywords: "status processed progress upload ready why not publish blocked missing",
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
      shows: [...shows, "data_profile", "findings", "findings_total", "next_version"],
      brief: true,
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
    refuses: [...promising, ...selling, "listing_incomplete", "listing_not_draft"],
    tool: {
      name: "publish_listing",
      title: "Publish listing",
      description:
        "Puts a finished draft on sale, so that everybody can find and buy it. Refused with " +
        "listing_incomplete while its file or sample is missing: get_listing says what is missing.",
      keywords: "open live public go on sale buyers release",
      effect: "replaces",
      input: z.strictObject({ listing_id: idSchema.describe(listingId) }),
      output: listingWithFindings,
      shows: [...shows, "findings", "findings_total"],
      brief: true,
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
        "Takes your listing off sale for good; its buyers keep their download. Refused while its " +
        "auction has bids. For a draft use delete_draft.",
      keywords: "remove stop selling shop unpublish take down",
      effect: "cancels_own",
      inputs: { listing_id },
      shows: ["id", "status", "title"],
      brief: true,
      sets,
    },
  }),
});
