/**
 * Files of a folder that are too large for one PUT: parts are listed, signed again, checked, joined
 * and aborted.
 */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { uploadFiles, uploads } from "../../../db/schema/index.ts";
import { purgeUnusedFiles } from "../../../market/listing/purge-unused-files.ts";
import { lookAtUploads } from "../../../market/listing/upload/look-at-uploads.ts";
import { sweepUnfinishedUploads } from "../../../market/listing/upload/sweep-unfinished-uploads.ts";
import { uploadUseCases } from "../../../site/account/selling/sell/upload-use-cases.ts";
import { sellerAgent } from "../../support/agents.ts";
import { type Json, testApi } from "../../support/api.ts";
import { createDraft } from "../../support/listings.ts";
import { announceFolder, announcement, attachFolder, profileUpload } from "./support.ts";

setDefaultTimeout(60_000);

const putBytesMax = 1000;
const api = await testApi({
  UPLOAD_PUT_BYTES_MAX: String(putBytesMax),
  UPLOAD_PART_BYTES_MIN: "10",
  UPLOAD_BYTES_MAX: "1000000",
});
const { token, owner, agentId } = await sellerAgent(api);
const dayMs = 86_400_000;

const rows = Array.from({ length: 260 }, (_, index) => `${index},level ${index % 7}`).join("\n");
const large = `id,level\n${rows}\n`;
const contents = {
  "a.csv": "id,level\n1,low\n",
  "b/large.csv": large,
  "c.csv": "id,level\n2,high\n",
};
const expectedParts = Math.ceil(large.length / putBytesMax);

type Part = { part_number: number; upload_url: string; byte_size: number; content_md5?: string };
type Item = Json & { name: string; position: number; upload_url: string | null };

const md5Of = (text: string) => createHash("md5").update(text).digest("hex");
const bytesOfPart = ({ part_number: number }: Part) =>
  large.slice((number - 1) * putBytesMax, number * putBytesMax);

async function put(part: Part | undefined, body = part && bytesOfPart(part)): Promise<number> {
  if (part === undefined) throw new Error("the part has no URL");
  const { upload_url: url, content_md5: md5 } = part;
  const headers = new Headers(md5 === undefined ? {} : { "Content-MD5": md5 });
  const answer = await fetch(url, { method: "PUT", body: body ?? "", headers });
  await answer.arrayBuffer();
  return answer.status;
}

/** A draft with an announced folder whose small files have arrived. */
async function begun() {
  const listingId = await createDraft(api, token);
  const body = announcement(contents);
  const { path, uploadId, files } = await announceFolder(api, token, listingId, body);
  const items = files.items as unknown as Item[];
  for (const { name, upload_url: url } of items) {
    const content = contents[name as keyof typeof contents];
    if (url !== null) await fetch(url, { method: "PUT", body: content });
  }
  const at = `/listings/${listingId}/uploads/${uploadId}`;
  const get = async (below = "") => (await api.send("GET", `${at}${below}`, { token })).body;
  const send = (below: string, given: Json = {}) =>
    api.send("POST", `${at}${below}`, { token, body: given });
  const sign = async (given: Json = {}) => {
    const answer = await send("/files/1/part-urls", given);
    expect(answer.status).toBe(200);
    return answer.body as Json & { parts: Part[] };
  };
  const attach = () => attachFolder(api, token, listingId, path);
  const multipart = async () => {
    const [, file] = await api.db
      .select()
      .from(uploadFiles)
      .where(eq(uploadFiles.uploadId, uploadId))
      .orderBy(uploadFiles.position);
    if (file === undefined) throw new Error("the file is gone");
    return { key: file.storagePath, id: file.multipartId ?? "" };
  };
  const partsAtStore = ({ key, id }: { key: string; id: string }) =>
    api.ctx.storage.listParts(key, id);
  return { listingId, uploadId, items, at, get, send, sign, attach, multipart, partsAtStore };
}

async function later<Result>(skewMs: number, act: () => Promise<Result>): Promise<Result> {
  api.clock.skewMs = skewMs;
  try {
    return await act();
  } finally {
    api.clock.skewMs = 0;
  }
}

