/** The guarantees of every store; each adapter's test file runs them against the real thing. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createHash, randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import {
  ObjectNotFoundError,
  ObjectReplacedError,
  type Storage,
} from "../../platform/storage/port.ts";
import { eventually } from "../support/stack.ts";
import { arrivedTests } from "./storage-contract-arrived.ts";
import { listingTests } from "./storage-contract-listing.ts";
import {
  admitted,
  freshKey,
  GET,
  MEBIBYTE,
  type OpenedStore,
  PART_BYTES,
  PUT,
  put,
  stored,
} from "./storage-contract-support.ts";
import { hardUploadTests, multipartTests } from "./storage-contract-uploads.ts";
import { bytesOf, generatedStream, streamInPieces, textOf } from "./storage-traffic.ts";

export type ContractOptions = {
  open: () => Promise<OpenedStore>;
  openTimeoutMs: number;
  /** Whether our own code answers the signed URLs, so that its memory must be bounded. */
  servesItself: boolean;
};

export function storageContract(
  name: string,
  { open, openTimeoutMs, servesItself }: ContractOptions,
): void {
  describe(`${name} keeps the storage contract`, () => {
    let opened: OpenedStore;
    beforeAll(async () => {
      opened = await open();
    }, openTimeoutMs);
    afterAll(async () => await opened?.close());
    const store = () => opened;

    describe("objects", () => objectTests(() => store().storage));
    describe("lists", () => listingTests(() => store().storage));
    describe("signed URLs", () => signatureTests(() => store().storage));
    describe("downloads", () => downloadTests(() => store().storage));
    describe("what has arrived", () => arrivedTests(store, servesItself));
    describe("multipart uploads", () => multipartTests(() => store().storage));
    describe("interrupted and large uploads", () => hardUploadTests(store, servesItself));
  });
}

function objectTests(storage: () => Storage): void {
  test("what is written is read back, from bytes and from a stream", async () => {
    const key = freshKey();
    await storage().write(key, new TextEncoder().encode("a,b\n1,2\n"), "text/csv");
    expect(await textOf(await storage().read(key))).toBe("a,b\n1,2\n");
    await storage().write(key, new Response("streamed").body ?? generatedStream(0), "text/csv");
    expect(await textOf(await storage().read(key))).toBe("streamed");
  });

  test.each([PART_BYTES - 1, PART_BYTES, PART_BYTES + 1, 3 * PART_BYTES, 41_000_003])(
    "a stream of %d bytes arrives byte for byte, however it is cut",
    async (byteSize) => {
      const key = freshKey();
      const bytes = randomBytes(byteSize);
      await storage().write(key, streamInPieces(bytes, 100_003), "text/csv");
      const hash = createHash("sha256");
      for await (const chunk of await storage().read(key)) hash.update(chunk);
      expect(hash.digest("hex")).toBe(createHash("sha256").update(bytes).digest("hex"));
      await storage().delete(key);
    },
  );

  test("an empty object exists and is empty", async () => {
    const key = await stored(storage(), "");
    expect((await storage().head(key))?.byteSize).toBe(0);
    expect(await textOf(await storage().read(key))).toBe("");
  });

  test("the head tells size and time, and the ETag changes with the content", async () => {
    const key = await stored(storage(), "first");
    const first = await storage().head(key);
    await storage().write(key, new TextEncoder().encode("other"), "text/csv");
    const second = await storage().head(key);
    expect(first?.byteSize).toBe(5);
    expect(Math.abs(Date.now() - (first?.lastModified.getTime() ?? 0))).toBeLessThan(60_000);
    expect(first?.etag).toMatch(/^"[^"]+"$/);
    expect(second?.etag).not.toBe(first?.etag ?? "");
  });

  test("a range of an object is read, cut off at its end", async () => {
    const key = await stored(storage(), "0123456789");
    const range = async (start: number, endInclusive: number) =>
      await textOf(await storage().read(key, { start, endInclusive }));
    expect(await range(0, 3)).toBe("0123");
    expect(await range(4, 4)).toBe("4");
    expect(await range(8, 99)).toBe("89");
    expect(await range(10, 20)).toBe("");
  });

  test("a read that names an ETag gets that object, or hears that it is another one", async () => {
    const key = await stored(storage(), "0123456789");
    const { etag = "" } = (await storage().head(key)) ?? {};
    expect(await textOf(await storage().read(key, { start: 2, endInclusive: 3 }, etag))).toBe("23");
    await storage().write(key, new TextEncoder().encode("9876543210"), "text/plain");
    const replaced = storage().read(key, { start: 2, endInclusive: 3 }, etag);
    expect(await replaced.catch((error: unknown) => error)).toBeInstanceOf(ObjectReplacedError);
    expect(await textOf(await storage().read(key, { start: 2, endInclusive: 3 }))).toBe("76");
  });

  test("a missing object has no head and cannot be read, and deleting it is no error", async () => {
    const key = freshKey();
    expect(await storage().head(key)).toBeNull();
    await expect(storage().read(key)).rejects.toBeInstanceOf(ObjectNotFoundError);
    await storage().delete(key);
  });

  test("a deleted object is gone", async () => {
    const key = await stored(storage(), "x");
    await storage().delete(key);
    expect(await storage().head(key)).toBeNull();
  });

  test("an object may lie beside a folder of its name", async () => {
    const key = await stored(storage(), "parent");
    await storage().write(`${key}/child`, new TextEncoder().encode("child"), "text/csv");
    expect(await textOf(await storage().read(key))).toBe("parent");
    expect(await textOf(await storage().read(`${key}/child`))).toBe("child");
  });

  test("a write whose source fails leaves the old object", async () => {
    const key = await stored(storage(), "old");
    let chunks = 0;
    const failing = new ReadableStream<Uint8Array>({
      pull(controller) {
        chunks += 1;
        if (chunks > 20) controller.error(new Error("the source broke"));
        else controller.enqueue(new Uint8Array(MEBIBYTE));
      },
    });
    await expect(storage().write(key, failing, "text/csv")).rejects.toThrow();
    expect(await textOf(await storage().read(key))).toBe("old");
  });

  test("keys that could leave the store are refused before anything happens", async () => {
    const keys = ["", "/a", "../a", "a/../b", "a//b", "a/", ".hidden", "a\\b", "a b", "é"];
    for (const key of [...keys, "a".repeat(600)]) {
      await expect(storage().signPut(key, PUT)).rejects.toBeInstanceOf(TypeError);
      await expect(storage().head(key)).rejects.toBeInstanceOf(TypeError);
      await expect(storage().write(key, new Uint8Array(), "text/csv")).rejects.toBeInstanceOf(
        TypeError,
      );
    }
  });

  test("the store answers a ping", async () => {
    expect(await storage().ping()).toBeUndefined();
  });
}

