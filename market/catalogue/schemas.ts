import { z } from "zod";
import { timePrecisions } from "../../db/vocabulary/facts.ts";
import { categoryIds, pricingTypes } from "../../db/vocabulary/listing.ts";
import { acceptanceTerms } from "../acceptance/schemas.ts";
import { licenseGroups } from "../facts/license-groups.ts";
import { offersView } from "../listing/pricing/offers.ts";
import { auctionView, planView, trialTerms } from "../listing/pricing/schemas.ts";
import { provenanceView } from "../listing/provenance/schemas.ts";
import { TRIAL_FAULTS } from "../listing/trial/vocabulary.ts";
import { changesSummary } from "../profile/drift/schemas.ts";
import { columnTypeSchema } from "../profile/schemas.ts";
import { documentSchema, tablesSchema } from "../profile/table-schemas.ts";
import { followersCount, ratingView } from "../seller/schemas.ts";
import { shownSeller } from "../seller/shown-seller.ts";
import { idSchema, instantSchema, linksSchema } from "../text.ts";
import {
  BUNDLES_SHOWN_MAX,
  EMBEDDED_BYTES_MAX,
  IDENTICAL_DATASETS_COUNTED_MAX,
  IDENTICAL_DATASETS_MAX,
} from "./limits.ts";
import { priceStandingView } from "./price-history/schemas.ts";

const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/);

const factFields = {
  covers_from: z.iso.date().nullable().meta({
    description: "Earliest day in the date or year columns; null if there is none.",
    example: "2012-01-01",
  }),
  covers_to: z.iso.date().nullable().meta({ description: "Latest day, as `covers_from`." }),
  covers_precision: z
    .enum(timePrecisions)
    .nullable()
    .meta({
      description:
        "Precision of both days: for `year` and `month` they are the first day of the first and the " +
        "last day of the last one. Null if they are.",
      example: "day",
    }),
  bbox: z
    .array(z.number())
    .length(4)
    .nullable()
    .meta({
      description:
        "West, south, east and north of the coordinates in the data, in degrees; west greater than east " +
        "crosses the antimeridian. Null without coordinates, or if withheld.",
      example: [-122.46, 47.5, -122.22, 47.73],
    }),
  countries: z
    .array(z.string())
    .nullable()
    .meta({
      description:
        "ISO 3166-1 codes of the data's countries, from the most frequent values of a " +
        "country column, or from a `bbox` that touches only one country; null if unknown.",
      example: ["US"],
    }),
  languages: z
    .array(z.string())
    .nullable()
    .meta({ description: "Language of the running text, BCP 47; null if undetected." }),
  has_personal_data: z.boolean().nullable().meta({
    description: "Whether values look like personal data; null if unknown.",
  }),
  license_id: z.string().nullable().meta({
    description: "`license` as an SPDX expression; null if SPDX does not list it.",
    example: "CC-BY-4.0",
  }),
  license_groups: z.array(z.enum(licenseGroups)).meta({
    description: "Known terms of the licence; empty if none are known.",
  }),
};

const datasetFields = {
  id: idSchema,
  title: z.string(),
  description: z.string(),
  category: z.enum(categoryIds),
  tags: z.array(z.string()),
  license: z.string().nullable(),
  pricing_type: z.enum(pricingTypes),
  price_cents: z
    .int()
    .min(0)
    .meta({
      description:
        "The buy-it-now price; for an auction, its start price; `offers` has what the next " +
        "bid costs.",
    }),
  offers: offersView.meta({ description: "The current prices, in cents and as text." }),
  auction: auctionView.nullable().meta({ description: "The state of its auction, if it has one." }),
  currency: z.string().length(3),
  status: z.literal("active"),
  format: z.string().nullable(),
  compression: z.string().nullable(),
  byte_size: z.int().min(0).nullable(),
  row_count: z.int().min(0).nullable(),
  column_count: z.int().min(0).nullable(),
  quality_score: z.number().min(0).max(1).nullable(),
  sha256: sha256Schema.nullable().meta({
    description: "SHA-256 of the sold file; for a folder, of its manifest.",
  }),
  file_count: z.int().nullable().optional().meta({
    description: "Number of files in a folder, which `links.files` lists; null for a single file.",
  }),
  version: z
    .int()
    .min(1)
    .meta({ description: "Counts the files that were on sale under this listing." }),
  seller: shownSeller,
  rating: ratingView,
  published_at: instantSchema,
  updated_at: instantSchema,
  version_published_at: instantSchema.meta({
    description: "When the file on sale was published.",
  }),
  ...factFields,
  capabilities: z
    .object({
      sample: z.boolean(),
      profile: z.boolean(),
      download: z.boolean().meta({ description: "Free to download without authentication." }),
      buy: z.boolean().meta({ description: "For sale at a fixed price: POST to `links.buy`." }),
      bid: z.boolean().meta({ description: "Open for bids: POST to `links.bids`." }),
    })
    .meta({ id: "DatasetCapabilities", description: "What the caller can do with it now." }),
  links: linksSchema,
};

