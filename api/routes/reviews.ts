import { answerReview } from "../../market/review/answer-review.ts";
import { reviews } from "../../market/review/contract.ts";
import { postReview } from "../../market/review/post-review.ts";
import { listOwnReviews, listReviews } from "../../market/review/read.ts";
import { reportReview } from "../../market/review/report-review.ts";
import { withdrawReview } from "../../market/review/withdraw-review.ts";
import type { Edge } from "../edge.ts";
import { bind } from "../http/bind.ts";
import { json } from "../http/idempotency.ts";

export const reviewRoutes = (edge: Edge) =>
  bind(edge, reviews, {
    listReviews: {
      heldAs: ({ params, query: { stars, limit, cursor } }) => [
        params.id,
        `reviews ${stars ?? ""} ${limit} ${cursor ?? ""}`,
      ],
      read: async (ctx, { params, query }) => ({
        answer: await listReviews(ctx, params.id, query),
      }),
    },
    putReview: {
      respond: async ({ edge: { ctx }, actor, input: { params, body } }) => {
        const { review, isNew } = await postReview(ctx, actor, params.id, body);
        const response = json(isNew ? 201 : 200, review);
        if (isNew) response.headers.set("location", review.links.reviews);
        return response;
      },
    },
    deleteReview: (ctx, operator, { params, query }) =>
      withdrawReview(ctx, operator, { datasetId: params.id, version: query.version }),
    listOwnReviews: (ctx, caller, { query }) => listOwnReviews(ctx, caller, query),
    answerReview: (ctx, agent, { params, body }) => answerReview(ctx, agent, params.id, body),
    reportReview: (ctx, caller, { params, body }) => reportReview(ctx, caller, params.id, body),
  });