function signatureTests(storage: () => Storage): void {
  test("a signed PUT stores the body, overwrites, and answers with the ETag; admitted it is the object", async () => {
    const key = freshKey();
    const url = await storage().signPut(key, PUT);
    expect((await put(url, "first")).status).toBe(200);
    const answer = await put(url, "second, as JSON", "application/json");
    expect(answer.status).toBe(200);
    const arrived = await storage().findArrived(key);
    expect(arrived).toMatchObject({ byteSize: 15, isAdmitted: false });
    expect(answer.headers.get("etag")).toBe(arrived?.etag ?? "none");
    expect(await storage().head(key)).toBeNull();
    const object = await admitted(storage(), key);
    expect(object).toMatchObject({ key, byteSize: 15 });
    expect((await storage().head(key))?.etag).toBe(object?.etag ?? "none");
    expect(await textOf(await storage().read(key))).toBe("second, as JSON");
  });

  test("a URL is refused once it expired, and nothing is stored", async () => {
    const key = await stored(storage(), "still here");
    const getUrl = await storage().signGet(key, { ...GET, ttlSeconds: 1 });
    const missing = freshKey();
    const putUrl = await storage().signPut(missing, { ...PUT, ttlSeconds: 1 });
    await eventually(async () => (await fetch(getUrl)).status === 403);
    await eventually(async () => {
      const { status } = await put(putUrl, "late");
      if (status === 200) await storage().delete(missing);
      return status === 403;
    });
    expect(await storage().findArrived(missing)).toBeNull();
  });

  test("a URL is refused for another key", async () => {
    const [own, other] = [await stored(storage(), "own"), await stored(storage(), "other")];
    const getUrl = await storage().signGet(own, GET);
    const putUrl = await storage().signPut(own, PUT);
    expect((await fetch(getUrl.replace(own, other))).status).toBe(403);
    expect((await put(putUrl.replace(own, other), "forged")).status).toBe(403);
    expect(await textOf(await storage().read(other))).toBe("other");
  });

  test("a URL is refused for another method", async () => {
    const key = await stored(storage(), "content");
    const getUrl = await storage().signGet(key, GET);
    expect((await put(getUrl, "forged")).status).toBe(403);
    expect((await fetch(getUrl, { method: "DELETE" })).status).toBe(403);
    expect((await fetch(await storage().signPut(key, PUT))).status).toBe(403);
    expect(await textOf(await storage().read(key))).toBe("content");
  });

  test("a URL is refused without its signature or with any parameter changed", async () => {
    const url = new URL(await storage().signGet(await stored(storage(), "content"), GET));
    expect((await fetch(url)).status).toBe(200);
    const bare = url.origin + url.pathname;
    expect((await fetch(bare)).status).toBe(403);
    for (const name of url.searchParams.keys()) {
      const changed = new URL(url);
      changed.searchParams.set(name, `${url.searchParams.get(name)}0`);
      const { status } = await fetch(changed);
      expect({ name, refused: status >= 400 && status < 500 }).toEqual({ name, refused: true });
    }
  });
}

