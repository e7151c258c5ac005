import type { Database } from "../../db/client.ts";
import { findOwnCoupon } from "../../db/queries/coupons/coupons.ts";
import { sellerPrincipals } from "../../db/queries/events/events.ts";
import { emitEvent } from "../event/emit-event.ts";
import { couponStatus } from "./rules.ts";

type PaidPurchase = {
  id: string;
  listingId: string;
  couponId: string | null;
  sellerAgentId: string;
  sellerAccountId: string;
};

/** Notifies the seller of a purchase that was just paid, if it used a coupon. */
export async function emitCouponUsed(
  tx: Database,
  { id, listingId, couponId, sellerAgentId: agentId, sellerAccountId }: PaidPurchase,
  now: Date,
): Promise<void> {
  const coupon = couponId === null ? null : await findOwnCoupon(tx, { agentId }, couponId);
  if (coupon === null) return;
  const data = {
    coupon_id: coupon.id,
    purchase_id: id,
    dataset_id: listingId,
    status: couponStatus(coupon, now),
    use_count: coupon.uses,
    max_uses: coupon.usesMax,
  };
  const to = sellerPrincipals(agentId, sellerAccountId);
  await emitEvent(tx, { type: "coupon.used", to, subjectId: listingId, data }, now);
}