export const datasetItem = z.object(datasetFields).meta({ id: "DatasetItem" });

const identicalDataset = z.object({
  id: idSchema,
  title: z.string(),
  price_cents: z.int().min(0),
  currency: z.string().length(3),
  pricing_type: z.enum(pricingTypes),
});

const trialView = trialTerms.extend({
  status: z.enum(["preparing", "ready", "failed"]).meta({
    description: "`ready`: the rows of this version are drawn, and it can be bought.",
  }),
  byte_size: z.int().nullable(),
  sha256: sha256Schema.nullable().meta({ description: "SHA-256 of its CSV file." }),
  error: z.object({ code: z.enum(TRIAL_FAULTS), detail: z.string() }).nullable(),
});

const offeredBundle = z.object({
  id: idSchema,
  title: z.string(),
  price_cents: z.int().min(0),
  saving_cents: z.int().min(0).meta({ description: "Less than its datasets cost one by one." }),
});

export const datasetDetail = z
  .object({
    ...datasetFields,
    status: z.enum(["active", "sold", "withdrawn", "suspended"]).meta({
      description:
        "`active` for everybody; other values only for its buyers, who can still read it.",
    }),
    purchase_id: idSchema.nullable().meta({
      description:
        "Your purchase, if the dataset is off the catalogue and you read it as its buyer: title, " +
        "licence, price, version and file are the purchased ones. Null for a dataset on sale.",
    }),
    followers: followersCount,
    plans: z.array(planView).meta({
      description:
        "Subscriptions: POST to `links.buy` with `plan`. A period's payment is refunded if no " +
        "version is published in it.",
    }),
    trial: trialView.nullable(),
    price_history: priceStandingView.meta({
      description: "How the price compares with earlier ones; `links.prices` lists them.",
    }),
    identical_to: z
      .array(identicalDataset)
      .max(IDENTICAL_DATASETS_MAX)
      .meta({
        description:
          "Other datasets on sale with a byte-identical file that are free or cheaper than this " +
          "one; cheapest first. For an auction: cheaper than the next bid.",
      }),
    identical_count: z
      .int()
      .min(0)
      .max(IDENTICAL_DATASETS_COUNTED_MAX)
      .meta({
        description: `Their total number; ${IDENTICAL_DATASETS_COUNTED_MAX} means at least that many.`,
      }),
    bundles: z
      .array(offeredBundle)
      .max(BUNDLES_SHOWN_MAX)
      .meta({ description: "Open bundles with it, the largest saving first." }),
    access_questions: z.array(z.string()).nullable().meta({
      description:
        "The seller approves each buyer: answer these with `POST /datasets/{id}/access-requests`. Null: no gate.",
    }),
    contract: acceptanceTerms.nullable().meta({
      description: "What the seller promises about every version; a buyer's `promised` takes it.",
    }),
    contract_checked_at: instantSchema.nullable().meta({
      description: "When the marketplace found that this version keeps it.",
    }),
    no_sample: z
      .object({
        code: z.string().meta({ example: "several_files" }),
        detail: z.string().meta({
          example: "The file has several tables, none of which represents the others.",
        }),
      })
      .nullable()
      .meta({ description: "Why there is neither sample nor profile; null if there are." }),
    ...provenanceView,
    columns: z.array(
      z.object({
        name: z.string(),
        type: columnTypeSchema,
        description: z.string().optional().meta({
          description:
            "By the seller, or from a data dictionary in the upload; absent without one.",
        }),
      }),
    ),
    changes: changesSummary.nullable().meta({
      description:
        "Short summary of the changes since the previous version; `links.changes` has the details. Null for a " +
        "first version, or if the two could not be compared.",
    }),
    tables: tablesSchema.meta({
      description:
        "The tables of a file with several tables, or with one in several parts; otherwise empty. All other " +
        "fields describe the default table.",
    }),
    documents: z.array(documentSchema.omit({ text: true })).meta({
      description:
        "Readmes, licences and data dictionaries besides the data; the profile has them.",
    }),
  })
  .meta({ id: "Dataset" });

