/** The wire shapes of the public catalogue. */
import { z } from "zod";
import { auctionView } from "../auction/schemas.ts";
import {
  CURSOR_CHARS_MAX,
  FORMAT_HINT_CHARS_MAX,
  IDENTICAL_DATASETS_COUNTED_MAX,
  IDENTICAL_DATASETS_MAX,
  PRICE_CENTS_MAX,
  SEARCH_NAMES_MAX,
  SEARCH_QUERY_CHARS_MAX,
  TAG_CHARS_MAX,
} from "../limits.ts";
import { columnTypeSchema } from "../profile/schemas.ts";
import {
  idSchema,
  instantSchema,
  line,
  pageQuery,
  paginationSchema,
  queryFlag,
  queryInteger,
} from "../text.ts";
import { categoryIds, pricingTypes } from "../vocabulary.ts";

const sorts = ["relevance", "newest", "price", "quality", "ending"] as const;
export type SortName = (typeof sorts)[number];

const descendingSorts = sorts.map((name) => `-${name}` as const);

/** Major units with at most two decimals, read without floating point. */
const majorUnits = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,2})?$/, "is not an amount with at most two decimals")
  .transform((amount) => {
    const [units = "0", decimals = ""] = amount.split(".");
    return Number(units) * 100 + Number(decimals.padEnd(2, "0"));
  })
  .meta({ override: { type: "number", minimum: 0, maximum: 999_999.99, multipleOf: 0.01 } });

const ratioQuery = z
  .string()
  .regex(/^(0(\.\d{1,6})?|1(\.0{1,6})?|\.\d{1,6})$/, "is not a number from 0 to 1")
  .transform(Number)
  .meta({ override: { type: "number", minimum: 0, maximum: 1 } });

const nameList = (charsMax: number) =>
  z
    .string()
    .max((charsMax + 1) * SEARCH_NAMES_MAX)
    .transform((names) => names.split(",").filter((name) => name.trim() !== ""))
    .pipe(z.array(line(charsMax).transform((name) => name.toLowerCase())).max(SEARCH_NAMES_MAX))
    .meta({ override: { type: "string" }, example: "date,price" });

export const searchQuery = z
  .strictObject({
    query: line(SEARCH_QUERY_CHARS_MAX)
      .optional()
      .meta({
        description:
          'Words, "phrases" and -not, matched against title, tags, description and column names. ' +
          "Where nothing matches, similar spellings are found instead.",
        example: "seattle weather",
      }),
    category: z.enum(categoryIds).optional(),
    max_price: majorUnits.optional().meta({ description: "In major units, such as 9.99." }),
    max_price_cents: queryInteger(0, PRICE_CENTS_MAX).optional(),
    min_price: majorUnits.optional().meta({ description: "In major units." }),
    min_price_cents: queryInteger(0, PRICE_CENTS_MAX).optional(),
    min_quality_score: ratioQuery.optional(),
    pricing_type: z.enum(pricingTypes).optional(),
    format: line(FORMAT_HINT_CHARS_MAX)
      .transform((format) => format.toLowerCase())
      .optional()
      .meta({ example: "csv" }),
    tags: nameList(TAG_CHARS_MAX).optional().meta({ description: "All of these, by commas." }),
    columns: nameList(100).optional().meta({ description: "All of these columns, by commas." }),
    min_rows: queryInteger(0, 999_999_999_999).optional(),
    free: queryFlag.optional(),
    ending_before: instantSchema.optional().meta({
      description: "Auctions that are not over and end before.",
      example: "2026-11-22T12:00:00Z",
    }),
    sort: z
      .enum([...sorts, ...descendingSorts])
      .optional()
      .meta({
        description:
          "Best, newest, cheapest or soonest first; `-` reverses. Left out: relevance with a query, " +
          "else newest. Of more than 2,000 matches, " +
          "relevance ranks the newest 2,000. `ending` finds auctions that are not over, alone.",
      }),
    facets: queryFlag.optional().meta({ description: "Adds counts by category, format, price." }),
    cursor: z.string().min(1).max(CURSOR_CHARS_MAX).optional().meta({
      description: "The `next_cursor` of the page before; not together with `offset`.",
    }),
    ...pageQuery,
  })
  .superRefine((query, issues) => {
    for (const [major, cents] of exactTwins) {
      if (query[major] === undefined || query[cents] === undefined) continue;
      issues.addIssue({ code: "custom", path: [cents], message: `give ${major} or ${cents}` });
    }
    if (query.cursor === undefined || query.offset === 0) return;
    issues.addIssue({ code: "custom", path: ["cursor"], message: "give cursor or offset" });
  });

const exactTwins = [
  ["max_price", "max_price_cents"],
  ["min_price", "min_price_cents"],
] as const;

const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/);

const datasetFields = {
  id: idSchema,
  title: z.string(),
  description: z.string(),
  category: z.enum(categoryIds),
  tags: z.array(z.string()),
  license: z.string().nullable(),
  pricing_type: z.enum(pricingTypes),
  price_cents: z.int().min(0).meta({
    description: "The buy-it-now price. Of an auction, which has none: its start price.",
  }),
  auction: auctionView
    .nullable()
    .meta({ description: "How its auction stands, where it has one." }),
  currency: z.string().length(3),
  status: z.literal("active"),
  format: z.string().nullable(),
  compression: z.string().nullable(),
  byte_size: z.int().min(0).nullable(),
  row_count: z.int().min(0).nullable(),
  column_count: z.int().min(0).nullable(),
  quality_score: z.number().min(0).max(1).nullable(),
  sha256: sha256Schema.nullable().meta({ description: "Of the very file that is sold." }),
  version: z
    .int()
    .min(1)
    .meta({ description: "Counts the files that were on sale under this listing." }),
  seller: z.object({ id: idSchema, name: z.string(), verified: z.boolean() }),
  published_at: instantSchema,
  updated_at: instantSchema,
  capabilities: z.object({
    sample: z.boolean(),
    profile: z.boolean(),
    download: z.boolean().meta({ description: "Free to download without authentication." }),
    buy: z.boolean().meta({ description: "For sale at its price: POST to `links.buy`." }),
    bid: z.boolean().meta({ description: "Bids are taken: POST to `links.bids`." }),
  }),
  links: z.record(z.string(), z.url()),
};

