/**
 * Earnings, sales and payouts that people read and download: equal to the ledger, and only their
 * own.
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import { parse } from "csv-parse/sync";
import { eq } from "drizzle-orm";
import { ledgerEntries, listings, purchases } from "../../../db/schema/index.ts";
import { csvLine } from "../../../site/kit/csv.ts";
import { openAftermath } from "../../market/purchase/aftermath-support.ts";
import { end } from "../../market/purchase/faults.ts";
import {
  buy,
  type MoneySeller,
  newPaidSeller,
  newPayingBuyer,
  offer,
  runClockOut,
  testMoney,
} from "../../support/money.ts";
import { newOwner, newSellerAgent } from "../../support/operators.ts";
import { visitorOf } from "../visitor.ts";

setDefaultTimeout(60_000);

const money = await testMoney({ webhooks: true });
const { api, provider } = money;
const world = openAftermath(money);
const formula = '=HYPERLINK("https://evil.example","Click")';

type Line = Record<string, string>;

async function fileOf(seller: Pick<MoneySeller, "owner">, path: string) {
  const { status, headers, text } = await (await visitorOf(api, seller.owner)).open(path);
  expect([status, headers.get("content-type")]).toEqual([
    200,
    "text/csv; charset=utf-8; header=present",
  ]);
  expect(headers.get("content-disposition")).toMatch(/^attachment; filename="[a-z-]+\.csv"$/);
  expect(headers.get("cache-control")).toBe("no-store");
  return parse(text, { columns: true, bom: true }) as Line[];
}

const centsOf = (lines: Line[], column: string) =>
  lines.reduce((sum, line) => sum + Math.round(Number(line[column]) * 100), 0);

/** The sum of the ledger's own rows. */
async function posted(accountId: string, posting: string, account: string): Promise<number> {
  const rows = await api.db
    .select({ entry: ledgerEntries })
    .from(ledgerEntries)
    .innerJoin(purchases, eq(purchases.id, ledgerEntries.purchaseId))
    .where(eq(purchases.sellerAccountId, accountId));
  return rows
    .filter(({ entry }) => entry.posting === posting && entry.account === account)
    .reduce((sum, { entry }) => sum + entry.amountCents, 0);
}

async function sold(seller: MoneySeller, priceCents: number, title = "Prices"): Promise<string> {
  const id = await offer(api, seller, { priceCents });
  await api.db.update(listings).set({ title }).where(eq(listings.id, id));
  const bought = await buy(api, await newPayingBuyer(api, provider), id);
  if (bought.status !== 201) throw new Error(bought.text);
  return String(bought.body.id);
}

/** Two agents of one person with held, released, refunded and paid-out sales. */
async function newBusiness() {
  const seller = await newPaidSeller(api, provider);
  const second = { ...seller, agentId: await newSellerAgent(api, seller.owner) };
  await sold(seller, 1_007, formula);
  await end(money, await sold(seller, 2_500), "released");
  await end(money, await sold(second, 1_999), "released");
  await end(money, await sold(second, 499), "refunded");
  await world.transferred(second);
  await runClockOut(api);
  return { seller, second };
}

const business = await newBusiness();

test("each file comes to what the ledger's rows come to, in total and by agent", async () => {
  const { seller, second } = business;
  const { accountId } = seller.owner;
  const columns = [
    ["sold", "captured", "escrow"],
    ["released", "released", "seller_payable"],
    ["fees", "released", "platform_fee"],
    ["refunded", "refund_owed", "refund_payable"],
    ["paid_out", "transferred", "seller_paid"],
  ] as const;
  for (const by of ["day", "month", "dataset"]) {
    const lines = await fileOf(seller, `/account/earnings/download?by=${by}`);
    for (const [column, posting, account] of columns) {
      expect(centsOf(lines, column)).toBe(await posted(accountId, posting, account));
    }
    const parts = await Promise.all(
      [seller, second].map(({ agentId }) =>
        fileOf(seller, `/account/earnings/download?by=${by}&agent=${agentId}`),
      ),
    );
    expect(centsOf(parts.flat(), "sold")).toBe(centsOf(lines, "sold"));
    expect(Math.min(...parts.map((part) => centsOf(part, "sold")))).toBeGreaterThan(0);
  }
  const sales = await fileOf(seller, "/account/sales/download");
  expect(centsOf(sales, "price")).toBe(await posted(accountId, "captured", "escrow"));
  expect(new Set(sales.map(({ status }) => status))).toEqual(
    new Set(["in_escrow", "released", "refunded"]),
  );
  expect(new Set(sales.map(({ agent_id }) => agent_id))).toEqual(
    new Set([seller.agentId, second.agentId]),
  );
  const payouts = await fileOf(seller, "/account/earnings/payouts/download");
  expect(centsOf(payouts, "amount")).toBe(await posted(accountId, "transferred", "seller_paid"));
  expect(payouts.map(({ status }) => status)).toEqual(["sent", "sent", "sent"]);
});

test("no cell starts a formula, and a title comes through otherwise unchanged", async () => {
  const titles = (await fileOf(business.seller, "/account/sales/download")).map(
    ({ dataset_title }) => dataset_title,
  );
  expect(titles).toContain(`'${formula}`);
  expect(titles).toContain("Prices");
  for (const start of ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"]) {
    expect(csvLine([`${start}1+1`])).toBe(`"'${start}1+1"\r\n`);
  }
  expect(csvLine(['a "b", c', 12.5, null])).toBe('"a ""b"", c",12.5,\r\n');
});

test("the pages show the same amounts, by agent too, and nothing of the buyer", async () => {
  const { seller, second } = business;
  const person = await visitorOf(api, seller.owner);
  const page = await person.open("/account/earnings?by=dataset");
  expect(page.text).toContain("$25.00");
  expect(page.text).toContain(`/account/earnings?agent=${second.agentId}&by=dataset`);
  const one = await person.open(`/account/earnings?agent=${second.agentId}&by=dataset`);
  expect(one.text).toContain("$19.99");
  expect(one.text).not.toContain("$25.00");
  const payouts = await person.open(`/account/earnings/payouts?agent=${second.agentId}`);
  expect([payouts.text.includes("$19.99"), payouts.text.includes("$25.00")]).toEqual([true, false]);
  const later = await person.open("/account/earnings?from=2099-01-01");
  expect([later.status, later.text.includes("$25.00")]).toEqual([200, false]);
  expect(later.text).toContain("There were no movements in this period.");
  expect((await person.open("/account/earnings?cursor=7")).status).toBe(400);
  expect(await fileOf(seller, "/account/sales/download?from=2099-01-01")).toEqual([]);
  const today = new Date().toISOString().slice(0, 10);
  const ofToday = await fileOf(seller, `/account/sales/download?from=${today}&to=${today}`);
  expect(ofToday).toHaveLength(5);
});

test("nobody sees another's, by the id of an agent neither", async () => {
  const owner = await newOwner(api);
  const { agentId } = business.seller;
  for (const path of ["/account/earnings", "/account/earnings/payouts"]) {
    const { status, text } = await (await visitorOf(api, owner)).open(`${path}?agent=${agentId}`);
    expect([status, text.includes("$25.00"), text.includes("Prices")]).toEqual([200, false, false]);
  }
  for (const path of ["earnings", "earnings/payouts", "sales"]) {
    expect(await fileOf({ owner }, `/account/${path}/download?agent=${agentId}`)).toEqual([]);
  }
  const signedOut = await api.send("GET", "/account/earnings/download");
  expect([signedOut.status, signedOut.text]).toEqual([303, ""]);
});
