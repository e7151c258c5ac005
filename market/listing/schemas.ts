import { z } from "zod";
import {
  categoryIds,
  distributionLevels,
  listingStatuses,
  pricingTypes,
} from "../../db/vocabulary/listing.ts";
import { acceptanceTerms } from "../acceptance/schemas.ts";
import {
  FORMAT_HINT_CHARS_MAX,
  LICENSE_CHARS_MAX,
  PAID_PRICE_CENTS_MIN,
  PRICE_CENTS_MAX,
  TAG_CHARS_MAX,
  TITLE_CHARS_MAX,
} from "../limits.ts";
import { cursorOrOffset, walkQuery } from "../list-shapes.ts";
import { alertSchema } from "../profile/column-schemas.ts";
import { changesSummary } from "../profile/drift/schemas.ts";
import {
  idSchema,
  instantSchema,
  line,
  linksSchema,
  lowerLine,
  paginationSchema,
  prose,
  queryInteger,
} from "../text.ts";
import {
  DESCRIPTION_CHARS_MAX,
  LISTING_WAIT_SECONDS_MAX,
  STORAGE_PATH_CHARS_MAX,
  TAGS_MAX,
} from "./limits.ts";
import { offersView } from "./pricing/offers.ts";
import { auctionBody, plansBody, planView, trialTerms } from "./pricing/schemas.ts";
import { provenanceFields, provenanceView } from "./provenance/schemas.ts";
import { listingSuspenders } from "./rules.ts";

const title = line(TITLE_CHARS_MAX).meta({ example: "Weather in Seattle, 2012 to 2015" });
const description = prose(DESCRIPTION_CHARS_MAX).meta({
  example: "Daily precipitation, temperature and wind, one row a day.",
});
const category = z.enum(categoryIds);
const priceCents = z
  .int()
  .min(0)
  .max(PRICE_CENTS_MAX)
  .refine(
    (cents) => cents === 0 || cents >= PAID_PRICE_CENTS_MIN,
    `is 0 (free) or at least ${PAID_PRICE_CENTS_MIN}, the smallest card charge`,
  )
  .meta({
    description: `In cents; 0 means free, otherwise at least ${PAID_PRICE_CENTS_MIN}.`,
    example: 0,
  });
const tags = z
  .array(lowerLine(TAG_CHARS_MAX))
  .max(TAGS_MAX)
  .transform((all) => [...new Set(all)])
  .meta({ description: "Lower-cased; duplicates are removed.", example: ["weather", "daily"] });
const license = line(LICENSE_CHARS_MAX).meta({
  description: "An SPDX identifier or the address of the terms.",
  example: "CC-BY-4.0",
});
const formatHint = lowerLine(FORMAT_HINT_CHARS_MAX).meta({
  description: "A hint; the worker detects the format from the content.",
  example: "csv",
});
const pricingType = z.enum(pricingTypes).meta({
  description:
    "`auction` and `hybrid` need `auction`; a hybrid's `price_cents` is its buy-it-now price.",
});
const distributions = z.enum(distributionLevels).meta({
  description:
    "Of a paid file: `coarse` withholds the most frequent values of all columns from its profile, which says so. " +
    "Then `POST /matches` never finds it by values that buyers have.",
});
const contract = acceptanceTerms.nullable().optional().meta({
  description:
    "What you promise about every version: checked before it is published, and open to buyers as their `acceptance`.",
});
const trial = trialTerms.nullable();
const schemaHint = z.strictObject({ format: formatHint.optional() });

export const draftBody = z
  .strictObject({
    title,
    description,
    category: category.default("other"),
    price_cents: priceCents.default(0),
    tags: tags.default([]),
    license: license.nullable().default(null),
    pricing_type: pricingType.default("buy_it_now"),
    auction: auctionBody.nullable().default(null),
    plans: plansBody.default([]),
    trial: trial.default(null),
    distributions: distributions.default("full"),
    contract,
    ...provenanceFields,
    schema: schemaHint.optional(),
    "schema.format": formatHint.optional(),
  })
  .meta({ id: "DraftBody" });

export const draftPatch = z
  .strictObject({
    title: title.optional(),
    description: description.optional(),
    category: category.optional(),
    price_cents: priceCents.optional(),
    tags: tags.optional(),
    license: license.nullable().optional(),
    pricing_type: pricingType.optional(),
    auction: auctionBody.nullable().optional(),
    plans: plansBody.optional(),
    trial: trial.optional(),
    distributions: distributions.optional(),
    contract,
    ...provenanceFields,
    schema: schemaHint.optional(),
    "schema.format": formatHint.optional().meta({ description: "The same as `schema: {format}`." }),
    full_data_path: line(STORAGE_PATH_CHARS_MAX).optional().meta({
      description: "The `path` from upload-urls, once the file is there. Starts the sample job.",
    }),
  })
  .meta({ id: "DraftPatch" });

const publishBlockerSchema = z
  .object({ pointer: z.string(), code: z.string(), detail: z.string() })
  .meta({ id: "PublishBlocker" });

const jobFields = {
  auto_sample_status: z.enum(["generated", "no_sample"]).optional().meta({
    description: "Absent while the sample job runs.",
  }),
  progress: z
    .object({ phase: z.string(), bytes_done: z.int(), bytes_total: z.int() })
    .optional()
    .meta({ description: "Progress of the running job." }),
  error: z.object({ code: z.string(), detail: z.string() }).optional(),
};
const fileFields = {
  format: z.string().nullable(),
  byte_size: z.int().nullable(),
  sha256: z.string().nullable(),
};
const profileFields = {
  row_count: z.int().nullable(),
  column_count: z.int().nullable(),
  quality_score: z.number().nullable(),
};

const jobView = z.object(jobFields);

