/**
 * Resumable uploads, against both stores: received parts are kept, missing parts are named and
 * signed again.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { uploads } from "../../../db/schema/index.ts";
import { purgeUnusedFiles } from "../../../market/listing/purge-unused-files.ts";
import { lookAtUploads } from "../../../market/listing/upload/look-at-uploads.ts";
import { sweepUnfinishedUploads } from "../../../market/listing/upload/sweep-unfinished-uploads.ts";
import { verifiedAgent } from "../../support/agents.ts";
import { type Json, openTestApi, type TestApi } from "../../support/api.ts";
import { createDraft } from "../../support/listings.ts";
import { type OwnStore, startOwnStore, storeStartMsMax } from "../../support/radosgw/own-store.ts";
import { eventually } from "../../support/stack.ts";

const mebibyte = 1024 ** 2;
const partBytes = 5 * mebibyte;
const byteSize = 3 * partBytes + 7;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

type Part = { part_number: number; upload_url: string; byte_size?: number; content_md5?: string };
type Full = {
  upload_url: string;
  path: string;
  upload_id: string;
  byte_size_max: number;
  recommended?: Json;
  parts_expected?: number;
  parts_missing?: number;
  parts?: Part[];
};

let store: OwnStore;
const apis: Record<string, TestApi> = {};

beforeAll(async () => {
  store = await startOwnStore();
  apis["the disk store"] = await openTestApi();
  apis["Ceph's gateway"] = await openTestApi({ ...store.env });
}, storeStartMsMax);

afterAll(async () => {
  for (const api of Object.values(apis)) await api.close();
  await store.stop();
});

const bytesOf = (number: number, size: number) => new Uint8Array(size).fill(64 + number);
const md5Of = (bytes: Uint8Array) => createHash("md5").update(bytes).digest("hex");

async function put(part: Part | undefined, bytes?: Uint8Array<ArrayBuffer>): Promise<number> {
  if (part === undefined) throw new Error("the part has no URL");
  const { part_number: number, byte_size: size = partBytes, content_md5: md5 } = part;
  const headers = new Headers(md5 === undefined ? {} : { "Content-MD5": md5 });
  const body = bytes ?? bytesOf(number, size);
  const answer = await fetch(part.upload_url, { method: "PUT", body, headers });
  await answer.arrayBuffer();
  return answer.status;
}

async function seller(api: TestApi) {
  const { token } = await verifiedAgent(api);
  const draftId = await createDraft(api, token);
  const at = `/listings/${draftId}`;
  const issue = async (body: Json) => {
    const answer = await api.send("POST", `${at}/upload-urls`, { token, body });
    expect(answer.status).toBe(200);
    return answer.body.full as Full;
  };
  const sign = (id: string, body: Json = {}) =>
    api.send("POST", `${at}/uploads/${id}/part-urls`, { token, body });
  const signed = async (id: string, body: Json = {}) => {
    const answer = await sign(id, body);
    expect(answer.status).toBe(200);
    return answer.body.full as Full;
  };
  const read = async (id: string, query = "") =>
    (await api.send("GET", `${at}/uploads/${id}${query}`, { token })).body;
  const list = async () => (await api.send("GET", `${at}/uploads`, { token })).body;
  const end = (id: string) => api.send("DELETE", `${at}/uploads/${id}`, { token });
  const attach = (path: string) =>
    api.send("PATCH", `/listings/draft/${draftId}`, { token, body: { full_data_path: path } });
  const quota = async () =>
    ((await api.send("GET", "/agent/me", { token })).body.quota as { bytes_used: number })
      .bytes_used;
  return { token, at, issue, sign, signed, read, list, end, attach, quota };
}

describe.each(["the disk store", "Ceph's gateway"])("an upload at %s", (name) => {
  const api = () => apis[name] as TestApi;

  test("is found, read and gone on with by who lost everything but the listing's id", async () => {
    const { issue, list, read, signed, attach } = await seller(api());
    const begun = await issue({ byte_size: byteSize, part_byte_size: partBytes });
    expect(begun).toMatchObject({ parts_expected: 4, parts_missing: 4, byte_size_max: byteSize });
    const [first, , third] = begun.parts ?? [];
    expect([await put(first), await put(third)]).toEqual([200, 200]);
    const [found] = (await list()).items as Json[];
    expect(found).toMatchObject({ id: begun.upload_id, path: begun.path, state: "open" });
    const id = String(found?.id);
    expect(await read(id)).toMatchObject({
      byte_size: byteSize,
      parts_arrived: 2,
      bytes_arrived: 2 * partBytes,
      missing_parts: [
        { first: 2, last: 2 },
        { first: 4, last: 4 },
      ],
      faulty_parts: [],
      parts: [
        { part_number: 1, byte_size: partBytes, md5: md5Of(bytesOf(1, partBytes)) },
        { part_number: 3, byte_size: partBytes, md5: md5Of(bytesOf(3, partBytes)) },
      ],
    });
    expect(await read(id, "?limit=1")).toMatchObject({ next_after_part: 1 });
    expect(await read(id, "?after_part=1")).toMatchObject({ parts: [{ part_number: 3 }] });
    expect((await attach(begun.path)).body).toMatchObject({
      code: "file_not_uploaded",
      errors: [
        { code: "part_missing", detail: "part 2 has not arrived" },
        { code: "part_missing", detail: "part 4 has not arrived" },
      ],
    });
    const anew = await signed(id);
    expect(anew).toMatchObject({ path: begun.path, parts_missing: 2 });
    expect(anew.parts).toMatchObject([
      { part_number: 2, byte_size: partBytes },
      { part_number: 4, byte_size: 7 },
    ]);
    for (const part of anew.parts ?? []) expect(await put(part)).toBe(200);
    expect((await attach(begun.path)).status).toBe(200);
    expect((await attach(begun.path)).status).toBe(200);
    const stored = await new Response(await api().ctx.storage.read(begun.path)).bytes();
    const parts = [1, 2, 3].map((number) => bytesOf(number, partBytes));
    expect(Buffer.concat([...parts, bytesOf(4, 7)]).equals(stored)).toBe(true);
    expect(await read(id)).toMatchObject({ state: "attached", file_byte_size: byteSize });
    expect((await list()).items).toEqual([]);
  });

  test("whose size was announced turns to parts at any time", async () => {
    const { issue, signed, attach, read } = await seller(api());
    const size = 17 * mebibyte;
    const begun = await issue({ byte_size: size });
    expect(begun.parts).toBeUndefined();
    expect(begun.recommended).toEqual({ parts: 2, part_byte_size: 16 * mebibyte });
    await Promise.all([
      signed(begun.upload_id, { limit: 1 }),
      signed(begun.upload_id, { limit: 1 }),
    ]);
    const { parts } = await signed(begun.upload_id);
    expect(parts).toHaveLength(2);
    for (const part of parts ?? []) expect(await put(part)).toBe(200);
    expect(await read(begun.upload_id)).toMatchObject({ missing_parts: [], parts_arrived: 2 });
    expect((await attach(begun.path)).status).toBe(200);
  });

  test("accepts only the bytes with the stated MD5 of a part, and names one that differs", async () => {
    const { issue, signed, read, attach, sign } = await seller(api());
    const begun = await issue({ byte_size: byteSize, part_byte_size: partBytes });
    const { upload_id: id, parts = [] } = begun;
    for (const part of parts) expect(await put(part)).toBe(200);
    const right = bytesOf(7, partBytes);
    const stating = { parts: [{ part_number: 2, md5: md5Of(right) }] };
    const [second] = (await signed(id, stating)).parts ?? [];
    expect(await put(second, bytesOf(8, partBytes))).toBe(400);
    const fault = { part_number: 2, code: "part_differs" };
    expect(await read(id)).toMatchObject({ faulty_parts: [fault], missing_parts: [] });
    expect((await attach(begun.path)).body).toMatchObject({
      code: "file_not_uploaded",
      errors: [{ code: "part_differs" }],
    });
    const [again] = (await signed(id)).parts ?? [];
    expect(again?.part_number).toBe(2);
    expect(await put(again, right)).toBe(200);
    expect((await attach(begun.path)).status).toBe(200);
    const refused = await sign(id);
    expect(refused).toMatchObject({ status: 409, body: { code: "upload_not_open" } });
  });

  test("refuses parts that it does not have, and ids that it was not given", async () => {
    const { issue, sign, end } = await seller(api());
    const { upload_id: id } = await issue({ byte_size: byteSize, part_byte_size: partBytes });
    const refused = await sign(id, { parts: [{ part_number: 1 }, { part_number: 5 }] });
    expect(refused).toMatchObject({
      status: 400,
      body: { code: "invalid_request", errors: [{ pointer: "/parts/1/part_number" }] },
    });
    expect((await sign("0192f0c1-8888-7c3a-9d1b-5a4c3e2f1a0b")).body.code).toBe("upload_not_found");
    expect((await (await seller(api())).sign(id)).body.code).toBe("upload_not_found");
    const plain = await issue({});
    expect(plain.byte_size_max).toBe(5 * 1024 ** 3);
    expect((await sign(plain.upload_id)).body.code).toBe("upload_not_open");
    expect((await end(plain.upload_id)).body).toEqual({ id: plain.upload_id, state: "ended" });
  });

  test("can be resumed for days after its URLs have ended, and ends at last", async () => {
    const { issue, signed, read, quota, sign } = await seller(api());
    const {
      upload_id: id,
      path,
      parts = [],
    } = await issue({
      byte_size: byteSize,
      part_byte_size: partBytes,
    });
    expect(await put(parts[0])).toBe(200);
    const { clock, ctx, db } = api();
    const tick = async (skewMs: number) => {
      clock.skewMs = skewMs;
      await lookAtUploads(ctx);
      await sweepUnfinishedUploads(ctx);
      await purgeUnusedFiles(ctx);
    };
    try {
      await tick(6 * dayMs);
      expect(await quota()).toBe(partBytes);
      expect(await read(id)).toMatchObject({ state: "open", parts_arrived: 1 });
      const { parts: anew = [] } = await signed(id);
      expect(await quota()).toBe(byteSize);
      clock.skewMs = 0;
      expect(await put(anew[0])).toBe(200);
      await tick(12 * dayMs);
      expect(await read(id)).toMatchObject({ state: "open", parts_arrived: 2 });
      const [row] = await db.select().from(uploads).where(eq(uploads.id, id));
      await tick(14 * dayMs);
      expect(await read(id)).toMatchObject({ state: "ended" });
      expect((await sign(id)).body.code).toBe("upload_not_open");
      expect(await quota()).toBe(0);
      expect(await ctx.storage.listParts(path, String(row?.multipartId))).toBeNull();
    } finally {
      clock.skewMs = 0;
    }
  });

  test("aborted by its seller, frees its parts and its space", async () => {
    const { issue, end, quota, sign, read } = await seller(api());
    const { upload_id: id, parts = [] } = await issue({
      byte_size: byteSize,
      part_byte_size: partBytes,
    });
    expect(await put(parts[0])).toBe(200);
    for (let time = 0; time < 2; time += 1) expect((await end(id)).status).toBe(200);
    expect(await put(parts[1])).toBe(404);
    expect(await quota()).toBe(0);
    expect((await sign(id)).body.code).toBe("upload_not_open");
    expect(await read(id)).toMatchObject({ state: "ended", parts_arrived: 0 });
  });

  test("that no row knows is ended at the store, and none that is open", async () => {
    const { issue } = await seller(api());
    const { upload_id: id, path } = await issue({ byte_size: byteSize, parts: 2 });
    const { storage } = api().ctx;
    const lost = await storage.startMultipart(`uploads/lost/${id}`);
    const [row] = await api().db.select().from(uploads).where(eq(uploads.id, id));
    // As old as the store can record: the sweep itself waits more than a day.
    const old = {
      ...storage,
      listMultiparts: () => storage.listMultiparts({ olderThanSeconds: 0 }),
    };
    await eventually(
      async () => (await sweepUnfinishedUploads({ ...api().ctx, storage: old })) > 0,
    );
    expect(await storage.listParts(`uploads/lost/${id}`, lost)).toBeNull();
    expect(await storage.listParts(path, String(row?.multipartId))).toEqual([]);
  });
});

describe("a file above what one PUT takes", () => {
  test("comes in the recommended parts, and its single URL states its limit", async () => {
    const { issue, signed } = await seller(apis["the disk store"] as TestApi);
    const size = 20 * 1024 ** 3;
    const begun = await issue({ byte_size: size });
    const recommended = { parts: 1280, part_byte_size: 16 * mebibyte };
    expect(begun).toMatchObject({
      byte_size_max: 5 * 1024 ** 3,
      recommended,
      parts_expected: 1280,
      parts_missing: 1280,
    });
    expect(begun.parts).toHaveLength(1000);
    const rest = Array.from({ length: 280 }, (_, index) => ({ part_number: 1001 + index }));
    const { parts = [] } = await signed(begun.upload_id, { parts: rest });
    expect(parts.at(-1)).toMatchObject({ part_number: 1280, byte_size: 16 * mebibyte });
  });
});
