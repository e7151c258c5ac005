import type { UsedCoupon } from "../../db/queries/coupons/coupons.ts";
import { view } from "../view.ts";
import { couponStatus } from "./rules.ts";
import { type CouponView, couponView } from "./schemas.ts";

export function viewCoupon(
  coupon: UsedCoupon,
  { currency, now }: { currency: string; now: Date },
): CouponView {
  return view(couponView, coupon, {
    currency,
    status: couponStatus(coupon, now),
    dataset_ids: coupon.listingIds,
    max_uses: coupon.usesMax,
    use_count: coupon.uses,
  });
}
