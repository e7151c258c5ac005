/** The storage contract for multipart, interrupted and large uploads. */
import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import type { Storage } from "../../platform/storage/port.ts";
import { eventually } from "../support/stack.ts";
import {
  admitted,
  type Bytes,
  freshKey,
  GET,
  LARGE_BYTES,
  MEBIBYTE,
  MEMORY_BYTES_MAX,
  type OpenedStore,
  PART_BYTES,
  PUT,
  put,
  stored,
} from "./storage-contract-support.ts";
import {
  byteSizeOf,
  generatedStream,
  memoryGrowthBytes,
  openPut,
  putGenerated,
  send,
  textOf,
} from "./storage-traffic.ts";

/** A part that never arrived; S3 refuses to join an empty list. */
const unknownPart = { partNumber: 1, etag: '"0123456789abcdef0123456789abcdef"' };

export function multipartTests(storage: () => Storage): void {
  const part = (text: string) => new Uint8Array(PART_BYTES).fill(text.charCodeAt(0));
  const upload = async (key: string, id: string, number: number, body: Bytes) => {
    const { status } = await put(await storage().signPart(key, id, number, PUT), body);
    expect(status).toBe(200);
  };
  /** Joins the received parts, expecting this many. */
  const join = async (key: string, id: string, parts: number) => {
    const arrived = await storage().listParts(key, id);
    if (arrived !== null && arrived.length !== parts) return `${arrived.length} arrived`;
    return await storage().completeMultipart(key, id, arrived ?? []);
  };
  const ends = async (key: string) => {
    const byteSize = (await storage().head(key))?.byteSize ?? 0;
    const first = await textOf(await storage().read(key, { start: 0, endInclusive: 0 }));
    const last = { start: byteSize - 1, endInclusive: byteSize - 1 };
    return { byteSize, first, last: await textOf(await storage().read(key, last)) };
  };
  const expected = { byteSize: PART_BYTES + 4, first: "a", last: "d" };

  test("parts in order become one object", async () => {
    const key = freshKey();
    const id = await storage().startMultipart(key);
    await upload(key, id, 1, part("a"));
    await upload(key, id, 2, "tend");
    expect(await storage().head(key)).toBeNull();
    expect(await join(key, id, 2)).toBe("joined");
    expect(await ends(key)).toEqual(expected);
  });

  test("parts out of order, one of them sent twice, become one object", async () => {
    const key = freshKey();
    const id = await storage().startMultipart(key);
    await upload(key, id, 2, "wrong try");
    await upload(key, id, 2, "tend");
    await upload(key, id, 1, part("a"));
    expect(await join(key, id, 2)).toBe("joined");
    expect(await ends(key)).toEqual(expected);
  });

  test("joining with a part missing, or another one, is refused and changes nothing", async () => {
    const key = freshKey();
    const id = await storage().startMultipart(key);
    await upload(key, id, 2, "tend");
    const [second] = (await storage().listParts(key, id)) ?? [];
    if (second === undefined) throw new Error("the part is not listed");
    expect(await storage().completeMultipart(key, id, [unknownPart, second])).toBe("changed");
    expect(await storage().head(key)).toBeNull();
    await upload(key, id, 1, part("a"));
    expect(await join(key, id, 2)).toBe("joined");
    expect(await ends(key)).toEqual(expected);
  });

  test("completing again, or twice at once, is harmless", async () => {
    const key = freshKey();
    const id = await storage().startMultipart(key);
    await upload(key, id, 1, part("a"));
    await upload(key, id, 2, "tend");
    const arrived = (await storage().listParts(key, id)) ?? [];
    const complete = () => storage().completeMultipart(key, id, arrived);
    expect(await Promise.all([complete(), complete()])).toEqual(["joined", "joined"]);
    expect(await complete()).toBe("joined");
    expect(await storage().listParts(key, id)).toBeNull();
    expect(await ends(key)).toEqual(expected);
  });

  test("an aborted upload takes no part, cannot be completed, and may be aborted again", async () => {
    const key = freshKey();
    const id = await storage().startMultipart(key);
    await upload(key, id, 1, "tend");
    const url = await storage().signPart(key, id, 2, PUT);
    await storage().abortMultipart(key, id);
    await storage().abortMultipart(key, id);
    expect((await put(url, "late")).status).toBe(404);
    expect(await storage().listParts(key, id)).toBeNull();
    expect(await storage().completeMultipart(key, id, [unknownPart])).toBe("gone");
    expect(await storage().head(key)).toBeNull();
  });

  test("lists what has arrived, by number, until it is joined or given up", async () => {
    const key = freshKey();
    const id = await storage().startMultipart(key);
    expect(await storage().listParts(key, id)).toEqual([]);
    const before = Date.now();
    await upload(key, id, 7, "tend");
    await upload(key, id, 1, part("a"));
    const md5Of = (body: Bytes) => createHash("md5").update(body).digest("hex");
    const listed = (await storage().listParts(key, id)) ?? [];
    expect(listed).toMatchObject([
      { partNumber: 1, byteSize: PART_BYTES, md5: md5Of(part("a")) },
      { partNumber: 7, byteSize: 4, md5: md5Of("tend") },
    ]);
    for (const { etag, md5, arrivedAt } of listed) {
      expect(etag).toContain(String(md5));
      expect(Math.abs(arrivedAt.getTime() - before)).toBeLessThan(60_000);
    }
    await storage().abortMultipart(key, id);
    expect(await storage().listParts(key, id)).toBeNull();
  });

  test("a part of a stated size and MD5 takes these bytes alone", async () => {
    const key = freshKey();
    const id = await storage().startMultipart(key);
    const md5 = createHash("md5").update("tend");
    const hex = md5.digest("hex");
    const header = Buffer.from(hex, "hex").toString("base64");
    const exact = { ttlSeconds: 60, byteSizeMax: 4, byteSizeExact: 4, md5: hex };
    const url = await storage().signPart(key, id, 1, exact);
    const send = async (body: string, contentMd5: string) => {
      const headers = { "Content-MD5": contentMd5 };
      return (await fetch(url, { method: "PUT", body, headers })).status;
    };
    for (const [body, stated] of [
      ["tond", header],
      ["ten", header],
      ["tends", header],
    ] as const) {
      expect({ body, isRefused: (await send(body, stated)) >= 400 }).toEqual({
        body,
        isRefused: true,
      });
    }
    expect(await storage().listParts(key, id)).toEqual([]);
    expect(await send("tend", header)).toBe(200);
    expect(await send("tond", header)).toBeGreaterThanOrEqual(400);
    expect(await join(key, id, 1)).toBe("joined");
    expect(await textOf(await storage().read(key))).toBe("tend");
  });

  test("a broken Content-MD5 is refused, of a whole file too", async () => {
    const key = freshKey();
    const url = await storage().signPut(key, PUT);
    const headers = { "Content-MD5": Buffer.alloc(16).toString("base64") };
    expect((await fetch(url, { method: "PUT", body: "x", headers })).status).toBe(400);
    expect(await storage().findArrived(key)).toBeNull();
  });

  test("a joined object is read by ranges over its parts, replaced and deleted like any other", async () => {
    const key = freshKey();
    const id = await storage().startMultipart(key);
    await upload(key, id, 1, part("a"));
    await upload(key, id, 2, part("b"));
    await upload(key, id, 3, "tend");
    expect(await join(key, id, 3)).toBe("joined");
    const range = { start: PART_BYTES - 2, endInclusive: PART_BYTES + 1 };
    expect(await textOf(await storage().read(key, range))).toBe("aabb");
    const url = await storage().signGet(key, GET);
    const get = (bytes: string) => fetch(url, { headers: { Range: `bytes=${bytes}` } });
    const across = await get(`${2 * PART_BYTES - 1}-`);
    expect(across.status).toBe(206);
    expect(across.headers.get("content-range")).toEndWith(`/${2 * PART_BYTES + 4}`);
    expect(await across.text()).toBe("btend");
    expect(await (await get("-3")).text()).toBe("end");
    const whole = await fetch(url);
    expect((await whole.arrayBuffer()).byteLength).toBe(2 * PART_BYTES + 4);
    const { etag } = (await storage().head(key)) ?? {};
    await storage().write(key, new TextEncoder().encode("later"), "text/csv");
    expect(await textOf(await storage().read(key))).toBe("later");
    expect((await storage().head(key))?.etag).not.toBe(String(etag));
    await storage().delete(key);
    expect(await storage().head(key)).toBeNull();
  });

  test("many objects are deleted at once, with those that are not there", async () => {
    const keys = await Promise.all(Array.from({ length: 25 }, () => stored(storage(), "gone")));
    const kept = await stored(storage(), "kept");
    await storage().deleteAll([...keys, freshKey()]);
    await storage().deleteAll([]);
    for (const key of keys) expect(await storage().head(key)).toBeNull();
    expect(await textOf(await storage().read(kept))).toBe("kept");
  });

  test("an upload id is worth nothing for another key", async () => {
    const [own, other] = [freshKey(), freshKey()];
    const id = await storage().startMultipart(own);
    await upload(own, id, 1, "tend");
    expect((await put(await storage().signPart(other, id, 1, PUT), "x")).status).toBe(404);
    expect(await storage().listParts(other, id)).toBeNull();
    expect(await storage().completeMultipart(other, id, [unknownPart])).toBe("gone");
    await storage().abortMultipart(own, id);
  });

  test("lists the running uploads of an age, and leaves those that were joined or given up", async () => {
    const key = freshKey();
    const [joined, running] = [
      await storage().startMultipart(key),
      await storage().startMultipart(key),
    ];
    await upload(key, joined, 1, "tend");
    const listed = async (olderThanSeconds: number) =>
      (await storage().listMultiparts({ olderThanSeconds })).flatMap((upload) =>
        upload.key === key ? [upload.multipartId] : [],
      );
    expect(await listed(3600)).toEqual([]);
    await eventually(async () => (await listed(0)).length === 2);
    expect(await join(key, joined, 1)).toBe("joined");
    await storage().sweep({ olderThanSeconds: 3600 });
    expect(await listed(0)).toEqual([running]);
    await storage().abortMultipart(key, running);
    expect(await listed(0)).toEqual([]);
    expect(await textOf(await storage().read(key))).toBe("tend");
  });
}

