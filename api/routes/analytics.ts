import { analytics } from "../../market/analytics/contract.ts";
import { listUnmetSearches, readAnalytics } from "../../market/analytics/read.ts";
import type { Edge } from "../edge.ts";
import { bind } from "../http/bind.ts";

export const analyticsRoutes = (edge: Edge) =>
  bind(edge, analytics, {
    readAnalytics: (ctx, agent, { query }) => readAnalytics(ctx, agent, query),
    listUnmetSearches: (ctx, agent, { query }) => listUnmetSearches(ctx, agent, query),
  });
