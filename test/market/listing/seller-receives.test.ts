/** A seller's proceeds as a table: the same amounts in cents and in words. */
import { expect, test } from "bun:test";
import { sellerReceives } from "../../../market/listing/seller-receives.ts";
import { feeText } from "../../../market/pricing.ts";

const terms = (start: number, reserve: number | null) => ({
  start_price_cents: start,
  reserve_price_cents: reserve,
});
const usd = { feeBps: 500, currency: "usd" };

test("of a price, the fee is rounded down to the cent", () => {
  const offer = { pricingType: "buy_it_now", priceCents: 499, auctionTerms: null } as const;
  expect(sellerReceives(offer, usd)).toEqual({
    fee_bps: 500,
    seller_receives_cents: 475,
    start_price_receives_cents: null,
    reserve_price_receives_cents: null,
    seller_receives: "You receive $4.75 of $4.99. The fee is 5% of each sale.",
  });
});

test("of an auction, its start price and its reserve; a hybrid has a price, too", () => {
  const auction = {
    pricingType: "auction",
    priceCents: 0,
    auctionTerms: terms(500, null),
  } as const;
  expect(sellerReceives(auction, usd)).toMatchObject({
    seller_receives_cents: null,
    start_price_receives_cents: 475,
    seller_receives: "You receive $4.75 of the start price of $5.00. The fee is 5% of each sale.",
  });
  const hybrid = {
    pricingType: "hybrid",
    priceCents: 2000,
    auctionTerms: terms(500, 1050),
  } as const;
  expect(sellerReceives(hybrid, usd)).toMatchObject({
    seller_receives_cents: 1900,
    start_price_receives_cents: 475,
    reserve_price_receives_cents: 998,
    seller_receives:
      "You receive $4.75 of the start price of $5.00, $9.98 of the reserve of $10.50 and " +
      "$19.00 of the buy-it-now price of $20.00. The fee is 5% of each sale.",
  });
});

test("of a free dataset nothing; and without a fee all of it", () => {
  const free = { pricingType: "buy_it_now", priceCents: 0, auctionTerms: null } as const;
  expect(sellerReceives(free, usd)).toMatchObject({
    seller_receives_cents: 0,
    seller_receives: "It is free: you receive nothing. The fee is 5% of each sale.",
  });
  expect(sellerReceives({ ...free, priceCents: 499 }, { ...usd, feeBps: 0 })).toMatchObject({
    seller_receives_cents: 499,
    seller_receives: "You receive $4.99 of $4.99. There is no fee.",
  });
});

test.each([
  [500, "5%"],
  [737, "7.37%"],
  [1, "0.01%"],
  [4999, "49.99%"],
])("%p basis points are %p", (bps, text) => {
  expect(feeText(bps)).toBe(text);
});
