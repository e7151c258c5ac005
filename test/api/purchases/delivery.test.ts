/** The delivery of a paid purchase: exactly the file that was bought, or a refund. */
import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { listings, purchases, uploads } from "../../../db/schema/index.ts";
import type { PurchaseState } from "../../../db/vocabulary/purchase.ts";
import { getPurchaseDownload } from "../../../market/purchase/get-purchase-download.ts";
import { openTestApi } from "../../support/api.ts";
import { endJob, exampleCsv } from "../../support/listings.ts";
import {
  auditOf,
  type Buyer,
  balances,
  type Market,
  newBuyer,
  noticesOf,
  paidListing,
  priceCents,
  publishVersion,
  purchaseOf,
  readPurchase,
  sha256Of,
  testMarket,
} from "../../support/market.ts";
import { refusalOf } from "../../support/operators.ts";

const otherCsv = exampleCsv.replace("setosa", "forged");

const market = await testMarket();

type Sale = { id: string; listingId: string; buyer: Buyer; path: string; download: Download };
type Download = () => ReturnType<Market["api"]["send"]>;

/** A purchase by a new buyer, of a new listing unless one is given. */
async function sell(state?: PurchaseState, given?: string): Promise<Sale> {
  const listingId = given ?? (await paidListing(market));
  const buyer = await newBuyer(market.api);
  const id = await purchaseOf({ ...market, buyer }, listingId, state);
  const { uploadId } = await readPurchase(market.api, id);
  const download = () =>
    market.api.send("GET", `/purchases/${id}/download-url`, { token: buyer.token });
  return { id, listingId, buyer, path: (await readUpload(uploadId)).storagePath, download };
}

async function readUpload(uploadId: string) {
  const [row] = await market.api.db.select().from(uploads).where(eq(uploads.id, uploadId));
  if (row === undefined) throw new Error(`no upload ${uploadId}`);
  return row;
}

async function readListing(listingId: string) {
  const [row] = await market.api.db.select().from(listings).where(eq(listings.id, listingId));
  if (row === undefined) throw new Error(`no listing ${listingId}`);
  return row;
}

/** Replaces the object without the marketplace's knowledge. */
const replace = (path: string, content: string) =>
  market.api.ctx.storage.write(path, new TextEncoder().encode(content), "text/csv");

async function fetched(download: Download): Promise<string> {
  const { body } = await download();
  return (await fetch(String(body.download_url))).text();
}

describe("the download URL of a paid purchase", () => {
  test("serves the file for 60 seconds, whole and by ranges, under its title", async () => {
    const { id, download } = await sell();
    const answer = await download();
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const url = String(answer.body.download_url);
    expect(answer.body).toEqual({
      download_url: url,
      expires_in: 60,
      parquet: [],
      sha256: sha256Of(exampleCsv),
      byte_size: exampleCsv.length,
    });
    const whole = await fetch(url);
    expect(whole.headers.get("content-disposition")).toContain("iris-flowers.csv");
    expect(sha256Of(await whole.text())).toBe(String(answer.body.sha256));
    const range = await fetch(url, { headers: { range: "bytes=6-12" } });
    expect(range.status).toBe(206);
    expect(await range.text()).toBe(exampleCsv.slice(6, 13));
    market.api.clock.skewMs = 55_000;
    const inTime = await fetch(url);
    market.api.clock.skewMs = 62_000;
    const late = await fetch(url);
    market.api.clock.skewMs = 0;
    expect([inTime.status, late.status]).toEqual([200, 403]);
    expect(await auditOf(market.api, id)).toEqual(["purchase.download_issued"]);
  });

  test("is given in escrow, in a dispute and after release; else 403 payment_not_confirmed", async () => {
    const listingId = await paidListing(market);
    const expected: Record<PurchaseState, string> = {
      payment_pending: "403 payment_not_confirmed",
      payment_failed: "403 payment_not_confirmed",
      cancelled: "403 payment_not_confirmed",
      expired: "403 payment_not_confirmed",
      refunded: "403 payment_not_confirmed",
      in_escrow: "200 undefined",
      disputed: "200 undefined",
      released: "200 undefined",
    };
    const found: Record<string, string> = {};
    for (const state of Object.keys(expected) as PurchaseState[]) {
      const { status, body } = await (await sell(state, listingId)).download();
      found[state] = `${status} ${body.code}`;
    }
    expect(found).toEqual(expected);
  });

  test("is of the version that was bought, after later ones, withdrawal and suspension", async () => {
    const { api, seller } = market;
    const { listingId, download } = await sell();
    await publishVersion(market, listingId, otherCsv);
    const later = await sell(undefined, listingId);
    expect(await fetched(download)).toBe(exampleCsv);
    expect(await fetched(later.download)).toBe(otherCsv);
    await api.send("POST", `/listings/${listingId}/withdraw`, { token: seller.token });
    expect((await readListing(listingId)).status).toBe("withdrawn");
    expect(await fetched(download)).toBe(exampleCsv);
    const suspended = await sell();
    await api.db
      .update(listings)
      .set({
        status: "suspended",
        suspendedAt: new Date(),
        suspendedReason: "stolen",
        suspendedBy: "listing",
      })
      .where(eq(listings.id, suspended.listingId));
    expect(await fetched(suspended.download)).toBe(exampleCsv);
  });
});

