/** `PATCH /listings/{id}`: the effect on the catalogue, on buyers and on the price history. */
import { describe, expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { auditLog, events, listingChanges, listings } from "../../../db/schema/index.ts";
import type { Json } from "../../support/api.ts";
import { bid, newAuction, newBidder } from "../../support/auctions.ts";
import { createDraft } from "../../support/listings.ts";
import { auditOf, paidListing, priceCents, purchaseOf, testMarket } from "../../support/market.ts";
import { eventually } from "../../support/stack.ts";

const market = await testMarket();
const { api, seller, buyer } = market;

const change = (id: string, body: Json, token = seller.token) =>
  api.send("PATCH", `/listings/${id}`, { token, body });
const prices = (id: string, query = "") => api.send("GET", `/datasets/${id}/prices${query}`);
const codeOf = (answer: { status: number; body: Json }) => [answer.status, answer.body.code];

/** The detail, once every process has received the change. */
const detailWhere = (id: string, field: string, value: unknown) =>
  eventually(async () => {
    const answer = await api.send("GET", `/datasets/${id}`);
    return answer.body[field] === value ? answer : null;
  });

describe("a change of a dataset on sale", () => {
  test("is seen by detail, search, filters and Croissant, under another ETag", async () => {
    const id = await paidListing(market);
    const before = await api.send("GET", `/datasets/${id}`);
    const body = {
      title: "Marmalade factories",
      description: "Where they stand.",
      category: "retail",
      tags: ["Oranges"],
      license: "CC-BY-4.0",
      price_cents: 700,
    };
    const answer = await change(id, body);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ ...body, tags: ["oranges"], status: "active" });
    const after = await detailWhere(id, "price_cents", 700);
    expect(after.body).toMatchObject({ title: body.title, license_id: "CC-BY-4.0" });
    expect(after.headers.get("etag")).not.toBe(before.headers.get("etag"));
    const found = await api.send(
      "GET",
      "/datasets?query=marmalade&license=CC-BY-4.0&max_price_cents=700&category=retail",
    );
    expect((found.body.items as Json[]).map((item) => item.id)).toEqual([id]);
    const mended = await api.send("GET", "/datasets?query=marmelade");
    expect(mended.body.corrected_query).toBe("marmalade");
    const croissant = await api.send("GET", `/datasets/${id}/croissant`);
    expect(croissant.body.name).toBe(body.title);
  });

  test("requires the current ETag, and is refused without it", async () => {
    const id = await paidListing(market);
    const { token } = seller;
    const seen = await api.send("GET", `/listings/${id}`, { token });
    const patch = (title: string, etag: string | null) =>
      api.send("PATCH", `/listings/${id}`, {
        ...{ token, body: { title } },
        headers: { "if-match": etag ?? "" },
      });
    const first = await patch("Irises", seen.headers.get("etag"));
    expect(first.status).toBe(200);
    expect(codeOf(await patch("Roses", seen.headers.get("etag")))).toEqual([
      412,
      "precondition_failed",
    ]);
    const now = await api.send("GET", `/listings/${id}`, { token });
    expect([now.body.title, now.headers.get("etag")]).toEqual([
      "Irises",
      first.headers.get("etag"),
    ]);
    expect((await patch("Roses", first.headers.get("etag"))).status).toBe(200);
  });

  test("is audited and emitted in its own transaction, with the changed fields", async () => {
    const id = await paidListing(market);
    await change(id, { price_cents: 900, title: "Irises" });
    expect((await auditOf(api, id)).at(-1)).toBe("listing.changed");
    const told = await api.db.select().from(events).where(eq(events.subjectId, id));
    const data = told.filter(({ type }) => type === "listing.changed").map((row) => row.data);
    expect(data).toEqual(
      Array(2).fill({
        dataset_id: id,
        fields: ["title", "price_cents"],
        price_cents: 900,
        previous_price_cents: priceCents,
        your_role: "seller",
      }),
    );
  });

  test("that changes nothing writes nothing, however often it is sent", async () => {
    const id = await paidListing(market);
    const entries = (await auditOf(api, id)).length;
    for (const body of [{}, { price_cents: priceCents }, { price_cents: priceCents, tags: [] }]) {
      expect((await change(id, body)).status).toBe(200);
    }
    expect((await auditOf(api, id)).length).toBe(entries);
    expect((await prices(id)).body.items).toHaveLength(1);
  });

  test("is refused for drafts, others' listings and withdrawn ones", async () => {
    const draft = await createDraft(api, seller.token);
    expect(codeOf(await change(draft, { title: "x" }))).toEqual([409, "listing_not_active"]);
    const id = await paidListing(market);
    await api.send("POST", `/listings/${id}/withdraw`, { token: seller.token });
    expect(codeOf(await change(id, { title: "x" }))).toEqual([409, "listing_not_active"]);
    expect((await prices(id)).status).toBe(404);
    const unknown = "0192f0c1-0000-7000-8000-000000000000";
    expect(codeOf(await change(unknown, { title: "x" }))).toEqual([404, "listing_not_found"]);
    expect(codeOf(await change(id, { pricing_type: "auction" }))).toEqual([400, "invalid_request"]);
  });

  test("of the price is refused the fifth time in a day, and all of it is refused together", async () => {
    const id = await paidListing(market);
    for (const price_cents of [900, 800, 700, 600]) await change(id, { price_cents });
    const fifth = await change(id, { price_cents: 500, title: "Irises for less" });
    expect(codeOf(fifth)).toEqual([429, "rate_limited"]);
    expect(Number(fifth.body.retry_after)).toBeGreaterThan(86_000);
    const [row] = await api.db.select().from(listings).where(eq(listings.id, id));
    expect(row).toMatchObject({ priceCents: 600, title: "Iris flowers" });
    expect((await change(id, { title: "Irises for less" })).status).toBe(200);
  });
});

