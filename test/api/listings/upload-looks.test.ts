/**
 * The checks of files at upload URLs: oversized files are removed, and nothing counts towards a
 * quota for ever.
 */
import { afterEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { listings, uploads } from "../../../db/schema/index.ts";
import { purgeUnusedFiles } from "../../../market/listing/purge-unused-files.ts";
import { lookAtUploads } from "../../../market/listing/upload/look-at-uploads.ts";
import { verifiedAgent } from "../../support/agents.ts";
import { testApi } from "../../support/api.ts";
import { attachFile, createDraft, exampleCsv } from "../../support/listings.ts";

const api = await testApi();
const minutes = (count: number) => count * 60_000;
/** After the URL has expired and the hour in which a PUT may still run. */
const afterwards = minutes(121);

afterEach(() => {
  api.clock.skewMs = 0;
});

async function issue(token: string, byteSize: number): Promise<string> {
  const draftId = await createDraft(api, token);
  const answer = await api.send("POST", `/listings/${draftId}/upload-urls`, {
    token,
    body: { byte_size: byteSize },
  });
  return (answer.body.full as { path: string }).path;
}

async function lookAfter(skewMs: number): Promise<void> {
  api.clock.skewMs = skewMs;
  // Twice at once: one clock skips what the other has locked.
  await Promise.all([lookAtUploads(api.ctx), lookAtUploads(api.ctx)]);
  api.clock.skewMs = 0;
}

async function quotaOf(token: string) {
  const { body } = await api.send("GET", "/agent/me", { token });
  return body.quota as { bytes_used: number; files_used: number };
}

const write = (path: string, byteSize: number) =>
  api.ctx.storage.write(path, new Uint8Array(byteSize), "text/csv");

describe("an upload that is looked at", () => {
  test("loses a file larger than its URL allows within minutes, and every later one", async () => {
    const { token } = await verifiedAgent(api);
    const path = await issue(token, 10);
    await write(path, 11);
    await lookAfter(minutes(4));
    expect(await api.ctx.storage.head(path)).not.toBeNull();
    await lookAfter(minutes(6));
    expect(await api.ctx.storage.head(path)).toBeNull();
    expect(await quotaOf(token)).toMatchObject({ bytes_used: 0, files_used: 0 });
    await write(path, 5);
    await lookAfter(minutes(12));
    expect(await api.ctx.storage.head(path)).toBeNull();
  });

  test("counts its URL's size until it ends, then nothing if no file came", async () => {
    const { token } = await verifiedAgent(api);
    await issue(token, 1000);
    await lookAfter(minutes(100));
    expect(await quotaOf(token)).toMatchObject({ bytes_used: 1000, files_used: 1 });
    await lookAfter(afterwards);
    expect(await quotaOf(token)).toMatchObject({ bytes_used: 0, files_used: 0 });
  });

  test("does not wait for a listing's lock, such as a profile job's", async () => {
    const { token } = await verifiedAgent(api);
    await write(await issue(token, 10), 7);
    await api.db.transaction(async (tx) => {
      await tx.select({ id: listings.id }).from(listings).for("update");
      await lookAfter(afterwards);
    });
    expect(await quotaOf(token)).toMatchObject({ bytes_used: 7, files_used: 1 });
  });

  test("counts its true size at the end, where a file came that nobody attached", async () => {
    const { token } = await verifiedAgent(api);
    await write(await issue(token, 1000), 7);
    await lookAfter(afterwards);
    expect(await quotaOf(token)).toMatchObject({ bytes_used: 7, files_used: 1 });
    api.clock.skewMs = 9 * 24 * minutes(60);
    await purgeUnusedFiles(api.ctx);
    api.clock.skewMs = 0;
    expect(await quotaOf(token)).toMatchObject({ bytes_used: 0, files_used: 0 });
  });

  test("keeps the attached file, and counts bytes put in its place", async () => {
    const { token } = await verifiedAgent(api);
    const path = await attachFile(api, token, await createDraft(api, token));
    await lookAfter(minutes(6));
    expect(await quotaOf(token)).toMatchObject({ bytes_used: exampleCsv.length });
    await write(path, 500);
    await lookAfter(minutes(12));
    expect(await quotaOf(token)).toMatchObject({ bytes_used: 500, files_used: 1 });
    await lookAfter(afterwards);
    const [row] = await api.db.select().from(uploads).where(eq(uploads.storagePath, path));
    expect(row).toMatchObject({ state: "attached", lookDueAt: null, heldBytes: 500 });
  });
});
