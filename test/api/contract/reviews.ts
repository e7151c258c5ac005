/** Every documented status of reviews. */
import { reports } from "../../../market/report/contract.ts";
import { sellers } from "../../../market/seller/contract.ts";
import type { Answer, Call, Json } from "../../support/api.ts";
import { paidListing } from "../../support/market.ts";
import { reportListing } from "../reports/support.ts";
import { answerReview, putReview, reportReview, reviewedDataset } from "../reviews/support.ts";
import { getHeld } from "./conditional.ts";
import { contractDrives, type Drive, type Drives } from "./of-contracts.ts";
import { unknownId, type World } from "./world.ts";

const tooLarge: Call = { body: "x".repeat(300_000) };
const asXml: Call = { body: "<xml/>", headers: { "content-type": "application/xml" } };
const someReview = `/datasets/${unknownId}/review`;
const someAnswer = `/reviews/${unknownId}/answer`;
const someReport = `/reviews/${unknownId}/report`;
const wording: Json = { stars: 5 };
const text: Json = { text: "Thank you." };
const report: Json = { reason: "spam" };

const send =
  (method: string, path: string, call: Call = {}): Drive =>
  (w) =>
    w.api.send(method, path, { token: w.buyer.token, ...call });
const agentSends =
  (method: string, path: string, call: Call = {}): Drive =>
  (w) =>
    w.api.send(method, path, { token: w.agent.token, ...call });

function limitsOf(method: string, path: string, token: (w: World) => string, body?: Json) {
  const call = body === undefined ? {} : { body };
  return {
    401: (w: World) => w.api.send(method, path, call),
    429: (w: World) => w.spentApi.send(method, path, { ...call, token: token(w) }),
    500: (w: World) => w.brokenApi.send(method, path, { ...call, token: token(w) }),
  };
}
const ofBuyer = (w: World) => w.buyer.token;
const ofAgent = (w: World) => w.agent.token;

/** Of a dataset with a review of its own. */
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
  listReviews: {
    200: onReviewed((w, { datasetId }) => w.api.send("GET", `/datasets/${datasetId}/reviews`)),
    304: onReviewed(async (w, { datasetId }) => {
      const path = `/datasets/${datasetId}/reviews?stars=4`;
      const etag = String((await w.api.send("GET", path)).headers.get("etag"));
      return w.api.send("GET", path, { headers: { "if-none-match": etag } });
    }),
    400: send("GET", `/datasets/${unknownId}/reviews?stars=6`),
    404: send("GET", `/datasets/${unknownId}/reviews`),
    429: (w) => w.spentApi.send("GET", `/datasets/${unknownId}/reviews`),
    500: (w) => w.brokenApi.send("GET", `/datasets/${unknownId}/reviews`),
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
    400: send("PUT", someReview, { body: { stars: 6 } }),
    403: (w) => putReview(w.api, w.buyer.token, w.paidDatasetId, wording),
    404: send("PUT", someReview, { body: wording }),
    409: async (w) => {
      const { author, datasetId } = await removed(w, "review");
      return putReview(w.api, author.token, datasetId, wording);
    },
    413: send("PUT", someReview, tooLarge),
    415: send("PUT", someReview, asXml),
    ...limitsOf("PUT", someReview, ofBuyer, wording),
  },
  deleteReview: {
    200: onReviewed((w, { datasetId, author }) =>
      w.api.send("DELETE", `/datasets/${datasetId}/review`, { token: author.token }),
    ),
    400: send("DELETE", `${someReview}?version=0`),
    403: (w) => w.api.send("DELETE", someReview, { token: w.readerToken }),
    404: send("DELETE", someReview),
    409: async (w) => {
      const { author, datasetId } = await removed(w, "review");
      return w.api.send("DELETE", `/datasets/${datasetId}/review`, { token: author.token });
    },
    ...limitsOf("DELETE", someReview, ofBuyer),
  },
  listOwnReviews: {
    200: onReviewed((w, { author }) => w.api.send("GET", "/reviews", { token: author.token })),
    400: send("GET", "/reviews?sort=best"),
    403: (w) => w.api.send("GET", "/reviews", { token: w.bidderToken }),
    ...limitsOf("GET", "/reviews", ofBuyer),
  },
  answerReview: {
    200: onReviewed((w, { reviewId }) =>
      answerReview(w.api, w.agent.token, reviewId, "Thank you."),
    ),
    400: agentSends("PUT", someAnswer, { body: { text: "" } }),
    403: (w) => w.api.send("PUT", someAnswer, { token: w.pendingAgent.token, body: text }),
    404: agentSends("PUT", someAnswer, { body: text }),
    409: async (w) => {
      const { reviewId } = await removed(w, "answer");
      return answerReview(w.api, w.agent.token, reviewId, "Thank you again.");
    },
    413: agentSends("PUT", someAnswer, tooLarge),
    415: agentSends("PUT", someAnswer, asXml),
    ...limitsOf("PUT", someAnswer, ofAgent, text),
  },
  reportReview: {
    200: onReviewed((w, { reviewId }) => reportReview(w.api, w.agent.token, reviewId)),
    400: send("POST", someReport, { body: { reason: "dull" } }),
    403: (w) => w.api.send("POST", someReport, { token: w.readerToken, body: report }),
    404: send("POST", someReport, { body: report }),
    409: onReviewed((w, { reviewId, author }) => reportReview(w.api, author.token, reviewId)),
    413: send("POST", someReport, tooLarge),
    415: send("POST", someReport, asXml),
    422: async (w) => {
      const { reviewId } = await reviewedDataset(w.market);
      const path = `/reviews/${reviewId}/report`;
      const headers = { "idempotency-key": `two-reports-of-${reviewId}` };
      await w.api.send("POST", path, { token: w.buyer.token, body: report, headers });
      const other = { reason: "abusive" };
      return w.api.send("POST", path, { token: w.buyer.token, body: other, headers });
    },
    ...limitsOf("POST", someReport, ofBuyer, report),
  },
  ...contractDrives(reports, {
    reportListing: {
      200: async (w) => reportListing(w.api, w.buyer.token, await paidListing(w.market)),
      409: async (w) => reportListing(w.api, w.agent.token, await paidListing(w.market)),
    },
    listOwnListingReports: {
      200: async (w) => {
        await reportListing(w.api, w.buyer.token, await paidListing(w.market));
        return w.api.send("GET", "/reports", { token: w.buyer.token });
      },
    },
  }),
};
