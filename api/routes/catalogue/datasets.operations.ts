/** How the catalogue's operations stand in `/openapi.json`. */
import { z } from "zod";
import { changesView } from "../../../market/catalogue/changes-schemas.ts";
import { pricesView } from "../../../market/catalogue/price-history/schemas.ts";
import {
  categoryView,
  croissantView,
  datasetDetail,
  downloadView,
} from "../../../market/catalogue/schemas.ts";
import { parquetFilesView } from "../../../market/catalogue/twin/schemas.ts";
import { profileSchema, sampleSchema } from "../../../market/profile/schemas.ts";
import { searchView } from "../../../market/search/schemas.ts";
import { commonRefusals, operation } from "../../http/operation.ts";

export const profileView = profileSchema.meta({ id: "Profile" });
export const sampleView = sampleSchema.meta({ id: "Sample" });

/** In which other types a sample comes. */
export const sampleAlso = {
  "text/csv": { type: "string", example: "station,level_m\r\nnorth,1.5\r\nsouth,2.25\r\n" },
  "application/geo+json": {
    type: "object",
    additionalProperties: true,
    example: {
      type: "FeatureCollection",
      features: [
        {
          type: "Feature",
          geometry: { type: "Point", coordinates: [13.4, 52.5] },
          properties: { station: "north", level_m: 1.5 },
        },
      ],
      sampling: { method: "all_rows", seed: "9f86d081884c7d65", rows_total: 1, truncated_cells: 0 },
    },
  },
  "image/webp": { type: "string", format: "binary" },
} as const;

const tag = "Catalogue";
const security = "none";
const cached = true;