describe("a file of a folder that is too large for one PUT", () => {
  test("comes in parts, is resumed by somebody who knows only the folder, and is joined", async () => {
    const { uploadId, items, get, send, sign, attach } = await begun();
    const inParts = { parts_expected: expectedParts, part_byte_size: putBytesMax };
    expect(items).toMatchObject([
      { name: "a.csv", position: 0, parts_expected: null },
      { name: "b/large.csv", position: 1, upload_url: null, state: "awaited", ...inParts },
      { name: "c.csv", position: 2, parts_expected: null },
    ]);
    const first = await sign();
    expect(first).toMatchObject({ ...inParts, state: "awaited", parts_missing: expectedParts });
    expect(first.parts.at(-1)?.byte_size).toBe(large.length % putBytesMax);
    expect(await put(first.parts[1])).toBe(200);
    expect(await get("/files/1")).toMatchObject({
      ...inParts,
      state: "awaited",
      parts_arrived: 1,
      bytes_arrived: putBytesMax,
      missing_parts: [
        { first: 1, last: 1 },
        { first: 3, last: expectedParts },
      ],
      parts: [{ part_number: 2, md5: md5Of(large.slice(putBytesMax, 2 * putBytesMax)) }],
    });
    const early = await attach();
    expect(early.body).toMatchObject({ status: 400, code: "file_not_uploaded" });
    expect(early.body.errors).toMatchObject([
      { code: "part_missing", detail: "b/large.csv: part 1 has not arrived" },
      { code: "part_missing", detail: `b/large.csv: parts 3 to ${expectedParts} have not arrived` },
    ]);
    const { parts } = await sign({ limit: 1 });
    expect(parts).toMatchObject([{ part_number: 1 }]);
    for (const part of (await sign()).parts) expect(await put(part)).toBe(200);
    expect((await get("/files?state=awaited")).items).toHaveLength(1);
    expect(await sign()).toMatchObject({ state: "arrived", parts_missing: 0, parts: [] });
    expect((await get("/files?state=awaited")).items).toEqual([]);
    expect(await sign()).toMatchObject({ state: "arrived" });
    expect((await attach()).status).toBe(200);
    expect(await profileUpload(api, uploadId)).toMatchObject({ state: "generated" });
    const stored = (await api.db.select().from(uploadFiles)).find(
      (row) => row.uploadId === uploadId && row.position === 1,
    );
    expect(stored?.sha256).toBe(createHash("sha256").update(large).digest("hex"));
    expect((await send("/files/1/part-urls")).body).toMatchObject({ code: "upload_not_open" });
  });

  test("is joined by the PATCH where nobody asked before, by two at once as well", async () => {
    const { sign, attach, get } = await begun();
    for (const part of (await sign()).parts) expect(await put(part)).toBe(200);
    const answers = await Promise.all([attach(), attach()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await get("/files/1")).toMatchObject({ state: "arrived", missing_parts: [] });
  });

  test("is begun once by two who ask for its parts at once", async () => {
    const { send, multipart, partsAtStore, sign } = await begun();
    const answers = await Promise.all([send("/files/1/part-urls"), send("/files/1/part-urls")]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await put((await sign()).parts[0])).toBe(200);
    expect(await partsAtStore(await multipart())).toHaveLength(1);
  });

  test("has parts as announced, or they are sent again", async () => {
    const { sign, get, attach } = await begun();
    const md5 = md5Of(large.slice(0, putBytesMax));
    const { parts } = await sign({ parts: [{ part_number: 1, md5 }] });
    expect(await put(parts[0], "x".repeat(putBytesMax))).toBe(400);
    const [unsigned] = (await sign({ parts: [{ part_number: 1 }] })).parts;
    expect(await put(unsigned, "x".repeat(putBytesMax))).toBe(200);
    await sign({ parts: [{ part_number: 1, md5 }] });
    for (const part of (await sign()).parts) {
      if (part.part_number !== 1) expect(await put(part)).toBe(200);
    }
    expect(await get("/files/1")).toMatchObject({
      faulty_parts: [{ part_number: 1, code: "part_differs" }],
    });
    expect((await attach()).body.errors).toMatchObject([{ code: "part_differs" }]);
    const [again] = (await sign()).parts;
    expect(again).toMatchObject({ part_number: 1 });
    expect(await put(again)).toBe(200);
    expect((await attach()).status).toBe(200);
  });

  test("is not asked for by parts, positions and folders that are not there", async () => {
    const { send, at, listingId } = await begun();
    const above = { parts: [{ part_number: expectedParts + 1 }] };
    expect((await send("/files/1/part-urls", above)).body).toMatchObject({
      code: "invalid_request",
      errors: [{ pointer: "/parts/0/part_number", code: "out_of_range" }],
    });
    expect((await send("/files/3/part-urls")).body).toMatchObject({ code: "upload_not_found" });
    expect((await send("/files/x/part-urls")).body).toMatchObject({ code: "invalid_request" });
    expect((await send("/part-urls")).body).toMatchObject({ code: "upload_not_open" });
    const other = await sellerAgent(api);
    const asOther = await api.send("POST", `${at}/files/1/part-urls`, {
      token: other.token,
      body: {},
    });
    expect(asOther.body).toMatchObject({ status: 404, code: "listing_not_found" });
    const body = { files: [{ name: "vast.bin", byte_size: api.config.UPLOAD_BYTES_MAX + 1 }] };
    const refused = await api.send("POST", `/listings/${listingId}/upload-urls`, { token, body });
    expect(refused.body).toMatchObject({ code: "file_too_large" });
  });
});

test("a small file comes in parts as well, once they are asked for, and needs none of them", async () => {
  const { send, uploadId, attach } = await begun();
  const announced = await api.db
    .select()
    .from(uploadFiles)
    .where(eq(uploadFiles.uploadId, uploadId));
  const small = announced.find(({ position }) => position === 0);
  expect((await send("/files/0/part-urls")).body).toMatchObject({ state: "arrived", parts: [] });
  await api.ctx.storage.delete(small?.storagePath ?? "");
  const { body } = await send("/files/0/part-urls");
  expect(body).toMatchObject({ state: "awaited", parts_expected: 1, parts_missing: 1 });
  const [part] = body.parts as Part[];
  expect(await put(part, contents["a.csv"])).toBe(200);
  expect((await attach()).body.detail).toContain("1 of 3 files");
  expect((await send("/files/0/part-urls")).body).toMatchObject({ state: "arrived" });
});

test("the site's script learns the missing files and parts until all have arrived", async () => {
  const { listingId, uploadId, attach } = await begun();
  const site = uploadUseCases(api.ctx, async () => ({ kind: "agent", agentId, verified: true }));
  const sent: [string, number][] = [];
  while (true) {
    const { items = [] } = await site.signMissing(owner, listingId, uploadId);
    if (items.length === 0) break;
    for (const { name, url, first, byteSize } of items) {
      const content = contents[name as keyof typeof contents];
      const body = content.slice(first, first + byteSize);
      expect((await fetch(url, { method: "PUT", body })).status).toBe(200);
      sent.push([name, first]);
    }
  }
  const parts = Array.from({ length: expectedParts }, (_, index) => index * putBytesMax);
  expect(sent).toEqual(parts.map((first) => ["b/large.csv", first]));
  expect((await attach()).status).toBe(200);
});

describe("parts of a folder that nobody goes on with", () => {
  test("are given up at the store with the upload, at once", async () => {
    const { sign, at, multipart, partsAtStore } = await begun();
    expect(await put((await sign()).parts[0])).toBe(200);
    const begunParts = await multipart();
    expect(await partsAtStore(begunParts)).toHaveLength(1);
    expect((await api.send("DELETE", at, { token })).status).toBe(200);
    expect(await partsAtStore(begunParts)).toBeNull();
  });

  test("count while they wait, and go a week after the last URL, which new ones move on", async () => {
    const { sign, uploadId, multipart, partsAtStore } = await begun();
    expect(await put((await sign()).parts[0])).toBe(200);
    const begunParts = await multipart();
    const row = async () =>
      (await api.db.select().from(uploads).where(eq(uploads.id, uploadId)))[0];
    const announced = Object.values(contents).join("").length;
    expect((await row())?.heldBytes).toBe(announced);
    await later(dayMs, () => lookAtUploads(api.ctx));
    const small = contents["a.csv"].length + contents["c.csv"].length;
    expect((await row())?.heldBytes).toBe(small + putBytesMax);
    await later(6 * dayMs, () => sign());
    expect((await row())?.heldBytes).toBe(announced);
    await later(8 * dayMs, async () => {
      await purgeUnusedFiles(api.ctx);
      await sweepUnfinishedUploads(api.ctx);
    });
    expect(await partsAtStore(begunParts)).toHaveLength(1);
    await later(14 * dayMs, () => purgeUnusedFiles(api.ctx));
    expect(await partsAtStore(begunParts)).toBeNull();
    expect((await row())?.state).toBe("superseded");
  });
});
