/** Views of reviews for everybody, authors and sellers, marked as untrusted text. */
import type { ReviewDetail, ReviewRow } from "../../db/queries/reviews/reviews.ts";
import type { Config } from "../../platform/config.ts";
import { hiddenReason } from "./rules.ts";
import type { OwnReviewView, ReviewView } from "./schemas.ts";

const untrusted = (content: string) =>
  ({ content, content_type: "text/plain", untrusted: true }) as const;

/** Without its author and its purchase. */
export function viewReview(review: ReviewRow): ReviewView {
  return {
    id: review.id,
    dataset_id: review.listingId,
    dataset_version: review.version,
    stars: review.stars,
    body: review.text === null ? null : untrusted(review.text),
    posted_at: review.postedAt.toISOString(),
    edited_at: review.editedAt?.toISOString() ?? null,
    wordings: review.revision,
    answer: review.answerRemovedAt === null ? viewAnswer(review) : null,
  };
}

function viewAnswer({ answer, answeredAt, answerEditedAt, editedAt }: ReviewRow) {
  if (answer === null || answeredAt === null) return null;
  const saidAt = answerEditedAt ?? answeredAt;
  return {
    body: untrusted(answer),
    answered_at: answeredAt.toISOString(),
    edited_at: answerEditedAt?.toISOString() ?? null,
    is_older_than_review: editedAt !== null && editedAt > saidAt,
  };
}

/** The author sees the state of the review, the seller that of the answer. */
export function viewOwnReview(
  { PUBLIC_BASE_URL: baseUrl }: Pick<Config, "PUBLIC_BASE_URL">,
  { review, title, status, chargeback }: ReviewDetail,
  role: OwnReviewView["your_role"],
): OwnReviewView {
  const isAuthor = role === "author";
  const shown = viewReview(review);
  const own = { ...review, answerRemovedAt: null };
  return {
    ...shown,
    answer: isAuthor ? shown.answer : viewReview(own).answer,
    your_role: role,
    dataset: { id: review.listingId, title, status },
    is_shown: review.isShown,
    hidden_because: isAuthor ? hiddenReason({ ...review, chargeback }) : null,
    removed_reason: isAuthor ? review.removedReason : null,
    answer_removed_reason: isAuthor ? null : review.answerRemovedReason,
    links: { reviews: `${baseUrl}/datasets/${review.listingId}/reviews` },
  };
}
