/**
 * A 60 GiB file of sparse parts in the disk store: joined immediately and read by ranges. Zeros are
 * stored as holes.
 */
import { expect, test } from "bun:test";
import { mkdtemp, open, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDiskStorage } from "../../platform/storage/disk.ts";
import { textOf } from "./storage-traffic.ts";

const gibibyte = 1024 ** 3;
const partBytes = 5 * gibibyte;
const parts = 12;
const blockBytes = 512;

test("60 GiB in twelve parts are joined without a copy, and read over the edge of two", async () => {
  const rootDir = await mkdtemp(join(tmpdir(), "large-"));
  try {
    const storage = createDiskStorage({
      kind: "disk",
      rootDir,
      signingSecrets: ["s".repeat(32)],
      publicBaseUrl: "http://127.0.0.1",
    });
    const id = await storage.startMultipart("large/one");
    for (let number = 1; number <= parts; number += 1) {
      const name = `part-${String(number).padStart(5, "0")}.${String(number).repeat(32).slice(0, 32)}`;
      const file = await open(join(rootDir, "multipart", id, name), "wx");
      await file.truncate(partBytes);
      await file.write(`end ${number}`, partBytes - 10);
      await file.write("begin", 0);
      await file.close();
    }
    const arrived = (await storage.listParts("large/one", id)) ?? [];
    expect(arrived).toHaveLength(parts);
    const sent = await stat(join(rootDir, "multipart", id, nameOf(1)));
    expect(await storage.completeMultipart("large/one", id, arrived)).toBe("joined");
    expect((await storage.head("large/one"))?.byteSize).toBe(parts * partBytes);
    const edge = 3 * partBytes;
    const across = await textOf(
      await storage.read("large/one", { start: edge - 10, endInclusive: edge + 4 }),
    );
    expect(across.replaceAll("\0", "")).toBe("end 3begin");
    const { blocks, ino } = await stat(join(rootDir, "objects/large/one@object", nameOf(1)));
    expect(ino).toBe(sent.ino);
    expect(blocks * blockBytes).toBeLessThan(1024 ** 2);
  } finally {
    await rm(rootDir, { recursive: true, force: true });
  }
}, 60_000);

test("zeros are kept as holes, at the beginning, in the middle and at the end of a file", async () => {
  const rootDir = await mkdtemp(join(tmpdir(), "holes-"));
  try {
    const storage = createDiskStorage({
      ...{ kind: "disk", rootDir, publicBaseUrl: "http://127.0.0.1" },
      signingSecrets: ["s".repeat(32)],
    });
    const zeros = new Uint8Array(8 * 1024 ** 2);
    const few = new Uint8Array(100_000);
    few[99_999] = 7;
    const chunks = [zeros, Buffer.from("one"), zeros, few, zeros];
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(chunk);
        controller.close();
      },
    });
    await storage.write("holes/one", body, "text/csv");
    const read = await new Response(await storage.read("holes/one")).bytes();
    expect(Buffer.compare(read, Buffer.concat(chunks))).toBe(0);
    const { blocks, size } = await stat(join(rootDir, "objects/holes/one@object"));
    expect(size).toBe(read.length);
    expect(blocks * blockBytes).toBeLessThan(1024 ** 2);
  } finally {
    await rm(rootDir, { recursive: true, force: true });
  }
});

const nameOf = (number: number) => `part-0000${number}.${String(number).repeat(32)}`;