describe("a file that is gone at delivery", () => {
  test("refunds by itself, tells both sides and takes the listing off the catalogue", async () => {
    const { api } = market;
    const { id, listingId, path, download } = await sell();
    await api.ctx.storage.delete(path);
    const answer = await download();
    expect(answer.status).toBe(404);
    expect(answer.body.code).toBe("file_not_available");
    expect(String(answer.body.detail)).toContain("refunded");
    const row = await readPurchase(api, id);
    expect(row).toMatchObject({ state: "refunded", refundCause: "file_missing" });
    expect(row.settleDueAt).not.toBeNull();
    expect(await balances(api, id)).toEqual({ buyer: -priceCents, refund_payable: priceCents });
    expect(await noticesOf(api, id)).toEqual(["refunded_buyer", "refunded_seller"]);
    expect(await auditOf(api, id)).toEqual(["purchase.refunded"]);
    expect(await readListing(listingId)).toMatchObject({
      status: "suspended",
      suspendedBy: "file",
    });
    expect(await auditOf(api, listingId)).toContain("listing.suspended");
    expect((await api.send("GET", `/datasets/${listingId}`)).status).toBe(404);
    const again = await download();
    expect(again.body.code).toBe("payment_not_confirmed");
    expect(String(again.body.detail)).toContain("file_missing");
  });

  test("leaves an open version unchanged", async () => {
    const { api, seller } = market;
    const { listingId, path, download } = await sell();
    await api.send("POST", `/listings/${listingId}/versions`, { token: seller.token });
    const before = await readListing(listingId);
    expect(before.nextVersionOpenedAt).not.toBeNull();
    await api.ctx.storage.delete(path);
    expect((await download()).status).toBe(404);
    const after = await readListing(listingId);
    expect(after.status).toBe("suspended");
    expect(after.nextVersionOpenedAt).toEqual(before.nextVersionOpenedAt);
  });

  test("leaves the listing on sale where a later version took its place", async () => {
    const { api } = market;
    const { id, listingId, path, download } = await sell();
    await publishVersion(market, listingId, otherCsv);
    await api.ctx.storage.delete(path);
    expect((await download()).status).toBe(404);
    expect((await readPurchase(api, id)).state).toBe("refunded");
    expect((await readListing(listingId)).status).toBe("active");
  });

  test("ends a dispute for the buyer", async () => {
    const { id, buyer, path, download } = await sell("disputed");
    await market.api.ctx.storage.delete(path);
    await download();
    const { body } = await market.api.send("GET", `/purchases/${id}`, { token: buyer.token });
    expect(body).toMatchObject({
      status: "refunded",
      refund_cause: "file_missing",
      dispute: { resolution: "refunded", resolved_at: expect.any(String) },
    });
  });

  test("refunds nothing during a chargeback, nor after the release", async () => {
    const { api } = market;
    const chargeback = await sell("disputed");
    await api.db
      .update(purchases)
      .set({ disputeReason: "chargeback" })
      .where(eq(purchases.id, chargeback.id));
    const released = await sell("released");
    for (const { id, listingId, path, download } of [chargeback, released]) {
      const before = await readPurchase(api, id);
      await api.ctx.storage.delete(path);
      const answer = await download();
      expect({ status: answer.status, code: answer.body.code }).toEqual({
        status: 404,
        code: "file_not_available",
      });
      expect(String(answer.body.detail)).not.toContain("refunded");
      expect(await readPurchase(api, id)).toEqual(before);
      expect((await readListing(listingId)).status).toBe("suspended");
    }
  });

  test("refunds once, however many ask at once", async () => {
    const { api } = market;
    const { id, path, download } = await sell();
    await api.ctx.storage.delete(path);
    const answers = await Promise.all(Array.from({ length: 8 }, download));
    const codes = new Set(answers.map((answer) => String(answer.body.code)));
    codes.delete("payment_not_confirmed");
    expect([...codes]).toEqual(["file_not_available"]);
    expect(await balances(api, id)).toEqual({ buyer: -priceCents, refund_payable: priceCents });
    expect(await noticesOf(api, id)).toEqual(["refunded_buyer", "refunded_seller"]);
    expect(await auditOf(api, id)).toEqual(["purchase.refunded"]);
  });
});

