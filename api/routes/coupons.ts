import { coupons } from "../../market/coupon/contract.ts";
import { createCoupon } from "../../market/coupon/create-coupon.ts";
import { listCoupons } from "../../market/coupon/read.ts";
import { revokeCoupon } from "../../market/coupon/revoke-coupon.ts";
import type { CouponView } from "../../market/coupon/schemas.ts";
import type { Edge } from "../edge.ts";
import { bind } from "../http/bind.ts";

export const couponRoutes = (edge: Edge) =>
  bind(edge, coupons, {
    createCoupon: {
      act: (ctx, agent, { body }) => createCoupon(ctx, agent, body),
      location: (_input: unknown, _made: CouponView) => "/coupons",
    },
    listCoupons: (ctx, agent, { query }) => listCoupons(ctx, agent, query),
    revokeCoupon: (ctx, agent, { params }) => revokeCoupon(ctx, agent, params.id),
  });
