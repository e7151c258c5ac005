/** The limits of a query, tested below, at and above: each refusal names the limit and its unit. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import {
  QUERIES_PER_CALLER_MAX,
  QUERIES_WAITING_MAX,
  QUERY_ANSWER_BYTES_MAX,
  QUERY_CONDITION_DEPTH_MAX,
  QUERY_CONDITIONS_MAX,
  QUERY_SCAN_BYTES_MAX,
} from "../../../market/query/limits.ts";
import { createDiskStorage } from "../../../platform/storage/disk.ts";
import type { OpenTable } from "../../../workers/query/object-cache.ts";
import { ScanTooLargeError, withPart } from "../../../workers/query/part-files.ts";
import { forFile } from "../../support/for-file.ts";
import { createTestDir } from "../../support/stack.ts";
import { irisParquet, openQueryWorld } from "./query-world.ts";

setDefaultTimeout(120_000);

const folder = createTestDir();
const storage = createDiskStorage({
  kind: "disk",
  rootDir: join(folder, "store"),
  signingSecrets: ["s".repeat(32)],
  publicBaseUrl: "http://localhost",
});
const world = await forFile(openQueryWorld(storage));
const duckdb = await (await DuckDBInstance.create(":memory:")).connect();

/** A row with one text is encoded as `["…"]`. */
const around = 4;
const longest = QUERY_ANSWER_BYTES_MAX - around;

async function storeTexts(sizes: number[]) {
  const path = join(folder, `${crypto.randomUUID()}.parquet`);
  const rows = sizes.map((size, at) => `SELECT repeat('x', ${size}) AS t, ${at} AS n`);
  await duckdb.run(`COPY (${rows.join(" UNION ALL ")} ORDER BY n) TO '${path}' (FORMAT parquet)`);
  return await world.store(path);
}

const askings = {
  "a row": { columns: ["t"] },
  "a group": { group_by: ["t"], aggregates: [{ function: "count", column: "t" }] },
  "an extreme": { aggregates: [{ function: "max", column: "t" }] },
};

test.each(Object.entries(askings))(
  "%s of an answer's bytes is answered, and one of more is refused by their number",
  async (_, query) => {
    const count = "group_by" in query ? ",1".length : 0;
    const [fits, exceeds] = [
      await storeTexts([longest - count]),
      await storeTexts([longest - count + 1]),
    ];
    const answered = await world.ask(fits, query);
    expect([answered.refusal, answered.row_count, answered.next_offset]).toEqual([null, 1, null]);
    const { refusal } = await world.ask(exceeds, query);
    expect(refusal).toMatchObject({
      code: "query_too_expensive",
      detail: expect.stringContaining(`${QUERY_ANSWER_BYTES_MAX} bytes`),
    });
  },
);

test("a page ends before its bytes do, groups too, and the next one begins with what did not fit", async () => {
  // Two rows and the comma between them fill an answer exactly; then one byte more.
  const half = QUERY_ANSWER_BYTES_MAX / 2 - around;
  const query = { group_by: ["t"], order_by: [{ column: "t" }], aggregates: undefined };
  const fits = await world.ask(await storeTexts([half - 1, half]), { columns: ["t"] });
  expect([fits.row_count, fits.next_offset]).toEqual([2, null]);
  const exceeding = await storeTexts([half, half + 1]);
  for (const asked of [{ columns: ["t"] }, query]) {
    const first = await world.ask(exceeding, asked);
    expect([first.row_count, first.next_offset]).toEqual([1, 1]);
    const second = await world.ask(exceeding, { ...asked, offset: 1 });
    expect([second.row_count, second.next_offset]).toEqual([1, null]);
  }
});

test("a filter within its depth and number of conditions is answered, and beyond told the number", async () => {
  const irises = await world.store(await irisParquet());
  const isPresent = { column: "species", op: "is_not_null" };
  const deep = (depth: number): object => (depth === 1 ? isPresent : { all: [deep(depth - 1)] });
  const broad = (count: number) => {
    // One is `any` itself.
    const half = Math.floor((count - 1) / 2);
    const part = (size: number) => ({ all: Array(size - 1).fill(isPresent) });
    return { any: [part(half), part(count - 1 - half)] };
  };
  for (const [limit, filterOf] of [
    [QUERY_CONDITION_DEPTH_MAX, deep],
    [QUERY_CONDITIONS_MAX, broad],
  ] as const) {
    expect((await world.ask(irises, { filter: filterOf(limit) })).refusal).toBeNull();
    const { refusal } = await world.ask(irises, { filter: filterOf(limit + 1) });
    expect([refusal?.code, refusal?.detail]).toEqual([
      "invalid_query",
      expect.stringMatching(new RegExp(`\\b${limit}\\b`)),
    ]);
  }
});

test("as many queries wait as may, of each caller too, and who comes then is told how many do", async () => {
  const irises = await world.store(await irisParquet());
  const ask = (caller: string) => world.ask(irises, { limit: 1 }, { caller });
  const own = Array.from({ length: QUERIES_PER_CALLER_MAX }, () => ask("one"));
  const ofOne = await ask("one");
  // One runs, and the first caller's others wait.
  const free = QUERIES_WAITING_MAX - (QUERIES_PER_CALLER_MAX - 1);
  const others = Array.from({ length: free }, (_, at) => ask(`other ${at}`));
  const ofAll = await ask("late");
  expect(ofOne.refusal).toMatchObject({
    ...{ code: "rate_limited", retryAfterSeconds: 2 },
    detail: expect.stringContaining(`${QUERIES_PER_CALLER_MAX} queries of one caller`),
  });
  expect(ofAll.refusal).toMatchObject({
    ...{ code: "queries_unavailable", retryAfterSeconds: 2 },
    detail: expect.stringContaining(`${QUERIES_WAITING_MAX} queries`),
  });
  const answers = await Promise.all([...own, ...others]);
  expect(answers.map(({ row_count: rows }) => rows)).toEqual(Array(answers.length).fill(1));
});

test("a step reads as many stored bytes as it may, and of one more it is told how many there are", async () => {
  const tableOf = (bytes: number) => {
    const groups = [{ rows: 1, chunks: [{ start: 4, end: 4 + bytes }] }];
    const file = { path: "copy.parquet", ensure: async () => {} };
    return { file, index: { columns: [{ name: "t", kind: "string" }], groups } };
  };
  const scan = (bytes: number) => {
    const table = tableOf(bytes) as unknown as OpenTable;
    return withPart(table, { groups: [0], columns: ["t"] }, folder, async ({ path }) => path);
  };
  expect(await scan(QUERY_SCAN_BYTES_MAX)).toBe("copy.parquet");
  const refused = await scan(QUERY_SCAN_BYTES_MAX + 1).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ScanTooLargeError);
  expect((refused as ScanTooLargeError).bytes).toBe(QUERY_SCAN_BYTES_MAX + 1);
});
