export type ReviewState = "posted" | "withdrawn" | "removed";

/** The texts under a dataset: the buyer's review, and the seller's answer. */
export const reviewParts = ["review", "answer"] as const;
export type ReviewPart = (typeof reviewParts)[number];

export const reportReasons = [
  "spam",
  "abusive",
  "personal_data",
  "not_about_dataset",
  "other",
] as const;
export type ReportReason = (typeof reportReasons)[number];

/** Numbers of shown reviews by stars, one star first. */
export type StarCounts = readonly [number, number, number, number, number];
