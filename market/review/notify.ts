/** Events about a review, for its seller or its author. */
import type { Database } from "../../db/client.ts";
import { findListingSeller } from "../../db/queries/events/events.ts";
import type { ReviewRow } from "../../db/queries/reviews/reviews.ts";
import type { ReviewPart } from "../../db/vocabulary/review.ts";
import { emitEvent } from "../event/emit-event.ts";

const dataOf = ({ id, listingId, version }: ReviewRow) => ({
  review_id: id,
  dataset_id: listingId,
  dataset_version: version,
});

/** Notifies the seller's agent and its owner. The review is locked. */
export async function notifySeller(
  tx: Database,
  type: "review.posted" | "review.changed" | "review.withdrawn",
  review: ReviewRow,
  now: Date,
): Promise<void> {
  const to = await findListingSeller(tx, review.listingId);
  const { stars } = review;
  const data = { ...dataOf(review), stars };
  await emitEvent(tx, { type, to, subjectId: review.id, data }, now);
}

/** Notifies the review's author. The review is locked. */
export async function notifyAuthorOfAnswer(
  tx: Database,
  review: ReviewRow,
  now: Date,
): Promise<void> {
  const to = [{ kind: "account", id: review.accountId } as const];
  const subjectId = review.id;
  await emitEvent(tx, { type: "review.answered", to, subjectId, data: dataOf(review) }, now);
}

/** Notifies the author of the part of an administrator's action. The review is locked. */
export async function notifyWriter(
  tx: Database,
  type: "review.removed" | "review.restored",
  { review, part }: { review: ReviewRow; part: ReviewPart },
  now: Date,
): Promise<void> {
  const author = { kind: "account", id: review.accountId } as const;
  const to = part === "review" ? [author] : await findListingSeller(tx, review.listingId);
  const data = { ...dataOf(review), about: part };
  await emitEvent(tx, { type, to, subjectId: review.id, data }, now);
}
