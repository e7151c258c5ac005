/**
 * DuckDB in a page of another site reads a free dataset at its Parquet address, through a redirect
 * and by ranges. The version is the last one that does not download its Parquet reader from its
 * makers' server.
 */
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import pl from "nodejs-polars";
import { keepTwin } from "../api/catalogue/keep-twin.ts";
import { launchChromium } from "../site/chromium.ts";
import { verifiedAgent } from "../support/agents.ts";
import { testApi } from "../support/api.ts";
import { forFile } from "../support/for-file.ts";
import { publishedListing } from "../support/listings.ts";
import { installApart } from "./install-apart.ts";

setDefaultTimeout(120_000);

const rows = 100_000;
const wordOf = (n: number) => Bun.hash(String(n)).toString(36);
const numbers = Array.from({ length: rows }, (_, n) => n);
const bytes = new Uint8Array(
  pl.DataFrame({ n: numbers, word: numbers.map(wordOf) }).writeParquet({ compression: "zstd" }),
);

const api = await testApi();
const { token } = await verifiedAgent(api);
const listingId = await publishedListing(api, token);
await keepTwin(api, listingId, { bytes, rows });
const address = `${api.config.PUBLIC_BASE_URL}/datasets/${listingId}/parquet`;

const dist = join(
  await installApart(join(import.meta.dir, "duckdb-wasm"), "duckdb-wasm"),
  "node_modules/@duckdb/duckdb-wasm/dist",
);
const entry = join(dist, "duckdb-browser.mjs");
const built = await Bun.build({ entrypoints: [entry], target: "browser" });
const script = (await built.outputs[0]?.text()) ?? "";
const page = `<!doctype html><script type="module">
  import { AsyncDuckDB, VoidLogger } from "/duckdb.js";
  window.ask = async (sql) => {
    window.duckdb ??= (async () => {
      const opened = new AsyncDuckDB(new VoidLogger(), new Worker("/worker.js"));
      await opened.instantiate(new URL("/duckdb.wasm", location.href).href);
      return opened.connect();
    })();
    const answer = await (await window.duckdb).query(sql);
    return JSON.parse(JSON.stringify(answer.toArray(), (_, v) => typeof v === "bigint" ? Number(v) : v));
  };
</script>`;
const browser = await forFile(launchChromium());
const elsewhere = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  routes: {
    "/": () => new Response(page, { headers: { "content-type": "text/html" } }),
    "/duckdb.js": () => new Response(script, { headers: { "content-type": "text/javascript" } }),
    "/worker.js": () => new Response(Bun.file(join(dist, "duckdb-browser-eh.worker.js"))),
    "/duckdb.wasm": () => new Response(Bun.file(join(dist, "duckdb-eh.wasm"))),
  },
});
afterAll(() => elsewhere.stop(true));

/** Their sizes, from the range header that the redirected request repeats. */
const lengthOf = (range = "") => {
  const [first = 0, last = Number.POSITIVE_INFINITY] = range.replace("bytes=", "").split("-");
  return Number(last) - Number(first) + 1;
};

test("DuckDB counts and finds rows, and fetches parts of the file for it", async () => {
  const tab = await (await browser.newContext()).newPage();
  const asked: string[] = [];
  const statuses = new Set<number>();
  tab.on("response", (response) => {
    const request = response.request();
    if (request.method() !== "GET") return;
    if (response.url() === address) asked.push(request.headers().range ?? "");
    else if (response.url().includes("/storage/")) statuses.add(response.status());
  });
  await tab.goto(`http://127.0.0.1:${elsewhere.port}/`);
  await tab.waitForFunction("window.ask !== undefined");
  const ask = (sql: string) => tab.evaluate(`window.ask(${JSON.stringify(sql)})`);
  expect(await ask(`SELECT count(*) AS c FROM read_parquet('${address}')`)).toEqual([{ c: rows }]);
  const forCount = asked.reduce((sum, range) => sum + lengthOf(range), 0);
  expect(forCount).toBeGreaterThan(0);
  expect(forCount).toBeLessThan(bytes.length / 10);
  const found = await ask(`SELECT word FROM read_parquet('${address}') WHERE n = ${rows - 1}`);
  expect(found).toEqual([{ word: wordOf(rows - 1) }]);
  expect([...statuses]).toEqual([206]);
});
