/**
 * Parquet files of datasets: who may read them, and that Parquet readers can open their addresses.
 */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { createHash } from "node:crypto";
import { asyncBufferFromUrl, parquetMetadataAsync, parquetReadObjects } from "hyparquet";
import { compressors } from "hyparquet-compressors";
import pl from "nodejs-polars";
import { notifyListingChange } from "../../../db/queries/catalogue/twins.ts";
import { exampleTables } from "../../support/example-tables.ts";
import { publishedListing } from "../../support/listings.ts";
import { openMarket, paidListing, purchaseOf } from "../../support/market.ts";
import { eventually } from "../../support/stack.ts";
import { findCroissantFaults } from "../discovery/croissant-rules.ts";
import { keepTwin } from "./keep-twin.ts";

setDefaultTimeout(60_000);

const rows = 50_000;
const numbers = Array.from({ length: rows }, (_, n) => n);
const bytes = new Uint8Array(
  pl
    .DataFrame({ n: numbers, word: numbers.map((n) => `word ${n}`) })
    .writeParquet({ compression: "zstd" }),
);
const sha256 = createHash("sha256").update(bytes).digest("hex");

const market = await openMarket();
const { api, seller, buyer } = market;
let free = "";
let several = "";
let paid = "";
let base = "";

beforeAll(async () => {
  base = api.ctx.config.PUBLIC_BASE_URL;
  free = await publishedListing(api, seller.token);
  several = await publishedListing(api, seller.token, {}, "generated", exampleTables);
  paid = await paidListing(market);
  await keepTwin(api, free, { bytes, rows });
  await keepTwin(api, several, { bytes, rows, table: "iris" });
  await keepTwin(api, several, { bytes, rows, position: 1, table: "people" });
  await keepTwin(api, paid, { bytes, rows });
});
afterAll(() => api.close());

const addressOf = (id: string) => `${base}/datasets/${id}/parquet`;

describe("the address of a free dataset's Parquet file", () => {
  test("answers HEAD with length and ETag, and GET with the way to byte ranges", async () => {
    const head = await fetch(addressOf(free), { method: "HEAD", redirect: "manual" });
    expect(head.status).toBe(200);
    const told = ["content-length", "accept-ranges", "content-type"].map((name) =>
      head.headers.get(name),
    );
    expect(told).toEqual([String(bytes.length), "bytes", "application/vnd.apache.parquet"]);
    const probe = { method: "HEAD", headers: { range: "bytes=0-" } };
    const ranged = await fetch(addressOf(free), probe);
    expect([ranged.status, ranged.headers.get("content-range")]).toEqual([
      ...[206, `bytes 0-${bytes.length - 1}/${bytes.length}`],
    ]);
    const answer = await fetch(addressOf(free), { headers: { range: "bytes=-4" } });
    expect([answer.status, answer.redirected, await answer.text()]).toEqual([206, true, "PAR1"]);
    expect(answer.headers.get("etag")).toBe(head.headers.get("etag"));
    expect(answer.headers.get("content-range")).toBe(
      `bytes ${bytes.length - 4}-${bytes.length - 1}/${bytes.length}`,
    );
  });

  test("is read by hyparquet, which asks for the length first and for few ranges then", async () => {
    const file = await asyncBufferFromUrl({ url: addressOf(free) });
    expect(file.byteLength).toBe(bytes.length);
    expect(Number((await parquetMetadataAsync(file)).num_rows)).toBe(rows);
    const [row] = await parquetReadObjects({
      ...{ file, compressors, columns: ["word"] },
      ...{ rowStart: rows - 1, rowEnd: rows },
    });
    expect(row).toEqual({ word: `word ${rows - 1}` });
  });

  test("is read by Polars by itself, over HTTP", async () => {
    const script =
      'import pl from "nodejs-polars";' +
      'const rows = pl.scanParquet(process.argv[1]).filter(pl.col("n").gtEq(pl.lit(49_990)));' +
      'console.log(rows.select("word").collectSync().toRecords().at(-1).word);';
    const reader = Bun.spawn([process.execPath, "-e", script, addressOf(free)], {
      stdout: "pipe",
      stderr: "pipe",
    });
    const [told, failed] = await Promise.all([
      new Response(reader.stdout).text(),
      new Response(reader.stderr).text(),
    ]);
    expect([told.trim(), failed]).toEqual([`word ${rows - 1}`, ""]);
  });

  test("gives the whole file, with the hash that the list of tables tells", async () => {
    const listed = await api.send("GET", `/datasets/${free}/parquet/tables`);
    expect(listed.body).toEqual({
      pending: false,
      items: [
        {
          ...{ table: null, is_default: true, url: addressOf(free), error: null },
          ...{ byte_size: bytes.length, sha256, row_count: rows },
        },
      ],
    });
    const whole = new Uint8Array(await (await fetch(addressOf(free))).arrayBuffer());
    expect(createHash("sha256").update(whole).digest("hex")).toBe(sha256);
    const detail = await api.send("GET", `/datasets/${free}`);
    expect(detail.body.links).toMatchObject({
      parquet: addressOf(free),
      parquet_tables: `${addressOf(free)}/tables`,
    });
  });

  test("is linked from the dataset as soon as the file is there, and not before", async () => {
    const id = await publishedListing(api, seller.token);
    const before = await api.send("GET", `/datasets/${id}`);
    expect(before.text).not.toContain("/parquet");
    expect((await api.send("GET", `/datasets/${id}/croissant`)).text).not.toContain("/parquet");
    await keepTwin(api, id, { bytes, rows });
    await notifyListingChange(api.db, id);
    await eventually(async () => {
      const { body } = await api.send("GET", `/datasets/${id}`);
      return (body.links as Record<string, string>).parquet === addressOf(id);
    });
    const half = await publishedListing(api, seller.token, {}, "generated", exampleTables);
    await keepTwin(api, half, { bytes, rows, position: 1, table: "people" });
    const { links } = (await api.send("GET", `/datasets/${half}`)).body;
    expect(links).toMatchObject({ parquet_tables: `${addressOf(half)}/tables` });
    expect(links).not.toHaveProperty("parquet");
  });

  test("takes a table's name, and says which there are and why one has no file", async () => {
    const { body } = await api.send("GET", `/datasets/${several}/parquet/tables`);
    const items = body.items as { table: string; url: string }[];
    expect(items.map(({ table }) => table)).toEqual(["iris", "people"]);
    for (const { url } of items) {
      expect((await fetch(url, { method: "HEAD" })).status).toBe(200);
    }
    const unknown = await api.send("GET", `/datasets/${several}/parquet?table=nobody`);
    expect([unknown.status, unknown.body.code]).toEqual([404, "table_not_found"]);
    const broken = await api.send("GET", `/datasets/${several}/parquet?table=broken`);
    expect([broken.status, broken.body.code]).toEqual([404, "parquet_not_available"]);
    const later = await publishedListing(api, seller.token);
    const pending = await api.send("GET", `/datasets/${later}/parquet`);
    expect([pending.status, pending.body.code]).toEqual([404, "parquet_not_available"]);
  });
});

