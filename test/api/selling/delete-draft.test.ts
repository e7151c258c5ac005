/**
 * `DELETE /listings/draft/{id}`: what is deleted, what stays, and the effect on concurrent work.
 */
import { describe, expect, test } from "bun:test";
import { and, eq, isNull } from "drizzle-orm";
import { events, listings, uploads } from "../../../db/schema/index.ts";
import { beginProfileJob } from "../../../market/listing/begin-profile-job.ts";
import { expireDrafts } from "../../../market/listing/expiry/expire-drafts.ts";
import { purgeUnusedFiles } from "../../../market/listing/purge-unused-files.ts";
import type { Json } from "../../support/api.ts";
import { attachFile, createDraft, endJob } from "../../support/listings.ts";
import { auditOf, dayMs, paidListing, testMarket } from "../../support/market.ts";

const market = await testMarket();
const { api, seller } = market;
const { token } = seller;

const remove = (id: string) => api.send("DELETE", `/listings/draft/${id}`, { token });
const read = (id: string) => api.send("GET", `/listings/${id}`, { token });
const uploadsOf = (id: string) =>
  api.db.select().from(uploads).where(eq(uploads.listingId, id)).orderBy(uploads.id);

describe("a deleted draft", () => {
  test("is gone for its seller, texts and all, and deleting it again writes nothing", async () => {
    const id = await createDraft(api, token, { title: "A secret", license: "CC0-1.0" });
    for (let times = 0; times < 2; times += 1) {
      const answer = await remove(id);
      expect([answer.status, answer.body]).toEqual([200, { id, deleted: true }]);
    }
    expect((await read(id)).body.code).toBe("listing_not_found");
    for (const path of ["/listings", "/listings?status=withdrawn"]) {
      const { body } = await api.send("GET", path, { token });
      expect((body.items as Json[]).map((item) => item.id)).not.toContain(id);
    }
    const [row] = await api.db.select().from(listings).where(eq(listings.id, id));
    expect(row).toMatchObject({ title: "", description: "", license: null, tags: [] });
    expect((await auditOf(api, id)).filter((action) => action === "listing.deleted")).toHaveLength(
      1,
    );
    const told = await api.db.select().from(events).where(eq(events.subjectId, id));
    expect(told.map(({ type }) => type)).toEqual(["listing.deleted", "listing.deleted"]);
  });

  test("takes no change, file or publication any more", async () => {
    const id = await createDraft(api, token);
    const asked = await api.send("POST", `/listings/${id}/upload-urls`, { token });
    await remove(id);
    const full_data_path = (asked.body.full as Json).path;
    const calls = [
      api.send("PATCH", `/listings/draft/${id}`, { token, body: { title: "Irises" } }),
      api.send("PATCH", `/listings/draft/${id}`, { token, body: { full_data_path } }),
      api.send("POST", `/listings/${id}/upload-urls`, { token }),
      api.send("POST", `/listings/${id}/publish`, { token }),
    ];
    for (const answer of await Promise.all(calls)) {
      expect([answer.status, answer.body.code]).toEqual([404, "listing_not_found"]);
    }
  });

  test("leaves its files and unused URLs to the purge, multipart ones too, and ends its job", async () => {
    const id = await createDraft(api, token);
    const path = await attachFile(api, token, id);
    const body = { parts: 2 };
    await api.send("POST", `/listings/${id}/upload-urls`, { token, body });
    await remove(id);
    const rows = await uploadsOf(id);
    expect(rows.map(({ state }) => state)).toEqual(["superseded", "superseded"]);
    const attached = rows.find((row) => row.storagePath === path);
    const begun = await beginProfileJob(api.ctx, String(attached?.id), { busySeconds: 1 });
    expect(begun).toEqual({ kind: "not_awaited" });
    expect(await api.ctx.storage.head(path)).not.toBeNull();
    await purgeUnusedFiles({ ...api.ctx, now: () => new Date(Date.now() + 9 * dayMs) });
    expect(await api.ctx.storage.head(path)).toBeNull();
    const left = and(eq(uploads.listingId, id), isNull(uploads.purgedAt));
    expect(await api.db.$count(uploads, left)).toBe(0);
  });

  test("may have expired before", async () => {
    const id = await createDraft(api, token);
    const expired = { status: "withdrawn", withdrawnAt: api.ctx.now() } as const;
    await api.db.update(listings).set(expired).where(eq(listings.id, id));
    expect((await remove(id)).status).toBe(200);
    expect(await expireDrafts(api.ctx)).toBe(0);
  });
});

describe("anything once on sale", () => {
  test("is not deleted, on sale or withdrawn, nor is another's draft", async () => {
    const id = await paidListing(market);
    expect((await remove(id)).body.code).toBe("listing_not_draft");
    await api.send("POST", `/listings/${id}/withdraw`, { token });
    expect((await remove(id)).body.code).toBe("listing_not_draft");
    expect((await read(id)).status).toBe(200);
  });

  test("is either published or deleted, when both are asked at once", async () => {
    for (let round = 0; round < 8; round += 1) {
      const id = await createDraft(api, token);
      await endJob(api, await attachFile(api, token, id));
      const publish = () => api.send("POST", `/listings/${id}/publish`, { token });
      const asked = round % 2 === 0 ? [publish(), remove(id)] : [remove(id), publish()];
      const statuses = (await Promise.all(asked)).map(({ status }) => status).sort();
      const isPublished = (await read(id)).body.status === "active";
      expect(statuses).toEqual(isPublished ? [200, 409] : [200, 404]);
      const states = (await uploadsOf(id)).map(({ state }) => state);
      expect(states).toEqual([isPublished ? "generated" : "superseded"]);
    }
  });
});

test("a job that ends just then leaves nothing behind", async () => {
  for (let round = 0; round < 4; round += 1) {
    const id = await createDraft(api, token);
    const path = await attachFile(api, token, id);
    await Promise.all([endJob(api, path).catch(() => "dropped"), remove(id)]);
    const [row] = await api.db.select().from(listings).where(eq(listings.id, id));
    expect(row).toMatchObject({ currentUploadId: null, columnNames: [], rowCount: null });
    expect((await uploadsOf(id)).map(({ state }) => state)).toEqual(["superseded"]);
  }
});