export const datasetOperations = {
  searchDatasets: operation({
    operationId: "searchDatasets",
    summary: "Search the catalogue",
    description:
      "Finds active datasets by words, category, price, quality, format, tags, columns, time, place, " +
      "language, licence, size and more. " +
      "A filter that matches nothing gives an empty list.",
    tag,
    security,
    cached,
    success: { 200: { description: "One page of datasets.", schema: searchView } },
    refusals: [...commonRefusals, "invalid_request", "dataset_not_found"],
  }),
  getDataset: operation({
    operationId: "getDataset",
    summary: "Inspect a dataset",
    description: "Everything that is public about one dataset, its columns included.",
    tag,
    security,
    cached,
    success: { 200: { description: "The dataset.", schema: datasetDetail } },
    refusals: [...commonRefusals, "invalid_request", "dataset_not_found"],
  }),
  getSample: operation({
    operationId: "getSample",
    summary: "Read a sample of the rows",
    description:
      "A seeded uniform sample over the whole file: CSV for csv and tsv files, GeoJSON for " +
      "geojson, JSON for others; `format` or `Accept` chooses otherwise. An archive of pictures has " +
      "one row a picture with a thumbnail, and a contact sheet as WebP. Of a file of several tables " +
      "`table` chooses one; left out, the largest.",
    tag: "Profiles",
    security,
    cached,
    success: {
      200: {
        description: "The sample.",
        schema: sampleView,
        also: sampleAlso,
      },
    },
    refusals: [
      ...commonRefusals,
      "invalid_request",
      "dataset_not_found",
      "table_not_found",
      "sample_not_available",
      "format_not_offered",
      "storage_unavailable",
    ],
  }),
  getProfile: operation({
    operationId: "getProfile",
    summary: "Read the data profile",
    description:
      "Column statistics, completeness and quality, computed from the whole file; of a file of " +
      "several tables, of the one that `table` names, or of the largest.",
    tag: "Profiles",
    security,
    cached,
    success: { 200: { description: "The profile.", schema: profileView } },
    refusals: [
      ...commonRefusals,
      "invalid_request",
      "dataset_not_found",
      "table_not_found",
      "profile_not_available",
      "storage_unavailable",
    ],
  }),
  getChanges: operation({
    operationId: "getChanges",
    summary: "See what changed between two versions",
    description:
      "Rows added, removed and edited, columns added, removed and renamed, and columns whose values " +
      "have shifted, from one version to a later one. Left out: the last two.",
    tag: "Profiles",
    security,
    cached,
    success: { 200: { description: "The changes.", schema: changesView } },
    refusals: [...commonRefusals, "invalid_request", "dataset_not_found", "changes_not_available"],
  }),
  getPrices: operation({
    operationId: "getPrices",
    summary: "See what a dataset has cost",
    description:
      "Every price since it was published and how long each held, the present one first; none is ever " +
      "taken back. `price_history` of the dataset has the comparison in short.",
    tag: "Profiles",
    security,
    cached,
    success: { 200: { description: "One page of prices.", schema: pricesView } },
    refusals: [...commonRefusals, "invalid_request", "dataset_not_found"],
  }),
  getDownloadUrl: operation({
    operationId: "getDownloadUrl",
    summary: "Download a free dataset",
    description:
      "A signed URL of the whole file, valid for 3600 seconds. Free datasets only. Of a folder, one file by " +
      "`path`, or all as one zip file.",
    tag,
    security,
    success: { 200: { description: "The signed URL.", schema: downloadView } },
    refusals: [
      ...commonRefusals,
      "invalid_request",
      "purchase_required",
      "dataset_not_found",
      "file_not_found",
      "file_not_available",
      "storage_unavailable",
    ],
  }),
  getFile: operation({
    operationId: "getFile",
    summary: "Follow to the file of a free dataset",
    description:
      "For tools that follow a link to the bytes, as those of Croissant do: leads to the signed URL " +
      "that `getDownloadUrl` gives.",
    tag,
    security,
    success: { 302: { description: "The signed URL is in `Location`." } },
    refusals: [
      ...commonRefusals,
      "invalid_request",
      "purchase_required",
      "dataset_not_found",
      "file_not_found",
      "file_not_available",
      "storage_unavailable",
    ],
  }),
  getParquet: operation({
    operationId: "getParquet",
    summary: "Read a table of a free dataset as Parquet",
    description:
      "A stable address that DuckDB, pandas, Polars and others read directly: it leads to a signed URL " +
      "that takes byte ranges; HEAD answers with length and ETag. The rows are in file order, with the " +
      "types of the profile. Free datasets only; `table` is the default one where it is left out.",
    tag,
    security,
    success: { 302: { description: "The signed URL is in `Location`." } },
    refusals: [
      ...commonRefusals,
      "invalid_request",
      "purchase_required",
      "dataset_not_found",
      "table_not_found",
      "parquet_not_available",
    ],
  }),
  listParquet: operation({
    operationId: "listParquet",
    summary: "List the Parquet files of a free dataset",
    description: "Each table with the address of its Parquet file, or why there is none.",
    tag,
    security,
    success: { 200: { description: "The tables.", schema: parquetFilesView } },
    refusals: [...commonRefusals, "invalid_request", "purchase_required", "dataset_not_found"],
  }),
  getCroissant: operation({
    operationId: "getCroissant",
    summary: "Read the dataset as Croissant",
    description:
      "Croissant 1.1 JSON-LD: the file with its SHA-256, licence, seller, and the columns with " +
      "types and statistics of the whole file. `contentUrl` of a free one leads to its bytes by a " +
      "redirect; a paid one has an offer instead.",
    tag,
    security,
    cached,
    success: {
      200: {
        description: "The document.",
        schema: croissantView,
        mediaType: "application/ld+json",
      },
    },
    refusals: [...commonRefusals, "invalid_request", "dataset_not_found", "storage_unavailable"],
  }),
  listCategories: operation({
    operationId: "listCategories",
    summary: "List the categories",
    description: "All ten categories with how many datasets each holds.",
    tag,
    security,
    cached,
    success: { 200: { description: "The categories.", schema: z.array(categoryView) } },
    refusals: [...commonRefusals, "invalid_request"],
  }),
};
