/** The disk store served by Bun: the contract of the port, and what only a disk can get wrong. */
import { expect, test } from "bun:test";
import { mkdtemp, open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readFileRange } from "../../platform/storage/disk-files.ts";
import { openStorage } from "../../platform/storage/open-storage.ts";
import { StorageUnavailableError } from "../../platform/storage/port.ts";
import { streamOf } from "../../platform/stream-of.ts";
import { eventually } from "../support/stack.ts";
import { diskStoreTests, SIGNING_SECRET } from "./storage-disk-tests.ts";
import { textOf } from "./storage-traffic.ts";

diskStoreTests("Bun", [process.execPath]);

test("a file that cannot be read is closed: the collector would end the process for its handle", async () => {
  const folder = await open(tmpdir(), "r");
  const reader = streamOf(
    readFileRange(async () => folder, { start: 0, endInclusive: 9 }),
  ).getReader();
  await expect(reader.read()).rejects.toThrow("EISDIR");
  expect(folder.fd).toBe(-1);
});

test("a file is opened by the first read and closed with the last byte, whether or not its end is read", async () => {
  const path = join(await mkdtemp(join(tmpdir(), "storage-disk-")), "ten");
  await Bun.write(path, "0123456789");
  const opened: Awaited<ReturnType<typeof open>>[] = [];
  const opening = async () => {
    const file = await open(path, "r");
    opened.push(file);
    return file;
  };
  const reader = streamOf(readFileRange(opening, { start: 2, endInclusive: 5 })).getReader();
  expect(opened).toEqual([]);
  expect(new TextDecoder().decode((await reader.read()).value)).toBe("2345");
  await eventually(async () => opened.map(({ fd }) => fd).join() === "-1");
});

test("an object that is replaced before its stream is read is asked for again, and never read as another one", async () => {
  const rootDir = await mkdtemp(join(tmpdir(), "storage-disk-"));
  const publicBaseUrl = "http://127.0.0.1:1";
  const storage = await openStorage({
    kind: "disk",
    rootDir,
    signingSecrets: [SIGNING_SECRET],
    publicBaseUrl,
  });
  await storage.write("late/one", new TextEncoder().encode("old"), "text/csv");
  const stream = await storage.read("late/one");
  await storage.write("late/one", new TextEncoder().encode("new"), "text/csv");
  await expect(textOf(stream)).rejects.toThrow(StorageUnavailableError);
});
