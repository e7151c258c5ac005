/** How the catalogue's operations stand in `/openapi.json`. */
import { z } from "zod";
import {
  categoryView,
  croissantView,
  datasetDetail,
  downloadView,
  searchView,
} from "../../../market/catalogue/schemas.ts";
import { profileSchema, sampleSchema } from "../../../market/profile/schemas.ts";
import { commonRefusals, operation } from "../../http/operation.ts";

const profileView = profileSchema.meta({ id: "Profile" });
const sampleView = sampleSchema.meta({ id: "Sample" });

const tag = "Catalogue";
const security = "none";
const cached = true;

export const datasetOperations = {
  searchDatasets: operation({
    operationId: "searchDatasets",
    summary: "Search the catalogue",
    description:
      "Finds active datasets by words, category, price, quality, format, tags and column names. " +
      "A filter that matches nothing gives an empty list.",
    tag,
    security,
    cached,
    success: { 200: { description: "One page of datasets.", schema: searchView } },
    refusals: [...commonRefusals, "invalid_request"],
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
      "one row a picture with a thumbnail, and a contact sheet as WebP.",
    tag,
    security,
    cached,
    success: {
      200: {
        description: "The sample.",
        schema: sampleView,
        also: {
          "text/csv": { type: "string" },
          "application/geo+json": { type: "object", additionalProperties: true },
          "image/webp": { type: "string", format: "binary" },
        },
      },
    },
    refusals: [
      ...commonRefusals,
      "invalid_request",
      "dataset_not_found",
      "sample_not_available",
      "format_not_offered",
      "storage_unavailable",
    ],
  }),
  getProfile: operation({
    operationId: "getProfile",
    summary: "Read the data profile",
    description: "Column statistics, completeness and quality, computed from the whole file.",
    tag,
    security,
    cached,
    success: { 200: { description: "The profile.", schema: profileView } },
    refusals: [...commonRefusals, "invalid_request", "dataset_not_found", "profile_not_available"],
  }),
  getDownloadUrl: operation({
    operationId: "getDownloadUrl",
    summary: "Download a free dataset",
    description: "A signed URL of the whole file, valid for 3600 seconds. Free datasets only.",
    tag,
    security,
    success: { 200: { description: "The signed URL.", schema: downloadView } },
    refusals: [
      ...commonRefusals,
      "invalid_request",
      "purchase_required",
      "dataset_not_found",
      "file_not_available",
    ],
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
    refusals: [...commonRefusals, "invalid_request", "dataset_not_found"],
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
