import { findConfirmedVersion, findReviewDetail } from "../../../db/queries/reviews/reviews.ts";
import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import { getDataset } from "../../../market/catalogue/read.ts";
import type { Context } from "../../../market/context.ts";
import { MarketError } from "../../../market/errors.ts";
import { answerReview } from "../../../market/review/answer-review.ts";
import { postReview } from "../../../market/review/post-review.ts";
import { listOwnerReviews } from "../../../market/review/read.ts";
import { reportReview } from "../../../market/review/report-review.ts";
import { viewReview } from "../../../market/review/review-view.ts";
import {
  answerBody,
  type OwnReviewView,
  type ReviewView,
  reportBody,
  reviewBody,
} from "../../../market/review/schemas.ts";
import { withdrawReview } from "../../../market/review/withdraw-review.ts";
import { parseForm } from "../../kit/form.ts";
import type { PageOf, PageWanted } from "../../kit/paging.ts";

export type ReviewRole = OwnReviewView["your_role"];

/** A dataset to review. `version` is null if the person has no confirmed purchase of it. */
export type Reviewable = {
  datasetId: string;
  title: string;
  version: number | null;
  review: OwnReviewView | null;
};

/**
 * The page searches this many of the account's reviews. An account has at most one for each
 * version.
 */
const ownReviewsRead = 100;

export function reviewUseCases(ctx: Context) {
  const listReviews = (owner: OwnerActor, role: ReviewRole, page: PageWanted) =>
    listOwnerReviews(ctx, owner, role, page);
  return {
    listReviews: (
      owner: OwnerActor,
      role: ReviewRole,
      page: PageWanted,
    ): Promise<PageOf<OwnReviewView>> => listReviews(owner, role, page),
    /**
     * The latest version that may be reviewed, and its review so far. Errors: dataset_not_found.
     */
    getReviewable: async (owner: OwnerActor, datasetId: string): Promise<Reviewable> => {
      const of = { accountId: owner.accountId, listingId: datasetId };
      const [version, { items }] = await Promise.all([
        findConfirmedVersion(ctx.db, of),
        listReviews(owner, "author", { limit: ownReviewsRead, offset: 0 }),
      ]);
      const own = items.filter((item) => item.dataset_id === datasetId);
      const review = own.find((item) => item.dataset_version === version) ?? null;
      const known = own[0]?.dataset.title;
      const title = known ?? (await getDataset(ctx, datasetId)).dataset.title;
      return { datasetId, title, version, review };
    },
    postReview: async (
      owner: OwnerActor,
      datasetId: string,
      form: { stars: number; text: string | null; version: number },
    ): Promise<void> => {
      await postReview(ctx, owner, datasetId, parseForm(reviewBody, form));
    },
    withdrawReview: async (
      owner: OwnerActor,
      datasetId: string,
      version: number,
    ): Promise<void> => {
      await withdrawReview(ctx, owner, { datasetId, version });
    },
    answerReview: async (owner: OwnerActor, reviewId: string, text: string): Promise<void> => {
      await answerReview(ctx, owner, reviewId, parseForm(answerBody, { text }));
    },
    /** The public view of a review. Errors: review_not_found. */
    getShownReview: async (reviewId: string): Promise<ReviewView> => {
      const found = await findReviewDetail(ctx.db, reviewId);
      if (found?.review.isShown === true) return viewReview(found.review);
      throw new MarketError("review_not_found", "No visible review has this id.");
    },
    reportReview: async (
      owner: OwnerActor,
      reviewId: string,
      form: { about: string; reason: string; detail: string | null },
    ): Promise<void> => {
      await reportReview(ctx, owner, reviewId, parseForm(reportBody, form));
    },
  };
}
