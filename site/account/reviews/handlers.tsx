import { keptFormRefusal } from "../../kit/form.ts";
import { idOf } from "../../kit/ids.ts";
import { type NoticeCode, withNotice } from "../../kit/notices.ts";
import { pageWanted } from "../../kit/paging.ts";
import { privatePage, redirectTo } from "../../kit/respond.ts";
import type { AccountContext } from "../context.ts";
import type { AccountRequest } from "../handle.tsx";
import { type Draft, orNull, readFields } from "./form.tsx";
import { ReviewsPage } from "./list-page.tsx";
import { AnswerReviewPage, ReportReviewPage, WriteReviewPage } from "./write-page.tsx";

type Again = { draft?: Draft; status?: number; headers?: [string, string][] };

const reviewNames = ["stars", "text"];
const answerNames = ["text"];
const reportNames = ["about", "reason", "detail"];

/** Starts with the input saved when the session ended, if there is any. */
const againOf = ({ kept }: AccountRequest, names: string[]): Again =>
  kept === null ? {} : { draft: { fields: readFields(kept, names), errors: {} } };

/** GET /account/reviews; `of=datasets`: reviews of the datasets of the account's agents. */
export async function showReviews(
  ctx: AccountContext,
  { owner, frame, url }: AccountRequest,
): Promise<Response> {
  const role = url.searchParams.get("of") === "datasets" ? "seller" : "author";
  const wanted = pageWanted(url);
  const page = await ctx.account.listReviews(owner, role, wanted);
  return privatePage(<ReviewsPage {...{ frame, role, wanted, page }} />);
}

/** GET /account/reviews/of/{dataset} */
export const showWriteReview = (ctx: AccountContext, page: AccountRequest) =>
  writePage(ctx, page, againOf(page, reviewNames));

/** GET /account/reviews/{id}/answer */
export const showAnswerReview = (ctx: AccountContext, page: AccountRequest) =>
  answerPage(ctx, page, againOf(page, answerNames));

/** GET /account/reviews/{id}/report */
export const showReportReview = (ctx: AccountContext, page: AccountRequest) =>
  reportPage(ctx, page, againOf(page, reportNames));

/** POST /account/reviews/of/{dataset} */
export async function postReview(
  ctx: AccountContext,
  page: AccountRequest,
  form: URLSearchParams,
): Promise<Response> {
  const id = datasetIdOf(page);
  const fields = readFields(form, reviewNames);
  if (!/^[1-5]$/.test(fields.stars ?? "")) {
    return writePage(ctx, page, {
      draft: { fields, errors: { stars: "Choose the number of stars." } },
      status: 400,
    });
  }
  const { version } = await ctx.account.getReviewable(page.owner, id);
  const wish = { stars: Number(fields.stars), text: orNull(fields.text), version: version ?? 1 };
  return submit(fields, {
    act: () => ctx.account.postReview(page.owner, id, wish),
    done: ["/account/reviews", "review_posted"],
    showAgain: (again) => writePage(ctx, page, again),
  });
}

/** POST /account/reviews/of/{dataset}/withdraw */
export async function withdrawReview(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  const id = datasetIdOf(page);
  const { version } = await ctx.account.getReviewable(page.owner, id);
  await ctx.account.withdrawReview(page.owner, id, version ?? 1);
  return redirectTo(withNotice("/account/reviews", "review_withdrawn"));
}

/** POST /account/reviews/{id}/answer */
export function answerReview(
  ctx: AccountContext,
  page: AccountRequest,
  form: URLSearchParams,
): Promise<Response> {
  const fields = readFields(form, answerNames);
  return submit(fields, {
    act: () => ctx.account.answerReview(page.owner, reviewIdOf(page), fields.text ?? ""),
    done: ["/account/reviews?of=datasets", "review_answered"],
    showAgain: (again) => answerPage(ctx, page, again),
  });
}

/** POST /account/reviews/{id}/report */
export function reportReview(
  ctx: AccountContext,
  page: AccountRequest,
  form: URLSearchParams,
): Promise<Response> {
  const fields = readFields(form, reportNames);
  const { about = "", reason = "", detail } = fields;
  const wish = { about, reason, detail: orNull(detail) };
  return submit(fields, {
    act: () => ctx.account.reportReview(page.owner, reviewIdOf(page), wish),
    done: ["/account/reviews", "review_reported"],
    showAgain: (again) => reportPage(ctx, page, again),
  });
}

type Submission = {
  act: () => Promise<void>;
  /** The page to redirect to, and the notice shown there. */
  done: [path: string, notice: NoticeCode];
  showAgain: (again: Again) => Promise<Response>;
};

async function submit(fields: Draft["fields"], given: Submission): Promise<Response> {
  try {
    await given.act();
  } catch (error) {
    const { errors, status, headers } = keptFormRefusal(error);
    return given.showAgain({ draft: { fields, errors }, status, headers });
  }
  return redirectTo(withNotice(...given.done));
}

async function writePage(
  ctx: AccountContext,
  page: AccountRequest,
  { draft, ...answer }: Again,
): Promise<Response> {
  const { owner, frame } = page;
  const shown = await ctx.account.getReviewable(owner, datasetIdOf(page));
  const stars = String(shown.review?.stars ?? "");
  const fields = { stars, text: shown.review?.body?.content ?? "" };
  const given = draft ?? { fields, errors: {} };
  return privatePage(<WriteReviewPage {...{ frame, shown }} draft={given} />, answer);
}

async function answerPage(
  ctx: AccountContext,
  page: AccountRequest,
  { draft, ...answer }: Again,
): Promise<Response> {
  const { frame } = page;
  const review = await ctx.account.getShownReview(reviewIdOf(page));
  const fields = { text: review.answer?.body.content ?? "" };
  const given = draft ?? { fields, errors: {} };
  return privatePage(<AnswerReviewPage {...{ frame, review }} draft={given} />, answer);
}

async function reportPage(
  ctx: AccountContext,
  page: AccountRequest,
  { draft = { fields: {}, errors: {} }, ...answer }: Again,
): Promise<Response> {
  const { frame } = page;
  const review = await ctx.account.getShownReview(reviewIdOf(page));
  return privatePage(<ReportReviewPage {...{ frame, review, draft }} />, answer);
}

const datasetIdOf = (page: AccountRequest) =>
  idOf(page, "dataset_not_found", "No dataset has this id.");

const reviewIdOf = (page: AccountRequest) =>
  idOf(page, "review_not_found", "No visible review has this id.");
