export type ReviewState = "posted" | "withdrawn" | "removed";

/** What is written under a dataset: the buyer's words, and the seller's answer to them. */
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

/** Shown reviews by their stars, one star first. */
export type StarCounts = readonly [number, number, number, number, number];
