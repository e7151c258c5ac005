import { type ReviewPart, reviewParts } from "../../../db/vocabulary/review.ts";
import { MarketError } from "../../../market/errors.ts";
import { type FieldErrors, formErrors, textOf } from "../../kit/form.ts";
import { idOf } from "../../kit/ids.ts";
import { withNotice } from "../../kit/notices.ts";
import { pageWanted } from "../../kit/paging.ts";
import { privatePage, redirectTo } from "../../kit/respond.ts";
import type { AdminContext } from "../context.ts";
import type { AdminRequest } from "../handle.ts";
import { ModeratedReviewPage, type RemovalDraft, reasonName } from "./detail-page.tsx";
import { ReportedReviewsPage } from "./list-page.tsx";

/** GET /admin/reviews */
export async function showReportedReviews(
  ctx: AdminContext,
  { admin, frame, url }: AdminRequest,
): Promise<Response> {
  const wanted = pageWanted(url);
  const page = await ctx.administration.listReported(admin, wanted);
  return privatePage(<ReportedReviewsPage {...{ frame, wanted, page }} />);
}

/** GET /admin/reviews/{id} */
export const showModeratedReview = (ctx: AdminContext, page: AdminRequest) =>
  reviewPage(ctx, page, null);

/** POST /admin/reviews/{id}/{part}/remove */
export async function removeReview(
  ctx: AdminContext,
  page: AdminRequest,
  given: URLSearchParams,
): Promise<Response> {
  const of = partOf(page);
  const reason = textOf(given, reasonName(of.part));
  const again = (errors: FieldErrors) =>
    reviewPage(ctx, page, { part: of.part, reason, errors }, 400);
  if (reason.trim() === "") return again({ reason: "Give a reason; the people concerned get it." });
  try {
    await ctx.administration.removeReview(page.admin, of, { reason });
  } catch (error) {
    return again(formErrors(error));
  }
  return redirectTo(withNotice(`/admin/reviews/${of.reviewId}`, "review_removed"));
}

/** POST /admin/reviews/{id}/{part}/restore */
export async function restoreReview(ctx: AdminContext, page: AdminRequest): Promise<Response> {
  const of = partOf(page);
  await ctx.administration.restoreReview(page.admin, of);
  return redirectTo(withNotice(`/admin/reviews/${of.reviewId}`, "review_restored"));
}

/** POST /admin/reviews/{id}/{part}/dismiss */
export async function dismissReports(ctx: AdminContext, page: AdminRequest): Promise<Response> {
  const of = partOf(page);
  await ctx.administration.dismissReports(page.admin, of);
  return redirectTo(withNotice(`/admin/reviews/${of.reviewId}`, "reports_dismissed"));
}

async function reviewPage(
  ctx: AdminContext,
  page: AdminRequest,
  draft: RemovalDraft | null,
  status = 200,
): Promise<Response> {
  const { admin, frame } = page;
  const shown = await ctx.administration.getReviewToModerate(admin, reviewIdOf(page));
  return privatePage(<ModeratedReviewPage {...{ frame, shown, draft }} />, { status });
}

const reviewIdOf = (page: AdminRequest) => idOf(page, "review_not_found", "No review has this id.");

function partOf(page: AdminRequest): { reviewId: string; part: ReviewPart } {
  const part = reviewParts.find((one) => one === page.params.part);
  if (part === undefined) throw new MarketError("route_not_found", "A review has no such part.");
  return { reviewId: reviewIdOf(page), part };
}
