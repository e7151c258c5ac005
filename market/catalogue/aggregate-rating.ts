/** A dataset's rating in schema.org's words; absent without reviews, because an empty rating is invalid. */
import type { DatasetItem } from "./schemas.ts";

/** `prefix`: the vocabulary's prefix in the document's context. */
export function aggregateRatingOf(
  { rating }: Pick<DatasetItem, "rating">,
  prefix: "" | "sc:" = "",
): { aggregateRating?: Record<string, unknown> } {
  if (rating.mean === null) return {};
  return {
    aggregateRating: {
      "@type": `${prefix}AggregateRating`,
      ratingValue: rating.mean,
      reviewCount: rating.count,
      bestRating: 5,
      worstRating: 1,
    },
  };
}
