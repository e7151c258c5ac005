/** Local copies: only the needed parts are fetched, once for all queries, within the byte limit. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { Turns } from "../../../platform/limits/turns.ts";
import { createDiskStorage } from "../../../platform/storage/disk.ts";
import type { ByteRange, Storage } from "../../../platform/storage/port.ts";
import { ObjectCache, type StoredTable } from "../../../workers/query/object-cache.ts";
import { sweepCopies } from "../../../workers/query/sweep-copies.ts";
import { silentLog as log } from "../../support/log-lines.ts";
import { createTestDir, eventually } from "../../support/stack.ts";
import { openQueryWorld } from "./query-world.ts";

setDefaultTimeout(120_000);

const folder = createTestDir();
const disk = createDiskStorage({
  kind: "disk",
  rootDir: join(folder, "store"),
  signingSecrets: ["s".repeat(32)],
  publicBaseUrl: "http://localhost",
});
let ranges: ByteRange[] = [];
/** The real store, recording the ranges that are read. */
const storage: Storage = {
  ...disk,
  read(key, range) {
    if (range) ranges.push(range);
    return disk.read(key, range);
  },
};
const bytesRead = () =>
  ranges.reduce((sum, { start, endInclusive }) => sum + endInclusive + 1 - start, 0);

const path = join(folder, "large.parquet");
const duckdb = await (await DuckDBInstance.create(":memory:")).connect();
await duckdb.run(`COPY (SELECT i AS id, md5(i::VARCHAR) AS token, hash(i) % 1000 AS n
  FROM range(1000000) t(i)) TO '${path}' (FORMAT parquet, ROW_GROUP_SIZE 20480)`);
const bytes = readFileSync(path);

test("of a large table the footer and the needed columns of the left row groups are fetched", async () => {
  ranges = [];
  const world = await openQueryWorld(storage, { children: 2 });
  const stored = await world.store(path);
  const query = { filter: { column: "id", op: "eq", value: 777_777 }, columns: ["id", "token"] };
  const [one, two] = await Promise.all([
    world.ask(stored, query, { caller: "a" }),
    world.ask(stored, query, { caller: "b" }),
  ]);
  expect(one).toEqual(two);
  expect(one.rows).toEqual([[777_777, expect.any(String)]]);
  expect(one.total_rows).toBe(1);
  expect(bytesRead()).toBeLessThan(stored.byteSize / 8);
  expect(bytesRead()).toBe(world.cache.bytes);
  const before = ranges.length;
  expect((await world.ask(stored, query)).rows).toEqual(one.rows);
  expect(ranges.length).toBe(before);
  await world.close();
});

test("copies stay within their bytes, and what changed in the store is told", async () => {
  const world = await openQueryWorld(storage, { cacheBytesMax: 3 * 1024 * 1024 });
  const all = { aggregates: [{ function: "count_distinct", column: "n" }] };
  for (let at = 0; at < 4; at += 1) {
    const stored = await world.store(path, `twins/${randomUUID()}/0.parquet`);
    expect((await world.ask(stored, all)).rows).toEqual([[1000]]);
    expect(readdirSync(join(world.folder, "copies")).length).toBeLessThanOrEqual(2);
  }
  const gone = await world.store(path);
  await storage.delete(gone.objectKey);
  expect((await world.ask(gone, all)).refusal?.code).toBe("file_not_available");
  const other = await world.store(path);
  const lie = { ...other, byteSize: other.byteSize - 1 };
  expect((await world.ask(lie, all)).refusal?.code).toBe("file_not_available");
  await world.close();
});

test("an idle process drops what its store has no more, and what nobody asks, by itself", async () => {
  let nowMs = 0;
  const copies = join(folder, "copies");
  mkdirSync(copies);
  const cache = new ObjectCache({ storage, folder: copies, bytesMax: 2 ** 30, nowMs: () => nowMs });
  const [purged, replaced, kept] = [randomUUID(), randomUUID(), randomUUID()].map((id) => ({
    ...{ objectKey: `twins/${id}/0.parquet`, byteSize: bytes.length, sha256: "0" },
  })) as [StoredTable, StoredTable, StoredTable];
  for (const table of [purged, replaced, kept]) {
    await storage.write(table.objectKey, bytes, "application/octet-stream");
    await cache.with(table, async () => undefined);
  }
  const sweeping = sweepCopies(cache, { everyMs: 10, log });
  await storage.write(replaced.objectKey, bytes.subarray(1), "application/octet-stream");
  await cache.with(purged, async ({ file }) => {
    await storage.delete(purged.objectKey);
    await eventually(() => readdirSync(copies).length === 2);
    expect((await file.read(bytes.length - 4, bytes.length)).toString()).toBe("PAR1");
  });
  await eventually(() => readdirSync(copies).length === 1);
  expect(cache.bytes).toBeGreaterThan(0);
  nowMs = 3600 * 1000 + 1;
  await eventually(() => readdirSync(copies).length === 0);
  expect(cache.bytes).toBe(0);
  sweeping.stop();
});

test("turns are bounded for each caller and for all, and go to who still waits", async () => {
  const turns = new Turns({ atOnce: 1, waitingMax: 2, perCallerMax: 2 });
  const never = new AbortController().signal;
  const order: string[] = [];
  const gate = Promise.withResolvers<void>();
  const run = (caller: string, signal = never) =>
    turns.take(caller, signal, async () => {
      await gate.promise;
      order.push(caller);
      return "done";
    });
  const leaving = new AbortController();
  const running = [run("a"), run("a"), run("b", leaving.signal)];
  expect(await run("a")).toBe("caller");
  expect(await run("c")).toBe("full");
  leaving.abort();
  const later = run("c");
  gate.resolve();
  expect(await Promise.all([...running, later])).toEqual(["done", "done", null, "done"]);
  expect(order).toEqual(["a", "a", "c"]);
  expect(await run("a")).toBe("done");
});
