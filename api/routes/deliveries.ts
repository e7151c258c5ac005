import { deliveries } from "../../market/delivery/contract.ts";
import { deliverPurchase } from "../../market/delivery/deliver-purchase.ts";
import { listBucketDeliveries } from "../../market/delivery/read.ts";
import {
  listDeliveryTargets,
  putDeliveryTarget,
  removeDeliveryTarget,
} from "../../market/delivery/targets.ts";
import type { Edge } from "../edge.ts";
import { bind } from "../http/bind.ts";

export const deliveryRoutes = (edge: Edge) =>
  bind(edge, deliveries, {
    putDeliveryTarget: (ctx, operator, { body }) => putDeliveryTarget(ctx, operator, body),
    listDeliveryTargets: (ctx, operator) => listDeliveryTargets(ctx, operator),
    removeDeliveryTarget: (ctx, operator, { params }) =>
      removeDeliveryTarget(ctx, operator, params.id),
    listBucketDeliveries: (ctx, operator, { params, query }) =>
      listBucketDeliveries(ctx, operator, params.id, query),
    deliverPurchase: (ctx, operator, { params, body }) =>
      deliverPurchase(ctx, operator, { targetId: params.id, purchaseId: body.purchase_id }),
  });
