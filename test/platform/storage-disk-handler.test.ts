/** The signed URLs of the disk store, as its handler serves them. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { attachmentDisposition } from "../../platform/storage/content-disposition.ts";
import type { DiskStorageConfig } from "../../platform/storage/disk.ts";
import { openStorage } from "../../platform/storage/open-storage.ts";
import type { Storage } from "../../platform/storage/port.ts";
import { createDiskHandler } from "../../platform/storage/serve-disk.ts";
import { answerRefusals } from "./answer-refusals.ts";
import { textOf } from "./storage-traffic.ts";

const SIGNING_SECRET = "a secret of the tests, 32 or more characters";
const PUT = { ttlSeconds: 60, byteSizeMax: 100_000 };
const GET = { ttlSeconds: 60, downloadName: "data.csv", contentType: "text/csv" };

describe("the handler of the disk store", () => {
  let config: DiskStorageConfig;
  let storage: Storage;
  let handle: (request: Request) => Promise<Response>;
  let clockAheadMs = 0;
  beforeAll(async () => {
    const rootDir = await mkdtemp(join(tmpdir(), "storage-handler-"));
    const publicBaseUrl = "https://market.example/base";
    config = { kind: "disk", rootDir, signingSecrets: [SIGNING_SECRET], publicBaseUrl };
    storage = await openStorage(config);
    handle = answerRefusals(createDiskHandler(config, () => new Date(Date.now() + clockAheadMs)));
    await storage.write("handler/one", new TextEncoder().encode("0123456789"), "text/csv");
  });
  afterAll(async () => await rm(config.rootDir, { recursive: true, force: true }));

  const get = async (headers: Record<string, string> = {}) =>
    await handle(new Request(await storage.signGet("handler/one", GET), { headers }));
  const put = async (url: string, body = "x") =>
    await handle(new Request(url, { method: "PUT", body }));

  async function expectProblem(answer: Response, status: number, code: string): Promise<void> {
    expect(answer.status).toBe(status);
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    const problem = await answer.json();
    expect(problem).toMatchObject({ status, code });
    expect(problem.type).toBe(`https://market.example/problems/${code}`);
    for (const member of ["title", "detail", "instance", "resolution"]) {
      expect(typeof problem[member]).toBe("string");
    }
  }

  test("stores no body that is shorter than its stated length", async () => {
    const url = await storage.signPut("handler/short", PUT);
    const headers = { "content-length": "10" };
    const answer = await handle(new Request(url, { method: "PUT", body: "12345", headers }));
    expect(await answer.json()).toMatchObject({ code: "upload_incomplete" });
  });

  test("reads no byte for a file that was handed in already", async () => {
    const url = await storage.signPut("handler/one", PUT);
    const request = new Request(url, { method: "PUT", body: "x" });
    expect((await handle(request)).status).toBe(409);
    expect(request.bodyUsed).toBe(false);
  });

  test("tells an expired URL from a forged one", async () => {
    const putUrl = await storage.signPut("handler/late", PUT);
    const getUrl = await storage.signGet("handler/one", GET);
    clockAheadMs = 61_000;
    await expectProblem(await put(putUrl), 403, "upload_url_expired");
    await expectProblem(await handle(new Request(getUrl)), 403, "download_url_expired");
    const extended = putUrl.replace(/expires=\d+/, (found) => `${found}0`);
    await expectProblem(await put(extended), 403, "signature_invalid");
    clockAheadMs = 0;
    expect((await put(putUrl)).status).toBe(200);
  });

  test("refuses a raised size limit, added parameters and another secret's signature", async () => {
    const url = await storage.signPut("handler/raised", PUT);
    const raised = url.replace("byte_size_max=100000", "byte_size_max=100000000");
    expect(raised).not.toBe(url);
    await expectProblem(await put(raised), 403, "signature_invalid");
    await expectProblem(await put(`${url}&part_number=1`), 403, "signature_invalid");
    await expectProblem(await put(`${url}&expires=9999999999`), 403, "signature_invalid");
    const foreign = await openStorage({
      ...config,
      signingSecrets: [SIGNING_SECRET.toUpperCase()],
    });
    const foreignUrl = await foreign.signPut("handler/raised", PUT);
    await expectProblem(await put(foreignUrl), 403, "signature_invalid");
  });

  test("refuses paths that lead out of the store, encoded or not", async () => {
    const url = await storage.signPut("handler/one", PUT);
    for (const path of ["../../etc/passwd", "%2e%2e/%2e%2e/etc/passwd", "..%2fsecret", "a%00b"]) {
      const answer = await put(url.replace("handler/one", path), "root::0:0");
      expect(answer.status).toBe(403);
    }
    expect(await readdir(config.rootDir)).not.toContain("etc");
  });

  test("names the fault of a range, a precondition and a missing object", async () => {
    const beyond = await get({ Range: "bytes=10-" });
    expect(beyond.headers.get("content-range")).toBe("bytes */10");
    await expectProblem(beyond, 416, "range_not_satisfiable");
    await expectProblem(await get({ "If-Match": '"other"' }), 412, "precondition_failed");
    const missing = new Request(await storage.signGet("handler/none", GET));
    await expectProblem(await handle(missing), 404, "object_not_found");
  });

  test.each([
    ["of the same object", true, 206],
    ["of another object", false, 200],
  ])("honours If-Range with the ETag %s", async (_name, same, status) => {
    const etag = (await storage.head("handler/one"))?.etag ?? "";
    const answer = await get({ Range: "bytes=2-4", "If-Range": same ? etag : '"other"' });
    expect(answer.status).toBe(status);
    expect(await answer.text()).toBe(same ? "234" : "0123456789");
  });

  test("honours dates, for the whole and for a range", async () => {
    const modified = (await get()).headers.get("last-modified") ?? "";
    const old = new Date(0).toUTCString();
    const { status, headers } = await get({ "If-Modified-Since": modified });
    expect([status, headers.get("content-type")]).toEqual([304, null]);
    expect((await get({ "If-Modified-Since": old })).status).toBe(200);
    expect((await get({ Range: "bytes=0-1", "If-Range": modified })).status).toBe(206);
    expect((await get({ Range: "bytes=0-1", "If-Range": old })).status).toBe(200);
  });

  test("answers ranges that it does not understand with the whole object", async () => {
    for (const range of ["bytes=0-1,4-5", "bytes=5-2", "bytes=-", "rows=1-2", "bytes=a-b"]) {
      const answer = await get({ Range: range });
      expect({ range, status: answer.status }).toEqual({ range, status: 200 });
      expect(await answer.text()).toBe("0123456789");
    }
    expect((await get({ Range: "bytes=-0" })).status).toBe(416);
  });

  test("refuses a PUT of a part of an object by Content-Range", async () => {
    const headers = { "Content-Range": "bytes 0-0/10" };
    const url = await storage.signPut("handler/one", PUT);
    const answer = await handle(new Request(url, { method: "PUT", body: "x", headers }));
    await expectProblem(answer, 400, "upload_partial");
    expect(await textOf(await storage.read("handler/one"))).toBe("0123456789");
  });

  test("a sweep removes only old temporary files, and folders of uploads that were never begun", async () => {
    await storage.signPut("sweep/one", PUT);
    const temporaryDir = join(config.rootDir, "tmp");
    const [old, young] = [join(temporaryDir, "old"), join(temporaryDir, "young")];
    await writeFile(old, "left by a crash");
    await writeFile(young, "being written");
    const stale = await storage.startMultipart("sweep/stale");
    const longAgo = new Date(Date.now() - 7200_000);
    await utimes(old, longAgo, longAgo);
    await utimes(join(config.rootDir, "multipart", stale), longAgo, longAgo);
    await utimes(join(config.rootDir, "objects/handler/one@object"), longAgo, longAgo);

    // A crash between creating the upload's folder and naming it leaves this state.
    const unnamed = join(config.rootDir, "multipart", "unnamed");
    await mkdir(unnamed);
    await utimes(unnamed, longAgo, longAgo);

    expect(await storage.sweep({ olderThanSeconds: 3600 })).toBe(2);
    expect(await readdir(temporaryDir)).toEqual(["young"]);
    expect(await readdir(join(config.rootDir, "multipart"))).toEqual([stale]);
    await storage.abortMultipart("sweep/stale", stale);
    expect(await textOf(await storage.read("handler/one"))).toBe("0123456789");
    await rm(young);
  });

  test("a joining that crashed half-way through is finished by the next one", async () => {
    const id = await storage.startMultipart("crash/one");
    const partUrl = await storage.signPart("crash/one", id, 1, PUT);
    expect((await put(partUrl, "content")).status).toBe(200);
    const parts = (await storage.listParts("crash/one", id)) ?? [];
    const folder = join(config.rootDir, "multipart", id);
    // A crash after the upload is closed and before the file is in place leaves this state.
    await rename(folder, `${folder}.joining`);
    expect((await put(partUrl, "late")).status).toBe(404);
    expect(await storage.listParts("crash/one", id)).toEqual(parts);
    expect(await storage.completeMultipart("crash/one", id, parts)).toBe("joined");
    expect(await textOf(await storage.read("crash/one"))).toBe("content");
    expect(await readdir(join(config.rootDir, "multipart"))).toEqual([]);
  });

  test("parts are listed all or not at all while they are joined", async () => {
    const partsPerFile = 12;
    for (let round = 0; round < 40; round += 1) {
      const key = `joined/${round}`;
      const id = await storage.startMultipart(key);
      for (let number = 1; number <= partsPerFile; number += 1) {
        await put(await storage.signPart(key, id, number, PUT), String(number));
      }
      const parts = (await storage.listParts(key, id)) ?? [];
      const joining = storage.completeMultipart(key, id, parts);
      const seen: (typeof parts | null)[] = [];
      const look = async () => {
        do seen.push(await storage.listParts(key, id));
        while (seen.at(-1) !== null);
      };
      await Promise.all([joining, ...Array.from({ length: 4 }, look)]);
      expect(seen.filter((listed) => listed !== null && listed.length !== parts.length)).toEqual(
        [],
      );
    }
  });

  test("files are readable only by the process' owner", async () => {
    const file = join(config.rootDir, "objects/handler/one@object");
    expect((await stat(file)).mode & 0o077).toBe(0);
    expect(await readFile(file, "utf8")).toBe("0123456789");
  });
});

test.each([
  ["a/b\\c.csv", 'attachment; filename="a_b_c.csv"'],
  ["evil\r\nSet-Cookie: x", 'attachment; filename="evil__Set-Cookie_ x"'],
  ["", 'attachment; filename="download"'],
  ["..", 'attachment; filename="download"'],
  ["rtl\u202Etxt.exe", 'attachment; filename="rtl_txt.exe"'],
])("the download name %j cannot forge a header or a path", (name, start) => {
  expect(attachmentDisposition(name)).toStartWith(start);
});
