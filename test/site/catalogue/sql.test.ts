/** `/datasets/{id}/sql` over HTTP: who may query, the result, refusals next to the form, and the CSV file. */
import { expect, setDefaultTimeout, test } from "bun:test";
import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import { freePort } from "../../../dev/parts/ports.ts";
import { endSession } from "../../../market/account/session/sessions.ts";
import { QUERY_SQL_CHARS_MAX } from "../../../market/query/limits.ts";
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
import { visitorOf } from "../visitor.ts";

setDefaultTimeout(120_000);

const QUERY_URL = `http://127.0.0.1:${await freePort()}`;
const market = await testMarket({ QUERY_URL });
const { api, seller, buyer } = market;
await forFile(serveQueries(api, { children: 1 }));

const irises = await irisParquet();
const freeId = await publishedListing(api, seller.token);
await giveTwin(api, freeId, irises);
const paidId = await paidListing({ api, seller });
await giveTwin(api, paidId, irises);
await purchaseOf(market, paidId);

type Fields = { sql?: string; format?: string; table?: string };
const addressOf = (id: string, fields: Fields = {}) =>
  `/datasets/${id}/sql?${new URLSearchParams(fields)}`;
const open = (id: string, fields: Fields = {}, headers: Record<string, string> = {}) =>
  api.send("GET", addressOf(id, fields), { headers: { accept: "text/html", ...headers } });
const headersOf = async (owner: OwnerActor) => (await visitorOf(api, owner)).headers;

const count = "SELECT species, count(*) AS n FROM dataset GROUP BY species ORDER BY species";

test("the form of a free dataset has examples, and its address without a statement runs none", async () => {
  const { status, text } = await open(freeId);
  expect(status).toBe(200);
  expect(text).toContain('<textarea id="sql-text" name="sql"');
  expect(text).not.toContain('aria-label="Result"');
  const [, example = ""] = /<a href="([^"]+)" rel="nofollow">The number of rows/.exec(text) ?? [];
  const result = await api.send("GET", example.replaceAll("&#38;", "&"));
  expect(result.text).toContain("<bdi>200</bdi>");
});

test("the address of a query shows its rows to everybody, and the statement again", async () => {
  const { status, headers, text } = await open(freeId, { sql: `${count} -- </textarea><b>` });
  expect(status).toBe(200);
  expect([headers.get("cache-control"), headers.get("x-robots-tag")]).toEqual([
    "no-store",
    "noindex",
  ]);
  expect(text).toMatch(/<bdi>setosa<\/bdi><\/td><td class="number"><bdi>100<\/bdi>/);
  expect(text).toContain("2 rows.");
  expect(text).not.toContain("</textarea><b>");
});

test("a wrong statement is shown with its place, next to the form that still has it", async () => {
  const syntax = await open(freeId, { sql: "SELECT id\nFORM dataset WHERE" });
  expect(syntax.status).toBe(422);
  expect(syntax.text).toContain("Line 2, column 6: Syntax error at or near");
  expect(syntax.text).toContain("SELECT id\nFORM dataset WHERE</textarea>");
  const names = await open(freeId, { sql: "SELECT nam, pric FROM dataset" });
  expect(names.text).toContain("Line 1, column 8: There is no column");
  expect(names.text).toContain("Line 1, column 13: There is no column");
  const table = await open(freeId, { sql: "SELECT id FROM flowers" });
  expect([table.status, table.text.includes('role="alert"')]).toEqual([404, true]);
});

test("limits are stated, and what exceeds them is refused next to the form", async () => {
  const long = await open(freeId, { sql: `SELECT ${"1".repeat(QUERY_SQL_CHARS_MAX)}` });
  expect(long.status).toBe(422);
  expect(long.text).toContain(`A query has at most ${QUERY_SQL_CHARS_MAX} characters.`);
  const wide = `SELECT ${Array.from({ length: 60 }, (_, at) => `id + ${at} AS c${at}`)} FROM dataset`;
  const { text } = await open(freeId, { sql: wide });
  expect(text).toContain("40 rows. There are more: add LIMIT and OFFSET, or download them.");
  expect(text).toContain("10 columns more: name the ones you need.");
  expect(text.length).toBeLessThan(200_000);
});

