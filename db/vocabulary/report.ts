export const listingReportReasons = [
  "illegal_content",
  "personal_data",
  "infringes_rights",
  "misleading",
  "malware",
  "other",
] as const;
export type ListingReportReason = (typeof listingReportReasons)[number];

/**
 * `off_sale`: the listing was no longer on sale when it was examined, so nothing had to be done.
 */
export const listingDecisions = ["dismissed", "suspended", "off_sale"] as const;
export type ListingDecisionKind = (typeof listingDecisions)[number];

export const appealOutcomes = ["upheld", "rejected"] as const;
export type AppealOutcome = (typeof appealOutcomes)[number];
