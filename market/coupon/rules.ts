/** What a coupon is good for. Pure. */
import type { CouponStatus } from "../../db/vocabulary/coupon.ts";
import type { PricingType } from "../../db/vocabulary/listing.ts";
import type { Refusal } from "../refusal.ts";

type Limits = { usesMax: number | null; expiresAt: Date | null; revokedAt: Date | null };

export function couponStatus(coupon: Limits & { uses: number }, now: Date): CouponStatus {
  if (coupon.revokedAt !== null) return "revoked";
  if (coupon.expiresAt !== null && now >= coupon.expiresAt) return "expired";
  if (coupon.usesMax !== null && coupon.uses >= coupon.usesMax) return "used_up";
  return "active";
}

/** As it is stored and compared. */
export const normalizeCode = (code: string): string => code.toUpperCase();

type Coupon = Limits & {
  listingIds: string[] | null;
  oncePerBuyer: boolean;
  uses: number;
  usesOfBuyer: number;
};

const words: Record<Exclude<CouponStatus, "active">, string> = {
  revoked: "The seller has revoked this coupon.",
  expired: "This coupon has expired.",
  used_up: "This coupon is used up.",
};

/** Why a buyer cannot use it for this listing; null if they can. */
export function couponRefusal(
  coupon: Coupon | null,
  listing: { id: string; pricingType: PricingType },
  now: Date,
): Refusal | null {
  const refused = (detail: string): Refusal => {
    return { code: "coupon_not_valid", pointer: "/coupon", detail };
  };
  if (coupon === null) return refused("The dataset's seller has no such coupon.");
  const status = couponStatus(coupon, now);
  if (status !== "active") return refused(words[status]);
  if (coupon.listingIds !== null && !coupon.listingIds.includes(listing.id)) {
    return refused("This coupon is for other datasets of the seller.");
  }
  // A hybrid's lowered price could undercut bids that bind.
  if (listing.pricingType !== "buy_it_now") {
    return refused("Coupons are for datasets with a fixed price and no auction.");
  }
  if (!coupon.oncePerBuyer || coupon.usesOfBuyer === 0) return null;
  return refused("You have used this coupon before.");
}
