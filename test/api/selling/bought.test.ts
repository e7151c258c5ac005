/** A bought dataset that has left the catalogue: only its buyer can read it. */
import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { listings, purchases } from "../../../db/schema/index.ts";
import type { Json } from "../../support/api.ts";
import {
  newBuyer,
  paidListing,
  priceCents,
  publishVersion,
  purchaseOf,
  testMarket,
} from "../../support/market.ts";

const market = await testMarket();
const { api, seller, buyer } = market;

const reads = ["", "/sample?format=json", "/profile", "/croissant", "/download-url"];
const read = (id: string, what: string, token?: string) =>
  api.send("GET", `/datasets/${id}${what}`, token === undefined ? {} : { token });
const statusesOf = async (id: string, token?: string) =>
  Promise.all(reads.map(async (what) => (await read(id, what, token)).status));
const withdraw = (id: string) =>
  api.send("POST", `/listings/${id}/withdraw`, { token: seller.token });
const change = (id: string, body: Json) =>
  api.send("PATCH", `/listings/${id}`, { token: seller.token, body });
const suspend = (id: string, suspendedBy: "listing" | "agent" | "account" | "file") =>
  api.db
    .update(listings)
    .set({ status: "suspended", suspendedAt: new Date(), suspendedBy, suspendedReason: "So." })
    .where(eq(listings.id, id));

const all = (status: number) => reads.map(() => status);

describe("after a withdrawal", () => {
  test("its buyer reads all of it by the key, and strangers nothing", async () => {
    const id = await paidListing(market);
    const purchaseId = await purchaseOf(market, id);
    const onSale = await read(id, "/sample?format=json");
    await withdraw(id);
    expect(await statusesOf(id, buyer.token)).toEqual(all(200));
    expect(await statusesOf(id)).toEqual(all(404));
    expect(await statusesOf(id, (await newBuyer(api)).token)).toEqual(all(404));
    expect(await statusesOf(id, seller.token)).toEqual(all(404));
    expect(await statusesOf(id, "of-nobody")).toEqual(all(404));

    const sample = await read(id, "/sample?format=json", buyer.token);
    expect(sample.text).toBe(onSale.text);
    expect(sample.headers.get("cache-control")).toBe("private, no-store");
    expect(sample.headers.get("etag")).toBe(onSale.headers.get("etag"));
    const { body } = await read(id, "", buyer.token);
    expect(body).toMatchObject({
      status: "withdrawn",
      purchase_id: purchaseId,
      price_cents: priceCents,
      capabilities: { sample: true, profile: true, download: false, buy: false, bid: false },
    });
    expect(Object.keys(body.links as Json)).not.toContain("buy");
    const file = await read(id, "/file", buyer.token);
    expect(file.status).toBe(302);
    const bytes = await fetch(String(file.headers.get("location")));
    expect(await bytes.text()).toContain("setosa");
    const croissant = (await read(id, "/croissant", buyer.token)).body;
    expect(croissant.offers).toMatchObject({ availability: { "@id": "sc:OutOfStock" } });
  });

  test("it shows the version, title, licence and price that were bought", async () => {
    const id = await paidListing(market);
    await change(id, { license: "CC-BY-4.0" });
    await purchaseOf(market, id);
    await publishVersion(market, id, "petal\n1\n2\n3\n");
    await change(id, { license: "MIT", title: "Petals", price_cents: 4000 });
    await withdraw(id);
    const { body } = await read(id, "", buyer.token);
    expect(body).toMatchObject({
      title: "Iris flowers",
      license: "CC-BY-4.0",
      license_id: "CC-BY-4.0",
      price_cents: priceCents,
      version: 1,
    });
    const url = (await read(id, "/download-url", buyer.token)).body.download_url;
    expect(await (await fetch(String(url))).text()).toContain("sepal");
  });
});

test("a dataset on sale is the same for its buyer as for everybody", async () => {
  const id = await paidListing(market);
  await purchaseOf(market, id);
  const [own, public_] = [await read(id, "", buyer.token), await read(id, "")];
  expect(own.text).toBe(public_.text);
  expect((await read(id, "/download-url", buyer.token)).status).toBe(402);
});

describe("a purchase that gives no right to the file", () => {
  test.each(["payment_pending", "payment_failed", "refunded"] as const)("%s", async (state) => {
    const id = await paidListing(market);
    await purchaseOf(market, id, state);
    await withdraw(id);
    expect(await statusesOf(id, buyer.token)).toEqual(all(404));
  });

  test("one that the bank has taken back", async () => {
    const id = await paidListing(market);
    const purchaseId = await purchaseOf(market, id);
    await withdraw(id);
    const lost = { chargeback: "lost", chargebackAt: new Date() } as const;
    await api.db.update(purchases).set(lost).where(eq(purchases.id, purchaseId));
    expect(await statusesOf(id, buyer.token)).toEqual(all(404));
  });
});

describe("a suspension", () => {
  test("of its seller leaves it to its buyers", async () => {
    for (const by of ["agent", "account", "file"] as const) {
      const id = await paidListing(market);
      await purchaseOf(market, id);
      await suspend(id, by);
      expect(await statusesOf(id, buyer.token)).toEqual(all(200));
      expect(await statusesOf(id)).toEqual(all(404));
    }
  });

  test("of the listing itself takes it from everybody; the purchase keeps its file", async () => {
    const id = await paidListing(market);
    const purchaseId = await purchaseOf(market, id);
    await suspend(id, "listing");
    expect(await statusesOf(id, buyer.token)).toEqual(all(404));
    const path = `/purchases/${purchaseId}/download-url`;
    expect((await api.send("GET", path, { token: buyer.token })).status).toBe(200);
  });
});
