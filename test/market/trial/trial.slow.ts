/** Trials from the seller's terms to the downloaded rows, with real workers and files. */
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { createHash } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { utils, write } from "@e965/xlsx";
import pl from "nodejs-polars";
import { drawPositions } from "../../../market/listing/trial/draw-positions.ts";
import { newPayingBuyer } from "../../support/money.ts";
import { createTestDir, eventually } from "../../support/stack.ts";
import { buyTrial, download, endedTrial, onSale, publishVersion, testTrading } from "./support.ts";

setDefaultTimeout(120_000);

const trading = await testTrading();
const { api, provider } = trading;
const tempDir = createTestDir();
afterAll(() => rmSync(tempDir, { recursive: true, force: true }));
const newBuyer = () => newPayingBuyer(api, provider);

const rowsOf = (count: number) => Array.from({ length: count }, (_, n) => `${n},word ${n}`);
const csvOf = (count: number) => `n,word\n${rowsOf(count).join("\n")}\n`;
const trial = { rows: 20, price_cents: 100 };

test("a trial's rows are drawn before the sale, sold, and delivered with their hash", async () => {
  const content = csvOf(1000);
  const id = await onSale(trading, content, { trial });
  const offered = await endedTrial(trading, id);
  expect(offered).toMatchObject({ ...trial, status: "ready", error: null });
  const buyer = await newBuyer();
  const bought = await buyTrial(trading, buyer, id);
  expect([bought.status, bought.text]).toEqual([201, expect.anything()]);
  expect(bought.body).toMatchObject({
    status: "in_escrow",
    price_cents: 100,
    trial: { rows: 20 },
    sha256: offered.sha256,
    byte_size: offered.byte_size,
  });
  const got = await download(trading, buyer, String(bought.body.id));
  expect(got.sha256).toBe(offered.sha256 as string);
  const fileSha256 = createHash("sha256").update(content).digest("hex");
  const all = rowsOf(1000);
  const drawn = drawPositions(fileSha256, { rowCount: 1000, rows: 20 }).map((at) => all[at]);
  expect(got.text).toBe(`n,word\n${drawn.join("\n")}\n`);
});

test("a new version has a trial of its own, and the earlier one's buyers keep theirs", async () => {
  const id = await onSale(trading, csvOf(400), { trial });
  const first = await endedTrial(trading, id);
  const buyer = await newBuyer();
  const bought = await buyTrial(trading, buyer, id);
  expect(bought.status).toBe(201);
  const again = await buyTrial(trading, buyer, id);
  expect([again.status, again.body.code]).toEqual([400, "already_purchased"]);

  await publishVersion(trading, id, csvOf(500));
  const second = await endedTrial(trading, id);
  expect(second).toMatchObject({ status: "ready", rows: 20 });
  expect(second.sha256).not.toBe(first.sha256);
  expect((await buyTrial(trading, buyer, id)).body).toMatchObject({
    dataset_version: 2,
    sha256: second.sha256,
  });
  const kept = await download(trading, buyer, String(bought.body.id));
  expect(kept.sha256).toBe(first.sha256 as string);
});

test("quotes, line breaks, missing and nested values arrive as they are", async () => {
  const lines = Array.from({ length: 40 }, (_, n) =>
    JSON.stringify({
      n,
      text: n % 4 === 0 ? null : [`a "b", c`, "two\nlines", "", " =1+1 "][n % 4],
      big: 9_007_199_254_740_000 + n,
      tags: n % 3 === 0 ? null : ["x", `${n}`],
      at: `2026-01-${String((n % 28) + 1).padStart(2, "0")}T10:00:00Z`,
    }),
  );
  const id = await onSale(trading, `${lines.join("\n")}\n`, { trial: { ...trial, rows: 20 } });
  expect((await endedTrial(trading, id)).error).toBeNull();
  const buyer = await newBuyer();
  const bought = await buyTrial(trading, buyer, id);
  const { text, view } = await download(trading, buyer, String(bought.body.id));
  const all = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const byNumber = new Map(all.map((row) => [row.n, row]));
  const path = join(tempDir, "drawn.csv");
  writeFileSync(path, text);
  const database = await (await DuckDBInstance.create()).connect();
  const reader = await database.runAndReadAll(
    `from read_csv('${path}', all_varchar = true, header = true, allow_quoted_nulls = false)`,
  );
  const csv = reader.getRowObjects() as Record<string, string | null>[];
  expect(csv.length).toBe(20);
  for (const row of csv) {
    const source = byNumber.get(Number(row.n)) as Record<string, unknown>;
    expect(row.text ?? null).toBe((source.text as string | null) ?? null);
    expect(row.big).toBe(String(source.big));
    expect(JSON.parse(row.tags ?? "null")).toEqual(source.tags);
    expect(row.at).toBe(source.at as string);
  }
  const [parquet] = view.parquet;
  const bytes = await (await fetch(parquet?.download_url ?? "")).arrayBuffer();
  const copy = join(tempDir, "drawn.parquet");
  writeFileSync(copy, new Uint8Array(bytes));
  const rows = pl.readParquet(copy);
  expect(rows.height).toBe(20);
  expect(rows.columns).toEqual(["n", "text", "big", "tags", "at"]);
});

