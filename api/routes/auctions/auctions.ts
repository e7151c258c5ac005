/** The routes of auctions: bids are placed, listed and retracted. */
import { Elysia } from "elysia";
import { listBids } from "../../../market/auction/list-bids.ts";
import { placeBid } from "../../../market/auction/place-bid.ts";
import { listIncrements } from "../../../market/auction/read.ts";
import { releaseBid } from "../../../market/auction/retraction/release-bid.ts";
import { retractBid } from "../../../market/auction/retraction/retract-bid.ts";
import { bidBody, bidParams, bidsQuery, retractQuery } from "../../../market/auction/schemas.ts";
import { emptyQuery, idParams } from "../../../market/text.ts";
import { respond, toAnswer } from "../../../platform/http-answer.ts";
import type { Edge } from "../../edge.ts";
import { operatorIfKnown, requireOperator, requireVerifiedAgent } from "../../http/authenticate.ts";
import { callerOf, idempotently, json } from "../../http/idempotency.ts";
import { auctionOperations as operations } from "./auctions.operations.ts";

/** Auctions: what everybody sees, what operators do, and what their sellers may. */
export const auctionRoutes = (edge: Edge) =>
  new Elysia({ name: "auctions" })
    .use(publicRoutes(edge))
    .use(biddingRoutes(edge))
    .use(sellingRoutes(edge));

const sellingRoutes = ({ ctx, tokens }: Edge) =>
  new Elysia({ name: "auctions-selling" })
    .derive(async ({ request }) => ({ agent: await requireVerifiedAgent(ctx, tokens, request) }))
    .delete(
      "/listings/:id/bids/:bid_id",
      async ({ agent, params }) => {
        const bid = { listingId: params.id, bidId: params.bid_id };
        return json(200, await releaseBid(ctx, agent, bid));
      },
      { params: bidParams, query: emptyQuery, detail: operations.releaseBid },
    );

const publicRoutes = ({ ctx }: Edge) =>
  new Elysia({ name: "auctions-public" })
    .get(
      "/auctions/increments",
      ({ request }) => {
        const body = JSON.stringify(listIncrements(ctx));
        return respond(request, toAnswer({ body, contentType: "application/json" }));
      },
      { query: emptyQuery, detail: operations.listIncrements },
    )
    .get(
      "/datasets/:id/bids",
      async ({ request, params, query }) => {
        const operator = await operatorIfKnown(ctx, request);
        return json(200, await listBids(ctx, operator, params.id, query));
      },
      { params: idParams, query: bidsQuery, detail: operations.listBids },
    );

/** Who may not bid at all is told so before the body is read. */
const biddingRoutes = ({ ctx }: Edge) =>
  new Elysia({ name: "auctions-bidding" })
    .derive(async ({ request }) => ({ operator: await requireOperator(ctx, request, "bid") }))
    .post(
      "/datasets/:id/bids",
      ({ request, operator, params, body }) =>
        idempotently(ctx, {
          request,
          caller: callerOf(operator),
          input: body,
          status: 201,
          run: (inner) => placeBid(inner, operator, params.id, body),
          view: (bid) => bid,
          location: () => `/datasets/${params.id}/bids`,
        }),
      { params: idParams, body: bidBody, query: emptyQuery, detail: operations.placeBid },
    )
    .delete(
      "/datasets/:id/bids/:bid_id",
      async ({ operator, params, query }) => {
        const bid = { datasetId: params.id, bidId: params.bid_id };
        return json(200, await retractBid(ctx, operator, bid, query));
      },
      { params: bidParams, query: retractQuery, detail: operations.retractBid },
    );