export const datasetItem = z.object(datasetFields).meta({ id: "DatasetItem" });

const identicalDataset = z.object({
  id: idSchema,
  title: z.string(),
  price_cents: z.int().min(0),
  currency: z.string().length(3),
  pricing_type: z.enum(pricingTypes),
});

export const datasetDetail = z
  .object({
    ...datasetFields,
    identical_to: z
      .array(identicalDataset)
      .max(IDENTICAL_DATASETS_MAX)
      .meta({
        description:
          "Other datasets on sale now whose file is the same, byte by byte, and free or cheaper than this " +
          "one; the cheapest first. Of an auction: cheaper than the next bid.",
      }),
    identical_count: z
      .int()
      .min(0)
      .max(IDENTICAL_DATASETS_COUNTED_MAX)
      .meta({
        description: `How many there are of them; ${IDENTICAL_DATASETS_COUNTED_MAX} means at least so many.`,
      }),
    no_sample: z
      .object({
        code: z.string().meta({ example: "several_files" }),
        detail: z.string().meta({
          example: "The file holds several tables, of which none stands for the others.",
        }),
      })
      .nullable()
      .meta({ description: "Why there is neither sample nor profile; null where there are." }),
    columns: z.array(z.object({ name: z.string(), type: columnTypeSchema })),
  })
  .meta({ id: "Dataset" });

const facet = z.record(z.string(), z.int().min(0));

export const searchView = z
  .object({
    items: z.array(datasetItem),
    pagination: paginationSchema,
    match: z.enum(["exact", "similar"]).meta({
      description: "`similar`: nothing matched the words, so similar spellings were searched.",
    }),
    corrected_query: z.string().nullable().meta({
      description: "The words that were searched instead, where `match` is `similar`.",
    }),
    facets: z
      .object({ category: facet, format: facet, pricing_type: facet, price: facet })
      .optional(),
  })
  .meta({ id: "DatasetPage" });

export const categoryView = z
  .object({
    id: z.enum(categoryIds),
    name: z.string(),
    description: z.string(),
    dataset_count: z.int().min(0),
    free_count: z.int().min(0),
  })
  .meta({ id: "Category" });

export const downloadView = z
  .object({
    download_url: z.url().meta({ description: "Signed; takes byte ranges." }),
    expires_in: z.int().min(0).meta({ description: "Seconds.", example: 3600 }),
    sha256: sha256Schema.nullable(),
    byte_size: z.int().min(0).nullable(),
  })
  .meta({ id: "Download" });

const jsonLd = z.record(z.string(), z.unknown());
const address = z.url();

/** The properties that Croissant 1.1 requires, and those that are always there. */
export const croissantView = z
  .looseObject({
    "@context": jsonLd.meta({ description: "The context of Croissant 1.1." }),
    "@type": z.literal("sc:Dataset").meta({ description: "A dataset of schema.org." }),
    conformsTo: z.url().meta({ description: "Names the version of Croissant." }),
    name: z.string().min(1).meta({ description: "Title, written by the seller." }),
    description: z.string().min(1),
    url: address.meta({ description: "Of the dataset here." }),
    license: z.union([address, jsonLd]).meta({ description: "Address or name of the licence." }),
    creator: jsonLd.meta({ description: "The agent that sells it." }),
    keywords: z.array(z.string()).meta({ description: "Category and tags." }),
    version: z
      .string()
      .regex(/^\d+\.\d+\.\d+$/)
      .meta({ description: "Major number: the file that is on sale." }),
    datePublished: instantSchema,
    dateModified: instantSchema,
    distribution: z.array(jsonLd).min(1).meta({
      description: "The file with `sha256` and `contentUrl`: its bytes, or where it is bought.",
    }),
    recordSet: z.array(jsonLd).optional().meta({
      description: "Columns with types and statistics; left out where the file has no profile.",
    }),
  })
  .meta({ id: "Croissant", description: "Croissant 1.1 JSON-LD." });

const sampleFormats = ["json", "csv", "geojson", "webp"] as const;
export type SampleFormat = (typeof sampleFormats)[number];

export const sampleQuery = z.strictObject({
  format: z
    .enum(sampleFormats)
    .optional()
    .meta({
      description:
        "Left out, `Accept` chooses; else CSV for csv and tsv files, JSON for others. `webp` is the " +
        "contact sheet of an archive of pictures.",
    }),
});

export type SearchQuery = z.infer<typeof searchQuery>;
export type SearchView = z.infer<typeof searchView>;
export type DatasetItem = z.infer<typeof datasetItem>;
export type DatasetDetail = z.infer<typeof datasetDetail>;
export type Croissant = z.infer<typeof croissantView>;
export type CategoryView = z.infer<typeof categoryView>;
export type DownloadView = z.infer<typeof downloadView>;