export function hardUploadTests(store: () => OpenedStore, servesItself: boolean): void {
  const half = new Uint8Array(MEBIBYTE / 2);
  const cut = async (key: string, headers: Record<string, string>, body: Uint8Array[]) => {
    const { storage, countStaged } = store();
    const socket = await openPut(await storage.signPut(key, PUT), headers);
    for (const piece of body) await send(socket, piece);
    if (countStaged !== undefined) {
      await eventually(async () => (await countStaged()) > 0);
    }
    socket.destroy();
    if (countStaged !== undefined) {
      await eventually(async () => (await countStaged()) === 0);
    }
  };
  const withLength = { "Content-Length": String(MEBIBYTE) };

  test("an upload cut half-way leaves nothing, and the same URL then takes it whole", async () => {
    const { storage } = store();
    const key = freshKey();
    await cut(key, withLength, [half]);
    expect(await storage.findArrived(key)).toBeNull();
    expect((await put(await storage.signPut(key, PUT), "whole")).status).toBe(200);
    expect((await storage.findArrived(key))?.byteSize).toBe(5);
  });

  test("a URL of an announced size refuses a longer body, whatever it says of it, and takes its own", async () => {
    const { storage } = store();
    const key = freshKey();
    const url = await storage.signPut(key, { ttlSeconds: 60, byteSizeMax: 5, byteSizeExact: 5 });
    expect((await put(url, "longer")).ok).toBe(false);
    expect(await storage.findArrived(key)).toBeNull();
    const chunked = await fetch(url, { method: "PUT", body: generatedStream(MEBIBYTE) });
    expect(chunked.ok).toBe(false);
    expect(await storage.findArrived(key)).toBeNull();
    expect((await put(url, "exact")).status).toBe(200);
    expect((await put(url, "longer again")).ok).toBe(false);
    expect((await storage.findArrived(key))?.byteSize).toBe(5);
  });

  test("an overwrite cut half-way leaves what had arrived", async () => {
    const { storage } = store();
    const key = freshKey();
    expect((await put(await storage.signPut(key, PUT), "old")).status).toBe(200);
    await cut(key, withLength, [half]);
    await admitted(storage, key);
    expect(await textOf(await storage.read(key))).toBe("old");
  });

  test("500 MB are written and read through the port in constant memory", async () => {
    const { storage } = store();
    const key = freshKey();
    try {
      const writeAndRead = async (byteSize: number) => {
        await storage.write(key, generatedStream(byteSize), "text/csv");
        expect(await byteSizeOf(await storage.read(key))).toBe(byteSize);
      };
      // The first round fills the runtime's pools, which stay whatever the size.
      await writeAndRead(LARGE_BYTES / 5);
      const growth = await memoryGrowthBytes(() => writeAndRead(LARGE_BYTES));
      expect(growth).toBeLessThan(MEMORY_BYTES_MAX);
    } finally {
      await storage.delete(key);
    }
  }, 60_000);

  if (!servesItself) return;
  test("500 MB are uploaded by signed URL and streamed back in constant memory", async () => {
    const { storage, serverPeakBytes } = store();
    const key = freshKey();
    try {
      expect(await putGenerated(await storage.signPut(key, PUT), LARGE_BYTES)).toBe(200);
      expect((await admitted(storage, key))?.byteSize).toBe(LARGE_BYTES);
      const { body } = await fetch(await storage.signGet(key, GET));
      expect(await byteSizeOf(body ?? generatedStream(0))).toBe(LARGE_BYTES);
      expect(serverPeakBytes?.()).toBeLessThan(MEMORY_BYTES_MAX);
    } finally {
      await storage.delete(key);
    }
  }, 60_000);
}
