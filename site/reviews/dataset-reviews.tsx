/** The reviews on a dataset's page, with links to write one and to ask the seller. */
import type { DatasetDetail } from "../../market/catalogue/schemas.ts";
import { counted } from "../../market/counted.ts";
import type { ReviewsView } from "../../market/review/schemas.ts";
import { Bar } from "../catalogue/charts/shares.tsx";
import { formatCount } from "../kit/format.ts";
import { ReviewWords } from "./review-parts.tsx";
import { ratingText } from "./stars.tsx";

type Props = {
  dataset: Pick<DatasetDetail, "id" | "rating">;
  reviews: ReviewsView;
  /** Whether newer reviews are on an earlier page. */
  isOlder: boolean;
};

export function DatasetReviews({ dataset, reviews, isOlder }: Props): JSX.Element {
  const { items, pagination, by_stars: byStars } = reviews;
  const path = `/datasets/${dataset.id}/reviews`;
  return (
    <section class="card stack-m" id="reviews">
      <h2>
        Reviews by buyers{" "}
        <span class="muted small" safe>
          {ratingText(reviews.rating) ?? ""}
        </span>
      </h2>
      {items.length === 0 ? (
        <p class="muted">No buyer has reviewed it yet.</p>
      ) : (
        <>
          <StarCounts byStars={byStars} />
          <p class="small muted">
            The mean covers all versions. It does not affect the order of search results.
          </p>
          <ol class="letters full">
            {items.map((review) => (
              <li>
                <ReviewWords review={review} />
                <p class="small">
                  <a href={`/account/reviews/${review.id}/report`} rel="nofollow">
                    Report<span class="unseen"> this review</span>
                  </a>
                </p>
              </li>
            ))}
          </ol>
        </>
      )}
      <p class="actions">
        {isOlder && (
          <a class="button plain" href={path}>
            Latest reviews
          </a>
        )}
        {pagination.next_cursor !== null && (
          <a
            class="button plain"
            rel="next nofollow"
            href={`${path}?reviews=${encodeURIComponent(pagination.next_cursor)}`}
          >
            Older reviews
          </a>
        )}
        <a class="button plain" href={`/account/reviews/of/${dataset.id}`} rel="nofollow">
          Write a review
        </a>
        <a class="button plain" href={`/account/messages/to/${dataset.id}`} rel="nofollow">
          Ask the seller
        </a>
      </p>
    </section>
  );
}

function StarCounts({ byStars }: { byStars: readonly number[] }): JSX.Element {
  const total = byStars.reduce((sum, count) => sum + count, 0);
  const rows = byStars.map((count, index) => ({ stars: index + 1, count })).toReversed();
  return (
    <ul class="tops star-counts" aria-label="Reviews by stars">
      {rows.map(({ stars, count }) => (
        <li>
          <span safe>{counted(stars, "star")}</span>
          <Bar share={total === 0 ? 0 : count / total} />
          <span safe>{formatCount(count)}</span>
        </li>
      ))}
    </ul>
  );
}
