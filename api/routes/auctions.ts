import type { PurchaseRow } from "../../db/queries/purchases/purchases.ts";
import type { OperatorActor } from "../../db/vocabulary/actor.ts";
import { acceptOffer } from "../../market/auction/accept-offer.ts";
import { payPurchase } from "../../market/auction/closing/pay-purchase.ts";
import { auctions } from "../../market/auction/contract.ts";
import { declineOffer } from "../../market/auction/decline-offer.ts";
import { listBids } from "../../market/auction/list-bids.ts";
import { listStandingBids } from "../../market/auction/list-own-bids.ts";
import type { OfferBody } from "../../market/auction/offer-schemas.ts";
import { placeBid } from "../../market/auction/place-bid.ts";
import { listIncrements, listOffers } from "../../market/auction/read.ts";
import { releaseBid } from "../../market/auction/retraction/release-bid.ts";
import { retractBid } from "../../market/auction/retraction/retract-bid.ts";
import type { Context } from "../../market/context.ts";
import { checkTerms } from "../../market/query/acceptance/check-terms.ts";
import type { Edge } from "../edge.ts";
import { bind } from "../http/bind.ts";
import { charged } from "./charge.ts";

export const auctionRoutes = (edge: Edge) =>
  bind(edge, auctions, {
    listIncrements: (ctx) => listIncrements(ctx),
    placeBid: {
      check: ({ actor, request, input: { params, body } }) => {
        const caller = `account:${actor.accountId}`;
        const asked = { datasetId: params.id, choice: body.acceptance, caller };
        return checkTerms(edge.ctx, edge.queries, asked, request.signal);
      },
      act: (ctx, operator, { params, body }) => placeBid(ctx, operator, params.id, body),
      location: ({ params }) => `/datasets/${params.id}/bids`,
    },
    listBids: (ctx, operator, { params, query }) => listBids(ctx, operator, params.id, query),
    retractBid: (ctx, operator, { params, query }) =>
      retractBid(ctx, operator, { datasetId: params.id, bidId: params.bid_id }, query),
    releaseBid: (ctx, agent, { params }) =>
      releaseBid(ctx, agent, { listingId: params.id, bidId: params.bid_id }),
    listOwnBids: (ctx, operator, { query }) => listStandingBids(ctx, operator, query),
    listOffers: (ctx, operator, { query }) => listOffers(ctx, operator, query),
    acceptOffer: paid(acceptOffer),
    declineOffer: (ctx, operator, { params }) => declineOffer(ctx, operator, params.id),
    payPurchase: paid(payPurchase),
  });

type Pay = (
  ctx: Context,
  operator: OperatorActor,
  id: string,
  body: OfferBody,
) => Promise<PurchaseRow>;

const paid = (pay: Pay) =>
  charged(
    async (
      ctx: Context,
      operator: OperatorActor,
      { params, body }: { params: { id: string }; body: OfferBody },
    ) => ({ kind: "purchase", purchase: await pay(ctx, operator, params.id, body) }),
  );
