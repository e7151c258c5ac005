/** What a recommendation judges a dataset by. */
export const criteria = [
  "topic",
  "budget",
  "columns",
  "period",
  "granularity",
  "region",
  "completeness",
  "license",
] as const;
export type Criterion = (typeof criteria)[number];

/** From fine to coarse. */
export const granularities = [
  "second",
  "minute",
  "hour",
  "day",
  "week",
  "month",
  "quarter",
  "year",
] as const;
export type Granularity = (typeof granularities)[number];

export const licenseUses = ["commercial", "derivatives"] as const;
export type LicenseUse = (typeof licenseUses)[number];