describe("a file that was replaced behind the marketplace's back", () => {
  test("of the same size or another one refunds as file_changed", async () => {
    expect(otherCsv.length).toBe(exampleCsv.length);
    for (const content of [otherCsv, `${exampleCsv}4.9,setosa\n`]) {
      const { id, listingId, path, download } = await sell();
      await replace(path, content);
      expect((await download()).body.code).toBe("file_not_available");
      expect(await readPurchase(market.api, id)).toMatchObject({
        state: "refunded",
        refundCause: "file_changed",
      });
      expect((await readListing(listingId)).suspendedBy).toBe("file");
    }
  });

  test("cannot be replaced through a still valid upload URL: the buyer gets the file that was sold", async () => {
    const { api, seller } = market;
    const { listingId } = await sell();
    const { token } = seller;
    await api.send("POST", `/listings/${listingId}/versions`, { token });
    const urls = await api.send("POST", `/listings/${listingId}/upload-urls`, { token });
    const { upload_url: url, path } = urls.body.full as { upload_url: string; path: string };
    const [upload] = await api.db.select().from(uploads).where(eq(uploads.storagePath, path));
    await publishVersionThrough(url, listingId, path);
    const sale = await sell(undefined, listingId);
    expect((await readPurchase(api, sale.id)).uploadId).toBe(String(upload?.id));
    const late = await fetch(url, { method: "PUT", body: otherCsv });
    expect(late.status).toBe(409);
    expect(await late.text()).toContain("upload_closed");
    expect(sha256Of(await fetched(sale.download))).toBe(sha256Of(exampleCsv));
    expect((await readPurchase(api, sale.id)).state).toBe("in_escrow");
  });

  test("by the same bytes, as a restored store does, is delivered and hashed once only", async () => {
    const { id, path, download } = await sell();
    const { uploadId } = await readPurchase(market.api, id);
    const { objectEtag } = await readUpload(uploadId);
    await replace(path, exampleCsv);
    expect(await fetched(download)).toBe(exampleCsv);
    const head = await market.api.ctx.storage.head(path);
    expect((await readUpload(uploadId)).objectEtag).toBe(String(head?.etag));
    expect(head?.etag).not.toBe(String(objectEtag));
    expect((await readPurchase(market.api, id)).state).toBe("in_escrow");
  });

  test("by the same bytes is hashed once for the list of files, too", async () => {
    const { id, path, buyer } = await sell();
    const { uploadId } = await readPurchase(market.api, id);
    await replace(path, exampleCsv);
    const { token } = buyer;
    const { body } = await market.api.send("GET", `/purchases/${id}/files`, { token });
    expect(body.items).toHaveLength(1);
    const head = await market.api.ctx.storage.head(path);
    expect((await readUpload(uploadId)).objectEtag).toBe(String(head?.etag));
  });

  async function publishVersionThrough(url: string, listingId: string, path: string) {
    const { api, seller } = market;
    await fetch(url, { method: "PUT", body: exampleCsv });
    await api.send("PATCH", `/listings/draft/${listingId}`, {
      token: seller.token,
      body: { full_data_path: path },
    });
    await endJob(api, path);
    await api.send("POST", `/listings/${listingId}/publish`, { token: seller.token });
  }
});

