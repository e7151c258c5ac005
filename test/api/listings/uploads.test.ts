/** Signed upload URLs as the API serves them from the disk store. */
import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { connect } from "node:net";
import { eq, sql } from "drizzle-orm";
import { listings, uploads } from "../../../db/schema/index.ts";
import { verifiedAgent } from "../../support/agents.ts";
import { testApi } from "../../support/api.ts";
import { attachFile, createDraft, endJob, exampleCsv } from "../../support/listings.ts";
import { eventually } from "../../support/stack.ts";

type Full = {
  upload_url: string;
  path: string;
  parts?: { part_number: number; upload_url: string }[];
};

const api = await testApi();
const { token } = await verifiedAgent(api);

async function issue(draftId: string, body: unknown = {}): Promise<Full> {
  const answer = await api.send("POST", `/listings/${draftId}/upload-urls`, { token, body });
  expect(answer.status).toBe(200);
  return answer.body.full as Full;
}

async function attach(draftId: string, path: string) {
  const body = { full_data_path: path };
  return api.send("PATCH", `/listings/draft/${draftId}`, { token, body });
}

async function refusedPut(url: string, body = exampleCsv) {
  const answer = await fetch(url, { method: "PUT", body });
  expect(answer.headers.get("content-type")).toBe("application/problem+json");
  const { code } = (await answer.json()) as { code: string };
  return { status: answer.status, code };
}

describe("an upload URL", () => {
  test("that has expired is refused with a clear problem", async () => {
    const { upload_url: url } = await issue(await createDraft(api, token));
    api.clock.skewMs = 3_700_000;
    const refusal = await refusedPut(url);
    api.clock.skewMs = 0;
    expect(refusal).toEqual({ status: 403, code: "upload_url_expired" });
  });

  test("that was tampered with is refused: key, expiry, size and signature", async () => {
    const draftId = await createDraft(api, token);
    const { upload_url: url, path } = await issue(draftId, { byte_size: 10 });
    const changed = [
      url.replace(path, `${path}0`),
      ...[...new URL(url).searchParams].map(([name, value]) => {
        const tampered = new URL(url);
        const first = value.startsWith("x") ? "y" : "x";
        const other = /^\d+$/.test(value) ? `${value}9` : `${first}${value.slice(1)}`;
        tampered.searchParams.set(name, other);
        return tampered.href;
      }),
    ];
    for (const bad of changed) {
      expect(await refusedPut(bad)).toEqual({ status: 403, code: "signature_invalid" });
    }
    expect((await attach(draftId, path)).body.code).toBe("file_not_uploaded");
  });

  test("refuses a file that is longer than announced", async () => {
    const { upload_url: url } = await issue(await createDraft(api, token), { byte_size: 10 });
    expect(await refusedPut(url)).toEqual({ status: 413, code: "upload_too_large" });
  });

  test("cut half-way leaves nothing, and works when the file is sent again", async () => {
    const draftId = await createDraft(api, token);
    const { upload_url: url, path } = await issue(draftId);
    await cutUpload(url);
    expect((await attach(draftId, path)).body.code).toBe("file_not_uploaded");
    await fetch(url, { method: "PUT", body: exampleCsv });
    expect((await attach(draftId, path)).status).toBe(200);
  });
});

describe("a multipart upload", () => {
  test("is joined by the PATCH, in the order of the parts", async () => {
    const draftId = await createDraft(api, token);
    const { path, parts = [] } = await issue(draftId, { parts: 2 });
    const [first, second] = parts;
    await fetch(String(second?.upload_url), { method: "PUT", body: exampleCsv.slice(10) });
    expect((await attach(draftId, path)).body.code).toBe("file_not_uploaded");
    await fetch(String(first?.upload_url), { method: "PUT", body: exampleCsv.slice(0, 10) });
    const attached = await attach(draftId, path);
    expect(attached.status).toBe(200);
    const stored = await new Response(await api.ctx.storage.read(path)).text();
    expect(stored).toBe(exampleCsv);
  });
});

