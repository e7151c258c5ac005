import { cancelWaitingPurchase } from "../../market/purchase/waiting/cancel-waiting-purchase.ts";
import { waitingPurchases } from "../../market/purchase/waiting/contract.ts";
import { getWaitingPurchase, listWaitingPurchases } from "../../market/purchase/waiting/read.ts";
import type { Edge } from "../edge.ts";
import { bind } from "../http/bind.ts";

export const waitingRoutes = (edge: Edge) =>
  bind(edge, waitingPurchases, {
    listWaitingPurchases: (ctx, operator, { query }) => listWaitingPurchases(ctx, operator, query),
    getWaitingPurchase: (ctx, operator, { params }) => getWaitingPurchase(ctx, operator, params.id),
    cancelWaitingPurchase: (ctx, operator, { params }) =>
      cancelWaitingPurchase(ctx, operator, params.id),
  });
