/** The check before a seller is paid: whether a buyer who never downloaded the file still can. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { auditLog, listings, uploadFiles, uploads } from "../../../db/schema/index.ts";
import type { Context } from "../../../market/context.ts";
import { RELEASE_HELD_MINUTES } from "../../../market/purchase/limits.ts";
import { releaseDuePurchases } from "../../../market/purchase/settlement/release-due-purchases.ts";
import { type Storage, StorageUnavailableError } from "../../../platform/storage/port.ts";
import { createDraft, exampleCsv } from "../../support/listings.ts";
import {
  auditOf,
  type Buyer,
  balances,
  dayMs,
  newBuyer,
  noticesOf,
  paidListing,
  priceCents,
  purchaseOf,
  readPurchase,
  testMarket,
} from "../../support/market.ts";
import { publishedFolder } from "../folders/support.ts";

setDefaultTimeout(30_000);

const market = await testMarket();
const { api, seller } = market;
const rowsMax = 100;
const held = { buyer: -priceCents, escrow: priceCents };

type Sale = { id: string; listingId: string; buyer: Buyer; path: string; samplePath: string };

async function sell(given?: string): Promise<Sale> {
  const listingId = given ?? (await paidListing(market));
  const buyer = await newBuyer(api);
  const id = await purchaseOf({ ...market, buyer }, listingId);
  const { uploadId } = await readPurchase(api, id);
  const [upload] = await api.db.select().from(uploads).where(eq(uploads.id, uploadId));
  const { storagePath: path = "", samplePath } = upload ?? {};
  return { id, listingId, buyer, path, samplePath: samplePath ?? "" };
}

const fetchFile = ({ id, buyer }: Sale) =>
  api.send("GET", `/purchases/${id}/download-url`, { token: buyer.token });

/** The clock, some days from now, with another store if one is given. */
const clock = (days: number, storage: Storage = api.ctx.storage): Context => ({
  ...api.ctx,
  storage,
  now: () => new Date(Date.now() + days * dayMs),
});
const heldDays = RELEASE_HELD_MINUTES / 1440;
const release = (days = 7, storage?: Storage) =>
  releaseDuePurchases(clock(days, storage), { rowsMax });
const stateOf = async ({ id }: Sale) => (await readPurchase(api, id)).state;
const bytes = (text: string) => new TextEncoder().encode(text);

async function lose({ path, samplePath }: Sale): Promise<() => Promise<void>> {
  const { storage } = api.ctx;
  const sample = Buffer.concat(await Array.fromAsync(await storage.read(samplePath)));
  await storage.delete(path);
  await storage.delete(samplePath);
  return async () => {
    await storage.write(path, bytes(exampleCsv), "text/csv");
    await storage.write(samplePath, sample, "application/json");
  };
}

describe("a release whose file is lost", () => {
  test("is refunded to a buyer who never fetched it, and its listing is taken off sale", async () => {
    const sale = await sell();
    await api.ctx.storage.delete(sale.path);
    expect(await release()).toBe(1);
    const row = await readPurchase(api, sale.id);
    expect(row).toMatchObject({ state: "refunded", refundCause: "file_missing" });
    expect(row.settleDueAt).not.toBeNull();
    expect(await balances(api, sale.id)).toEqual({
      buyer: -priceCents,
      refund_payable: priceCents,
    });
    expect(await noticesOf(api, sale.id)).toEqual(["refunded_buyer", "refunded_seller"]);
    const [listing] = await api.db.select().from(listings).where(eq(listings.id, sale.listingId));
    expect(listing).toMatchObject({ status: "suspended", suspendedBy: "file" });
  });

  test("goes back where other bytes are in its place, and to the seller where it moved", async () => {
    const changed = await sell();
    const moved = await sell();
    await api.ctx.storage.write(
      changed.path,
      bytes(exampleCsv.replace("setosa", "forged")),
      "text/csv",
    );
    await api.ctx.storage.write(moved.path, bytes(exampleCsv), "text/csv");
    expect(await release()).toBe(2);
    expect(await readPurchase(api, changed.id)).toMatchObject({ refundCause: "file_changed" });
    expect(await stateOf(moved)).toBe("released");
    const head = await api.ctx.storage.head(moved.path);
    const [upload] = await api.db.select().from(uploads).where(eq(uploads.storagePath, moved.path));
    expect(upload?.objectEtag).toBe(String(head?.etag));
  });

  test("is the seller's where the buyer has fetched it before", async () => {
    const sale = await sell();
    expect((await fetchFile(sale)).status).toBe(200);
    await api.ctx.storage.delete(sale.path);
    expect(await release()).toBe(1);
    expect(await stateOf(sale)).toBe("released");
  });

  test("of a folder is found by each of its files", async () => {
    const contents = { "a/one.csv": "n\n1\n2\n", "a/two.csv": "n\n3\n4\n" };
    const folder = async () => {
      const draftId = await createDraft(api, seller.token, { price_cents: priceCents });
      return await sell(await publishedFolder(api, seller.token, draftId, contents));
    };
    const [whole, broken] = [await folder(), await folder()];
    const { uploadId } = await readPurchase(api, broken.id);
    const files = await api.db.select().from(uploadFiles).where(eq(uploadFiles.uploadId, uploadId));
    await api.ctx.storage.delete(files.at(-1)?.storagePath ?? "");
    expect(await release()).toBe(2);
    expect(await stateOf(whole)).toBe("released");
    expect(await readPurchase(api, broken.id)).toMatchObject({ refundCause: "file_missing" });
  });
});