describe("parts that no upload can have", () => {
  const impossible: [body: object, pointer: string][] = [
    [{ parts: 0 }, "/parts"],
    [{ parts: 10_001 }, "/parts"],
    [{ parts: 1.5 }, "/parts"],
    [{ parts: 2, byte_size: 10 }, "/parts"],
    [{ parts: 1, byte_size: 6 * 1024 ** 3 }, "/parts"],
    [{ part_byte_size: 6 * 1024 ** 2 }, "/part_byte_size"],
    [{ part_byte_size: 1024, byte_size: 6 * 1024 ** 3 }, "/part_byte_size"],
    [{ part_byte_size: 6 * 1024 ** 3, byte_size: 12 * 1024 ** 3 }, "/part_byte_size"],
    [{ part_byte_size: 2 * 1024 ** 3, parts: 5, byte_size: 12 * 1024 ** 3 }, "/parts"],
  ];
  test.each(impossible)("%j is refused by its field", async (body, pointer) => {
    const draftId = await createDraft(api, token);
    const answer = await api.send("POST", `/listings/${draftId}/upload-urls`, { token, body });
    expect(answer).toMatchObject({
      status: 400,
      body: { code: "invalid_request", errors: [{ pointer }] },
    });
  });
});

describe("a later upload", () => {
  test("takes the place of the earlier one, whose path is refused from then on", async () => {
    const draftId = await createDraft(api, token);
    const earlier = await attachFile(api, token, draftId);
    const later = await attachFile(api, token, draftId, `${exampleCsv}4.9,setosa\n`);
    const listing = await api.send("GET", `/listings/${draftId}`, { token });
    expect(listing.body.full_data_path).toBe(later);
    expect((await attach(draftId, earlier)).body.code).toBe("upload_superseded");
    expect(endJob(api, earlier)).rejects.toThrow("dropped");
    await endJob(api, later);
    const ready = await api.send("GET", `/listings/${draftId}`, { token });
    expect(ready.body.data_profile).toMatchObject({ auto_sample_status: "generated" });
  });

  test("hides the earlier file's findings until its own job has ended", async () => {
    const draftId = await createDraft(api, token);
    await endJob(api, await attachFile(api, token, draftId));
    await attachFile(api, token, draftId, `${exampleCsv}4.9,setosa\n`);
    const listing = await api.send("GET", `/listings/${draftId}`, { token });
    expect(listing.body.data_profile).toMatchObject({ row_count: null, quality_score: null });
    expect(listing.body.data_profile).not.toHaveProperty("auto_sample_status");
    const publish = await api.send("POST", `/listings/${draftId}/publish`, { token });
    expect(publish.body.errors).toMatchObject([{ code: "sample_job_running" }]);
  });
});

