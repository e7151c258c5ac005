import { earnings } from "../../market/earnings/contract.ts";
import { listPayouts, listSold, readEarnings } from "../../market/earnings/read.ts";
import type { Edge } from "../edge.ts";
import { bind } from "../http/bind.ts";

export const earningRoutes = (edge: Edge) =>
  bind(edge, earnings, {
    listSales: (ctx, agent, { query }) => listSold(ctx, agent, query),
    readEarnings: (ctx, agent, { query }) => readEarnings(ctx, agent, query),
    listPayouts: (ctx, agent, { query }) => listPayouts(ctx, agent, query),
  });
