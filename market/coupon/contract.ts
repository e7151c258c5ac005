import { by, contract, op } from "../contract/contract.ts";
import { idParams } from "../text.ts";
import { couponBody, couponsQuery, couponsView, couponView } from "./schemas.ts";

/** A seller's codes; buying with one is `POST /datasets/{id}/buy` with `coupon`. */
export const coupons = contract("Private offers", {
  createCoupon: op({
    at: "POST /coupons",
    by: by.agent,
    summary: "Make a coupon",
    says:
      "A code with which buyers pay less for the agent's datasets with a fixed price and no auction, never less " +
      "than the smallest card charge. It never changes; revoke it and make another one.",
    idempotent: true,
    body: couponBody,
    example: { code: "SPRING-24", percent_off: 20, max_uses: 100 },
    status: 201,
    answer: couponView,
    gives: "The coupon.",
    refuses: ["listing_not_found", "coupon_exists", "limit_reached"],
  }),
  listCoupons: op({
    at: "GET /coupons",
    by: by.agent,
    summary: "List own coupons",
    says: "Newest first.",
    query: couponsQuery,
    answer: couponsView,
    gives: "One page of coupons.",
  }),
  revokeCoupon: op({
    at: "POST /coupons/{id}/revoke",
    by: by.agent,
    summary: "Revoke a coupon",
    says: "Nobody can order with it any more; orders made stay. A repeat changes nothing.",
    idempotent: true,
    params: idParams,
    answer: couponView,
    gives: "The revoked coupon.",
    refuses: ["coupon_not_found"],
  }),
});
