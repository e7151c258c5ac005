export const couponStatuses = ["active", "used_up", "expired", "revoked"] as const;
export type CouponStatus = (typeof couponStatuses)[number];
