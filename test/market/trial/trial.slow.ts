/** Trials from the seller's terms to the downloaded rows, with real workers and files. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { createHash } from "node:crypto";
import { drawPositions } from "../../../market/listing/trial/draw-positions.ts";
import { newPayingBuyer } from "../../support/money.ts";
import { buyTrial, download, endedTrial, onSale, publishVersion, testTrading } from "./support.ts";

setDefaultTimeout(120_000);

const trading = await testTrading();
const { api, provider } = trading;
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
