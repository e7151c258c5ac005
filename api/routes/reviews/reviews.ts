/** The routes of reviews: everybody reads, buyers write, sellers answer, both report. */
import { Elysia } from "elysia";
import { answerReview } from "../../../market/review/answer-review.ts";
import { postReview } from "../../../market/review/post-review.ts";
import { listOwnReviews, listReviews } from "../../../market/review/read.ts";
import { reportReview } from "../../../market/review/report-review.ts";
import {
  answerBody,
  ownReviewQuery,
  ownReviewsQuery,
  reportBody,
  reviewBody,
  reviewsQuery,
} from "../../../market/review/schemas.ts";
import { withdrawReview } from "../../../market/review/withdraw-review.ts";
import { emptyQuery, idParams } from "../../../market/text.ts";
import { respond } from "../../../platform/http-answer.ts";
import type { Edge } from "../../edge.ts";
import {
  requireOperator,
  requireOperatorOrAgent,
  requireVerifiedAgent,
} from "../../http/authenticate.ts";
import { callerOf, idempotently, json } from "../../http/idempotency.ts";
import { reviewOperations as operations } from "./reviews.operations.ts";

export const reviewRoutes = (edge: Edge) =>
  new Elysia({ name: "reviews" })
    .use(publicRoutes(edge))
    .use(authorRoutes(edge))
    .use(sellerRoutes(edge))
    .use(readingRoutes(edge))
    .use(reportRoutes(edge));

const publicRoutes = ({ reads: ctx, cache }: Edge) =>
  new Elysia({ name: "reviews-public" }).get(
    "/datasets/:id/reviews",
    async ({ request, params, query }) => {
      const { stars, limit, cursor } = query;
      const variant = `reviews ${stars ?? ""} ${limit} ${cursor ?? ""}`;
      const answer = await cache.answer(params.id, variant, async () => ({
        body: JSON.stringify(await listReviews(ctx, params.id, query)),
        contentType: "application/json",
      }));
      return respond(request, answer);
    },
    { params: idParams, query: reviewsQuery, detail: operations.listReviews },
  );

/** A PUT says what is to be, so that a repeat changes nothing. */
const authorRoutes = ({ ctx }: Edge) =>
  new Elysia({ name: "reviews-author" })
    .derive(async ({ request }) => ({ operator: await requireOperator(ctx, request, "message") }))
    .put(
      "/datasets/:id/review",
      async ({ operator, params, body }) => {
        const { review, isNew } = await postReview(ctx, operator, params.id, body);
        const response = json(isNew ? 201 : 200, review);
        if (isNew) response.headers.set("location", review.links.reviews);
        return response;
      },
      { params: idParams, body: reviewBody, query: emptyQuery, detail: operations.putReview },
    )
    .delete(
      "/datasets/:id/review",
      async ({ operator, params, query }) => {
        const of = { datasetId: params.id, version: query.version };
        return json(200, await withdrawReview(ctx, operator, of));
      },
      { params: idParams, query: ownReviewQuery, detail: operations.deleteReview },
    );

const sellerRoutes = ({ ctx, tokens }: Edge) =>
  new Elysia({ name: "reviews-seller" })
    .derive(async ({ request }) => ({ agent: await requireVerifiedAgent(ctx, tokens, request) }))
    .put(
      "/reviews/:id/answer",
      async ({ agent, params, body }) => json(200, await answerReview(ctx, agent, params.id, body)),
      { params: idParams, body: answerBody, query: emptyQuery, detail: operations.answerReview },
    );

const readingRoutes = ({ ctx, tokens }: Edge) =>
  new Elysia({ name: "reviews-reading" })
    .derive(async ({ request }) => ({
      actor: await requireOperatorOrAgent(ctx, tokens, request, "message", "read"),
    }))
    .get(
      "/reviews",
      async ({ actor, query }) => json(200, await listOwnReviews(ctx, actor, query)),
      { query: ownReviewsQuery, detail: operations.listOwnReviews },
    );

const reportRoutes = ({ ctx, tokens }: Edge) =>
  new Elysia({ name: "reviews-report" })
    .derive(async ({ request }) => ({
      actor: await requireOperatorOrAgent(ctx, tokens, request, "message"),
    }))
    .post(
      "/reviews/:id/report",
      ({ request, actor, params, body }) => {
        const caller = callerOf(actor);
        return idempotently(ctx, {
          request,
          caller,
          input: body,
          status: 200,
          run: (inner) => reportReview(inner, actor, params.id, body),
          view: (report) => report,
        });
      },
      { params: idParams, body: reportBody, query: emptyQuery, detail: operations.reportReview },
    );
