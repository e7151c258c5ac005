/** What a coupon is good for, and what it makes of a price. */
import { expect, test } from "bun:test";
import { couponRefusal, couponStatus } from "../../../market/coupon/rules.ts";
import { priceForBuyer } from "../../../market/pricing.ts";

const now = new Date("2026-11-30T12:00:00Z");
const coupon = {
  usesMax: 2,
  expiresAt: new Date("2026-12-01T00:00:00Z"),
  revokedAt: null,
  listingIds: ["a"],
  oncePerBuyer: true,
  uses: 0,
  usesOfBuyer: 0,
};
const listing = { id: "a", pricingType: "buy_it_now" as const };

test("a coupon is refused once it is used up, expired, revoked, used by the buyer, or elsewhere", () => {
  const detail = (change: object, of: object = {}) =>
    couponRefusal({ ...coupon, ...change }, { ...listing, ...of }, now)?.detail ?? null;
  expect(couponRefusal(coupon, listing, now)).toBeNull();
  expect(couponRefusal(null, listing, now)?.code).toBe("coupon_not_valid");
  expect(detail({ uses: 2 })).toContain("used up");
  expect(detail({ expiresAt: now })).toContain("expired");
  expect(detail({ revokedAt: now, uses: 2 })).toContain("revoked");
  expect(detail({ usesOfBuyer: 1 })).toContain("before");
  expect(detail({ usesOfBuyer: 1, oncePerBuyer: false })).toBeNull();
  expect(detail({}, { id: "b" })).toContain("other datasets");
  expect(detail({ listingIds: null }, { id: "b" })).toBeNull();
  expect(detail({}, { pricingType: "hybrid" })).toContain("fixed price");
  expect(couponStatus({ ...coupon, usesMax: null, expiresAt: null, uses: 9 }, now)).toBe("active");
});

test.each([
  ["nothing", 1000, null, null, 1000],
  ["a private price", 1000, 900, null, 900],
  ["a private price above the list", 800, 900, null, 800],
  [
    "a percentage, in the seller's favour",
    999,
    null,
    { percentOff: 33, amountOffCents: null },
    670,
  ],
  ["an amount", 1000, null, { percentOff: null, amountOffCents: 300 }, 700],
  ["an amount above the price", 1000, null, { percentOff: null, amountOffCents: 2000 }, 50],
  [
    "a percentage below the smallest charge",
    100,
    null,
    { percentOff: 99, amountOffCents: null },
    50,
  ],
  ["a free dataset", 0, null, { percentOff: 50, amountOffCents: null }, 0],
])("%s makes the price", (_, list, agreedCents, reduction, price) => {
  expect(priceForBuyer(list, { agreedCents, coupon: reduction })).toBe(price);
});
