/** A model queries a dataset's rows: free ones without a key, bought ones with the buyer's key. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { forFile } from "../support/for-file.ts";
import { publishedListing } from "../support/listings.ts";
import { paidListing, purchaseOf, testMarket } from "../support/market.ts";
import { freePort } from "../support/stack.ts";
import { giveTwin, irisParquet, serveQueries } from "../workers/query/query-world.ts";
import { connectModern, testMcp } from "./support.ts";

setDefaultTimeout(60_000);

const market = await testMarket({ QUERY_URL: `http://127.0.0.1:${await freePort()}` });
const { api, seller, buyer } = market;
await forFile(serveQueries(api));
const mcp = await testMcp({ apiUrl: api.config.PUBLIC_BASE_URL });
const irises = await irisParquet();

type Result = { isError?: unknown; structuredContent?: Record<string, unknown>; content?: unknown };

async function ask(token: string | undefined, args: Record<string, unknown>): Promise<Result> {
  const client = await connectModern(mcp.url, token);
  return (await client.callTool({ name: "query_dataset", arguments: args })) as Result;
}

test("a free dataset is asked without a key, page by page", async () => {
  const id = await publishedListing(api, seller.token);
  await giveTwin(api, id, irises);
  const filter = { column: "id", op: "gte", value: 120 };
  const first = await ask(undefined, { dataset_id: id, filter, columns: ["id"] });
  expect(first.structuredContent).toMatchObject({ row_count: 50, next_offset: 50 });
  expect(JSON.stringify(first.content)).toContain("Go on with offset 50.");
  const last = await ask(undefined, { dataset_id: id, filter, columns: ["id"], offset: 50 });
  expect(last.structuredContent).toMatchObject({ row_count: 30, total_rows: 80 });
  const sql = "SELECT species, count(*) AS n FROM dataset GROUP BY species ORDER BY species";
  const grouped = await ask(undefined, { dataset_id: id, sql });
  expect(grouped.structuredContent).toMatchObject({
    rows: [
      ["setosa", 100],
      ["virginica", 100],
    ],
  });
  const faulty = await ask(undefined, { dataset_id: id, sql: "SELECT specis FROM dataset" });
  expect(JSON.stringify(faulty.content)).toContain("Line 1, column 8");
  const wrong = await ask(undefined, { dataset_id: id, columns: ["specis"] });
  expect(wrong.isError).toBe(true);
  expect(JSON.stringify(wrong.content)).toContain("species");
});

test("a bought dataset is asked with the key that bought it", async () => {
  const id = await paidListing({ api, seller });
  await giveTwin(api, id, irises);
  const count = { dataset_id: id, aggregates: [{ function: "count" }] };
  const refused = await ask(buyer.token, count);
  expect(JSON.stringify(refused.content)).toContain("query_needs_purchase");
  await purchaseOf(market, id);
  expect((await ask(buyer.token, count)).structuredContent).toMatchObject({ rows: [[200]] });
});
