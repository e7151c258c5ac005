/** The list of purchases with its search, sum and file, and receipts as pages, over a real service. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { parse } from "csv-parse/sync";
import { eq } from "drizzle-orm";
import { purchases } from "../../../db/schema/index.ts";
import { newBuyer, paidListing, purchaseOf, testMarket } from "../../support/market.ts";
import { visitorOf } from "../visitor.ts";

setDefaultTimeout(60_000);

const market = await testMarket();
const { api, buyer } = market;

async function bought(title: string, state: "in_escrow" | "released" | "payment_failed") {
  const id = await purchaseOf(market, await paidListing(market, `a,b\n1,${title}\n`), state);
  await api.db.update(purchases).set({ title }).where(eq(purchases.id, id));
  return id;
}

test("purchases are found by a part of their title, summed up, and exported as they are listed", async () => {
  const rain = await bought("Rain 100% of_Seattle", "in_escrow");
  await bought("=SUM(1)", "released");
  const failed = await bought("Rain elsewhere", "payment_failed");
  const visitor = await visitorOf(api, buyer.owner);

  const all = await visitor.open("/account/purchases");
  expect(all.text).toContain("2 purchases, $20.00 in total");
  expect(all.text).not.toContain(failed);
  for (const [query, count] of [
    ["rain", 1],
    ["100%25 OF_", 1],
    ["%25", 1],
    ["_", 1],
    ["x".repeat(5_000), 0],
  ] as const) {
    const found = await visitor.open(`/account/purchases?q=${query}`);
    expect(found.text).toContain(`${count} purchase${count === 1 ? "" : "s"}, `);
  }
  const other = await visitor.open("/account/purchases?status=payment_failed&q=rain");
  expect(other.text).toContain(failed);

  const file = await visitor.open("/account/purchases/download?q=rain");
  expect(file.headers.get("content-disposition")).toBe('attachment; filename="purchases.csv"');
  const lines = parse(file.text, { columns: true, bom: true }) as Record<string, string>[];
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({ purchase_id: rain, price: "10", status: "in_escrow" });
  const whole = await visitor.open("/account/purchases/download");
  expect(whole.text).toContain(`"'=SUM(1)"`);

  const stranger = await visitorOf(api, (await newBuyer(api)).owner);
  expect((await stranger.open("/account/purchases/download")).text.split("\r\n")).toHaveLength(2);
});

test("the receipt's page states the signed receipt's facts, only to its buyer and once it is paid", async () => {
  const id = await bought("مطر <b>2026</b>", "released");
  const visitor = await visitorOf(api, buyer.owner);
  const path = `/account/purchases/${id}/receipt`;
  const json = await visitor.open(`${path}?format=json`);
  const receipt = JSON.parse(json.text);
  const page = await visitor.open(path);
  expect(page.status).toBe(200);
  for (const fact of [
    id,
    receipt.file.sha256,
    receipt.issuer,
    "$10.00",
    "/.well-known/jwks.json",
  ]) {
    expect(page.text).toContain(fact);
  }
  expect(page.text).toContain("مطر &lt;b&gt;2026&lt;/b&gt;");
  expect(receipt).toMatchObject({ purchase_id: id, price_cents: 1000 });

  const pdf = await visitor.open(`${path}?format=pdf`);
  expect(pdf.headers.get("content-disposition")).toBe(`attachment; filename="receipt-${id}.pdf"`);
  expect(pdf.text).toStartWith("%PDF-1.7");
  expect(page.text).toContain(`href="${path}?format=pdf"`);

  const stranger = await visitorOf(api, (await newBuyer(api)).owner);
  expect((await stranger.open(path)).status).toBe(403);
  expect((await stranger.open(`${path}?format=pdf`)).status).toBe(403);
  const unpaid = await bought("Unpaid", "payment_failed");
  expect((await visitor.open(`/account/purchases/${unpaid}/receipt`)).status).toBe(403);
});
