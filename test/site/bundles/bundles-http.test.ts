/** A bundle on the website: its page, its purchase and its seller's list, over a real service. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { bundles, listings, purchases } from "../../../db/schema/index.ts";
import { createBundle } from "../../../market/bundle/create-bundle.ts";
import { answerBank } from "../../market/purchase/holder/support.ts";
import { newPaidSeller, newPayingBuyer, offer, testMoney } from "../../support/money.ts";
import { visitorOf } from "../visitor.ts";

setDefaultTimeout(60_000);

const { api, provider } = await testMoney();

async function newSeller() {
  const seller = await newPaidSeller(api, provider);
  const datasetIds = [await offer(api, seller), await offer(api, seller)];
  const [one = "", other = ""] = datasetIds;
  await api.db.update(listings).set({ title: "Rain <b>" }).where(eq(listings.id, one));
  await api.db.update(listings).set({ title: "Rivers" }).where(eq(listings.id, other));
  const agent = { kind: "agent", agentId: seller.agentId, verified: true } as const;
  return { seller, datasetIds, agent };
}

async function onSale() {
  const { seller, datasetIds, agent } = await newSeller();
  const body = { title: "Water & more", price_cents: 1500, dataset_ids: datasetIds };
  const { id } = await createBundle(api.ctx, agent, body);
  return { id, seller, datasetIds };
}

async function arrive(card?: string) {
  const { id, datasetIds } = await onSale();
  const buyer = await newPayingBuyer(api, provider, card === undefined ? {} : { card });
  const visitor = await visitorOf(api, buyer.owner);
  const fields = { payment_method_id: buyer.cardId, expected_price_cents: "1500" };
  const submit = (more: Record<string, string> = {}) =>
    visitor.submit(`/account/bundle-orders/${id}`, { ...fields, ...more });
  const bought = () =>
    api.db.select().from(purchases).where(eq(purchases.accountId, buyer.owner.accountId));
  return { id, datasetIds, visitor, submit, bought };
}

const html = { accept: "text/html" };

test("everybody sees what a bundle holds, costs and saves, and each dataset's page names it", async () => {
  const { id, datasetIds, seller } = await onSale();
  const { status, text } = await api.send("GET", `/bundles/${id}`, { headers: html });
  expect(status).toBe(200);
  for (const words of ["Water &amp; more", "Rain &lt;b", "Rivers", "$10.00", "$7.50", "$15.00"]) {
    expect(text).toContain(words);
  }
  expect(text).toContain("You save");
  expect(text).toContain(`href="/bundles/${id}/buy"`);
  const dataset = await api.send("GET", `/datasets/${datasetIds[1]}`, { headers: html });
  expect(dataset.text).toContain(`href="/bundles/${id}"`);
  expect(dataset.text).toContain("saves $5.00");
  const json = await api.send("GET", `/bundles/${id}`);
  expect(json.body.price_cents).toBe(1500);
  const sellers = await api.send("GET", `/sellers/${seller.agentId}`, { headers: html });
  expect(sellers.text).toContain(`href="/bundles/${id}"`);
  expect(sellers.text).toContain("2 datasets, $15.00");
});

test("a bundle whose dataset left the sale says so, and offers no payment", async () => {
  const { id, datasetIds } = await onSale();
  await api.db
    .update(listings)
    .set({ pricingType: "hybrid" })
    .where(eq(listings.id, datasetIds[0] ?? ""));
  const { text } = await api.send("GET", `/bundles/${id}`, { headers: html });
  expect(text).toContain("Not on sale now");
  expect(text).not.toContain("/buy");
  const unknown = await api.send("GET", `/bundles/${crypto.randomUUID()}`, { headers: html });
  expect(unknown.status).toBe(404);
});

test("one payment buys all datasets once, and its page leads to each file", async () => {
  const { id, visitor, submit, bought } = await arrive();
  const page = await visitor.open(`/bundles/${id}/buy`);
  expect(page.text).toContain("Pay $15.00");
  const once = crypto.randomUUID();
  const [first, second] = [await submit({ once }), await submit({ once })];
  const path = String(first.headers.get("location"));
  expect([first.status, second.headers.get("location")]).toEqual([303, path]);
  const rows = await bought();
  expect(rows.map(({ state, priceCents }) => [state, priceCents])).toEqual([
    ["in_escrow", 750],
    ["in_escrow", 750],
  ]);
  const payment = await visitor.open(path);
  expect(payment.text).toContain('<span class="badge good">Paid</span>');
  for (const row of rows) {
    expect(payment.text).toContain(`href="/account/purchases/${row.id}/download"`);
    const purchase = await visitor.open(`/account/purchases/${row.id}`);
    expect(purchase.text).toContain("Part of a bundle");
    expect(purchase.text).toContain(`href="${path}"`);
  }
  expect((await visitor.open("/account/purchases")).text).toContain("in a bundle");
  const again = await submit();
  expect(again.status).toBe(400);
  expect(again.text).toMatch(/“(Rain &lt;b>|Rain &lt;b&gt;|Rivers)”/);
});

test("a declined card leads back to the bundle, which says why and takes another card", async () => {
  const { id, visitor, submit } = await arrive("pm_card_chargeCustomerFail");
  const refused = await submit();
  const path = String(refused.headers.get("location"));
  expect(path).toStartWith(`/bundles/${id}/buy?declined=`);
  const page = await visitor.open(path);
  expect(page.text).toContain("Your card was declined. Nothing was charged.");
  expect(page.text).toContain("Pay $15.00");
  const stranger = await visitorOf(api, (await newPayingBuyer(api, provider)).owner);
  expect((await stranger.open(path)).status).toBe(403);
});

test("a card is added on the way, and the choice of checks comes back", async () => {
  const { id, visitor, submit, bought } = await arrive();
  const left = await submit({ payment_method_id: "new", promised: "true" });
  const { origin } = new URL(left.headers.get("location") ?? "");
  expect(api.ctx.payments.hostedOrigins).toContain(origin);
  const [cookie = ""] = left.headers.getSetCookie().map((one) => one.split(";")[0] ?? "");
  const headers = { cookie: `${visitor.headers.cookie}; ${cookie}` };
  const { text } = await api.send("GET", `/bundles/${id}/buy`, { headers });
  expect(text).toMatch(/name="promised" value="true" checked/);
  expect(await bought()).toEqual([]);
});

test("a bank that asks its holder is reached from the payment, which can also be cancelled", async () => {
  const asking = "pm_card_authenticationRequired";
  const { visitor, submit, bought } = await arrive(asking);
  const path = String((await submit()).headers.get("location"));
  const asked = await visitor.open(path);
  expect(asked.text).toContain("Your bank asks you to confirm");
  const led = await visitor.submit(`${path}/bank`);
  const [, bank = ""] = /<a class="button primary" href="([^"]+)"/.exec(led.text) ?? [];
  const back = await answerBank(bank.replaceAll("&amp;", "&"), "complete");
  const returned = await visitor.open(new URL(String(back)).pathname);
  expect(returned.headers.get("location")).toBe(path);
  expect((await bought()).map(({ state }) => state)).toEqual(["in_escrow", "in_escrow"]);

  const other = await arrive(asking);
  const unpaid = String((await other.submit()).headers.get("location"));
  expect((await other.visitor.open(unpaid)).text).toContain("Cancel the payment");
  const cancelled = await other.visitor.submit(`${unpaid}/cancel`);
  expect(cancelled.headers.get("location")).toBe(`${unpaid}?done=purchase_cancelled`);
  expect((await other.bought()).map(({ state }) => state)).toEqual(["cancelled", "cancelled"]);
  expect((await visitor.submit(`${unpaid}/cancel`)).status).toBe(403);
});

test("a seller adds prices up, reads what is wrong, makes a bundle and ends it", async () => {
  const { seller, datasetIds } = await newSeller();
  const visitor = await visitorOf(api, seller.owner);
  const path = "/account/bundles/new";
  const chosen = datasetIds.map((id): [string, string] => ["dataset_ids", id]);
  const typed: [string, string][] = [["title", "Water <i>"], ...chosen];
  const summed = await visitor.submit(path, [...typed, ["apply", "sum"]]);
  expect([summed.status, summed.text.includes("$20.00")]).toEqual([200, true]);
  expect(summed.text).toContain('value="Water &lt;i&gt;"');
  expect(summed.text.match(/ checked/g)).toHaveLength(2);

  const dear = await visitor.submit(path, [...typed, ["price_cents", "20.00"]]);
  expect(dear.status).toBe(400);
  expect(dear.text).toContain("less than the sum of the prices, $20.00");
  const few = await visitor.submit(path, [
    ["title", "x"],
    ["price_cents", "5"],
  ]);
  expect([few.status, few.text.includes('href="#dataset_ids"')]).toEqual([400, true]);

  const bytes = (sha256: string, id = "") =>
    api.db.update(listings).set({ sha256 }).where(eq(listings.id, id));
  await Promise.all(datasetIds.map((id) => bytes("ab".repeat(32), id)));
  const same = await visitor.submit(path, [...typed, ["price_cents", "15.00"]]);
  expect(same.status).toBe(400);
  expect(same.text).toMatch(/“(Rain &lt;b[^”]*|Rivers)” has the same file/);
  await bytes("cd".repeat(32), datasetIds[0]);

  const made = await visitor.submit(path, [...typed, ["price_cents", "15.00"]]);
  expect(made.headers.get("location")).toBe("/account/bundles?done=bundle_made");
  const list = await visitor.open("/account/bundles");
  expect(list.text).toContain("Water &lt;i");
  const [row] = await api.db.select().from(bundles).where(eq(bundles.agentId, seller.agentId));
  expect(row?.priceCents).toBe(1500);
  const end = `/account/bundles/${row?.id}/end`;
  const stranger = await visitorOf(api, (await newPaidSeller(api, provider)).owner);
  expect((await stranger.submit(end)).status).toBe(404);
  expect((await visitor.submit(end)).status).toBe(303);
  expect((await visitor.open("/account/bundles")).text).toContain("Ended");
  const page = await api.send("GET", `/bundles/${row?.id}`, { headers: html });
  expect(page.text).toContain("Its seller has ended the bundle.");
});
