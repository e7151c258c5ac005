/** What buyers think of a dataset, in schema.org's words: with reviews alone, as an empty rating is none. */
import type { DatasetItem } from "./schemas.ts";

/** `prefix`: of the vocabulary in the document's context. */
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
