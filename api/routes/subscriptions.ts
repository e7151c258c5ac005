import { subscriptions } from "../../market/subscription/contract.ts";
import { getSubscription, listSubscriptions } from "../../market/subscription/read.ts";
import { changeSubscription } from "../../market/subscription/update-subscription.ts";
import type { Edge } from "../edge.ts";
import { bind } from "../http/bind.ts";

export const subscriptionRoutes = (edge: Edge) =>
  bind(edge, subscriptions, {
    listSubscriptions: (ctx, operator, { query }) => listSubscriptions(ctx, operator, query),
    getSubscription: (ctx, operator, { params }) => getSubscription(ctx, operator, params.id),
    updateSubscription: (ctx, operator, { params, body }) =>
      changeSubscription(ctx, operator, params.id, body),
  });