describe("a store that is away", () => {
  test("is 503 with Retry-After, and nobody is refunded for it", async () => {
    const { api } = market;
    const { id, buyer } = await sell();
    const store = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
    const away = await openTestApi({
      DATABASE_URL: api.databaseUrl,
      S3_ENDPOINT: `http://127.0.0.1:${store.port}`,
      S3_BUCKET: "datasets",
      S3_ACCESS_KEY_ID: "key",
      S3_SECRET_ACCESS_KEY: "secret",
    });
    await store.stop(true);
    const before = await readPurchase(api, id);
    const { token } = buyer;
    const answer = await away.send("GET", `/purchases/${id}/download-url`, { token });
    await away.close();
    expect({ status: answer.status, code: answer.body.code }).toEqual({
      status: 503,
      code: "storage_unavailable",
    });
    expect(answer.body.resolution).toBe("retry");
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await readPurchase(api, id)).toEqual(before);
  });

  test("looks lost as a whole when the file's sample is gone too: 503, no refund", async () => {
    const { id, path, download } = await sell();
    const { samplePath } = await readUpload((await readPurchase(market.api, id)).uploadId);
    await market.api.ctx.storage.delete(path);
    await market.api.ctx.storage.delete(String(samplePath));
    const answer = await download();
    expect(answer.body.code).toBe("storage_unavailable");
    expect((await readPurchase(market.api, id)).state).toBe("in_escrow");
  });

  test("that breaks off while a replaced file is hashed refunds nothing either", async () => {
    const { api } = market;
    const { id, buyer, path } = await sell();
    await replace(path, exampleCsv);
    const failing = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(new Error("the connection was reset")),
    });
    const storage = { ...api.ctx.storage, read: () => Promise.resolve(failing) };
    const refusal = await refusalOf(
      getPurchaseDownload({ ...api.ctx, storage }, buyer.operator, id),
    );
    expect(refusal.code).toBe("storage_unavailable");
    expect((await readPurchase(api, id)).state).toBe("in_escrow");
  });

  test("whose object changes while it is hashed is asked again, without a verdict", async () => {
    const { api } = market;
    const { id, buyer, path } = await sell();
    await replace(path, otherCsv);
    const storage = {
      ...api.ctx.storage,
      async read(key: string) {
        const stream = await api.ctx.storage.read(key);
        await replace(path, exampleCsv);
        return stream;
      },
    };
    const ask = (of: typeof storage) =>
      getPurchaseDownload({ ...api.ctx, storage: of }, buyer.operator, id);
    expect((await refusalOf(ask(storage))).code).toBe("storage_unavailable");
    expect((await ask(api.ctx.storage as typeof storage)).sha256).toBe(sha256Of(exampleCsv));
  });
});