describe("the price's history", () => {
  test("has every price with its time, the present one first, page by page", async () => {
    const id = await paidListing(market);
    for (const price_cents of [1500, 900]) await change(id, { price_cents });
    await change(id, { title: "Irises" });
    await change(id, { price_cents: 1200 });
    await detailWhere(id, "price_cents", 1200);
    const all = (await prices(id)).body;
    const items = all.items as { price_cents: number; from: string; until: string | null }[];
    expect(items.map((item) => item.price_cents)).toEqual([1200, 900, 1500, priceCents]);
    expect(items[0]?.until).toBeNull();
    expect(items.slice(1).map((item) => item.until)).toEqual(items.slice(0, 3).map((i) => i.from));
    const walked: unknown[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const { body } = await prices(id, cursor === "" ? "?limit=1" : `?limit=1&cursor=${cursor}`);
      walked.push(...(body.items as unknown[]));
      const page = body.pagination as { next_cursor: string | null; total: number };
      expect(page.total).toBe(4);
      cursor = page.next_cursor;
    }
    expect(walked).toEqual(items);
    expect(codeOf(await prices(id, "?cursor=p0"))).toEqual([400, "invalid_request"]);
    expect(codeOf(await prices(id, "?cursor=x"))).toEqual([400, "invalid_request"]);
  });

  test("shows in the detail whether it was cheaper, and the base of a reduction", async () => {
    const id = await paidListing(market);
    const first = (await api.send("GET", `/datasets/${id}`)).body;
    expect(first.price_history).toEqual({
      since: first.published_at,
      changes: 0,
      previous_price_cents: null,
      lowest_price_cents: priceCents,
      lowest_price_before_cents: null,
    });
    for (const price_cents of [700, 2000, 1900]) await change(id, { price_cents });
    const raised = await detailWhere(id, "price_cents", 1900);
    expect(raised.body.price_history).toMatchObject({
      changes: 3,
      previous_price_cents: 2000,
      lowest_price_cents: 700,
      lowest_price_before_cents: 700,
    });
  });

  test("forgets nothing: the database refuses an update and a deletion", async () => {
    const id = await paidListing(market);
    await change(id, { price_cents: 900 });
    const cheaper = api.db.update(listingChanges).set({ priceCents: 1 });
    expect(
      await cheaper.then(
        () => "changed",
        () => "refused",
      ),
    ).toBe("refused");
    const gone = api.db.delete(listingChanges).where(eq(listingChanges.listingId, id));
    expect(
      await gone.then(
        () => "deleted",
        () => "refused",
      ),
    ).toBe("refused");
  });
});

describe("buyers", () => {
  const buy = (id: string, expected_price_cents: number) =>
    api.send("POST", `/datasets/${id}/buy`, {
      token: buyer.token,
      body: { payment_method_id: buyer.cardId, expected_price_cents },
    });

  test("at a price that has changed is refused, with the price of now", async () => {
    const id = await paidListing(market);
    await change(id, { price_cents: 1300 });
    const answer = await buy(id, priceCents);
    expect(codeOf(answer)).toEqual([400, "price_changed"]);
    expect(answer.body.current_price_cents).toBe(1300);
  });

  test("keeps title, licence and price as they were bought", async () => {
    const id = await paidListing(market);
    await change(id, { license: "CC-BY-4.0" });
    const purchaseId = await purchaseOf(market, id);
    await change(id, { license: "CC0-1.0", title: "Other flowers", price_cents: 5000 });
    const read = await api.send("GET", `/purchases/${purchaseId}`, { token: buyer.token });
    expect(read.body).toMatchObject({
      dataset_title: "Iris flowers",
      dataset_license: "CC-BY-4.0",
      price_cents: priceCents,
    });
  });
});

describe("an auction", () => {
  test("with bids changes in nothing; without, in all but its start price", async () => {
    const id = await newAuction(api, seller);
    expect(codeOf(await change(id, { price_cents: 2000 }))).toEqual([409, "price_not_changeable"]);
    expect((await change(id, { title: "Irises", license: "CC0-1.0" })).status).toBe(200);
    expect((await bid(api, await newBidder(api), id, 1500)).status).toBe(201);
    for (const body of [{ title: "x" }, { license: null }, { description: "x" }, { tags: ["x"] }]) {
      expect(codeOf(await change(id, body))).toEqual([409, "auction_has_bids"]);
    }
    const kept = await change(id, { title: "Irises" });
    expect(kept.status).toBe(200);
  });

  test("in addition to a buy-it-now price keeps that above its start price", async () => {
    const id = await newAuction(api, seller, { pricingType: "hybrid", priceCents: 9000 });
    await api.db.execute(
      sql`update listings set auction_terms = ${JSON.stringify({
        starts_at: null,
        ends_at: new Date(Date.now() + 86_400_000).toISOString(),
        start_price_cents: 1000,
        reserve_price_cents: null,
        licenses: 1,
      })}::text::jsonb where id = ${id}`,
    );
    expect(codeOf(await change(id, { price_cents: 1000 }))).toEqual([400, "invalid_request"]);
    expect((await change(id, { price_cents: 1100 })).status).toBe(200);
  });
});

test("the audit log holds no text of the listing", async () => {
  const id = await paidListing(market);
  await change(id, { title: "A secret title", description: "A secret text." });
  const rows = await api.db.select().from(auditLog).where(eq(auditLog.subjectId, id));
  expect(JSON.stringify(rows)).not.toContain("secret");
});
