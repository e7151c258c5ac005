/** The Delta Sharing protocol: who sees what, and that its answers lead to the Parquet files. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { createHash } from "node:crypto";
import pl from "nodejs-polars";
import { auditLog } from "../../../db/schema/index.ts";
import { exampleTables } from "../../support/example-tables.ts";
import { publishedListing } from "../../support/listings.ts";
import {
  newBuyer,
  openMarket,
  paidListing,
  publishVersion,
  purchaseOf,
} from "../../support/market.ts";
import { keepTwin } from "./keep-twin.ts";

setDefaultTimeout(60_000);

const bytes = new Uint8Array(pl.DataFrame({ n: [1, 2], word: ["a", "b"] }).writeParquet());
const columns = [
  { name: "n", type: "integer" as const },
  { name: "word", type: "string" as const },
  { name: "at", type: "datetime" as const },
];

const market = await openMarket();
const { api, seller, buyer } = market;
const stranger = await newBuyer(api);
let free = "";
let several = "";
let paid = "";

beforeAll(async () => {
  free = await publishedListing(api, seller.token);
  several = await publishedListing(api, seller.token, {}, "generated", exampleTables);
  paid = await paidListing(market);
  await keepTwin(api, free, { bytes, columns });
  await keepTwin(api, several, { bytes, table: "stop times.txt" });
  await keepTwin(api, several, { bytes, position: 1, table: "Stop/times txt" });
  await keepTwin(api, paid, { bytes, columns });
});
afterAll(() => api.close());

const call = (path: string, token?: string, method = "GET", body?: unknown) =>
  api.send(method, `/delta-sharing${path}`, { token, ...(body === undefined ? {} : { body }) });
const tablePath = (share: string, id: string, table = "data") =>
  `/shares/${share}/schemas/${id}/tables/${table}`;
const query = (share: string, id: string, token?: string, body: unknown = {}) =>
  call(`${tablePath(share, id)}/query`, token, "POST", body);
const linesOf = (text: string) =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

describe("shares and their lists", () => {
  test("strangers see free datasets; keys and agents also their library", async () => {
    expect((await call("/shares")).body).toEqual({ items: [{ name: "free" }] });
    expect((await call("/shares", "public")).body).toEqual({ items: [{ name: "free" }] });
    const both = { items: [{ name: "free" }, { name: "library" }] };
    expect((await call("/shares", buyer.token)).body).toEqual(both);
    expect((await call("/shares", seller.token)).body).toEqual(both);
    expect((await call("/shares/FREE")).body).toEqual({ share: { name: "free" } });
    const sold = await call("/shares/library/schemas", seller.token);
    expect(sold.text).toContain(paid);
    expect((await call("/shares/library/schemas", stranger.token)).body).toEqual({ items: [] });
  });

  test("pages follow each other without gaps, repeats or an end too early", async () => {
    for (const list of ["schemas", "all-tables"]) {
      const all = await call(`/shares/free/${list}`);
      const seen: unknown[] = [];
      let token = "";
      do {
        const page = await call(`/shares/free/${list}?maxResults=1&pageToken=${token}`);
        const items = page.body.items as unknown[];
        expect(items.length).toBeLessThanOrEqual(1);
        seen.push(...items);
        token = (page.body.nextPageToken as string | undefined) ?? "";
      } while (token !== "");
      expect(seen).toEqual(all.body.items as unknown[]);
      expect(seen).toHaveLength(list === "schemas" ? 2 : 3);
    }
    expect((await call("/shares/free/schemas?maxResults=0")).body).toMatchObject({ items: [] });
  });

  test("names have none of the characters that the protocol forbids, and differ", async () => {
    const { body } = await call(`/shares/free/schemas/${several}/tables`);
    const tables = body.items as { name: string; id: string }[];
    expect(tables.map(({ name }) => name)).toEqual(["stop_times_txt", "Stop_times_txt_2"]);
    expect(new Set(tables.map(({ id }) => id)).size).toBe(2);
  });
});

describe("a table", () => {
  test("answers version, metadata and a signed file whose bytes are the copy's", async () => {
    const version = await call(`${tablePath("free", free, "DATA")}/version`);
    expect([version.status, version.text]).toEqual([200, ""]);
    expect(version.headers.get("delta-table-version")).toBe("1");
    const metadata = await call(`${tablePath("free", free)}/metadata`);
    expect(metadata.headers.get("content-type")).toBe("application/x-ndjson; charset=utf-8");
    const [protocol, { metaData }] = linesOf(metadata.text);
    expect(protocol).toEqual({ protocol: { minReaderVersion: 1 } });
    const { fields } = JSON.parse(metaData.schemaString);
    expect(fields.map((field: { name: string; type: string }) => [field.name, field.type])).toEqual(
      [
        ["n", "long"],
        ["word", "string"],
        ["at", "timestamp"],
      ],
    );
    const hints = { predicateHints: ["n = 1"], jsonPredicateHints: "{}", limitHint: 1 };
    const answer = await query("free", free, undefined, hints);
    const { file } = linesOf(answer.text)[2];
    expect(file).toMatchObject({ partitionValues: {}, size: bytes.length });
    expect(JSON.parse(file.stats)).toEqual({ numRecords: 2 });
    expect(file.expirationTimestamp).toBeGreaterThan(Date.now());
    const got = new Uint8Array(await (await fetch(file.url)).arrayBuffer());
    expect(createHash("sha256").update(got).digest("hex")).toBe(file.id);
  });

  test("of a paid dataset is for its buyers and its seller; each address is audited", async () => {
    for (const token of [stranger.token, undefined]) {
      const refused = await query("free", paid, token);
      expect([refused.status, refused.body.errorCode]).toEqual([402, "purchase_required"]);
    }
    expect((await query("library", paid, stranger.token)).status).toBe(402);
    expect((await query("library", paid)).body).toMatchObject({ errorCode: "token_missing" });
    expect((await query("library", paid, seller.token)).status).toBe(200);
    await purchaseOf(market, paid);
    const [, , { file }] = linesOf((await query("library", paid, buyer.token)).text);
    expect((await fetch(file.url)).status).toBe(200);
    const issued = await api.db.select().from(auditLog);
    const downloads = issued.filter(({ action }) => action === "purchase.download_issued");
    expect(downloads).toHaveLength(1);
    expect(file.expirationTimestamp).toBeLessThan(Date.now() + 61_000);
  });

  test("keeps the bought version next to a later one, and reads a bought one by number", async () => {
    const id = await paidListing(market, "n\n1\n2\n");
    await keepTwin(api, id, { bytes });
    await purchaseOf(market, id);
    await publishVersion(market, id, "n\n3\n4\n");
    const bought = await query("library", id, buyer.token);
    expect(bought.headers.get("delta-table-version")).toBe("1");
    expect((await query("library", id, buyer.token, { version: 1 })).status).toBe(200);
    const later = await query("library", id, buyer.token, { version: 2 });
    expect(later.body).toMatchObject({ errorCode: "invalid_request" });
  });

  test("refuses in the protocol's shape what it does not have", async () => {
    const cases: [Promise<{ status: number; body: unknown }>, number, string][] = [
      [call("/shares/other"), 404, "dataset_not_found"],
      [call("/shares/free/schemas/none/tables"), 404, "dataset_not_found"],
      [call(`${tablePath("free", free, "nothing")}/version`), 404, "table_not_found"],
      [call(`${tablePath("free", free)}/changes?startingVersion=0`), 400, "invalid_request"],
      [
        query("free", free, undefined, { timestamp: "2026-01-01T00:00:00Z" }),
        400,
        "invalid_request",
      ],
      [query("free", free, undefined, { version: -1 }), 400, "invalid_request"],
      [call("/shares/free/schemas?maxResults=x"), 400, "invalid_request"],
      [call("/shares/free/schemas?pageToken=x"), 400, "invalid_request"],
      [call("/shares", "dm_live_wrong"), 401, "token_invalid"],
    ];
    for (const [answer, status, errorCode] of cases) {
      const { body, ...refused } = await answer;
      expect([refused.status, body]).toEqual([
        status,
        { errorCode, message: expect.any(String) as unknown as string },
      ]);
    }
  });

  test("is open to everybody's profile file", async () => {
    const { body } = await call("/profile.share");
    const base = api.ctx.config.PUBLIC_BASE_URL;
    expect(body).toEqual({
      ...{ shareCredentialsVersion: 1, endpoint: `${base}/delta-sharing`, bearerToken: "public" },
    });
  });
});