test("a paid dataset is queried by who bought it and by its seller, and nobody else", async () => {
  const stranger: Record<string, string> = await headersOf((await newBuyer(api)).owner);
  for (const headers of [{}, stranger, { cookie: "dm_session=forged" }]) {
    const form = await open(paidId, {}, headers);
    expect([form.status, form.text.includes("Only buyers and the seller")]).toEqual([200, true]);
    const refused = await open(paidId, { sql: count }, headers);
    expect(refused.status).toBe(402);
    expect(refused.text).not.toContain("setosa</bdi></td>");
    expect(refused.text.includes("Sign in, if you bought it")).toBe(headers !== stranger);
    expect((await open(paidId, { sql: count, format: "csv" }, headers)).status).toBe(402);
  }
  for (const owner of [buyer.owner, seller.owner]) {
    const answered = await open(paidId, { sql: count }, await headersOf(owner));
    expect([answered.status, answered.text.includes("<bdi>100</bdi>")]).toEqual([200, true]);
    expect(answered.text).not.toContain("Only buyers and the seller");
    expect(answered.headers.get("cache-control")).toBe("no-store");
  }
  const joined = `SELECT a.id FROM dataset a JOIN "${paidId}" b ON a.id = b.id LIMIT 3`;
  expect((await open(freeId, { sql: joined }, stranger)).text).toContain(
    `This is about dataset ${paidId}`,
  );
  expect((await open(freeId, { sql: joined }, await headersOf(buyer.owner))).text).toContain(
    "3 rows.",
  );
});

test("a session that ended queries nothing", async () => {
  const visitor = await visitorOf(api, buyer.owner);
  expect((await open(paidId, { sql: count }, visitor.headers)).status).toBe(200);
  await endSession(api.ctx, buyer.owner, visitor.sessionId);
  expect((await open(paidId, { sql: count }, visitor.headers)).status).toBe(402);
});

test("a buyer of an earlier version sees which version answers", async () => {
  const id = await paidListing({ api, seller }, "a,b\n1,2\n");
  await giveTwin(api, id, irises);
  await purchaseOf(market, id);
  await publishVersion(market, id, "a,b\n1,2\n3,4\n");
  await giveTwin(api, id, await irisParquet(5));
  const sql = "SELECT count(*) AS n FROM dataset";
  const bought = await open(id, { sql }, await headersOf(buyer.owner));
  expect(bought.text).toContain("You query version 1, which you bought. Version 2 is on sale.");
  expect(bought.text).toContain("<bdi>200</bdi>");
});

test("the CSV file has all rows with their names, and no formula", async () => {
  const sql = 'SELECT id, concat(\'=\', species) AS "the, ""name""" FROM dataset ORDER BY id';
  const { status, headers, text } = await open(freeId, { sql, format: "csv" });
  expect([status, headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
  expect(headers.get("content-disposition")).toBe('attachment; filename="query.csv"');
  const lines = text.split("\r\n");
  expect(lines).toHaveLength(202);
  expect(lines[0]?.replace("\uFEFF", "")).toBe('"id","the, ""name"""');
  expect(lines[1]).toMatch(/^0,"'=\w+"$/);
  const wrong = await open(freeId, { sql: "SELECT", format: "csv" });
  expect([wrong.status, wrong.headers.get("content-type")]).toEqual([
    422,
    "text/html; charset=utf-8",
  ]);
});

test("a client that hangs up, before or in the file, costs nobody else an answer", async () => {
  const quick = "SELECT id FROM dataset";
  const slow = "SELECT a.id, b.species FROM dataset a JOIN dataset b ON a.species = b.species";
  for (const text of [quick, slow, slow, slow, slow, slow]) {
    const leaving = new AbortController();
    const address = `http://localhost:${api.config.API_PORT}${addressOf(freeId, { sql: text, format: "csv" })}`;
    const asked = fetch(address, { signal: leaving.signal });
    if (text === quick) await asked.then(({ body }) => body?.cancel());
    leaving.abort();
    await asked.catch(() => undefined);
  }
  const next = await open(freeId, { sql: slow, format: "csv" });
  expect([next.status, next.text.split("\r\n").length]).toEqual([200, 1002]);
});
