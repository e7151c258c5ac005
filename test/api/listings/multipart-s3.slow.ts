/**
 * Multipart uploads at an S3 store: the limits of a stranger's part URLs, and the cleanup of the
 * rest.
 */
import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { uploads } from "../../../db/schema/index.ts";
import { purgeUnusedFiles } from "../../../market/listing/purge-unused-files.ts";
import { lookAtUploads } from "../../../market/listing/upload/look-at-uploads.ts";
import { verifiedAgent } from "../../support/agents.ts";
import { openTestApi, type TestApi } from "../../support/api.ts";
import { createDraft } from "../../support/listings.ts";
import { type OwnStore, startOwnStore, storeStartMsMax } from "../../support/radosgw/own-store.ts";

const mebibyte = 1024 ** 2;
const minuteMs = 60_000;
const uploadBytesMax = 12 * mebibyte;

let store: OwnStore;
let api: TestApi;

beforeAll(async () => {
  store = await startOwnStore();
  api = await openTestApi({ ...store.env, UPLOAD_BYTES_MAX: String(uploadBytesMax) });
}, storeStartMsMax);

afterAll(async () => {
  await api.close();
  await store.stop();
});

afterEach(() => {
  api.clock.skewMs = 0;
});

type Part = { part_number: number; upload_url: string; byte_size?: number };

async function issue(body: object) {
  const { token } = await verifiedAgent(api);
  const draftId = await createDraft(api, token);
  const answer = await api.send("POST", `/listings/${draftId}/upload-urls`, { token, body });
  expect(answer.status).toBe(200);
  const { path, parts } = answer.body.full as { path: string; parts: [Part, Part] };
  const attach = () =>
    api.send("PATCH", `/listings/draft/${draftId}`, { token, body: { full_data_path: path } });
  const quota = async () => {
    const { body: me } = await api.send("GET", "/agent/me", { token });
    return (me.quota as { bytes_used: number }).bytes_used;
  };
  const row = async () => {
    const [found] = await api.db.select().from(uploads).where(eq(uploads.storagePath, path));
    if (found === undefined) throw new Error(`no upload has the path ${path}`);
    return found;
  };
  return { path, parts, attach, quota, row };
}

async function put({ upload_url: url }: Part, byteSize: number): Promise<number> {
  const answer = await fetch(url, { method: "PUT", body: new Uint8Array(byteSize).fill(65) });
  await answer.arrayBuffer();
  return answer.status;
}

async function lookAfter(minutes: number): Promise<void> {
  api.clock.skewMs = minutes * minuteMs;
  await lookAtUploads(api.ctx);
  api.clock.skewMs = 0;
}

test("a part of an announced size accepts only that size, and the file is joined", async () => {
  const { parts, attach, quota } = await issue({ byte_size: 11 * mebibyte, parts: 2 });
  const [first, second] = parts;
  expect(parts.map((part) => part.byte_size)).toEqual([5.5 * mebibyte, 5.5 * mebibyte]);
  expect(await put(first, 6 * mebibyte)).toBe(403);
  expect(await put(first, 5 * mebibyte)).toBe(403);
  expect(await put(first, 5.5 * mebibyte)).toBe(200);
  expect((await attach()).body.code).toBe("file_not_uploaded");
  expect(await put(second, 5.5 * mebibyte)).toBe(200);
  expect((await attach()).status).toBe(200);
  expect(await quota()).toBe(11 * mebibyte);
});

test("parts smaller than the store joins are a refusal, not a fault", async () => {
  const { parts, attach } = await issue({ parts: 2 });
  for (const part of parts) expect(await put(part, 10)).toBe(200);
  expect(await attach()).toMatchObject({ status: 400, body: { code: "file_not_uploaded" } });
});

test("parts that are larger together than a file may be go at the next look, and take no more", async () => {
  const { parts, attach, quota, row } = await issue({ parts: 2 });
  for (const part of parts) expect(await put(part, 7 * mebibyte)).toBe(200);
  expect(await quota()).toBe(uploadBytesMax);
  await lookAfter(6);
  expect(await put(parts[0], 10)).toBe(404);
  expect(await quota()).toBe(0);
  expect(await row()).toMatchObject({ state: "superseded", purgedAt: expect.any(Date) });
  expect((await attach()).body.code).toBe("file_not_uploaded");
});

test("parts within the limit stay, and count their true size once the URLs have ended", async () => {
  const { path, parts, quota, row } = await issue({ parts: 2 });
  expect(await put(parts[0], 7 * mebibyte)).toBe(200);
  await lookAfter(6);
  expect(await quota()).toBe(uploadBytesMax);
  await lookAfter(121);
  expect(await quota()).toBe(7 * mebibyte);
  const { multipartId } = await row();
  api.clock.skewMs = 9 * 24 * 60 * minuteMs;
  await purgeUnusedFiles(api.ctx);
  api.clock.skewMs = 0;
  expect(await api.ctx.storage.listParts(path, String(multipartId))).toBeNull();
  expect(await put(parts[1], 10)).toBe(404);
  expect(await quota()).toBe(0);
});

test("parts next to an attached file are dropped, and the file stays", async () => {
  const { path, parts, attach, quota, row } = await issue({ parts: 2 });
  expect(await put(parts[0], 7 * mebibyte)).toBe(200);
  await api.ctx.storage.write(path, new Uint8Array(100), "text/csv");
  expect((await attach()).status).toBe(200);
  const { multipartId } = await row();
  await lookAfter(6);
  expect(await api.ctx.storage.listParts(path, String(multipartId))).toBeNull();
  expect((await api.ctx.storage.head(path))?.byteSize).toBe(100);
  expect(await quota()).toBe(100);
});
