/** A listing sold by auction: drafted, published, found, shown, and frozen by its first bid. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import {
  closeDueAuctions,
  closeIdleAuctions,
} from "../../../market/auction/closing/close-due-auctions.ts";
import { verifiedAgent } from "../../support/agents.ts";
import { type Json, testApi } from "../../support/api.ts";
import { bid, hourMs, newBidder, readAuction, setDefaultCard } from "../../support/auctions.ts";
import { attachFile, createDraft, endJob, publishedListing } from "../../support/listings.ts";
import { type MoneyBuyer, newPayingBuyer } from "../../support/money.ts";
import { readAwards } from "../../support/paid-auctions.ts";
import { eventually } from "../../support/stack.ts";
import { sharedClient } from "../../support/stripe.ts";

setDefaultTimeout(60_000);

const api = await testApi();
const token = (await verifiedAgent(api)).token;
const bidder = await newBidder(api);

const from = (ms: number) => new Date(Date.now() + ms).toISOString();
const terms = (change: Json = {}) => ({
  ends_at: from(24 * hourMs),
  start_price_cents: 1_000,
  ...change,
});
const detail = (id: string) => api.send("GET", `/datasets/${id}`);
const found = async (query: string) => {
  const answer = await api.send("GET", `/datasets?${query}`);
  expect(answer.status).toBe(200);
  return (answer.body.items as Json[]).map((item) => item.id);
};
const newSale = (auction: Json, fields: Json = {}) =>
  publishedListing(api, token, { pricing_type: "auction", auction, ...fields });

describe("a draft", () => {
  test("states the terms of its auction, which its agent reads back and replaces", async () => {
    const auction = terms({ reserve_price_cents: 5_000, licenses: 3 });
    const id = await createDraft(api, token, { pricing_type: "auction", auction });
    const read = await api.send("GET", `/listings/${id}`, { token });
    expect(read.body).toMatchObject({
      pricing_type: "auction",
      auction: { ...auction, starts_at: null },
    });
    const patch = (body: Json) => api.send("PATCH", `/listings/draft/${id}`, { token, body });
    expect((await patch({ auction: terms({ licenses: 1 }) })).body.auction).toMatchObject({
      licenses: 1,
      reserve_price_cents: null,
    });
    const plain = await patch({ pricing_type: "buy_it_now", auction: null });
    expect(plain.body).toMatchObject({ pricing_type: "buy_it_now", auction: null });
  });

  test("is not published with terms that make no sense; each is named", async () => {
    const cases: [Json, string[]][] = [
      [{ pricing_type: "auction" }, ["/auction missing"]],
      [
        { pricing_type: "auction", auction: terms({ ends_at: from(60_000) }) },
        ["/auction/ends_at too_early"],
      ],
      [
        { pricing_type: "auction", auction: terms({ start_price_cents: 10 }) },
        ["/auction/start_price_cents too_low"],
      ],
      [{ pricing_type: "hybrid", price_cents: 900, auction: terms() }, ["/price_cents too_low"]],
      [{ auction: terms() }, ["/auction not_allowed"]],
    ];
    for (const [fields, faults] of cases) {
      const id = await createDraft(api, token, fields);
      await endJob(api, await attachFile(api, token, id));
      const read = await api.send("GET", `/listings/${id}`, { token });
      const named = (list: unknown) =>
        (list as Json[]).map(({ pointer, code }) => `${pointer} ${code}`);
      expect(named(read.body.publish_blockers)).toEqual(faults);
      const answer = await api.send("POST", `/listings/${id}/publish`, { token });
      expect(answer).toMatchObject({ status: 400, body: { code: "listing_incomplete" } });
      expect(named(answer.body.errors)).toEqual(faults);
      for (const fault of answer.body.errors as Json[]) {
        expect(answer.body.detail).toContain(fault.detail);
      }
    }
  });

  test("takes no terms that are not its own: an unknown field, a start without an end", async () => {
    for (const auction of [
      { start_price_cents: 100 },
      terms({ reserve: 5 }),
      terms({ licenses: 0 }),
    ]) {
      const body = { title: "x", description: "y", pricing_type: "auction", auction };
      const answer = await api.send("POST", "/listings/draft", { token, body });
      expect(answer).toMatchObject({ status: 400, body: { code: "invalid_request" } });
    }
  });
});

describe("a published auction", () => {
  test("shows how it stands, bid by bid, and never its reserve", async () => {
    const id = await newSale(terms({ reserve_price_cents: 7_654 }));
    const before = await detail(id);
    expect(before.body).toMatchObject({
      pricing_type: "auction",
      price_cents: 1_000,
      auction: { state: "open", current_price_cents: 1_000, bid_count: 0, reserve_met: false },
      capabilities: { bid: true, buy: false, download: false },
      links: { bids: expect.stringContaining(`/datasets/${id}/bids`) },
    });
    await bid(api, bidder, id, 4_321);
    await eventually(async () => {
      const { auction } = (await detail(id)).body as { auction: Json };
      return auction.bid_count === 1;
    });
    const after = await detail(id);
    expect(after.headers.get("etag")).not.toBe(before.headers.get("etag"));
    const search = await api.send("GET", "/datasets?pricing_type=auction");
    for (const { text } of [after, search, await api.send("GET", `/datasets/${id}/bids`)]) {
      expect(text).not.toMatch(/:(?:7654|4321)\b/);
    }
    expect((search.body.items as Json[])[0]).toMatchObject({ id, auction: { bid_count: 1 } });
  });

  test("opens and ends by time, even on a cached page", async () => {
    const id = await newSale(terms({ starts_at: from(hourMs), ends_at: from(2 * hourMs) }));
    const state = async () => ((await detail(id)).body.auction as Json).state;
    try {
      expect(await state()).toBe("scheduled");
      api.clock.skewMs = hourMs + 1_000;
      expect(await state()).toBe("open");
      expect((await bid(api, bidder, id, 2_000)).status).toBe(201);
      api.clock.skewMs = 2 * hourMs + 1_000;
      expect(await state()).toBe("ended");
      expect(await closeDueAuctions(api.ctx, { rowsMax: 100 })).toBeGreaterThan(0);
      expect((await readAuction(api, id)).closedAt).not.toBeNull();
      await eventually(async () => (await detail(id)).status === 404);
      const own = await api.send("GET", `/listings/${id}`, { token });
      expect(own.body.status).toBe("sold");
      const { bids } = own.body.links as Record<string, string>;
      const history = await fetch(String(bids));
      expect(await history.json()).toMatchObject({ auction: { state: "ended", bid_count: 1 } });
    } finally {
      api.clock.skewMs = 0;
    }
  });

  test("is found by its end and its next minimum bid, and never as free", async () => {
    const soon = await newSale(terms({ ends_at: from(hourMs) }), { category: "images" });
    const later = await newSale(terms({ ends_at: from(3 * hourMs) }), { category: "images" });
    const plain = await publishedListing(api, token, { category: "images", price_cents: 500 });
    const free = await publishedListing(api, token, { category: "images" });
    expect(await found("category=images&sort=ending")).toEqual([soon, later]);
    expect(await found("category=images&sort=-ending&limit=1")).toEqual([later]);
    expect(await found(`category=images&ending_before=${from(2 * hourMs)}`)).toEqual([soon]);
    expect(await found("category=images&free=true")).toEqual([free]);
    const counted = await api.send("GET", "/datasets?category=images&facets=true");
    const { ending } = counted.body.facets as Record<string, Json>;
    expect(ending).toEqual({ "1d": 2, "7d": 2, "30d": 2, all: 2 });
    expect((await found("category=images&max_price=10&sort=price")).sort()).toEqual(
      [free, plain, soon, later].sort(),
    );
    await bid(api, bidder, soon, 2_000);
    expect((await found("category=images&max_price=10")).sort()).toEqual(
      [free, plain, later].sort(),
    );
    const pages = await api.send("GET", "/datasets?category=images&sort=ending&limit=1");
    const cursor = (pages.body.pagination as Json).next_cursor;
    expect(await found(`category=images&sort=ending&limit=1&cursor=${cursor}`)).toEqual([later]);
    const categories = await api.send("GET", "/categories");
    const images = (categories.body as unknown as Json[]).find(({ id }) => id === "images");
    expect(images).toMatchObject({ dataset_count: 4, free_count: 1 });
  });

  test("can be changed and withdrawn before its first bid, and not after", async () => {
    const post = (id: string, what: string) =>
      api.send("POST", `/listings/${id}/${what}`, { token });
    const id = await newSale(terms());
    expect((await post(id, "versions")).status).toBe(201);
    await endJob(api, await attachFile(api, token, id, "a,b\n1,2\n"));
    await bid(api, bidder, id, 2_000);
    for (const what of ["publish", "withdraw"]) {
      expect(await post(id, what)).toMatchObject({
        status: 409,
        body: { code: "auction_has_bids" },
      });
    }
    await api.send("DELETE", `/listings/${id}/versions/next`, { token });
    expect((await post(id, "versions")).body.code).toBe("auction_has_bids");
    const other = await newSale(terms());
    expect((await post(other, "withdraw")).status).toBe(200);
    expect((await bid(api, bidder, other, 2_000)).body.code).toBe("dataset_not_available");
  });
});

test("the seller's own key cannot bid, and nobody can bid on a fixed-price dataset", async () => {
  const plain = await publishedListing(api, token, { price_cents: 500 });
  const answer = await bid(api, bidder, plain, 2_000);
  expect(answer).toMatchObject({ status: 400, body: { code: "not_for_auction" } });
  expect((await detail(plain)).body).toMatchObject({ auction: null, capabilities: { bid: false } });
});

describe("a hybrid", () => {
  const price = { pricing_type: "hybrid", price_cents: 9_000 };
  const buy = (id: string, by: MoneyBuyer) =>
    api.send("POST", `/datasets/${id}/buy`, {
      token: by.token,
      body: { payment_method_id: by.cardId },
    });

  test("is sold at its price until a bid meets the reserve, and then only by auction", async () => {
    const id = await newSale(terms({ reserve_price_cents: 5_000, licenses: 2 }), price);
    await bid(api, bidder, id, 2_000);
    expect((await detail(id)).body).toMatchObject({
      price_cents: 9_000,
      capabilities: { buy: true, bid: true },
    });
    expect((await buy(id, await payer())).status).toBe(201);
    await bid(api, bidder, id, 6_000);
    const late = await buy(id, await payer());
    expect(late).toMatchObject({ status: 400, body: { code: "not_for_direct_sale" } });
    await eventually(async () => ((await detail(id)).body.capabilities as Json).buy === false);
  });

  test("that has no reserve is sold at its price until the first bid", async () => {
    const id = await newSale(terms(), price);
    await bid(api, bidder, id, 1_000);
    expect((await buy(id, await payer())).body.code).toBe("not_for_direct_sale");
  });

  test("is sold no more often than it has licences, however many buy at once", async () => {
    const id = await newSale(terms({ licenses: 2 }), price);
    const buyers = await Promise.all(Array.from({ length: 5 }, payer));
    const answers = await Promise.all(buyers.map((by) => buy(id, by)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 400, 400, 400]);
    expect((await bid(api, bidder, id, 2_000)).body.code).toBe("auction_not_open");
  });

  test("goes to only one when a buyer and a bidder come at once", async () => {
    for (let round = 0; round < 8; round += 1) {
      const id = await newSale(terms({ reserve_price_cents: 5_000 }), price);
      const by = await payer();
      const [bought, placed] = await Promise.all([buy(id, by), bid(api, bidder, id, 6_000)]);
      expect([201, 400]).toContain(bought.status);
      expect([201, 409]).toContain(placed.status);
      expect([bought.status, placed.status]).toContain(201);
      api.clock.skewMs = 25 * hourMs;
      await closeIdleAuctions(api.ctx, { rowsMax: 100 });
      await closeDueAuctions(api.ctx, { rowsMax: 100 });
      api.clock.skewMs = 0;
      expect((await readAuction(api, id)).closedAt).not.toBeNull();
      const awards = await readAwards(api, id);
      expect(awards).toHaveLength(bought.status === 201 ? 0 : 1);
    }
  });

  test("keeps the budget of a bid from being spent at the price of something else", async () => {
    const id = await newSale(terms(), price);
    const saver = await newPayingBuyer(
      api,
      { stripe: await sharedClient() },
      { key: { budget_cents: 9_500, budget_period: "day" } },
    );
    await setDefaultCard(api, saver.owner.accountId, saver.cardId);
    expect((await bid(api, saver, id, 1_000)).status).toBe(201);
    const other = await publishedListing(api, token, { price_cents: 9_000 });
    expect((await buy(other, saver)).body.code).toBe("spend_limit_exceeded");
  });

  async function payer(): Promise<MoneyBuyer> {
    return newPayingBuyer(api, { stripe: await sharedClient() });
  }
});
