/** Every documented status of reviews. */
import { reports } from "../../../market/report/contract.ts";
import { reviews } from "../../../market/review/contract.ts";
import { sellers } from "../../../market/seller/contract.ts";
import type { Answer } from "../../support/api.ts";
import { paidListing } from "../../support/market.ts";
import { reportListing } from "../reports/support.ts";
import { answerReview, putReview, reportReview, reviewedDataset } from "../reviews/support.ts";
import { getHeld } from "./conditional.ts";
import { contractDrives, type Drive, type Drives } from "./of-contracts.ts";
import { unknownId, type World } from "./world.ts";

/** A call on a dataset that has a new review. */
const onReviewed =
  (act: (w: World, given: Awaited<ReturnType<typeof reviewedDataset>>) => Promise<Answer>): Drive =>
  async (w) =>
    act(w, await reviewedDataset(w.market));

async function removed(w: World, part: "review" | "answer") {
  const given = await reviewedDataset(w.market);
  if (part === "answer") await answerReview(w.api, w.agent.token, given.reviewId, "Thank you.");
  await w.removeReview(given.reviewId, part);
  return given;
}

async function sellerOf(w: World): Promise<string> {
  return String((await w.api.send("GET", "/agent/me", { token: w.agent.token })).body.id);
}

export const reviewDrives: Drives = {
  ...contractDrives(sellers, {
    getSeller: {
      200: async (w) => w.api.send("GET", `/sellers/${await sellerOf(w)}`),
      304: async (w) => getHeld(w.api, `/sellers/${await sellerOf(w)}`),
    },
  }),
  ...contractDrives(reviews, {
    listReviews: {
      200: onReviewed((w, { datasetId }) => w.api.send("GET", `/datasets/${datasetId}/reviews`)),
      304: onReviewed((w, { datasetId }) =>
        getHeld(w.api, `/datasets/${datasetId}/reviews?stars=4`),
      ),
      400: (w) => w.api.send("GET", `/datasets/${unknownId}/reviews?stars=6`),
    },
    putReview: {
      200: onReviewed((w, { datasetId, author }) =>
        putReview(w.api, author.token, datasetId, { stars: 2, text: "Rows are missing." }),
      ),
      201: async (w) => {
        const { author, datasetId } = await reviewedDataset(w.market);
        await w.publishNext(datasetId);
        await w.confirm(author, datasetId);
        return putReview(w.api, author.token, datasetId);
      },
      403: (w) => putReview(w.api, w.buyer.token, w.paidDatasetId, { stars: 5 }),
      409: async (w) => {
        const { author, datasetId } = await removed(w, "review");
        return putReview(w.api, author.token, datasetId, { stars: 5 });
      },
    },
    deleteReview: {
      200: onReviewed((w, { datasetId, author }) =>
        w.api.send("DELETE", `/datasets/${datasetId}/review`, { token: author.token }),
      ),
      409: async (w) => {
        const { author, datasetId } = await removed(w, "review");
        return w.api.send("DELETE", `/datasets/${datasetId}/review`, { token: author.token });
      },
    },
    listOwnReviews: {
      200: onReviewed((w, { author }) => w.api.send("GET", "/reviews", { token: author.token })),
    },
    answerReview: {
      200: onReviewed((w, { reviewId }) =>
        answerReview(w.api, w.agent.token, reviewId, "Thank you."),
      ),
      409: async (w) => {
        const { reviewId } = await removed(w, "answer");
        return answerReview(w.api, w.agent.token, reviewId, "Thank you again.");
      },
    },
    reportReview: {
      200: onReviewed((w, { reviewId }) => reportReview(w.api, w.agent.token, reviewId)),
      409: onReviewed((w, { reviewId, author }) => reportReview(w.api, author.token, reviewId)),
    },
  }),
  ...contractDrives(reports, {
    makeReport: {
      200: async (w) => reportListing(w.api, w.buyer.token, await paidListing(w.market)),
      409: async (w) => reportListing(w.api, w.agent.token, await paidListing(w.market)),
    },
    listOwnReports: {
      200: async (w) => {
        await reportListing(w.api, w.buyer.token, await paidListing(w.market));
        return w.api.send("GET", "/reports", { token: w.buyer.token });
      },
    },
  }),
};