const auctionTermsView = z
  .object({
    starts_at: instantSchema.nullable(),
    ends_at: instantSchema,
    start_price_cents: z.int(),
    reserve_price_cents: z.int().nullable(),
    licenses: z.int(),
  })
  .meta({ id: "AuctionTerms" });

export const listingView = z
  .object({
    id: idSchema,
    status: z.enum(listingStatuses),
    title: z.string(),
    description: z.string(),
    category: z.enum(categoryIds),
    tags: z.array(z.string()),
    license: z.string().nullable(),
    pricing_type: z.enum(pricingTypes),
    price_cents: z.int().meta({ description: "For a published auction: its start price." }),
    offers: offersView.meta({
      description:
        "The current prices, in cents and as text; for a draft, as if it were published.",
    }),
    auction: auctionTermsView.nullable().meta({
      description: "The terms as you stated them, including the hidden reserve.",
    }),
    plans: z.array(planView),
    trial: trialTerms.nullable(),
    fee_bps: z.int().meta({
      description: "The marketplace's fee on each sale, in basis points: 500 is 5 %.",
    }),
    seller_receives_cents: z.int().nullable().meta({
      description:
        "Your share of a sale at `price_cents` after the fee; null for an auction without a price.",
    }),
    start_price_receives_cents: z.int().nullable().meta({
      description: "Your share of a sale at the auction's start price; null without an auction.",
    }),
    reserve_price_receives_cents: z.int().nullable().meta({
      description: "Your share of a sale at the reserve; null without one.",
    }),
    seller_receives: z.string().meta({ description: "The same as text, in major units." }),
    ...provenanceView,
    column_descriptions: z
      .record(z.string(), z.string())
      .nullable()
      .optional()
      .meta({ description: "As you stated them; omitted in lists." }),
    contract: acceptanceTerms
      .nullable()
      .optional()
      .meta({ description: "What you promise about every version; omitted in lists." }),
    distributions,
    currency: z.string(),
    schema: z.object({ format: z.string().nullable() }),
    full_data_path: z.string().nullable(),
    sample_file_path: z.string().nullable(),
    data_profile: z
      .object({ ...jobFields, ...fileFields, ...profileFields })
      .meta({ description: "The workers' findings in the file, or their progress." }),
    suspension: z
      .object({
        by: z.enum(listingSuspenders).meta({
          description:
            "What is suspended: the listing, its agent or its owner's account by an administrator, " +
            "or the listing by a delivery whose file was missing or changed. In the last case, a " +
            "new version restores the listing.",
        }),
        reason: z.string(),
        suspended_at: instantSchema,
      })
      .nullable()
      .meta({ description: "Why the listing is suspended, if it is." }),
    version: z
      .int()
      .meta({ description: "Version of the file on sale; 0 before the first publication." }),
    next_version: z
      .object({
        full_data_path: z.string().nullable(),
        sample_file_path: z.string().nullable(),
        data_profile: z.object({ ...jobFields, ...fileFields }),
        changes: changesSummary
          .nullable()
          .optional()
          .meta({ description: "The changes that buyers will see; only in `GET /listings/{id}`." }),
        publish_blockers: z.array(publishBlockerSchema),
      })
      .nullable()
      .meta({ description: "The open version of a published listing." }),
    publish_blockers: z.array(publishBlockerSchema),
    created_at: instantSchema,
    updated_at: instantSchema,
    published_at: instantSchema.nullable(),
    withdrawn_at: instantSchema.nullable(),
    expires_at: instantSchema.nullable().meta({
      description:
        "When a draft is withdrawn and its file deleted, unless it is changed, gets an upload URL " +
        "or is published before. A running sample job postpones it. Null: it is not a draft.",
    }),
    links: linksSchema,
  })
  .meta({ id: "Listing" });

const findingSchema = alertSchema.extend({
  column: z.string().nullable().describe("Null: about the whole file."),
});

/** With the findings about its file, for the seller who has to correct it. */
export const listingWithFindings = listingView.extend({
  findings: z.array(findingSchema).nullable().describe("Null before there is a profile."),
  findings_total: z.int().nullable(),
});

export const listingQuery = z.strictObject({
  wait: queryInteger(0, LISTING_WAIT_SECONDS_MAX)
    .default(0)
    .meta({
      description: "Seconds to wait for a running sample job before answering.",
      override: { type: "integer", minimum: 0, maximum: LISTING_WAIT_SECONDS_MAX, default: 0 },
    }),
});

const versionView = z
  .object({
    version: z.int(),
    full_data_path: z.string(),
    ...fileFields,
    published_at: instantSchema,
  })
  .meta({ id: "ListingVersion" });

export const versionsQuery = z.strictObject(walkQuery).superRefine(cursorOrOffset);

export const versionsView = z
  .object({ items: z.array(versionView), pagination: paginationSchema })
  .meta({ id: "ListingVersionPage" });

export const listingsQuery = z
  .strictObject({ ...walkQuery, status: z.enum(listingStatuses).optional() })
  .superRefine(cursorOrOffset);

export const listingsView = z
  .object({ items: z.array(listingView), pagination: paginationSchema })
  .meta({ id: "ListingPage" });

export type DraftBody = z.infer<typeof draftBody>;
export type DraftPatch = z.infer<typeof draftPatch>;
export type ListingView = z.infer<typeof listingView>;
export type ListingFinding = z.infer<typeof findingSchema>;
export type ListingWithFindings = z.infer<typeof listingWithFindings>;
export type JobView = z.infer<typeof jobView>;
export type VersionView = z.infer<typeof versionView>;
export type VersionsQuery = z.infer<typeof versionsQuery>;
export type ListingsQuery = z.infer<typeof listingsQuery>;
