export const listingReportReasons = [
  "illegal_content",
  "personal_data",
  "infringes_rights",
  "misleading",
  "malware",
  "other",
] as const;
export type ListingReportReason = (typeof listingReportReasons)[number];

/** off_sale: the listing was not on sale any more when it was looked at, and nothing was to be done. */
export const listingDecisions = ["dismissed", "suspended", "off_sale"] as const;
export type ListingDecisionKind = (typeof listingDecisions)[number];

export const appealOutcomes = ["upheld", "rejected"] as const;
export type AppealOutcome = (typeof appealOutcomes)[number];