describe("a release while the store is not whole", () => {
  test("is held, behind the others that are due, and done once the file is back", async () => {
    const lost = await sell();
    const giveBack = await lose(lost);
    const other = await sell();
    expect(await releaseDuePurchases(clock(7), { rowsMax: 1 })).toBe(0);
    const row = await readPurchase(api, lost.id);
    expect(row.state).toBe("in_escrow");
    expect(row.releaseHeldUntil?.getTime()).toBeGreaterThan(Number(row.releaseDueAt));
    expect(await balances(api, lost.id)).toEqual(held);
    expect(await noticesOf(api, lost.id)).toEqual([]);
    expect(await auditOf(api, lost.id)).toEqual(["purchase.release_held"]);
    const [audit] = await api.db.select().from(auditLog).where(eq(auditLog.subjectId, lost.id));
    expect(audit?.detail).toMatchObject({ because: expect.stringContaining("incomplete") });
    expect(await releaseDuePurchases(clock(7), { rowsMax: 1 })).toBe(1);
    expect(await stateOf(other)).toBe("released");
    expect(await release(7 + heldDays / 2)).toBe(0);
    await giveBack();
    expect(await release(7 + heldDays / 2)).toBe(0);
    expect(await release(7.01 + heldDays)).toBe(1);
    expect(await stateOf(lost)).toBe("released");
  });

  test("leaves the buyer its own ways: to dispute, and to confirm", async () => {
    const [disputed, confirmed] = [await sell(), await sell()];
    for (const sale of [disputed, confirmed]) await lose(sale);
    expect(await release()).toBe(0);
    const body = { reason: "file_unusable", detail: "It cannot be fetched." };
    const post = (sale: Sale, act: string, sent = {}) =>
      api.send("POST", `/purchases/${sale.id}/${act}`, { token: sale.buyer.token, body: sent });
    expect((await post(disputed, "dispute", body)).status).toBe(200);
    expect((await post(confirmed, "confirm")).status).toBe(200);
    expect([await stateOf(disputed), await stateOf(confirmed)]).toEqual(["disputed", "released"]);
  });

  test("asks an unavailable store once, and meanwhile releases fetched purchases", async () => {
    const fetched = await sell();
    await fetchFile(fetched);
    const others = [await sell(), await sell(), await sell()];
    let asked = 0;
    const away = async () => {
      asked += 1;
      throw new StorageUnavailableError("The store is away.");
    };
    expect(await release(7, { ...api.ctx.storage, head: away, ping: away })).toBe(1);
    expect(asked).toBe(2);
    expect(await stateOf(fetched)).toBe("released");
    for (const sale of others)
      expect(await auditOf(api, sale.id)).toEqual(["purchase.release_held"]);
    expect(await release(7.01 + heldDays)).toBe(others.length);
  });

  test("is held once however many clocks look at it", async () => {
    const sale = await sell();
    await lose(sale);
    await Promise.all(Array.from({ length: 6 }, () => release()));
    expect(await auditOf(api, sale.id)).toEqual(["purchase.release_held"]);
  });
});
