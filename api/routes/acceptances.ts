import { purchaseAcceptances, saleAcceptances } from "../../market/query/acceptance/contract.ts";
import { getPurchaseAcceptance, getSaleAcceptance } from "../../market/query/acceptance/read.ts";
import type { Edge } from "../edge.ts";
import { bind } from "../http/bind.ts";

export const purchaseAcceptanceRoutes = (edge: Edge) =>
  bind(edge, purchaseAcceptances, {
    getPurchaseAcceptance: (ctx, operator, { params }) =>
      getPurchaseAcceptance(ctx, operator, params.id),
  });

export const saleAcceptanceRoutes = (edge: Edge) =>
  bind(edge, saleAcceptances, {
    getSaleAcceptance: (ctx, agent, { params }) => getSaleAcceptance(ctx, agent, params.id),
  });
