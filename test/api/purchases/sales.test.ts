/** What sellers see of their sales, and what the catalogue says about buying. */
import { describe, expect, test } from "bun:test";
import type { PurchaseState } from "../../../db/vocabulary/purchase.ts";
import { isBuyable } from "../../../market/listing/pricing/offers.ts";
import { movePurchase } from "../../../market/purchase/move-purchase.ts";
import { listSales, summarizeSales } from "../../../market/purchase/read.ts";
import type { Json } from "../../support/api.ts";
import { publishedListing } from "../../support/listings.ts";
import {
  feeCents,
  newBuyer,
  paidListing,
  priceCents,
  purchaseOf,
  readPurchase,
  testMarket,
} from "../../support/market.ts";
import { newOwner } from "../../support/operators.ts";

const sold: string[] = [];

const market = await testMarket();
const seller = market.seller.owner;
const listingId = await paidListing(market);
const states: PurchaseState[] = [
  "payment_failed",
  "in_escrow",
  "in_escrow",
  "disputed",
  "released",
  "released",
  "refunded",
];
for (const state of states) {
  const buyer = await newBuyer(market.api);
  sold.unshift(await purchaseOf({ ...market, buyer }, listingId, state));
}
const paidOut = await readPurchase(market.api, String(sold[1]));
await market.api.db.transaction((tx) =>
  movePurchase(
    tx,
    paidOut,
    { transferId: `tr_${paidOut.id}`, transferredAt: new Date() },
    { now: new Date(), posting: "transferred" },
  ),
);

describe("the sales of an owner", () => {
  test("sum up by the ledger: held, disputed, owed, paid out, refunded and fees", async () => {
    expect(await summarizeSales(market.api.ctx, seller)).toEqual({
      heldCents: 2 * priceCents,
      disputedCents: priceCents,
      owedCents: priceCents - feeCents,
      paidOutCents: priceCents - feeCents,
      refundedCents: priceCents,
      feeCents: 2 * feeCents,
      currency: "usd",
    });
  });

  test("count payments that a card's bank took back as refunded", async () => {
    const { api } = market;
    const own = { ...market, buyer: await newBuyer(api) };
    const row = await readPurchase(api, await purchaseOf(own, listingId, "disputed"));
    const before = await summarizeSales(api.ctx, seller);
    const change = {
      state: "refunded",
      refundedAt: new Date(),
      refundCause: "charged_back",
    } as const;
    await api.db.transaction((tx) =>
      movePurchase(tx, row, change, { now: new Date(), posting: "charged_back" }),
    );
    const after = await summarizeSales(api.ctx, seller);
    expect(after.refundedCents - before.refundedCents).toBe(priceCents);
    expect(before.disputedCents - after.disputedCents).toBe(priceCents);
    sold.unshift(row.id);
  });

  test("list payments, newest first, by pages, without details of the buyer", async () => {
    const paid = sold.slice(0, -1);
    const all = await listSales(market.api.ctx, seller, { limit: 100, offset: 0 });
    expect(all.total).toBe(paid.length);
    expect(all.items.map((sale) => sale.id)).toEqual(paid);
    const page = await listSales(market.api.ctx, seller, { limit: 2, offset: 3 });
    expect(page.items.map((sale) => sale.id)).toEqual(paid.slice(3, 5));
    const disputed = all.items.find((sale) => sale.state === "disputed");
    expect(disputed).toMatchObject({
      listingId,
      title: "Iris flowers",
      version: 1,
      priceCents,
      feeCents,
      disputeReason: "other",
      disputeDetail: "It is empty.",
      soldAt: expect.any(Date),
    });
    const text = JSON.stringify(all);
    for (const id of paid) {
      const row = await readPurchase(market.api, id);
      expect(text).not.toContain(row.accountId);
      expect(text).not.toContain(row.apiKeyId);
      expect(text).not.toContain(row.paymentMethodId);
    }
  });

  test("are another owner's nothing", async () => {
    const other = await newOwner(market.api);
    expect(await listSales(market.api.ctx, other, { limit: 9, offset: 0 })).toEqual({
      items: [],
      total: 0,
    });
    expect(await summarizeSales(market.api.ctx, other)).toMatchObject({
      heldCents: 0,
      feeCents: 0,
    });
  });
});

describe("a dataset", () => {
  const see = async (fields: Json) => {
    const { api } = market;
    const id = await publishedListing(api, market.seller.token, fields);
    const { body } = await api.send("GET", `/datasets/${id}`);
    return { id, capabilities: body.capabilities as Json, links: body.links as Json };
  };

  test("with a price says that it can be bought, and where", async () => {
    const { id, capabilities, links } = await see({ price_cents: 500 });
    expect(capabilities).toMatchObject({ download: false, buy: true });
    expect(links.buy).toBe(`${market.api.config.PUBLIC_BASE_URL}/datasets/${id}/buy`);
    expect(links).not.toHaveProperty("download");
  });

  test("that is free says that it can be downloaded instead", async () => {
    const { capabilities, links } = await see({});
    expect(capabilities).toMatchObject({ download: true, buy: false });
    expect(links).not.toHaveProperty("buy");
  });

  test("is bought at its price or in a hybrid sale, never by auction or below a card's minimum", () => {
    const cases = [
      ["buy_it_now", 500, true],
      ["hybrid", 500, true],
      ["auction", 500, false],
      ["buy_it_now", 0, false],
      ["hybrid", 0, false],
      ["buy_it_now", 49, false],
      ["buy_it_now", 50, true],
    ] as const;
    for (const [pricingType, cents, expected] of cases) {
      expect([pricingType, cents, isBuyable({ pricingType, priceCents: cents })]).toEqual([
        pricingType,
        cents,
        expected,
      ]);
    }
  });
});
