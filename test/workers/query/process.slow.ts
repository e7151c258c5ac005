/** A query process over an S3 store: killed, abandoned by its callers, and without its store. */
import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { freePort } from "../../../dev/parts/ports.ts";
import { sellerAgent } from "../../support/agents.ts";
import { openTestApi, type TestApi } from "../../support/api.ts";
import { publishedListing } from "../../support/listings.ts";
import { killableProcesses } from "../../support/programs/killed-processes.ts";
import { processesWith } from "../../support/programs/processes.ts";
import { type OwnStore, startOwnStore, storeStartMsMax } from "../../support/radosgw/own-store.ts";
import { createTestDir, eventually } from "../../support/stack.ts";
import { giveTwin } from "./query-world.ts";

setDefaultTimeout(120_000);

const folder = createTestDir();
const workDir = join(folder, "work");
const url = `http://127.0.0.1:${await freePort()}`;
const env: Record<string, string> = {
  ...{ QUERY_URL: url, QUERY_PORT: new URL(url).port, QUERY_SECRET: "q".repeat(40) },
  ...{ QUERY_CHILDREN: "2", QUERY_SECONDS_MAX: "25", WORK_DIR: workDir, LOG_LEVEL: "silent" },
};
const processes = killableProcesses(env);
const rows = 4_000_000;

let store: OwnStore;
let api: TestApi;
let datasetId = "";
let uploadId = "";

beforeAll(async () => {
  store = await startOwnStore();
  api = await openTestApi({ ...env, ...store.env });
  Object.assign(env, store.env, { PUBLIC_BASE_URL: api.config.PUBLIC_BASE_URL });
  const { token } = await sellerAgent(api);
  datasetId = await publishedListing(api, token);
  const path = join(folder, "tokens.parquet");
  const duckdb = await (await DuckDBInstance.create(":memory:")).connect();
  await duckdb.run(`COPY (SELECT i AS id, md5(i::VARCHAR) AS token FROM range(${rows}) t(i))
    TO '${path}' (FORMAT parquet, ROW_GROUP_SIZE 122880)`);
  uploadId = await giveTwin(api, datasetId, path);
}, storeStartMsMax);

afterAll(async () => {
  await api.close();
  await store.stop();
});

let running: ReturnType<typeof processes.start>;
beforeEach(async () => {
  running = await startProcess();
});

async function startProcess() {
  const child = processes.start("workers/query/main.ts");
  await eventually(async () => (await fetch(`${url}/health/ready`)).ok, { timeoutMs: 60_000 });
  return child;
}

const oneRow = { filter: { column: "id", op: "eq", value: 7 }, columns: ["id"] };
/** Keeps a child busy for half a minute with little memory. */
const longQuery = {
  aggregates: [{ function: "count" }],
  filter: {
    any: Array.from({ length: 60 }, (_, at) => {
      return { column: "token", op: "contains", value: `z${at}`, ignore_case: true };
    }),
  },
};

const ask = (body: Record<string, unknown>) =>
  api.send("POST", `/datasets/${datasetId}/query`, { body });

async function expectAnswer(): Promise<void> {
  const { status, body } = await ask(oneRow);
  expect([status, body.rows]).toEqual([200, [[7]]]);
}

const children = () => processesWith(workDir).filter((line) => line.includes("query/main.ts "));
/** A child's CPU time in hundredths of a second: proc_pid_stat(5). */
const ticksOf = (child: string) => {
  const stat = readFileSync(`/proc/${child.split(" ")[0]}/stat`, "utf8").split(") ")[1] ?? "";
  const [user = 0, system = 0] = stat.split(" ").slice(11, 13).map(Number);
  return user + system;
};
const copies = () => {
  const [own = ""] = readdirSync(workDir);
  return readdirSync(join(workDir, own, "copies"));
};

test("killed by -9 in the middle of answers it costs them a 503; the next one answers and nothing is left", async () => {
  await expectAnswer();
  expect(children().length).toBe(2);
  const asked = Array.from({ length: 4 }, () => ask(longQuery));
  await Bun.sleep(100 + Math.random() * 300);
  await processes.kill(running);
  for (const { status, headers, body } of await Promise.all(asked)) {
    if (status === 200) continue;
    expect([status, body.code]).toEqual([503, "queries_unavailable"]);
    expect(body.detail).toBe("No query process is available at the moment.");
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  }
  expect((await ask(oneRow)).body.code).toBe("queries_unavailable");
  await eventually(() => children().length === 0);
  running = await startProcess();
  await expectAnswer();
  expect(readdirSync(workDir).length).toBe(1);
  expect(copies().length).toBe(1);
});

test("a caller that hangs up ends its child's work, and the place is another's at once", async () => {
  // By then the bytes are local, and only the children's work remains.
  const [nobody] = longQuery.filter.any;
  expect((await ask({ ...longQuery, filter: nobody })).body.rows).toEqual([[0]]);
  const before = children();
  const address = `${api.config.PUBLIC_BASE_URL}/datasets/${datasetId}/query`;
  const headers = { "content-type": "application/json" };
  const idle = before.map(ticksOf);
  const working = eventually(
    () => before.every((child, at) => ticksOf(child) > (idle[at] ?? 0) + 20),
    { timeoutMs: 60_000 },
  );
  const hungUp = Array.from({ length: before.length }, async () => {
    const leaving = new AbortController();
    const body = JSON.stringify(longQuery);
    const call = fetch(address, { method: "POST", headers, body, signal: leaving.signal });
    await working;
    leaving.abort();
    return await call.then(
      ({ status }) => status,
      () => "hung up",
    );
  });
  expect(await Promise.all(hungUp)).toEqual(["hung up", "hung up"]);
  await eventually(() => children().every((child) => !before.includes(child)), {
    timeoutMs: 5000,
  });
  await expectAnswer();
  await eventually(() => children().length === 2, { timeoutMs: 60_000 });
});

test("without its store it says so and keeps what it has; with it, it goes on", async () => {
  await expectAnswer();
  await store.leave();
  try {
    await expectAnswer();
    const other = await ask({ ...oneRow, columns: ["token"] });
    expect([other.status, other.body.code]).toEqual([503, "queries_unavailable"]);
  } finally {
    await store.comeBack();
  }
  const again = await ask({ ...oneRow, columns: ["token"] });
  expect(again.body.rows).toEqual([["8f14e45fceea167a5a36dedd4bea2543"]]);
});

test("a file that is purged from the store is refused as gone", async () => {
  const before = copies();
  expect(before).toEqual([]);
  await api.ctx.storage.delete(`twins/${uploadId}/0.parquet`);
  const { status, body } = await ask(oneRow);
  expect([status, body.code]).toEqual([404, "file_not_available"]);
  expect(copies()).toEqual([]);
});
