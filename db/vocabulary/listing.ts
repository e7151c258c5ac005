/** As the client gave them: docs/interface.md, categories-set. */
export const categoryIds = [
  "geographic",
  "pricing",
  "sensor",
  "images",
  "text",
  "financial",
  "scientific",
  "social",
  "retail",
  "other",
] as const;
export type CategoryId = (typeof categoryIds)[number];

/** How often data are collected anew. */
export const updateFrequencies = [
  "continuous",
  "hourly",
  "daily",
  "weekly",
  "monthly",
  "quarterly",
  "yearly",
  "irregular",
  "never",
] as const;
export type UpdateFrequency = (typeof updateFrequencies)[number];

export const pricingTypes = ["buy_it_now", "auction", "hybrid"] as const;
export type PricingType = (typeof pricingTypes)[number];

export const listingStatuses = ["draft", "active", "sold", "withdrawn", "suspended"] as const;
export type ListingStatus = (typeof listingStatuses)[number];

/**
 * issued: a URL was given out, or some files of a folder have to be sent again. attached: the seller
 * named the path, the job is owed.
 * generated and no_sample: the job has ended. superseded: another upload took its place.
 */
export type UploadState = "issued" | "attached" | "generated" | "no_sample" | "superseded";

/** By the column's name; of columns that the file has not, nothing is shown. */
export type ColumnDescriptions = Record<string, string>;
