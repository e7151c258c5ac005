/** Public words or pictures that can be reported, by who or what shows them. */
export const reportedKinds = ["dataset", "seller", "collection", "bundle", "request"] as const;
export type ReportedKind = (typeof reportedKinds)[number];

export const reportReasons = [
  "illegal_content",
  "personal_data",
  "infringes_rights",
  "misleading",
  "malware",
  "other",
] as const;
export type ReportReason = (typeof reportReasons)[number];

/** `gone`: it was no longer public when it was examined, so nothing had to be done. */
export const reportOutcomes = ["dismissed", "suspended", "gone"] as const;
export type ReportOutcome = (typeof reportOutcomes)[number];

export const appealOutcomes = ["upheld", "rejected"] as const;
export type AppealOutcome = (typeof appealOutcomes)[number];

/** What administrators can hide of a seller's page. `text`: the words about it, and its links. */
export const sellerParts = ["name", "text", "logo"] as const;
export type SellerPart = (typeof sellerParts)[number];
