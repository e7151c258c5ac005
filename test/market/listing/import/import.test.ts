/** Imports from an address: what arrives, what is refused, and what is resumed. */
import { afterEach, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { uploadFiles, uploadImports } from "../../../../db/schema/index.ts";
import { claimDueImports } from "../../../../market/listing/import/run-claims.ts";
import { runImport } from "../../../../workers/jobs/run-import.ts";
import { verifiedAgent } from "../../../support/agents.ts";
import { type Json, testApi } from "../../../support/api.ts";
import { testFileServer } from "../../../support/file-server.ts";
import { createDraft } from "../../../support/listings.ts";
import { silentLog } from "../../../support/log-lines.ts";
import { importsOf, mebibyte, never, remoteWith, sha256 } from "./support.ts";

const api = await testApi();
const server = await testFileServer();
const { token } = await verifiedAgent(api);

afterEach(() => {
  server.intercept(null);
  api.clock.skewMs = 0;
});

const { start, work } = importsOf(api, token);
const csv = "day,mm\n1,2.5\n2,0\n";

const stored = async (key: string) =>
  Buffer.from(await new Response(await api.ctx.storage.read(key)).arrayBuffer());

const large = new Uint8Array(20 * mebibyte + 77).map((_, index) => (index * 31) % 251);

test("a file arrives and is attached, like one that its seller sent", async () => {
  server.put("/rain.csv", csv);
  const run = await start({ from: `${server.url}/rain.csv?token=secret`, sha256: sha256(csv) });
  expect(await run.read()).toMatchObject({ state: "waiting", from: `${server.url}/rain.csv` });
  expect(await work()).toEqual(["done"]);
  const got = await run.read();
  expect(got).toMatchObject({ state: "done", bytes_done: csv.length, bytes_total: csv.length });
  const upload = await run.upload();
  expect(upload).toMatchObject({ state: "attached", byteSize: csv.length });
  expect((await stored(upload?.storagePath ?? "")).toString()).toBe(csv);
  expect(await run.listing()).toMatchObject({
    full_data_path: upload?.storagePath,
    publish_blockers: [{ code: "sample_job_running" }],
  });
  const [row] = await api.db.select().from(uploadImports).where(eq(uploadImports.id, run.id));
  expect(row?.source).toBe("");
});

test("a file without a stated size arrives, and an empty one does not", async () => {
  server.intercept((_request, response) => {
    response.write(csv);
    response.end();
  });
  const run = await start({ from: `${server.url}/any.csv` });
  expect(await work()).toEqual(["done"]);
  expect((await run.upload())?.byteSize).toBe(csv.length);
  server.intercept(null);
  server.put("/empty.csv", "");
  const empty = await start({ from: `${server.url}/empty.csv` });
  expect(await work()).toEqual(["failed"]);
  expect((await empty.read()).problem).toMatchObject({ code: "file_empty" });
});

test("a large file that breaks off is resumed at its last part", async () => {
  server.put("/large.bin", large);
  const run = await start({ from: `${server.url}/large.bin`, sha256: sha256(large) });
  server.intercept((request, response) => {
    if (request.headers.range === "bytes=0-0") return server.serve(request, response);
    response.writeHead(200, { "content-length": large.byteLength, etag: '"/large.bin"' });
    response.write(large.subarray(0, 17 * mebibyte), () => response.destroy());
  });
  expect(await work()).toEqual(["waiting"]);
  expect(await run.read()).toMatchObject({ state: "waiting", problem: { code: "broken_off" } });
  server.intercept(null);
  server.requests.length = 0;
  api.clock.skewMs = 60_000;
  expect(await work()).toEqual(["done"]);
  expect(server.requests.map(({ range }) => range)).toEqual([
    "bytes=0-0",
    `bytes=${16 * mebibyte}-`,
  ]);
  const bytes = await stored((await run.upload())?.storagePath ?? "");
  expect(sha256(bytes)).toBe(sha256(large));
});

test("a server without ranges sends the file again, and it is the same", async () => {
  const run = await start({ from: `${server.url}/large.bin` });
  const whole = (bytes: number) => {
    server.intercept((_request, response) => {
      response.writeHead(200, { "content-length": large.byteLength });
      response.write(large.subarray(0, bytes), () => {
        if (bytes < large.byteLength) response.destroy();
        else response.end();
      });
    });
  };
  whole(9 * mebibyte);
  expect(await work()).toEqual(["waiting"]);
  whole(large.byteLength);
  api.clock.skewMs = 60_000;
  expect(await work()).toEqual(["done"]);
  const bytes = await stored((await run.upload())?.storagePath ?? "");
  expect(sha256(bytes)).toBe(sha256(large));
});

test("another file at the address during a resumption is no part of this one", async () => {
  server.put("/large.bin", large);
  const run = await start({ from: `${server.url}/large.bin` });
  server.intercept((request, response) => {
    if (request.headers.range === "bytes=0-0") return server.serve(request, response);
    response.writeHead(200, { "content-length": large.byteLength, etag: '"/large.bin"' });
    response.write(large.subarray(0, 9 * mebibyte), () => response.destroy());
  });
  expect(await work()).toEqual(["waiting"]);
  server.intercept(null);
  server.put(
    "/large.bin",
    large.map((byte) => byte + 1),
    '"another"',
  );
  api.clock.skewMs = 60_000;
  expect(await work()).toEqual(["failed"]);
  expect((await run.read()).problem).toMatchObject({ code: "source_changed" });
  expect((await run.upload())?.purgedAt).not.toBeNull();
});

for (const [size, content] of [
  ["small", csv],
  ["large", large],
] as const) {
  test(`a ${size} file with another hash is refused, and its bytes are deleted`, async () => {
    server.put("/hash.bin", content);
    const run = await start({ from: `${server.url}/hash.bin`, sha256: sha256("other") });
    expect(await work()).toEqual(["failed"]);
    expect((await run.read()).problem).toMatchObject({ code: "hash_differs" });
    const path = (await run.upload())?.storagePath ?? "";
    expect(await api.ctx.storage.findArrived(path)).toBeNull();
    expect((await run.retry()).body).toMatchObject({ code: "upload_not_open" });
  });
}

test("a status that may pass is retried, with the server's pause; another one is final", async () => {
  server.intercept((_request, response) => {
    response.writeHead(503, { "retry-after": "120" }).end();
  });
  const run = await start({ from: `${server.url}/busy.csv` });
  expect(await work()).toEqual(["waiting"]);
  api.clock.skewMs = 60_000;
  expect(await work()).toEqual([]);
  server.intercept(null);
  api.clock.skewMs = 125_000;
  expect(await work()).toEqual(["failed"]);
  expect(await run.read()).toMatchObject({
    state: "failed",
    problem: { code: "answered_error", detail: "The server answered with status 404." },
  });
  server.put("/busy.csv", csv);
  expect((await run.retry()).body).toMatchObject({ state: "waiting" });
  expect(await work()).toEqual(["done"]);
});

test("a silent server costs an attempt and no more", async () => {
  server.intercept(() => {});
  const run = await start({ from: `${server.url}/silent.csv` });
  expect(await work({ silenceSeconds: 0.2 })).toEqual(["waiting"]);
  expect((await run.read()).problem).toMatchObject({ code: "timeout" });
  await run.cancel();
  expect(await work()).toEqual(["cancelled"]);
});

test("redirects are followed within their limit, and none to an inner address", async () => {
  server.put("/rain.csv", csv);
  server.intercept((request, response) => {
    const count = Number(new URL(request.url ?? "", server.url).searchParams.get("left") ?? 0);
    if (count === 0) return server.serve(request, response);
    response.writeHead(302, { location: `/rain.csv?left=${count - 1}` }).end();
  });
  await start({ from: `${server.url}/rain.csv?left=5` });
  expect(await work()).toEqual(["done"]);
  const long = await start({ from: `${server.url}/rain.csv?left=6` });
  expect(await work()).toEqual(["failed"]);
  expect((await long.read()).problem).toMatchObject({ code: "too_many_redirects" });
  for (const location of ["http://10.0.0.1/x", "http://[::ffff:169.254.169.254]/", "file:///etc"]) {
    server.intercept((_request, response) => {
      response.writeHead(302, { location }).end();
    });
    const inner = await start({ from: `${server.url}/rain.csv` });
    expect([location, await work()]).toEqual([location, ["failed"]]);
    const { code } = (await inner.read()).problem as { code: string };
    expect(["url_not_allowed", "address_not_allowed"]).toContain(code);
  }
});

test("a name with an inner address is never called", async () => {
  const run = await start({ from: "https://internal.example.org/x.csv" });
  const resolve = async () => [{ address: "10.1.2.3", family: 4 }];
  expect(await work({ resolve })).toEqual(["failed"]);
  expect((await run.read()).problem).toMatchObject({ code: "address_not_allowed" });
});

test("addresses that cannot be fetched are refused at once", async () => {
  const id = await createDraft(api, token);
  const refuse = async (body: Json) => {
    const answer = await api.send("POST", `/listings/${id}/imports`, { token, body });
    expect([body, answer.status]).toEqual([body, 400]);
    return (answer.body.errors as { pointer: string }[])[0]?.pointer;
  };
  expect(await refuse({ from: "ftp://example.org/x" })).toBe("/from");
  expect(await refuse({ from: "https://10.0.0.1/x" })).toBe("/from");
  expect(await refuse({ from: "https://user:pw@example.org/x" })).toBe("/from");
  expect(await refuse({ from: "s3://bucket/key" })).toBe("/s3");
  const s3 = { access_key_id: "a", secret_access_key: "b", endpoint: "https://192.168.0.1" };
  expect(await refuse({ from: "s3://bucket/key", s3 })).toBe("/s3/endpoint");
});

test("a cancelled import stops and leaves nothing", async () => {
  server.put("/large.bin", large);
  const run = await start({ from: `${server.url}/large.bin` });
  server.intercept((request, response) => {
    if (request.headers.range === "bytes=0-0") return server.serve(request, response);
    response.writeHead(200, { "content-length": large.byteLength, etag: '"/large.bin"' });
    response.write(large.subarray(0, 9 * mebibyte), () => response.destroy());
  });
  expect(await work()).toEqual(["waiting"]);
  const upload = await run.upload();
  expect((await run.cancel()).body).toMatchObject({ state: "cancelled" });
  expect((await run.cancel()).status).toBe(200);
  expect(await work()).toEqual(["cancelled"]);
  const parts = await api.ctx.storage.listParts(
    upload?.storagePath ?? "",
    upload?.multipartId ?? "",
  );
  expect(parts).toBeNull();
  expect(await work()).toEqual([]);
});

test("a worker that is overtaken changes nothing", async () => {
  server.put("/rain.csv", csv);
  const run = await start({ from: `${server.url}/rain.csv` });
  const [first] = await claimDueImports(api.ctx, 1);
  api.clock.skewMs = 61_000;
  expect(await work()).toEqual(["done"]);
  if (first === undefined) throw new Error("nothing was claimed");
  const deps = { ctx: api.ctx, remote: remoteWith(), log: silentLog };
  await runImport(deps, first, never);
  expect(await run.read()).toMatchObject({ state: "done" });
});

test("a Croissant document's files become a folder with their hashes", async () => {
  const files = { "data/a.csv": csv, "data/b.csv": "day,mm\n3,1\n", "large.bin": large };
  for (const [name, content] of Object.entries(files)) server.put(`/set/${name}`, content);
  const distribution = Object.entries(files).map(([name, content]) => ({
    "@type": "cr:FileObject",
    "@id": name,
    contentUrl: name,
    encodingFormat: "text/csv",
    sha256: sha256(content),
  }));
  server.put("/set/croissant.json", JSON.stringify({ name: "rain", distribution }));
  const run = await start({ from: `${server.url}/set/croissant.json` });
  expect(await run.read()).toMatchObject({ kind: "croissant" });
  expect(await work()).toEqual(["done"]);
  expect(await run.read()).toMatchObject({ files_done: 3, files_total: 3, state: "done" });
  const rows = await api.db.select().from(uploadFiles).where(eq(uploadFiles.uploadId, run.id));
  expect(rows.map(({ path, statedSha256 }) => [path, statedSha256]).sort()).toEqual(
    Object.entries(files).map(([name, content]) => [name, sha256(content)]),
  );
});

test("a Croissant document that names no files, or is none, says what to do", async () => {
  const documents = {
    "/a/croissant": "no json",
    "/b/croissant": "{}",
    "/c/croissant": JSON.stringify({
      distribution: [
        {
          "@type": "cr:FileObject",
          name: "repo",
          contentUrl: "https://x",
          encodingFormat: "git+https",
        },
        { "@type": "cr:FileSet", name: "parquet", includes: "*.parquet" },
      ],
    }),
  };
  for (const [path, text] of Object.entries(documents)) {
    server.put(path, text);
    const run = await start({ from: `${server.url}${path}` });
    expect([path, await work()]).toEqual([path, ["failed"]]);
    expect((await run.read()).problem).toMatchObject({ code: "croissant_invalid" });
  }
});
