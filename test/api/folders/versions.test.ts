/**
 * New versions of a folder: unchanged files are not sent again, and earlier buyers keep their
 * version.
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { uploads } from "../../../db/schema/index.ts";
import { purgeUnusedFiles } from "../../../market/listing/purge-unused-files.ts";
import type { Json } from "../../support/api.ts";
import { createDraft } from "../../support/listings.ts";
import { dayMs, purchaseOf, testMarket } from "../../support/market.ts";
import {
  announceFolder,
  attachFolder,
  type Contents,
  profileUpload,
  publishedFolder,
  sendAwaited,
} from "./support.ts";

setDefaultTimeout(60_000);

const market = await testMarket();
const { api, seller, buyer } = market;
const { token } = seller;

const first: Contents = { "a.csv": "id,city\n1,Lisbon\n2,Porto\n", "b.csv": "code,name\nA,one\n" };
const second: Contents = { ...first, "b.csv": "code,name\nA,one\nB,two\n" };
const sha256 = (text: string | Uint8Array) => createHash("sha256").update(text).digest("hex");

const withHashes = (contents: Contents): Json => ({
  files: Object.entries(contents).map(([name, text]) => {
    return { name, byte_size: text.length, sha256: sha256(text) };
  }),
});

test("a file that an earlier version has is named by its hash, and stays when the rest is purged", async () => {
  const draftId = await createDraft(api, token, { price_cents: 1000 });
  const id = await publishedFolder(api, token, draftId, first);
  const earlier = await purchaseOf(market, id);
  await api.send("POST", `/listings/${id}/versions`, { token });
  const given = await announceFolder(api, token, id, withHashes(second));
  expect(given.files.items.map(({ name, state }) => [name, state])).toEqual([
    ["a.csv", "unchanged"],
    ["b.csv", "awaited"],
  ]);
  // A second announcement replaces the first; files sent for the first one are purged.
  await sendAwaited(api, token, { listingId: id, uploadId: given.uploadId }, second);
  expect((await attachFolder(api, token, id, given.path)).status).toBe(200);
  const next = await announceFolder(api, token, id, withHashes(second));
  const { uploadId } = next;
  expect(await sendAwaited(api, token, { listingId: id, uploadId }, second)).toBe(1);
  expect((await attachFolder(api, token, id, next.path)).status).toBe(200);
  expect((await profileUpload(api, uploadId)).heldBytes).toBe(String(second["b.csv"]).length);
  expect((await api.send("POST", `/listings/${id}/publish`, { token })).status).toBe(200);

  const later = new Date(Date.now() + 30 * dayMs);
  await purgeUnusedFiles({ ...api.ctx, now: () => later });
  const [purged] = await api.db.select().from(uploads).where(eq(uploads.id, given.uploadId));
  expect(purged?.purgedAt).not.toBeNull();
  expect(await api.ctx.storage.list(`${given.path}/`, { keysMax: 10 })).toEqual([]);

  const bought = await purchaseOf(market, id);
  for (const [purchaseId, contents] of [
    [earlier, first],
    [bought, second],
  ] as const) {
    const own = await api.send("GET", `/purchases/${purchaseId}/files`, { token: buyer.token });
    const items = own.body.items as { path: string; download_url: string }[];
    const found = await Promise.all(
      items.map(async ({ path, download_url: url }) => [path, await (await fetch(url)).text()]),
    );
    expect(Object.fromEntries(found)).toEqual(contents);
  }
});