export const categoryView = z
  .object({
    id: z.enum(categoryIds),
    name: z.string(),
    description: z.string(),
    dataset_count: z.int().min(0),
    free_count: z.int().min(0),
  })
  .meta({ id: "Category" });

const embeddedContent = z
  .object({
    encoding: z.enum(["utf-8", "base64"]),
    data: z.string(),
    media_type: z.string().meta({ example: "text/csv" }),
  })
  .meta({ id: "EmbeddedContent" });

/** Only if `embed` asks for it. */
export const embeddedFile = {
  content: embeddedContent
    .nullable()
    .optional()
    .meta({
      description: `With \`embed\`: the file's bytes; null if it has more than ${EMBEDDED_BYTES_MAX} bytes or is a folder.`,
    }),
};

/** Only for a folder. */
export const folderDownload = {
  manifest_sha256: sha256Schema
    .nullable()
    .optional()
    .meta({
      description:
        "For a folder, whose `download_url` is a zip file built while it is sent, without byte ranges or a " +
        "`sha256`: check its files with the manifest.",
    }),
};

export const downloadView = z
  .object({
    download_url: z.url().meta({ description: "Signed; supports byte ranges." }),
    expires_in: z.int().min(0).meta({ description: "Seconds.", example: 3600 }),
    sha256: sha256Schema.nullable(),
    byte_size: z.int().min(0).nullable(),
    ...folderDownload,
    ...embeddedFile,
  })
  .meta({ id: "Download" });

const jsonLd = z.record(z.string(), z.unknown());
const address = z.url();

/** The properties that Croissant 1.1 requires, and those that are always present. */
export const croissantView = z
  .looseObject({
    "@context": jsonLd.meta({ description: "The context of Croissant 1.1." }),
    "@type": z.literal("sc:Dataset").meta({ description: "A dataset of schema.org." }),
    conformsTo: z.url().meta({ description: "Names the version of Croissant." }),
    name: z.string().min(1).meta({ description: "Title, written by the seller." }),
    description: z.string().min(1),
    url: address.meta({ description: "The dataset's page." }),
    license: z.union([address, jsonLd]).meta({ description: "Address or name of the licence." }),
    creator: jsonLd.meta({ description: "The selling agent." }),
    keywords: z.array(z.string()).meta({ description: "Category and tags." }),
    version: z
      .string()
      .regex(/^\d+\.\d+\.\d+$/)
      .meta({ description: "Major number: the version on sale." }),
    datePublished: instantSchema,
    dateModified: instantSchema,
    distribution: z.array(jsonLd).min(1).meta({
      description: "The file with `sha256` and `contentUrl`: its bytes, or where to buy it.",
    }),
    recordSet: z.array(jsonLd).optional().meta({
      description: "Columns with types and statistics; absent without a profile.",
    }),
  })
  .meta({ id: "Croissant", description: "Croissant 1.1 JSON-LD." });

export const sampleFormats = ["json", "csv", "geojson", "webp"] as const;
export type SampleFormat = (typeof sampleFormats)[number];

export type DatasetItem = z.infer<typeof datasetItem>;
export type DatasetDetail = z.infer<typeof datasetDetail>;
export type Croissant = z.infer<typeof croissantView>;
export type CategoryView = z.infer<typeof categoryView>;
export type EmbeddedContent = z.infer<typeof embeddedContent>;
export type DownloadView = z.infer<typeof downloadView>;
