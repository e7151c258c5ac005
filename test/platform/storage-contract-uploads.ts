/** The part of the storage contract about multipart, interrupted and large uploads. */
import { expect, test } from "bun:test";
import type { Storage } from "../../platform/storage/port.ts";
import { eventually } from "../support/stack.ts";
import {
  type Bytes,
  freshKey,
  GET,
  GIGABYTE,
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

export function multipartTests(storage: () => Storage): void {
  const part = (text: string) => new Uint8Array(PART_BYTES).fill(text.charCodeAt(0));
  const upload = async (key: string, id: string, number: number, body: Bytes) => {
    const { status } = await put(await storage().signPart(key, id, number, PUT), body);
    expect(status).toBe(200);
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
    expect(await storage().completeMultipart(key, id, 2)).toBe(true);
    expect(await ends(key)).toEqual(expected);
  });

  test("parts out of order, one of them sent twice, become one object", async () => {
    const key = freshKey();
    const id = await storage().startMultipart(key);
    await upload(key, id, 2, "wrong try");
    await upload(key, id, 2, "tend");
    await upload(key, id, 1, part("a"));
    expect(await storage().completeMultipart(key, id, 2)).toBe(true);
    expect(await ends(key)).toEqual(expected);
  });

  test("completing with a part missing answers false and changes nothing", async () => {
    const key = freshKey();
    const id = await storage().startMultipart(key);
    await upload(key, id, 2, "tend");
    expect(await storage().completeMultipart(key, id, 2)).toBe(false);
    expect(await storage().head(key)).toBeNull();
    await upload(key, id, 1, part("a"));
    expect(await storage().completeMultipart(key, id, 3)).toBe(false);
    expect(await storage().completeMultipart(key, id, 2)).toBe(true);
    expect(await ends(key)).toEqual(expected);
  });

  test("completing again, or twice at once, is harmless", async () => {
    const key = freshKey();
    const id = await storage().startMultipart(key);
    await upload(key, id, 1, part("a"));
    await upload(key, id, 2, "tend");
    const complete = () => storage().completeMultipart(key, id, 2);
    expect(await Promise.all([complete(), complete()])).toEqual([true, true]);
    expect(await complete()).toBe(true);
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
    expect(await storage().completeMultipart(key, id, 1)).toBe(false);
    expect(await storage().head(key)).toBeNull();
  });

  test("the bytes of parts count until they are joined or given up", async () => {
    const key = freshKey();
    const id = await storage().startMultipart(key);
    const count = () => storage().countMultipartBytes(key, id);
    expect(await count()).toBe(0);
    await upload(key, id, 1, part("a"));
    await upload(key, id, 7, "tend");
    expect(await count()).toBe(PART_BYTES + 4);
    await storage().abortMultipart(key, id);
    expect(await count()).toBe(0);
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
    expect(await storage().completeMultipart(other, id, 1)).toBe(false);
    await storage().abortMultipart(own, id);
  });

  test("a sweep removes unfinished uploads by age and leaves younger ones and objects", async () => {
    const key = freshKey();
    const object = await stored(storage(), "kept");
    const id = await storage().startMultipart(key);
    await upload(key, id, 1, "tend");
    await storage().sweep({ olderThanSeconds: 3600 });
    expect(await storage().completeMultipart(key, id, 1)).toBe(true);
    const stale = await storage().startMultipart(key);
    await eventually(async () => (await storage().sweep({ olderThanSeconds: 0 })) > 0);
    expect((await put(await storage().signPart(key, stale, 1, PUT), "late")).status).toBe(404);
    expect(await textOf(await storage().read(object))).toBe("kept");
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
    expect(await storage.head(key)).toBeNull();
    expect((await put(await storage.signPut(key, PUT), "whole")).status).toBe(200);
    expect((await storage.head(key))?.byteSize).toBe(5);
  });

  test("a URL of an announced size refuses a longer body, whatever it says of it, and takes its own", async () => {
    const { storage } = store();
    const key = freshKey();
    const url = await storage.signPut(key, { ttlSeconds: 60, byteSizeMax: 5, byteSizeExact: 5 });
    expect((await put(url, "longer")).ok).toBe(false);
    expect(await storage.head(key)).toBeNull();
    const chunked = await fetch(url, { method: "PUT", body: generatedStream(MEBIBYTE) });
    expect(chunked.ok).toBe(false);
    expect(await storage.head(key)).toBeNull();
    expect((await put(url, "exact")).status).toBe(200);
    expect((await put(url, "longer again")).ok).toBe(false);
    expect((await storage.head(key))?.byteSize).toBe(5);
  });

  test("an overwrite cut half-way leaves the old object", async () => {
    const { storage } = store();
    const key = await stored(storage, "old");
    await cut(key, withLength, [half]);
    expect(await textOf(await storage.read(key))).toBe("old");
  });

  test("1 GB is written and read through the port in constant memory", async () => {
    const { storage } = store();
    const key = freshKey();
    try {
      const writeAndRead = async (byteSize: number) => {
        await storage.write(key, generatedStream(byteSize), "text/csv");
        expect(await byteSizeOf(await storage.read(key))).toBe(byteSize);
      };
      // The first round fills the pools that the runtime keeps whatever the size.
      await writeAndRead(GIGABYTE / 10);
      const growth = await memoryGrowthBytes(() => writeAndRead(GIGABYTE));
      expect(growth).toBeLessThan(MEMORY_BYTES_MAX);
    } finally {
      await storage.delete(key);
    }
  }, 60_000);

  if (!servesItself) return;
  test("1 GB is uploaded by signed URL and streamed back in constant memory", async () => {
    const { storage, serverPeakBytes } = store();
    const key = freshKey();
    try {
      expect(await putGenerated(await storage.signPut(key, PUT), GIGABYTE)).toBe(200);
      expect((await storage.head(key))?.byteSize).toBe(GIGABYTE);
      const { body } = await fetch(await storage.signGet(key, GET));
      expect(await byteSizeOf(body ?? generatedStream(0))).toBe(GIGABYTE);
      expect(serverPeakBytes?.()).toBeLessThan(MEMORY_BYTES_MAX);
    } finally {
      await storage.delete(key);
    }
  }, 60_000);
}