test("a million rows and a wide table are drawn within the memory of a job", async () => {
  const million = Array.from({ length: 1_000_000 }, (_, n) => `${n},${n % 97},word ${n % 1000}`);
  const rows = 100_000;
  const long = await onSale(trading, `n,m,word\n${million.join("\n")}\n`, {
    trial: { ...trial, rows },
  });
  const header = Array.from({ length: 2000 }, (_, n) => `c${n}`).join(",");
  const row = Array.from({ length: 2000 }, (_, n) => `${n}`).join(",");
  const wideText = `${header}\n${Array.from({ length: 200 }, () => row).join("\n")}\n`;
  const wide = await onSale(trading, wideText, { trial: { ...trial, rows: 100 } });
  const buyer = await newBuyer();
  for (const [id, count] of [
    [long, rows],
    [wide, 100],
  ] as const) {
    expect(await endedTrial(trading, id)).toMatchObject({ status: "ready", error: null });
    const bought = await buyTrial(trading, buyer, id);
    const { text } = await download(trading, buyer, String(bought.body.id));
    expect(text.split("\n").length).toBe(count + 2);
  }
});

function workbook(sheets: number): Uint8Array<ArrayBuffer> {
  const book = utils.book_new();
  const rows = Array.from({ length: 100 }, (_, n) => ({
    n,
    day: new Date(Date.UTC(2026, 0, n + 1)),
  }));
  for (let sheet = 0; sheet < sheets; sheet += 1) {
    const named = rows.map(({ n, day }) => ({ [`n${sheet}`]: n, [`day${sheet}`]: day }));
    utils.book_append_sheet(book, utils.json_to_sheet(named), `s${sheet}`);
  }
  return new Uint8Array(write(book, { type: "buffer", bookType: "xlsx" }) as ArrayBuffer);
}

test("a workbook of one sheet has a trial, and one of several says why it has none", async () => {
  const one = await onSale(trading, workbook(1), { trial });
  expect((await endedTrial(trading, one)).status).toBe("ready");
  const two = await onSale(trading, workbook(2), { trial });
  expect((await endedTrial(trading, two)).error?.code).toBe("not_queryable");
  const again = await api.send("PATCH", `/listings/${two}`, {
    token: trading.sellerToken,
    body: { trial: { ...trial, rows: 30 } },
  });
  expect([again.status, again.body.code]).toEqual([400, "invalid_request"]);
});

test("a version with too few rows has no trial and says why", async () => {
  const id = await onSale(trading, csvOf(100), { trial });
  await endedTrial(trading, id);
  await publishVersion(trading, id, csvOf(39));
  const ended = await endedTrial(trading, id);
  expect(ended).toMatchObject({ status: "failed", error: { code: "too_many_rows" } });
  const refused = await buyTrial(trading, await newBuyer(), id);
  expect([refused.status, refused.body.code]).toEqual([409, "trial_not_available"]);
  await publishVersion(trading, id, csvOf(41));
  expect((await endedTrial(trading, id)).status).toBe("ready");
});

test("a seller's terms are checked when they are set, and null ends the trial", async () => {
  const id = await onSale(trading, csvOf(100));
  const change = (terms: object | null) =>
    api.send("PATCH", `/listings/${id}`, {
      token: trading.sellerToken,
      body: { trial: terms },
    });
  for (const terms of [
    { rows: 51, price_cents: 100 },
    { rows: 9, price_cents: 100 },
    { rows: 20, price_cents: 951 },
    { rows: 20, price_cents: 49 },
    { rows: 20 },
  ]) {
    const { status, body } = await change(terms);
    expect([terms, status, body.code]).toEqual([terms, 400, "invalid_request"]);
  }
  expect((await change({ rows: 50, price_cents: 950 })).status).toBe(200);
  expect(await endedTrial(trading, id)).toMatchObject({ rows: 50, status: "ready" });
  const cheaper = await api.send("PATCH", `/listings/${id}`, {
    token: trading.sellerToken,
    body: { price_cents: 900 },
  });
  expect([cheaper.status, cheaper.text]).toEqual([
    400,
    expect.stringContaining("/trial/price_cents"),
  ]);
  expect((await change(null)).body.trial).toBeNull();
  // A cached answer leaves when the process hears of the change.
  await eventually(async () => (await api.send("GET", `/datasets/${id}`)).body.trial === null);
});
