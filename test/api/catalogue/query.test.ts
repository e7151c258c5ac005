/** `POST /datasets/{id}/query`: who may ask, the answers, and the wording of refusals. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { listings } from "../../../db/schema/index.ts";
import { freePort } from "../../../dev/parts/ports.ts";
import { forFile } from "../../support/for-file.ts";
import { publishedListing } from "../../support/listings.ts";
import {
  newBuyer,
  paidListing,
  publishVersion,
  purchaseOf,
  testMarket,
} from "../../support/market.ts";
import { giveTwin, irisParquet, serveQueries } from "../../workers/query/query-world.ts";

setDefaultTimeout(120_000);

const QUERY_URL = `http://127.0.0.1:${await freePort()}`;
const market = await testMarket({ QUERY_URL });
const { api, seller, buyer } = market;
await forFile(serveQueries(api, { children: 1 }));

const irises = await irisParquet();
const later = await irisParquet(5);

const freeId = await publishedListing(api, seller.token);
await giveTwin(api, freeId, irises);
const paidId = await paidListing({ api, seller });
await giveTwin(api, paidId, irises);

const ask = (id: string, body: Record<string, unknown>, token?: string) =>
  api.send("POST", `/datasets/${id}/query`, { body, ...(token === undefined ? {} : { token }) });

test("everybody asks a free dataset, and is answered with all of its rows", async () => {
  const answer = await ask(freeId, {
    filter: { column: "day", op: "gte", value: "2026-07-01" },
    group_by: ["species"],
    aggregates: [{ function: "count" }, { function: "max", column: "sepal", as: "longest" }],
  });
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    dataset_id: freeId,
    version: 1,
    table: null,
    columns: [
      { name: "species", type: "string" },
      { name: "count", type: "integer" },
      { name: "longest", type: "number" },
    ],
    rows: [
      ["setosa", 9, 19.8],
      ["virginica", 10, 19.9],
    ],
    ...{ row_count: 2, total_rows: 2, next_offset: null },
  });
});

test("pages of up to 1,000 rows follow each other by `next_offset`, none twice", async () => {
  const ids: unknown[] = [];
  for (let offset: unknown = 0; offset !== null; ) {
    const order = [{ column: "species", direction: "desc" }];
    const { body } = await ask(freeId, { columns: ["id"], order_by: order, limit: 70, offset });
    ids.push(...(body.rows as unknown[][]).map(([id]) => id));
    offset = body.next_offset;
  }
  const odd = Array.from({ length: 100 }, (_, at) => 2 * at + 1);
  expect(ids).toEqual([...odd, ...odd.map((id) => id - 1)]);
});

test("a paid dataset answers who bought it and its seller, and nobody else", async () => {
  const query = { columns: ["id"], limit: 1 };
  const stranger = await newBuyer(api);
  for (const token of [undefined, stranger.token, "not-a-token"]) {
    const refused = await ask(paidId, query, token);
    expect(refused.status).toBe(402);
    expect(refused.body.code).toBe("query_needs_purchase");
    expect(refused.body.detail).toContain("no purchase of the caller's covers it");
  }
  expect((await ask(paidId, query, seller.token)).status).toBe(200);
  await purchaseOf(market, paidId);
  const bought = await ask(paidId, query, buyer.token);
  expect(bought.body).toMatchObject({ version: 1, rows: [[0]] });
  expect(bought.headers.get("cache-control")).toBe("private, no-store");
});

test("a buyer of an earlier version queries that version; a refunded buyer queries nothing", async () => {
  const id = await paidListing({ api, seller }, "a,b\n1,2\n");
  await giveTwin(api, id, irises);
  await purchaseOf(market, id);
  const refunded = await newBuyer(api);
  await purchaseOf({ ...market, buyer: refunded }, id, "refunded");
  await publishVersion(market, id, "a,b\n1,2\n3,4\n");
  await giveTwin(api, id, later);
  const count = { aggregates: [{ function: "count" }] };
  expect((await ask(id, count, buyer.token)).body).toMatchObject({ version: 1, rows: [[200]] });
  expect((await ask(id, count, seller.token)).body).toMatchObject({ version: 2, rows: [[5]] });
  expect((await ask(id, count, refunded.token)).body.code).toBe("query_needs_purchase");
  await api.db.update(listings).set({ status: "withdrawn" }).where(eq(listings.id, id));
  expect((await ask(id, count, buyer.token)).status).toBe(200);
  expect((await ask(id, count, refunded.token)).body.code).toBe("dataset_not_found");
});

test("a dataset links to its queries once it can be asked", async () => {
  for (const id of [freeId, paidId]) {
    const { links } = (await api.send("GET", `/datasets/${id}`)).body;
    expect(links).toMatchObject({ query: `${api.config.PUBLIC_BASE_URL}/datasets/${id}/query` });
  }
  const bare = await publishedListing(api, seller.token);
  expect((await api.send("GET", `/datasets/${bare}`)).body.links).not.toHaveProperty("query");
});

test("every fault of a query is named with its place and the nearest name", async () => {
  const { status, body } = await ask(freeId, {
    filter: {
      any: [
        { column: "specis", op: "eq", value: "setosa" },
        { column: "day", op: "lt", value: "yesterday" },
        { column: "sepal", op: "contains", value: "5" },
      ],
    },
    order_by: [{ column: "Sepal" }],
  });
  expect(status).toBe(422);
  expect(body.code).toBe("invalid_query");
  expect(body.errors).toEqual([
    {
      pointer: "/filter/any/0/column",
      code: "invalid_query",
      detail: 'There is no column "specis". The nearest name is "species".',
    },
    {
      pointer: "/filter/any/1/value",
      code: "invalid_query",
      detail: 'Column "day" is of type date and compares with a date such as "2026-01-31".',
    },
    {
      pointer: "/filter/any/2/value",
      code: "invalid_query",
      detail: '`contains` compares text with a string; column "sepal" is of type number.',
    },
    {
      pointer: "/order_by/0/column",
      code: "invalid_query",
      detail: 'There is no column "Sepal". The nearest name is "sepal".',
    },
  ]);
});

test("SQL is answered from the dataset's rows, and its faults have line and column", async () => {
  const sql = `SELECT species, count(*) AS n, max(sepal) / 2 AS half FROM dataset
    WHERE month(day) = 7 GROUP BY species ORDER BY n DESC`;
  const answer = await ask(freeId, { sql });
  expect(answer.body).toMatchObject({
    columns: [
      { name: "species", type: "string" },
      { name: "n", type: "integer" },
      { name: "half", type: "number" },
    ],
    rows: [
      ["virginica", 10, 9.95],
      ["setosa", 9, 9.9],
    ],
    total_rows: 2,
  });
  const syntax = await ask(freeId, { sql: "SELECT id\nFORM dataset WHERE" });
  expect([syntax.status, syntax.body.code]).toEqual([422, "invalid_query"]);
  expect(syntax.body.errors).toEqual([
    {
      pointer: "/sql",
      code: "invalid_query",
      detail: 'Line 2, column 6: Syntax error at or near "dataset".',
    },
  ]);
  const unknown = await ask(freeId, { sql: "SELECT id FROM dataset\nWHERE specis = 'x'" });
  expect(JSON.stringify(unknown.body.errors)).toContain("Line 2, column 7");
  const zero = await ask(freeId, { sql: "SELECT sepal / id FROM dataset" });
  expect(JSON.stringify(zero.body.errors)).toContain(
    "Line 1, column 14: A value was divided by zero",
  );
});

test("the pages of a request lie within the statement's LIMIT and OFFSET", async () => {
  const sql = "SELECT id FROM dataset ORDER BY id DESC LIMIT 25 OFFSET 10";
  const ids: unknown[] = [];
  for (let offset: unknown = 0; offset !== null; ) {
    const { body } = await ask(freeId, { sql, limit: 10, offset, count: true });
    expect(body.total_rows).toBe(25);
    ids.push(...(body.rows as unknown[][]).map(([id]) => id));
    offset = body.next_offset;
  }
  expect(ids).toEqual(Array.from({ length: 25 }, (_, at) => 189 - at));
});

test("SQL joins only datasets that the caller may query, and names their versions", async () => {
  const paid = await paidListing({ api, seller });
  await giveTwin(api, paid, later);
  const sql = `SELECT a.id, b.species FROM dataset a JOIN "${paid}" b ON a.id = b.id ORDER BY a.id`;
  const stranger = await newBuyer(api);
  for (const token of [undefined, stranger.token]) {
    const refused = await ask(freeId, { sql }, token);
    expect([refused.status, refused.body.code]).toEqual([402, "query_needs_purchase"]);
    expect(refused.body.detail).toContain(paid);
  }
  await purchaseOf(market, paid);
  const joined = await ask(freeId, { sql }, buyer.token);
  expect(joined.body).toMatchObject({
    dataset_id: freeId,
    joined: [{ dataset_id: paid, version: 1, table: null }],
    row_count: 5,
  });
  const other = await ask(freeId, { sql: `SELECT id FROM "${paid}"` }, buyer.token);
  expect(JSON.stringify(other.body.errors)).toContain("FROM begins with a table of this dataset");
  const unknown = `SELECT a.id FROM dataset a JOIN "${crypto.randomUUID()}" b ON a.id = b.id`;
  expect((await ask(freeId, { sql: unknown }, buyer.token)).body.code).toBe("dataset_not_found");
  const missing = await ask(freeId, { sql: "SELECT id FROM flowers" });
  expect([missing.status, missing.body.code]).toEqual([404, "table_not_found"]);
  const direct = await ask(paid, { sql: "SELECT id FROM dataset" }, stranger.token);
  expect(direct.body.code).toBe("query_needs_purchase");
});

test("an unknown table and one without a Parquet file get different refusals", async () => {
  const unknown = await api.send("POST", `/datasets/${freeId}/query?table=days`, { body: {} });
  expect(unknown.body).toMatchObject({ status: 404, code: "table_not_found" });
  const bare = await publishedListing(api, seller.token);
  const { body } = await ask(bare, {});
  expect(["query_not_available", "queries_unavailable"]).toContain(String(body.code));
  expect((await ask(crypto.randomUUID(), {})).body.code).toBe("dataset_not_found");
});

const rowsPage = (query: string, id = freeId) =>
  api.send("GET", `/datasets/${id}/rows${query}`, { headers: { accept: "text/html" } });

test("people look through all rows of a free dataset, by filter, order and page", async () => {
  const pages = [await rowsPage("?column=species&op=eq&value=setosa&sort=sepal&order=desc")];
  for (;;) {
    const link = /href="([^"]+)">Next rows/.exec(pages.at(-1)?.text ?? "")?.[1];
    if (link === undefined) break;
    const path = link.replaceAll("&#38;", "&");
    pages.push(await api.send("GET", path, { headers: { accept: "text/html" } }));
  }
  expect(pages.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(pages[0]?.text).toContain("Rows 1 to 30 of 100 with these filters.");
  expect(pages[3]?.text).toContain("Rows 91 to 100 of 100 with these filters.");
  const cells = pages.flatMap(({ text }) =>
    [...text.matchAll(/<td class="number"><bdi>([^<]+)/g)].map(numberIn),
  );
  expect(cells).toEqual(Array.from({ length: 100 }, (_, at) => (198 - 2 * at) / 10));
  const page = await api.send("GET", `/datasets/${freeId}`, { headers: { accept: "text/html" } });
  expect(page.text).toContain(`href="/datasets/${freeId}/rows"`);
});

const numberIn = ([, text = ""]: RegExpMatchArray) => Number(text);

test("an invalid filter is returned with its reason, and paid data stay closed", async () => {
  const typed = encodeURIComponent('"><script>alert(1)</script>');
  const refused = await rowsPage(`?column=sepal&op=gt&value=${typed}`);
  expect(refused.status).toBe(422);
  expect(refused.text).toContain("is of type number");
  expect(refused.text).toContain("sepal is above");
  expect(refused.text).not.toContain("<script>alert");
  expect(refused.headers.get("x-robots-tag")).toBe("noindex");
  const paid = await rowsPage("", paidId);
  expect([paid.status, paid.text.includes("has to be bought")]).toEqual([402, true]);
  expect((await rowsPage("", crypto.randomUUID())).status).toBe(404);
  expect((await rowsPage("?table=days")).status).toBe(404);
  const sold = await api.send("GET", `/datasets/${paidId}`, { headers: { accept: "text/html" } });
  expect(sold.text).not.toContain("/rows");
});
