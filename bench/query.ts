/**
 * The speed of a query process compared with DuckDB on the same Parquet file, query by query in
 * turn: `bun bench/query.ts [rows] [pairs]`. 32,000,000 rows make 1 GB, with row groups of 122,880
 * rows.
 */
import { createReadStream, mkdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { startProcess, untilReady } from "../dev/parts/process.ts";
import { openHttpQueries } from "../platform/query/http.ts";
import { createDiskStorage } from "../platform/storage/disk.ts";
import { quantileOf } from "./parts/quantile.ts";

const [rows = 32_000_000, pairs = 30] = process.argv.slice(2).map(Number);
const folder = join(process.env.DATA_DIR ?? "/tmp", `bench-query-${process.pid}`);
const secret = "a secret of the bench of 32 characters";
const port = 4398;
const threads = 2;
const objectKey = "twins/bench/0.parquet";

type Pair = { name: string; make(): { query: unknown; sql: string } };

const anyId = () => Math.floor(Math.random() * rows);
const from = Date.UTC(2020, 0, 1);
/** One row every three seconds. */
const timeOf = (id: number) => new Date(from + id * 3000).toISOString().slice(0, 19);

const selected: Pair[] = [
  {
    name: "one row by its id",
    make() {
      const id = anyId();
      const query = { filter: { column: "id", op: "eq", value: id } };
      return { query, sql: `SELECT * FROM f WHERE id = ${id} LIMIT 100` };
    },
  },
  {
    name: "an hour's rows of one category",
    make() {
      const id = anyId();
      const [first, last] = [timeOf(id), timeOf(id + 1200)];
      const all = [
        { column: "at", op: "gte", value: first },
        { column: "at", op: "lt", value: last },
        { column: "category", op: "eq", value: "books" },
      ];
      const where = `"at" >= '${first}' AND "at" < '${last}' AND category = 'books'`;
      return { query: { filter: { all } }, sql: `SELECT * FROM f WHERE ${where} LIMIT 100` };
    },
  },
  {
    name: "a day's sums by country",
    make() {
      const id = anyId();
      const [first, last] = [timeOf(id), timeOf(id + 28_800)];
      const all = [
        { column: "at", op: "gte", value: first },
        { column: "at", op: "lt", value: last },
      ];
      const aggregates = [{ function: "count" }, { function: "sum", column: "amount" }];
      return {
        query: { filter: { all }, group_by: ["country"], aggregates },
        sql: `SELECT country, count(*), sum(amount) FROM f
          WHERE "at" >= '${first}' AND "at" < '${last}' GROUP BY country ORDER BY country`,
      };
    },
  },
  {
    name: "a first page of a common value",
    make() {
      const all = [{ column: "country", op: "eq", value: "BR" }];
      return { query: { filter: { all } }, sql: "SELECT * FROM f WHERE country = 'BR' LIMIT 100" };
    },
  },
];

/**
 * Statistics do not help here, so the whole column is read. Few of these, because each takes
 * seconds.
 */
const scanned: Pair[] = [
  {
    name: "a scattered id in 32 rows",
    make() {
      const customer = Math.floor(Math.random() * 1_000_000);
      const query = { filter: { column: "customer", op: "eq", value: customer } };
      return { query, sql: `SELECT * FROM f WHERE customer = ${customer} LIMIT 100` };
    },
  },
  {
    name: "sums of all rows by category",
    make() {
      const aggregates = [{ function: "count" }, { function: "mean", column: "amount" }];
      const query = { group_by: ["category"], aggregates };
      return { query, sql: "SELECT category, count(*), avg(amount) FROM f GROUP BY category" };
    },
  },
];

async function makeTable(duckdb: DuckDBConnection, path: string): Promise<void> {
  await duckdb.run(`COPY (SELECT i AS id, TIMESTAMP '2020-01-01' + INTERVAL (i * 3) SECOND AS "at",
    (hash(i) % 1000000)::BIGINT AS customer,
    ['books','toys','food','music','garden','sport','tools'][1 + (hash(i + 7) % 7)::INT] AS category,
    CASE WHEN hash(i + 3) % 50 = 0 THEN NULL ELSE (hash(i + 11) % 1000000) / 100.0 END::DOUBLE AS amount,
    md5(i::VARCHAR) AS token,
    ['DE','FR','US','BR','IN','CN','NG','JP'][1 + (hash(i + 5) % 8)::INT] AS country,
    (DATE '2020-01-01' + (hash(i + 13) % 2000)::INT) AS day, hash(i + 17) % 2 = 0 AS paid
    FROM range(${rows}) t(i))
    TO '${path}' (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 122880)`);
}

async function startQueries(storageDir: string) {
  const child = startProcess({
    name: "query",
    command: [process.execPath, join(import.meta.dir, "../workers/query/main.ts")],
    env: {
      PUBLIC_BASE_URL: "http://localhost",
      HOST: "127.0.0.1",
      STORAGE_DIR: storageDir,
      STORAGE_SIGNING_SECRET: secret,
      WORK_DIR: join(folder, "work"),
      QUERY_SECRET: secret,
      QUERY_PORT: String(port),
    },
    logFile: join(folder, "query.log"),
    deathSignal: "KILL",
  });
  const live = `http://127.0.0.1:${port}/health/live`;
  await untilReady(child, () =>
    fetch(live).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return child;
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
}

mkdirSync(folder, { recursive: true });
const duckdb = await (await DuckDBInstance.create(":memory:", { threads: `${threads}` })).connect();
const path = join(folder, "table.parquet");
await makeTable(duckdb, path);
await duckdb.run(`CREATE VIEW f AS SELECT * FROM '${path}'`);
const byteSize = statSync(path).size;
const storageDir = join(folder, "store");
const storage = createDiskStorage({
  ...{ kind: "disk", rootDir: storageDir, signingSecrets: [secret] },
  publicBaseUrl: "http://localhost",
});
const stream = Readable.toWeb(createReadStream(path)) as unknown as ReadableStream<Uint8Array>;
await storage.write(objectKey, stream, "application/octet-stream");
const child = await startQueries(storageDir);
const queries = openHttpQueries({
  ...{ baseUrl: `http://127.0.0.1:${port}`, secret },
  timeoutMs: 60_000,
});
const stored = { objectKey, byteSize, sha256: "bench" };
const dataset = { id: "bench", version: 1, table: null };
const never = new AbortController().signal;

async function ask(query: unknown): Promise<void> {
  const result = await queries.run(
    { tables: [{ stored, dataset }], caller: "bench", query },
    never,
  );
  if (result.kind !== "answered") throw new Error(JSON.stringify(result));
}

console.log(`${rows} rows, ${byteSize} bytes, ${threads} threads each; ms: p50, p95, first`);
for (const [group, times] of [
  [selected, pairs] as const,
  [scanned, Math.ceil(pairs / 6)] as const,
]) {
  for (const { name, make } of group) {
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let at = 0; at < times; at += 1) {
      const { query, sql } = make();
      ours.push(await timed(() => ask(query)));
      theirs.push(await timed(() => duckdb.runAndReadAll(sql)));
    }
    const shown = (values: number[]) =>
      [quantileOf(values, 0.5), quantileOf(values, 0.95), values[0] ?? 0].map((ms) =>
        ms.toFixed(0),
      );
    const ratio = quantileOf(ours, 0.5) / quantileOf(theirs, 0.5);
    console.log(
      `${name}: ours ${shown(ours).join(", ")}; DuckDB ${shown(theirs).join(", ")}; ratio ${ratio.toFixed(2)}`,
    );
  }
}
await child.stop();
rmSync(folder, { recursive: true, force: true });
