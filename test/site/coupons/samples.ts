/** Sample coupons in each state, for the tests of each page. */

import { couponStatuses } from "../../../db/vocabulary/coupon.ts";
import type { CouponView } from "../../../market/coupon/schemas.ts";
import type { AccountUseCases } from "../../../site/account/use-cases.ts";
import { isoAt, sampleId } from "../purchase-samples.ts";

export function sampleCouponPages(name: string) {
  const coupons = couponStatuses.map(
    (status, index): CouponView => ({
      id: sampleId(index + 1),
      status,
      code: `SPRING-24-${index}`,
      percent_off: index === 1 ? null : 20,
      amount_off_cents: index === 1 ? 500 : null,
      currency: "usd",
      dataset_ids: [null, [sampleId(50)], [sampleId(50), sampleId(51)], null][index] ?? null,
      max_uses: index === 0 ? null : 100,
      use_count: 7,
      once_per_buyer: true,
      expires_at: index === 2 ? isoAt(-1) : null,
      created_at: isoAt(-5),
      revoked_at: status === "revoked" ? isoAt(-1) : null,
    }),
  );
  return {
    listCoupons: async () => ({ items: coupons, total: 43 }),
    listCouponListings: async () => [
      { id: sampleId(50), title: name, priceCents: 900, agentId: sampleId(60), agentName: name },
    ],
    makeCoupon: async () => undefined,
    revokeCoupon: async () => undefined,
  } satisfies Partial<AccountUseCases>;
}
