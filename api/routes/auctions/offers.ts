/** The routes of what was won in auctions and has still to be paid. */
import { Elysia } from "elysia";
import { acceptOffer } from "../../../market/auction/accept-offer.ts";
import { payPurchase } from "../../../market/auction/closing/pay-purchase.ts";
import { declineOffer } from "../../../market/auction/decline-offer.ts";
import { listStandingBids } from "../../../market/auction/list-own-bids.ts";
import { offerBody } from "../../../market/auction/offer-schemas.ts";
import { ownBidsQuery } from "../../../market/auction/own-bid-schemas.ts";
import { listOffers } from "../../../market/auction/read.ts";
import { bidsQuery } from "../../../market/auction/schemas.ts";
import { emptyBody, emptyQuery, idParams } from "../../../market/text.ts";
import type { Edge } from "../../edge.ts";
import { requireOperator } from "../../http/authenticate.ts";
import { callerOf, idempotently, json } from "../../http/idempotency.ts";
import { chargeNewPurchase } from "../buying/purchases.charge.ts";
import { offerOperations as operations } from "./offers.operations.ts";

/** What was won in auctions, and how it is paid or turned down. */
export const offerRoutes = (edge: Edge) =>
  new Elysia({ name: "offers" })
    .use(readingRoutes(edge))
    .use(decliningRoutes(edge))
    .use(payingRoutes(edge));

const decliningRoutes = ({ ctx }: Edge) =>
  new Elysia({ name: "offers-declining" }).post(
    "/offers/:id/decline",
    async ({ request, params, body }) => {
      const operator = await requireOperator(ctx, request, "purchase", "bid");
      return idempotently(ctx, {
        request,
        caller: callerOf(operator),
        input: body,
        status: 200,
        run: (inner) => declineOffer(inner, operator, params.id),
        view: (declined) => declined,
      });
    },
    { params: idParams, body: emptyBody, query: emptyQuery, detail: operations.declineOffer },
  );

const readingRoutes = ({ ctx }: Edge) =>
  new Elysia({ name: "offers-reading" })
    .get(
      "/offers",
      async ({ request, query }) => {
        const operator = await requireOperator(ctx, request, "read", "bid", "purchase");
        return json(200, await listOffers(ctx, operator, query));
      },
      { query: bidsQuery, detail: operations.listOffers },
    )
    .get(
      "/bids",
      async ({ request, query }) => {
        const operator = await requireOperator(ctx, request, "read", "bid", "purchase");
        return json(200, await listStandingBids(ctx, operator, query));
      },
      { query: ownBidsQuery, detail: operations.listOwnBids },
    );

/** Who may not pay at all is told so before the body is read. */
const payingRoutes = (edge: Edge) =>
  new Elysia({ name: "offers-paying" })
    .derive(async ({ request }) => ({
      operator: await requireOperator(edge.ctx, request, "purchase"),
    }))
    .post(
      "/offers/:id/accept",
      ({ request, operator, params, body }) =>
        chargeNewPurchase(edge, {
          request,
          operator,
          input: body,
          open: async (ctx) => ({
            kind: "purchase",
            purchase: await acceptOffer(ctx, operator, params.id, body),
          }),
        }),
      { params: idParams, body: offerBody, query: emptyQuery, detail: operations.acceptOffer },
    )
    .post(
      "/purchases/:id/pay",
      ({ request, operator, params, body }) =>
        chargeNewPurchase(edge, {
          request,
          operator,
          input: body,
          open: async (ctx) => ({
            kind: "purchase",
            purchase: await payPurchase(ctx, operator, params.id, body),
          }),
        }),
      { params: idParams, body: offerBody, query: emptyQuery, detail: operations.payPurchase },
    );
