/** Defined by the client: docs/interface.md, categories-set. */
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

/** How often the data is updated. */
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

/** Of a paid file: whether its profile lists the most frequent values of columns. */
export const distributionLevels = ["full", "coarse"] as const;
export type DistributionLevel = (typeof distributionLevels)[number];

export const pricingTypes = ["buy_it_now", "auction", "hybrid"] as const;
export type PricingType = (typeof pricingTypes)[number];

/** How long a period of a subscription is. */
export const planIntervals = ["month", "year"] as const;
export type PlanInterval = (typeof planIntervals)[number];

export const listingStatuses = ["draft", "active", "sold", "withdrawn", "suspended"] as const;
export type ListingStatus = (typeof listingStatuses)[number];

/**
 * `issued`: a URL was issued, or some files of a folder must be sent again. `attached`: the seller
 * has attached the file, and its job is due. `generated` and `no_sample`: the job has ended.
 * `superseded`: another upload replaced it. `trial`: rows drawn from another upload, for a trial.
 */
export type UploadState =
  | "issued"
  | "attached"
  | "generated"
  | "no_sample"
  | "superseded"
  | "trial";

/**
 * `preparing`: a worker will draw the rows. `superseded`: no longer on offer, and nobody who bought
 * it can download it.
 */
export type TrialFileState = "preparing" | "ready" | "failed" | "superseded";

/** By column name; names that the file lacks are not shown. */
export type ColumnDescriptions = Record<string, string>;
