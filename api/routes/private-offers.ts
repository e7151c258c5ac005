import { privateOffers } from "../../market/private-offer/contract.ts";
import { createPrivateOffer } from "../../market/private-offer/create-private-offer.ts";
import { movePrivateOffer } from "../../market/private-offer/move-private-offer.ts";
import { getPrivateOffer, listPrivateOffers } from "../../market/private-offer/read.ts";
import type { PrivateOfferDetailView } from "../../market/private-offer/schemas.ts";
import type { Edge } from "../edge.ts";
import { bind } from "../http/bind.ts";

const location = (_input: unknown, made: PrivateOfferDetailView) => `/private-offers/${made.id}`;

export const privateOfferRoutes = (edge: Edge) =>
  bind(edge, privateOffers, {
    createPrivateOffer: {
      act: (ctx, caller, { params, body }) => createPrivateOffer(ctx, caller, params.id, body),
      location,
    },
    listPrivateOffers: (ctx, caller, { query }) => listPrivateOffers(ctx, caller, query),
    getPrivateOffer: (ctx, caller, { params }) => getPrivateOffer(ctx, caller, params.id),
    acceptPrivateOffer: (ctx, caller, { params, body }) =>
      movePrivateOffer(ctx, caller, { id: params.id, move: "accept" }, body ?? {}),
    declinePrivateOffer: (ctx, caller, { params, body }) =>
      movePrivateOffer(ctx, caller, { id: params.id, move: "decline" }, body ?? {}),
    counterPrivateOffer: (ctx, caller, { params, body }) =>
      movePrivateOffer(ctx, caller, { id: params.id, move: "counter" }, body),
    withdrawPrivateOffer: (ctx, caller, { params, body }) =>
      movePrivateOffer(ctx, caller, { id: params.id, move: "withdraw" }, body ?? {}),
  });
