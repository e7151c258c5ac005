/** Shared by the suites about reviews: a bought dataset, its review, and the public view. */
import type { Answer, Json, TestApi } from "../../support/api.ts";
import {
  type Buyer,
  type Market,
  newBuyer,
  paidListing,
  purchaseOf,
} from "../../support/market.ts";

export type ReviewBody = {
  id: string;
  dataset_id: string;
  dataset_version: number;
  stars: number;
  body: { content: string; untrusted: boolean } | null;
  wordings: number;
  edited_at: string | null;
  answer: { body: { content: string }; is_older_than_review: boolean } | null;
  is_shown: boolean;
  hidden_because: string | null;
  removed_reason: string | null;
  answer_removed_reason: string | null;
};

export const putReview = (
  api: TestApi,
  token: string,
  datasetId: string,
  body: Json = { stars: 4, text: "Complete." },
): Promise<Answer> => api.send("PUT", `/datasets/${datasetId}/review`, { token, body });

export const answerReview = (api: TestApi, token: string, reviewId: string, text: string) =>
  api.send("PUT", `/reviews/${reviewId}/answer`, { token, body: { text } });

export const reportReview = (
  api: TestApi,
  token: string,
  reviewId: string,
  body: Json = { reason: "spam" },
) => api.send("POST", `/reviews/${reviewId}/report`, { token, body });

/** A buyer with a confirmed purchase of the listing's current version. */
export async function confirmedBuyer(
  market: Market,
  listingId: string,
): Promise<Buyer & { purchaseId: string }> {
  const buyer = await newBuyer(market.api);
  const purchaseId = await purchaseOf({ ...market, buyer }, listingId, "released");
  return { ...buyer, purchaseId };
}

/** A dataset that was bought and reviewed. */
export async function reviewedDataset(
  market: Market,
  body: Json = { stars: 4, text: "Complete." },
) {
  const datasetId = await paidListing(market);
  const author = await confirmedBuyer(market, datasetId);
  const posted = await putReview(market.api, author.token, datasetId, body);
  if (posted.status !== 201) throw new Error(`the review failed: ${posted.text}`);
  return { datasetId, author, reviewId: String(posted.body.id) };
}

/** The public view. */
export async function shownReviews(api: TestApi, datasetId: string, query = "") {
  const { status, body, text } = await api.send("GET", `/datasets/${datasetId}/reviews${query}`);
  const shown = body as {
    rating: { mean: number | null; count: number };
    by_stars: number[];
    items: ReviewBody[];
    pagination: { has_more: boolean; next_cursor: string | null };
  };
  return { status, text, ...shown };
}

export async function ownReviews(api: TestApi, token: string): Promise<ReviewBody[]> {
  const { body } = await api.send("GET", "/reviews", { token });
  return body.items as ReviewBody[];
}