describe("a finished file", () => {
  test("owes its job once more when it gets a price, and cannot be published before", async () => {
    const draftId = await createDraft(api, token);
    const path = await attachFile(api, token, draftId);
    await endJob(api, path);
    const price = (cents: number) =>
      api.send("PATCH", `/listings/draft/${draftId}`, { token, body: { price_cents: cents } });
    const priced = await price(500);
    expect(priced.body.data_profile).not.toHaveProperty("auto_sample_status");
    expect(priced.body.sample_file_path).toBeNull();
    const early = await api.send("POST", `/listings/${draftId}/publish`, { token });
    expect(early.body.errors).toMatchObject([{ code: "sample_job_running" }]);
    await endJob(api, path);
    const dearer = await price(900);
    expect(dearer.body.data_profile).toMatchObject({ auto_sample_status: "generated" });
    const [row] = await api.db.execute<{ jobs: number }>(sql`
      select count(*)::int as jobs from outbox join uploads
        on uploads.id = (payload ->> 'upload_id')::uuid where storage_path = ${path}`);
    expect(row?.jobs).toBe(2);
  });

  test("that was replaced behind the marketplace's back is not given out", async () => {
    const draftId = await createDraft(api, token);
    const urls = await issue(draftId);
    await fetch(urls.upload_url, { method: "PUT", body: exampleCsv });
    await attach(draftId, urls.path);
    await endJob(api, urls.path);
    await api.send("POST", `/listings/${draftId}/publish`, { token });
    const download = () => api.send("GET", `/datasets/${draftId}/download-url`);
    expect((await download()).status).toBe(200);
    const forged = `${exampleCsv}9.9,forged\n`;
    const late = await fetch(urls.upload_url, { method: "PUT", body: forged });
    expect([late.status, (await late.json()) as unknown]).toEqual([
      409,
      expect.objectContaining({ code: "upload_closed", next: expect.any(String) }),
    ]);
    expect((await download()).status).toBe(200);
    await api.ctx.storage.write(urls.path, new TextEncoder().encode(forged), "text/csv");
    expect((await download()).body.code).toBe("file_not_available");
  });

  test("that was cut off or was wrong is sent again by the same URL until it is attached", async () => {
    const draftId = await createDraft(api, token);
    const urls = await issue(draftId);
    for (const body of ["wrong\n", exampleCsv, exampleCsv]) {
      expect((await fetch(urls.upload_url, { method: "PUT", body })).status).toBe(200);
    }
    await attach(draftId, urls.path);
    expect(await new Response(await api.ctx.storage.read(urls.path)).text()).toBe(exampleCsv);
  });

  test("that a restored store has under another ETag is given out, and forged bytes of its size are not", async () => {
    const draftId = await createDraft(api, token);
    const urls = await issue(draftId);
    await fetch(urls.upload_url, { method: "PUT", body: exampleCsv });
    const put = (body: string) =>
      api.ctx.storage.write(urls.path, new TextEncoder().encode(body), "text/csv");
    await attach(draftId, urls.path);
    await endJob(api, urls.path);
    const sha256 = createHash("sha256").update(exampleCsv).digest("hex");
    const isFile = eq(uploads.storagePath, urls.path);
    await api.db.update(uploads).set({ sha256 }).where(isFile);
    await api.db.update(listings).set({ sha256 }).where(eq(listings.id, draftId));
    await api.send("POST", `/listings/${draftId}/publish`, { token });
    const etag = async () => (await api.db.select().from(uploads).where(isFile))[0]?.objectEtag;
    const download = () => api.send("GET", `/datasets/${draftId}/download-url`);
    const before = await etag();
    await put(exampleCsv);
    expect(await download()).toMatchObject({ status: 200, body: { sha256 } });
    expect(await etag()).toBe((await api.ctx.storage.head(urls.path))?.etag);
    expect(await etag()).not.toBe(before);
    await put(exampleCsv.replace(/\d/, "x"));
    expect((await download()).body.code).toBe("file_not_available");
  });
});

describe("a file without a sample", () => {
  test("can be published, says why, and its sample is 404", async () => {
    const draftId = await createDraft(api, token);
    await endJob(api, await attachFile(api, token, draftId), "no_sample");
    const listing = await api.send("GET", `/listings/${draftId}`, { token });
    expect(listing.body.data_profile).toMatchObject({
      auto_sample_status: "no_sample",
      error: { code: "unknown_format" },
    });
    expect(listing.body.sample_file_path).toBeNull();
    const published = await api.send("POST", `/listings/${draftId}/publish`, { token });
    expect(published.status).toBe(200);
    const detail = "The file's format is not recognised.";
    for (const kind of ["sample", "profile"]) {
      const answer = await api.send("GET", `/datasets/${draftId}/${kind}`);
      const { code, detail: told } = answer.body;
      expect({ status: answer.status, code, told }).toEqual({
        status: 404,
        code: `${kind}_not_available`,
        told: detail,
      });
    }
    const dataset = await api.send("GET", `/datasets/${draftId}`);
    expect(dataset.body.no_sample).toEqual({ code: "unknown_format", detail });
  });
});

/** Announces a whole file, sends half of it and hangs up; resolves when the socket is closed. */
async function cutUpload(url: string): Promise<void> {
  const { hostname, port, pathname, search } = new URL(url);
  const socket = connect(Number(port), hostname);
  let isClosed = false;
  socket.once("close", () => {
    isClosed = true;
  });
  socket.on("error", () => {});
  await new Promise<void>((resolve) => socket.once("connect", resolve));
  const head = `PUT ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}\r\n`;
  const half = exampleCsv.slice(0, 20);
  socket.write(`${head}Content-Length: ${exampleCsv.length}\r\n\r\n${half}`, () =>
    socket.destroy(),
  );
  await eventually(() => isClosed);
}
