/** Which changes a published listing allows, as tables. */
import { describe, expect, test } from "bun:test";
import type { PricingType } from "../../../db/vocabulary/listing.ts";
import {
  changedTerms,
  changesMeaning,
  frequencyRefusal,
  mayMatchAnew,
  priceRefusals,
} from "../../../market/listing/changes/rules.ts";
import type { Plan } from "../../../market/listing/pricing/schemas.ts";
import { noProvenance } from "../../../market/listing/provenance/rules.ts";

const now = new Date("2026-11-22T12:00:00Z");
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
const terms = {
  title: "Irises",
  description: "Flowers, measured.",
  category: "scientific",
  tags: ["iris"],
  license: "CC-BY-4.0" as string | null,
  priceCents: 1000,
  plans: [] as Plan[],
  trial: null,
  ...noProvenance,
  contract: null,
};
const auctionTerms = {
  starts_at: null,
  ends_at: "2026-11-23T12:00:00Z",
  start_price_cents: 500,
  reserve_price_cents: 800,
  licenses: 1,
};

describe("the changed terms", () => {
  test("are those that are another value, not those that were sent", () => {
    const patch = { title: "Irises", tags: ["iris"], license: "CC-BY-4.0", price_cents: 1000 };
    expect(changedTerms(terms, patch)).toEqual({ terms, fields: [] });
    expect(changedTerms(terms, {})).toEqual({ terms, fields: [] });
    const changed = changedTerms(terms, { license: null, tags: [], price_cents: 900 });
    expect(changed.fields).toEqual(["tags", "license", "price_cents"]);
    expect(changed.terms).toEqual({ ...terms, license: null, tags: [], priceCents: 900 });
  });
});

describe("a price", () => {
  const cases: [PricingType, number, number, string | null][] = [
    ["buy_it_now", 1000, 900, null],
    ["buy_it_now", 1000, 1000, null],
    ["buy_it_now", 1000, 0, "price_not_changeable"],
    ["buy_it_now", 0, 900, "price_not_changeable"],
    ["auction", 500, 600, "price_not_changeable"],
    ["hybrid", 1000, 900, null],
    ["hybrid", 1000, 800, "invalid_request"],
  ];
  test.each(cases)("of %s from %d to %d: %p", (pricingType, priceCents, next, code) => {
    const terms = pricingType === "buy_it_now" ? null : auctionTerms;
    const found = priceRefusals({ pricingType, priceCents, auctionTerms: terms }, next, now);
    expect(found.map((refusal) => refusal.code as string)).toEqual(code === null ? [] : [code]);
  });

  test("of a hybrid may still change when its auction is about to end", () => {
    const ending = { ...auctionTerms, ends_at: "2026-11-22T12:00:01Z" };
    const sale = { pricingType: "hybrid", priceCents: 1000, auctionTerms: ending } as const;
    expect(priceRefusals(sale, 900, now)).toEqual([]);
  });
});

describe("how often", () => {
  const past = (hours: number[], priceCents: number | null) =>
    hours.map((ago) => ({ changedAt: hoursAgo(ago), priceCents }));

  test("the price changes four times in 24 hours, and the answer says when again", () => {
    const four = past([1, 2, 3, 23], 900);
    expect(frequencyRefusal(four, ["price_cents"], now)).toMatchObject({
      code: "rate_limited",
      retryAfterSeconds: 3600,
    });
    expect(frequencyRefusal(four, ["title"], now)).toBeNull();
    expect(frequencyRefusal(past([1, 2, 3, 24], 900), ["price_cents"], now)).toBeNull();
  });

  test("other changes do not count against the price, but all count together", () => {
    const texts = past(Array(19).fill(5), null);
    expect(frequencyRefusal(texts, ["price_cents"], now)).toBeNull();
    const all = [...texts, ...past([6], null)];
    expect(frequencyRefusal(all, ["title"], now)).toMatchObject({ retryAfterSeconds: 18 * 3600 });
  });
});

test("a listing can match again after a lower price or another text, not after a higher price", () => {
  expect(mayMatchAnew(terms, { ...terms, priceCents: 900 }, ["price_cents"])).toBe(true);
  expect(mayMatchAnew(terms, { ...terms, priceCents: 1100 }, ["price_cents"])).toBe(false);
  expect(mayMatchAnew(terms, { ...terms, priceCents: 1100 }, ["price_cents", "license"])).toBe(
    true,
  );
});

test("its vector changes only with title, description and tags", () => {
  expect(changesMeaning(["license", "price_cents", "category"])).toBe(false);
  expect(changesMeaning(["license", "tags"])).toBe(true);
});
