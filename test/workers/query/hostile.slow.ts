/** No query, column name or file content can reach more than the queried table. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { queryBody } from "../../../market/query/schemas.ts";
import { createDiskStorage } from "../../../platform/storage/disk.ts";
import { forFile } from "../../support/for-file.ts";
import { createTestDir } from "../../support/stack.ts";
import { foreignBodies, foreignWords } from "./foreign-words.ts";
import { hostileWords, placesOf } from "./hostile-words.ts";
import { irisParquet, openQueryWorld } from "./query-world.ts";

setDefaultTimeout(120_000);

const folder = createTestDir();
const storage = createDiskStorage({
  kind: "disk",
  rootDir: join(folder, "store"),
  signingSecrets: ["s".repeat(32)],
  publicBaseUrl: "http://localhost",
});
const world = await forFile(openQueryWorld(storage, { secondsMax: 20 }));
const duckdb = await (await DuckDBInstance.create(":memory:")).connect();
const secret = `a secret ${randomBytes(16).toString("hex")}`;
const secretFile = join(folder, "secret.csv");
writeFileSync(secretFile, `secret\n${secret}\n`);
const irises = await world.store(await irisParquet());

/** Counts the rows of the iris table, which shows that the service still works. */
async function expectWhole(): Promise<void> {
  const { rows, refusal } = await world.ask(irises, { aggregates: [{ function: "count" }] });
  expect({ rows, refusal }).toEqual({ rows: [[200]], refusal: null });
}

const touched = join(folder, "touched");
const words = hostileWords({ secretFile, folder, touched });

describe("a hostile word", () => {
  test.each(words)("%p is text and no more, in every place of a query", async (word) => {
    for (const place of placesOf(word)) {
      const answer = await world.ask(irises, place);
      const told = JSON.stringify(answer);
      expect(told).not.toContain(secret);
      if (answer.refusal !== null) expect(answer.refusal.code).toBe("invalid_query");
    }
    const where = { column: "species", op: "contains", value: word };
    expect((await world.ask(irises, { filter: where })).rows).toEqual([]);
    const named = { aggregates: [{ function: "count", as: word }], group_by: ["species"] };
    expect((await world.ask(irises, named)).columns.map(({ name }) => name)).toContain(word);
    expect(existsSync(touched)).toBe(false);
  });

  test.each(words.filter((word) => !word.includes("\u0000")))(
    "%p is a column's name like any other",
    async (word) => {
      const path = join(folder, `${randomBytes(8).toString("hex")}.parquet`);
      const name = `"${word.replaceAll('"', '""')}"`;
      await duckdb.run(
        `COPY (SELECT i AS ${name}, 'x' AS other FROM range(10) t(i)) TO '${path}' (FORMAT parquet)`,
      );
      const stored = await world.store(path);
      const answer = await world.ask(stored, {
        filter: { column: word, op: "gte", value: 7 },
        order_by: [{ column: word, direction: "desc" }],
      });
      expect(answer.refusal).toBeNull();
      expect(answer.columns).toEqual([
        { name: word, type: "integer" },
        { name: "other", type: "string" },
      ]);
      expect(answer.rows).toEqual([
        [9, "x"],
        [8, "x"],
        [7, "x"],
      ]);
      const sums = await world.ask(stored, {
        group_by: ["other"],
        aggregates: [{ function: "sum", column: word, as: "s" }],
      });
      expect(sums.rows).toEqual([["x", 45]]);
    },
  );
});

describe("what attackers of other engines send", () => {
  const foreign = foreignWords({ secretFile, folder, touched });

  test(`is text and no more: ${foreign.length} words, each in three places`, async () => {
    for (const [at, word] of foreign.entries()) {
      const places = placesOf(word);
      for (const turn of [0, 3, 6]) {
        const answer = await world.ask(irises, places[(at + turn) % places.length] ?? {});
        expect(JSON.stringify({ word, answer })).not.toContain(secret);
        const { code } = answer.refusal ?? { code: "invalid_query" };
        expect({ word, code }).toEqual({ word, code: "invalid_query" });
      }
    }
    const none = { filter: { column: "species", op: "in", value: foreign } };
    expect((await world.ask(irises, none)).rows).toEqual([]);
    expect(existsSync(touched)).toBe(false);
    await expectWhole();
  });

  test.each(foreignBodies.map((body) => [JSON.stringify(body), body]))(
    "is no query: %s",
    (_, body) => {
      expect(queryBody.safeParse(body).success).toBe(false);
    },
  );
});