describe("Croissant", () => {
  test("names each table's Parquet file with its hash; of a paid dataset none", async () => {
    const { body } = await api.send("GET", `/datasets/${several}/croissant`);
    expect(await findCroissantFaults(body)).toEqual([]);
    const files = (body.distribution as Record<string, unknown>[]).filter(({ encodingFormat }) => {
      return encodingFormat === "application/x-parquet";
    });
    expect(files.map(({ contentUrl }) => contentUrl)).toEqual([
      `${addressOf(several)}?table=iris`,
      `${addressOf(several)}?table=people`,
    ]);
    expect(files.every((file) => file.sha256 === sha256)).toBe(true);
    const ofPaid = await api.send("GET", `/datasets/${paid}/croissant`);
    expect(ofPaid.text).not.toContain("x-parquet");
  });
});

describe("a paid dataset", () => {
  test("has no Parquet file for everybody, and gives it with the file that was bought", async () => {
    for (const path of ["parquet", "parquet/tables"]) {
      const refused = await api.send("GET", `/datasets/${paid}/${path}`);
      expect([refused.status, refused.body.code]).toEqual([402, "purchase_required"]);
    }
    const head = await fetch(addressOf(paid), { method: "HEAD" });
    expect(head.status).toBe(402);
    const detail = await api.send("GET", `/datasets/${paid}`);
    expect(detail.text).not.toContain("/parquet");
    const id = await purchaseOf(market, paid);
    const path = `/purchases/${id}/download-url`;
    const download = await api.send("GET", path, { token: buyer.token });
    expect(download.status).toBe(200);
    const [file] = download.body.parquet as { download_url: string; sha256: string }[];
    const bought = new Uint8Array(await (await fetch(file?.download_url ?? "")).arrayBuffer());
    expect(createHash("sha256").update(bought).digest("hex")).toBe(sha256);
    expect((await api.send("GET", path)).status).toBe(401);
  });
});
