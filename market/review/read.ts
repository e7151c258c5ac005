/** Reads of reviews: public, by authors and sellers, and by administrators. */
import { findDataset } from "../../db/queries/catalogue/catalogue.ts";
import {
  pageReported,
  type ReportRow,
  type RevisionRow,
  readReports,
  readRevisions,
} from "../../db/queries/reviews/reports.ts";
import {
  countReviewsOf,
  findReviewDetail,
  pageReviewsOf,
  pageShownReviews,
  type ReviewDetail,
  type ReviewRow,
  readStarCounts,
} from "../../db/queries/reviews/reviews.ts";
import type {
  AdminActor,
  AgentActor,
  OperatorActor,
  OwnerActor,
} from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { cutPage, decodeListCursor, instantKey, instantShape } from "../list-cursor.ts";
import { ratingOf } from "../seller/rules.ts";
import { viewOwnReview, viewReview } from "./review-view.ts";
import { type HiddenReason, hiddenReason } from "./rules.ts";
import type {
  OwnReviewsQuery,
  OwnReviewsView,
  OwnReviewView,
  ReviewsQuery,
  ReviewsView,
} from "./schemas.ts";

/**
 * The visible reviews of a dataset on sale, latest first, and its rating.
 * Errors: dataset_not_found, invalid_request (a foreign cursor).
 */
export async function listReviews(
  ctx: Context,
  datasetId: string,
  { stars, limit, cursor }: ReviewsQuery,
): Promise<ReviewsView> {
  const [dataset, counts] = await Promise.all([
    findDataset(ctx.db, datasetId),
    readStarCounts(ctx.db, datasetId),
  ]);
  if (dataset === null) {
    throw new MarketError("dataset_not_found", "No active dataset has this id.");
  }
  const list = `reviews ${datasetId} ${stars ?? ""}`;
  const after = decodeListCursor(list, cursor, instantShape);
  const slice = { limit: limit + 1, offset: 0, after };
  const rows = await pageShownReviews(ctx.db, { listingId: datasetId, stars, ...slice });
  const keyOf = ({ postedAt, id }: ReviewRow) => instantKey(postedAt, id);
  const { shown, pagination } = cutPage(rows, { list, limit, keyOf });
  const rating = ratingOf(counts);
  return { rating, by_stars: [...counts], items: shown.map(viewReview), pagination };
}

/** An operator's reviews in every state, or the reviews of an agent's datasets. */
export async function listOwnReviews(
  ctx: Context,
  actor: OperatorActor | AgentActor,
  { limit, cursor }: OwnReviewsQuery,
): Promise<OwnReviewsView> {
  const isAuthor = actor.kind === "operator";
  const of = isAuthor ? { authorId: actor.accountId } : { agentId: actor.agentId };
  const role = isAuthor ? "author" : "seller";
  const list = `own reviews ${role}`;
  const after = decodeListCursor(list, cursor, instantShape);
  const rows = await pageReviewsOf(ctx.db, { of, limit: limit + 1, offset: 0, after });
  const keyOf = ({ review }: ReviewDetail) => instantKey(review.postedAt, review.id);
  const { shown, pagination } = cutPage(rows, { list, limit, keyOf });
  return { items: shown.map((row) => viewOwnReview(ctx.config, row, role)), pagination };
}

/** The same for a person on the site: their own reviews, or those of their agents' datasets. */
export async function listOwnerReviews(
  ctx: Context,
  { accountId }: OwnerActor,
  role: OwnReviewView["your_role"],
  page: { limit: number; offset: number },
): Promise<{ items: OwnReviewView[]; total: number }> {
  const of = role === "author" ? { authorId: accountId } : { sellerAccountId: accountId };
  const [rows, total] = await Promise.all([
    pageReviewsOf(ctx.db, { of, ...page }),
    countReviewsOf(ctx.db, of),
  ]);
  return { items: rows.map((row) => viewOwnReview(ctx.config, row, role)), total };
}

export type ReportedReview = {
  review: ReviewRow;
  title: string;
  hiddenBecause: HiddenReason | null;
  reports: ReportRow[];
};

const reportsMax = 500;

/** Reviews with open reports, by their first report. */
export async function listReportedReviews(
  ctx: Context,
  _admin: AdminActor,
  page: { limit: number; offset: number },
): Promise<{ items: ReportedReview[]; total: number }> {
  const { rows, total } = await pageReported(ctx.db, page);
  const ids = rows.map(({ reviewId }) => reviewId);
  const reports = ids.length === 0 ? [] : await readReports(ctx.db, ids, reportsMax);
  const details = await Promise.all(ids.map((id) => findReviewDetail(ctx.db, id)));
  const items = details
    .filter((detail) => detail !== null)
    .map((detail) => ({
      ...viewReported(detail),
      reports: reports.filter(({ reviewId, closedAt }) => {
        return reviewId === detail.review.id && closedAt === null;
      }),
    }));
  return { items, total };
}

function viewReported(detail: ReviewDetail) {
  const { review, title, chargeback } = detail;
  return { review, title, hiddenBecause: hiddenReason({ ...review, chargeback }) };
}

/** A review with all its wordings and reports. Errors: review_not_found. */
export async function viewReviewForAdmin(
  ctx: Context,
  _admin: AdminActor,
  reviewId: string,
): Promise<ReportedReview & { revisions: RevisionRow[] }> {
  const [detail, reports, revisions] = await Promise.all([
    findReviewDetail(ctx.db, reviewId),
    readReports(ctx.db, [reviewId], reportsMax),
    readRevisions(ctx.db, reviewId),
  ]);
  if (detail === null) throw new MarketError("review_not_found", "No review has this id.");
  return { ...viewReported(detail), reports, revisions };
}