describe("a query's shape", () => {
  const deep = (depth: number): Record<string, unknown> =>
    depth === 0 ? { column: "id", op: "is_null" } : { not: deep(depth - 1) };
  const wide = (count: number) => ({
    any: Array.from({ length: count }, (_, value) => ({ column: "id", op: "eq", value })),
  });

  test("is bounded in depth, breadth, lists and texts", async () => {
    expect((await world.ask(irises, { filter: deep(7) })).refusal?.code).toBe("invalid_query");
    const twice = { all: [wide(60), wide(60)] };
    expect((await world.ask(irises, { filter: twice })).refusal?.code).toBe("invalid_query");
    expect((await world.ask(irises, { filter: wide(99) })).row_count).toBe(99);
    const refused = [
      { filter: wide(101) },
      { filter: { column: "id", op: "in", value: Array(201).fill(1) } },
      { filter: { column: "species", op: "eq", value: "x".repeat(1001) } },
      { filter: { column: "species", op: "eq", value: "\ud800" } },
      { limit: 1001 },
      { offset: 1_000_001 },
      { sql: "" },
      { sql: "x".repeat(5001) },
      { SQL: "SELECT 1 FROM dataset" },
      { filter: { column: "species", op: "matches", value: "(a+)+$" } },
      { filter: { expression: "1 = 1" } },
    ];
    for (const body of refused) expect(queryBody.safeParse(body).success).toBe(false);
  });
});

describe("a hostile file", () => {
  test("that lies, is cut or is noise is refused in words of ours, and costs nobody else", async () => {
    const good = readFileSync(await irisParquet());
    for (let at = 0; at < 60; at += 1) {
      const bytes = Buffer.from(good);
      const random = randomBytes(64);
      if (at % 3 === 0) random.copy(bytes, bytes.length - 8 - (random.readUInt16LE(0) % 900));
      else if (at % 3 === 1) random.copy(bytes, 4 + (random.readUInt16LE(0) % 2000));
      else bytes.writeUInt32LE(random.readUInt32LE(0), bytes.length - 8);
      const path = join(folder, "broken.parquet");
      writeFileSync(path, bytes);
      const answer = await world.ask(await world.store(path), {
        filter: { column: "id", op: "gt", value: 3 },
        order_by: [{ column: "species" }],
      });
      const known = [
        "query_not_available",
        "query_too_expensive",
        "invalid_query",
        "queries_unavailable",
      ];
      if (answer.refusal !== null) expect(known).toContain(answer.refusal.code);
      expect(JSON.stringify(answer)).not.toMatch(/panick|rustc|polars|node_modules/i);
    }
    await expectWhole();
  });

  test("of noise alone, or of no bytes, is not available", async () => {
    for (const bytes of [Buffer.alloc(0), Buffer.from("PAR1"), randomBytes(5000)]) {
      const path = join(folder, "noise.parquet");
      writeFileSync(path, bytes);
      const { refusal } = await world.ask(await world.store(path), {});
      expect(refusal?.code).toBe("query_not_available");
    }
  });
});

describe("a child", () => {
  test("that takes too much memory, or too long, ends its query alone", async () => {
    const path = join(folder, "wide.parquet");
    await duckdb.run(
      `COPY (SELECT i, md5(i::VARCHAR) AS t FROM range(6000000) t(i)) TO '${path}' (FORMAT parquet)`,
    );
    const small = await openQueryWorld(storage, { memoryBytesMax: 400 * 1024 * 1024 });
    try {
      const stored = await small.store(path);
      const all = { group_by: ["t"], aggregates: [{ function: "count" }], limit: 1 };
      expect((await small.ask(stored, all)).refusal).toMatchObject({
        code: "query_too_expensive",
        detail: "It needed more than the 419430400 bytes of memory that a query may have.",
      });
      const next = await small.ask(stored, { filter: { column: "i", op: "eq", value: 7 } });
      expect(next.rows.length).toBe(1);
    } finally {
      await small.close();
    }
    const hasty = await openQueryWorld(storage, { secondsMax: 0.05 });
    try {
      const stored = await hasty.store(path);
      const all = { group_by: ["t"], aggregates: [{ function: "count" }] };
      const { refusal } = await hasty.ask(stored, all);
      expect(refusal).toMatchObject({ code: "query_too_expensive" });
    } finally {
      await hasty.close();
    }
    rmSync(path);
  });

  test("that is killed costs its query a 503, and another one stands in its place", async () => {
    const child = world.pool.take();
    world.pool.giveBack(child);
    const asked = world.ask(irises, { group_by: ["id"], aggregates: [{ function: "count" }] });
    child.kill();
    const { refusal, rows } = await asked;
    if (refusal === null) expect(rows.length).toBeGreaterThan(0);
    else expect(refusal.code).toBe("queries_unavailable");
    await expectWhole();
  });

  test("is ended with the caller that goes away, and leaves no file", async () => {
    const going = AbortSignal.abort();
    const { refusal } = await world.ask(irises, {}, { signal: going });
    expect(refusal?.code).toBe("queries_unavailable");
    await expectWhole();
    expect(readdirSync(join(world.folder, "parts"))).toEqual([]);
  });
});
