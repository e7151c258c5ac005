/** The site shows a connected program's actions under its host and its own name. */
import { expect, test } from "bun:test";
import { placeBid } from "../../../market/auction/place-bid.ts";
import { openPurchase } from "../../../market/purchase/open-purchase.ts";
import { connectedBuyer } from "../../market/purchase/waiting/support.ts";
import { newAuction, setDefaultCard } from "../../support/auctions.ts";
import { newPayingBuyer, offer, testMoney } from "../../support/money.ts";
import { visitorOf } from "../visitor.ts";

const money = await testMoney({ webhooks: false });
const { api, provider, seller } = money;
const program = "assistant.example “Research assistant”";

const anotherKey = "the key &quot;research&quot;";

/**
 * A program that has bought, requested a purchase above its limit, and offered something for sale.
 */
async function busyProgram() {
  const buyer = await newPayingBuyer(api, provider);
  const scopes = ["read", "purchase", "bid", "sell"] as const;
  const { connection, operator } = await connectedBuyer(money, buyer, [...scopes]);
  const body = { payment_method_id: buyer.cardId };
  for (const priceCents of [400, 1000]) {
    const datasetId = await offer(api, seller, { priceCents });
    await openPurchase(api.ctx, operator, datasetId, body);
  }
  return { buyer, operator, visitor: await visitorOf(api, buyer.owner), connection };
}

test("purchases, questions and the audit log name the host first, then what the program calls itself", async () => {
  const { visitor, connection } = await busyProgram();
  for (const path of ["/account/purchases", "/account/waiting", "/account/audit"]) {
    const { text } = await visitor.open(path);
    expect({ path, isNamed: text.includes(program) }).toEqual({ path, isNamed: true });
  }
  const page = `/account/connections/${connection.id}`;
  const { text } = await visitor.open(page);
  expect(text).toContain("Its latest purchases, newest first");
  expect(text.split(program).length - 1).toBe(1);
});

test("its page leads to what it did and what was done to it, and to nothing else of the account", async () => {
  const { buyer, visitor, connection } = await busyProgram();
  const datasetId = await offer(api, seller, { priceCents: 300 });
  await openPurchase(api.ctx, buyer.operator, datasetId, { payment_method_id: buyer.cardId });
  const path = `/account/audit?connection_id=${connection.id}`;
  expect((await visitor.open(`/account/connections/${connection.id}`)).text).toContain(path);
  const { text } = await visitor.open(path);
  expect(text).toContain("Purchase ordered");
  expect(text).toContain("Program connected");
  expect(text).toContain("Show everything");
  expect(text).not.toContain(anotherKey);
  expect((await visitor.open("/account/audit")).text).toContain(anotherKey);
});

test("a key's own page and those of others are as they were, and so is a program that did nothing", async () => {
  const { buyer, visitor } = await busyProgram();
  const datasetId = await offer(api, seller, { priceCents: 300 });
  const { operator: plain } = buyer;
  await openPurchase(api.ctx, plain, datasetId, { payment_method_id: buyer.cardId });
  const { text } = await visitor.open("/account/purchases");
  expect(text.split(program).length - 1).toBe(1);
  const idle = await connectedBuyer(money, buyer);
  const shown = await visitor.open(`/account/connections/${idle.connection.id}`);
  expect(shown.text).toContain("It has bought nothing.");
});

test("its bids stand on its page as well, and name it in the list of all", async () => {
  const { buyer, operator, connection, visitor } = await busyProgram();
  await setDefaultCard(api, buyer.owner.accountId, buyer.cardId);
  const datasetId = await newAuction(api, seller, { startPriceCents: 100 });
  await placeBid(api.ctx, operator, datasetId, { max_amount_cents: 400 });
  expect((await visitor.open("/account/auctions")).text).toContain(program);
  const { text } = await visitor.open(`/account/connections/${connection.id}`);
  expect(text).toContain("Its open bids, latest first");
});