function downloadTests(storage: () => Storage): void {
  const get = async (key: string, headers: Record<string, string> = {}) =>
    await fetch(await storage().signGet(key, GET), { headers });

  test("a download has its length, type, ETag, and may be resumed", async () => {
    const key = await stored(storage(), "0123456789");
    const answer = await get(key);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-length")).toBe("10");
    expect(answer.headers.get("content-type")).toBe("text/csv");
    expect(answer.headers.get("accept-ranges")).toBe("bytes");
    expect(answer.headers.get("etag")).toBe((await storage().head(key))?.etag ?? "none");
    expect(Date.parse(answer.headers.get("last-modified") ?? "")).toBeGreaterThan(0);
    expect(await answer.text()).toBe("0123456789");
  });

  test.each([
    ["the first bytes", "bytes=0-3", 206, "0123", "bytes 0-3/10"],
    ["bytes in the middle", "bytes=4-5", 206, "45", "bytes 4-5/10"],
    ["from a byte to the end", "bytes=7-", 206, "789", "bytes 7-9/10"],
    ["the last bytes", "bytes=-2", 206, "89", "bytes 8-9/10"],
    ["a range that ends beyond the object", "bytes=8-100", 206, "89", "bytes 8-9/10"],
  ])("a range of %s is answered with exactly these", async (_name, range, status, text, given) => {
    const answer = await get(await stored(storage(), "0123456789"), { Range: range });
    expect(answer.status).toBe(status);
    expect(answer.headers.get("content-range")).toBe(given);
    expect(answer.headers.get("content-length")).toBe(String(text.length));
    expect(await answer.text()).toBe(text);
  });

  test("a range beyond the end is answered with 416", async () => {
    const answer = await get(await stored(storage(), "0123456789"), { Range: "bytes=10-12" });
    expect(answer.status).toBe(416);
  });

  test("an unchanged object is answered with 304", async () => {
    const key = await stored(storage(), "0123456789");
    const etag = (await storage().head(key))?.etag ?? "";
    expect((await get(key, { "If-None-Match": etag })).status).toBe(304);
    expect((await get(key, { "If-None-Match": '"other"' })).status).toBe(200);
  });

  test("the size is known from a range of one byte", async () => {
    const answer = await get(await stored(storage(), "0123456789"), { Range: "bytes=0-0" });
    expect(answer.headers.get("content-range")).toBe("bytes 0-0/10");
  });

  test("a download is saved under its name, in any script", async () => {
    const key = await stored(storage(), "x");
    const downloadName = 'Zürich "数据" 2026.csv';
    const answer = await fetch(await storage().signGet(key, { ...GET, downloadName }));
    const disposition = answer.headers.get("content-disposition") ?? "";
    expect(disposition).toStartWith('attachment; filename="Z_rich ____ 2026.csv"');
    const encoded = /filename\*=UTF-8''(\S+)/.exec(disposition)?.[1] ?? "";
    expect(decodeURIComponent(encoded)).toBe("Zürich _数据_ 2026.csv");
  });

  test("what an uploader says of the bytes changes nothing of a download: they come as they were sent", async () => {
    const key = freshKey();
    const packed = gzipSync("a,b\n1,2\n");
    const headers = { "Content-Encoding": "gzip", "Cache-Control": "public, max-age=31536000" };
    const url = await storage().signPut(key, PUT);
    expect((await fetch(url, { method: "PUT", body: packed, headers })).status).toBe(200);
    await admitted(storage(), key);
    expect(await bytesOf(await storage().read(key))).toEqual(new Uint8Array(packed));
    const answer = await get(key);
    expect(answer.headers.get("cache-control")).toBe("private, no-cache");
    expect(answer.headers.get("content-encoding") ?? "identity").toBe("identity");
    expect(answer.headers.get("content-length")).toBe(String(packed.byteLength));
    expect(await answer.bytes()).toEqual(new Uint8Array(packed));
    const part = await get(key, { Range: "bytes=0-1" });
    expect(await part.bytes()).toEqual(new Uint8Array(packed.subarray(0, 2)));
  });

  test("a missing object is answered with 404", async () => {
    expect((await get(freshKey())).status).toBe(404);
  });
}
