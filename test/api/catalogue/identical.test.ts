/** A dataset's detail names cheaper listings of the same bytes while they are on sale. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { listings } from "../../../db/schema/index.ts";
import { IDENTICAL_DATASETS_MAX } from "../../../market/catalogue/limits.ts";
import type { Json } from "../../support/api.ts";
import { bid, hourMs, newAuction, newBidder } from "../../support/auctions.ts";
import { sha256Of, testMarket } from "../../support/market.ts";
import { offer } from "../../support/money.ts";
import { eventually } from "../../support/stack.ts";

setDefaultTimeout(60_000);

const { api, seller } = await testMarket();
const newBytes = () => sha256Of(v7());
const detail = (id: string) => api.send("GET", `/datasets/${id}`);
const change = (id: string, values: Partial<typeof listings.$inferInsert>) =>
  api.db.update(listings).set(values).where(eq(listings.id, id));

async function cheaper(id: string): Promise<[ids: string[], count: unknown]> {
  const { body } = await detail(id);
  return [(body.identical_to as Json[]).map((item) => String(item.id)), body.identical_count];
}

/**
 * Waits until the cached detail names these: Postgres sends its notice a moment after the change.
 */
async function expectCheaper(id: string, ids: string[]): Promise<void> {
  await eventually(
    async () => JSON.stringify(await cheaper(id)) === JSON.stringify([ids, ids.length]),
  );
}

describe("identical and cheaper datasets", () => {
  test("is named, the cheapest first: nothing dearer, equal, unlike, or not on sale", async () => {
    const sha256 = newBytes();
    const on = (priceCents: number, more = {}) =>
      offer(api, seller, { sha256, priceCents, ...more });
    const own = await on(2_000);
    const [dear, free, mid] = [await on(1_500), await on(0), await on(700)];
    await Promise.all([on(2_000), on(2_500), on(20), on(50, { status: "draft" })]);
    await Promise.all([on(60, { status: "withdrawn" }), on(70, { status: "suspended" })]);
    await offer(api, seller, { sha256: newBytes(), priceCents: 100 });
    await newAuction(api, seller, { sha256, startPriceCents: 100 });
    const { body } = await detail(own);
    const facts = { title: "Prices", currency: "usd", pricing_type: "buy_it_now" };
    expect(body.identical_to).toEqual([
      { id: free, price_cents: 0, ...facts },
      { id: mid, price_cents: 700, ...facts },
      { id: dear, price_cents: 1_500, ...facts },
    ]);
    expect(body.identical_count).toBe(3);
    expect(await cheaper(free)).toEqual([[], 0]);
    expect(await cheaper(await offer(api, seller))).toEqual([[], 0]);
  });

  test("is cut at a few, and all are counted", async () => {
    const sha256 = newBytes();
    const own = await offer(api, seller, { sha256, priceCents: 9_000 });
    for (let index = 0; index < IDENTICAL_DATASETS_MAX + 2; index += 1) {
      await offer(api, seller, { sha256, priceCents: 100 + index });
    }
    const [ids, count] = await cheaper(own);
    expect([ids.length, count]).toEqual([IDENTICAL_DATASETS_MAX, IDENTICAL_DATASETS_MAX + 2]);
  });

  test("of an auction costs less than the next minimum bid", async () => {
    const sha256 = newBytes();
    const lot = await newAuction(api, seller, { sha256, startPriceCents: 1_000 });
    const fixed = await offer(api, seller, { sha256, priceCents: 1_200 });
    expect(await cheaper(lot)).toEqual([[], 0]);
    await bid(api, await newBidder(api), lot, 5_000);
    await bid(api, await newBidder(api), lot, 3_000);
    await expectCheaper(lot, [fixed]);
  });
});

describe("a kept detail", () => {
  test("changes with its twins: one comes, gets dearer, has other bytes, goes", async () => {
    const sha256 = newBytes();
    const own = await offer(api, seller, { sha256, priceCents: 2_000 });
    const first = await detail(own);
    expect(first.body.identical_to).toEqual([]);
    const etag = String(first.headers.get("etag"));
    const twin = await offer(api, seller, { sha256, priceCents: 500 });
    await expectCheaper(own, [twin]);
    const headers = { "if-none-match": etag };
    expect((await api.send("GET", `/datasets/${own}`, { headers })).status).toBe(200);
    await change(twin, { priceCents: 2_000 });
    await expectCheaper(own, []);
    const back = await api.send("GET", `/datasets/${own}`, { headers });
    expect(back.status).toBe(304);
    await change(twin, { priceCents: 0 });
    await expectCheaper(own, [twin]);
    await change(twin, { sha256: newBytes() });
    await expectCheaper(own, []);
    await change(twin, { sha256 });
    await expectCheaper(own, [twin]);
    await change(twin, { status: "withdrawn" });
    await expectCheaper(own, []);
  });

  test("names a hybrid until a bid meets its reserve, or its end comes", async () => {
    const sha256 = newBytes();
    const own = await offer(api, seller, { sha256, priceCents: 9_000 });
    const sale = {
      sha256,
      pricingType: "hybrid",
      priceCents: 8_000,
      startPriceCents: 1_000,
    } as const;
    const met = await newAuction(api, seller, { ...sale, reservePriceCents: 2_000 });
    const endsAt = new Date(api.ctx.now().getTime() + hourMs);
    const ending = await newAuction(api, seller, { ...sale, priceCents: 8_500, endsAt });
    await expectCheaper(own, [met, ending]);
    await bid(api, await newBidder(api), met, 2_000);
    await expectCheaper(own, [ending]);
    api.clock.skewMs = hourMs;
    expect(await cheaper(own)).toEqual([[], 0]);
    api.clock.skewMs = 0;
  });
});
