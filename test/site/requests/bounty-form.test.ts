/** The form for a request with a bounty, over a real service. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { bounties, dataRequests } from "../../../db/schema/index.ts";
import { answerBank } from "../../market/purchase/holder/support.ts";
import { newPayingBuyer, testMoney } from "../../support/money.ts";
import { newOwner } from "../../support/operators.ts";
import { visitorOf } from "../visitor.ts";

setDefaultTimeout(60_000);

const { api, provider } = await testMoney();
const path = "/account/requests/new";

async function arrive() {
  const buyer = await newPayingBuyer(api, provider, { key: { scopes: ["message"] } });
  const visitor = await visitorOf(api, buyer.owner);
  const typed = {
    ...{ title: "Tides <i>", description: "By station.", winners: "2", mode: "lowest_price" },
    ...{ prize_cents: "25.50", acceptance_rows: "1200", acceptance_column_1: "a<b" },
  };
  const requests = () =>
    api.db.select().from(dataRequests).where(eq(dataRequests.accountId, buyer.owner.accountId));
  return { buyer, visitor, typed, requests };
}

const filled = ['value="25.50"', 'value="2"', 'value="1200"', 'value="a&lt;b"'];

test("a new card is added on the way, and everything typed comes back", async () => {
  const { visitor, typed, requests } = await arrive();
  const left = await visitor.submit(path, { ...typed, payment_method_id: "new" });
  expect(left.status).toBe(303);
  const { origin } = new URL(left.headers.get("location") ?? "");
  expect(api.ctx.payments.hostedOrigins).toContain(origin);
  expect(await requests()).toEqual([]);
  const [cookie = ""] = left.headers.getSetCookie().map((one) => one.split(";")[0] ?? "");
  const headers = { cookie: `${visitor.headers.cookie}; ${cookie}` };
  const { text } = await api.send("GET", path, { headers });
  for (const value of filled) expect(text).toContain(value);
});

test("a person without an API key posts a request", async () => {
  const visitor = await visitorOf(api, await newOwner(api));
  expect((await visitor.open(path)).text).not.toContain("scope");
  const posted = await visitor.submit(path, { title: "Tides", description: "By station." });
  expect(posted.status).toBe(303);
  const shown = await visitor.open(posted.headers.get("location") ?? "");
  expect(shown.text).toContain("Tides");
});

test("a request without a bounty ignores the choice of a card", async () => {
  const { visitor, requests } = await arrive();
  const plain = { title: "Tides", description: "By station.", payment_method_id: "new" };
  const posted = await visitor.submit(path, plain);
  expect(posted.headers.get("location")).toStartWith("/account/requests/");
  expect(await requests()).toHaveLength(1);
});

test("a bounty posted twice is one, and posting it again brings its conditions along", async () => {
  const { buyer, visitor, typed, requests } = await arrive();
  const form = { ...typed, payment_method_id: buyer.cardId, once: crypto.randomUUID() };
  const [one, other] = [await visitor.submit(path, form), await visitor.submit(path, form)];
  expect(one.status).toBe(303);
  expect(other.headers.get("location")).toBe(one.headers.get("location"));
  const [request, ...more] = await requests();
  expect(more).toEqual([]);
  const id = request?.id ?? "";
  const held = await api.db.select().from(bounties).where(eq(bounties.requestId, id));
  expect(held).toMatchObject([{ prizeCents: 2550, winners: 2, mode: "lowest_price" }]);
  const { text } = await visitor.open(`${path}?again=${id}`);
  for (const value of filled) expect(text).toContain(value);
});

test("a price that is no amount is explained in the person's units", async () => {
  const { visitor, typed, buyer, requests } = await arrive();
  await visitor.submit(path, { ...typed, payment_method_id: buyer.cardId });
  const [request] = await requests();
  const answer = { request_id: request?.id ?? "", dataset_id: crypto.randomUUID() };
  const { status, text } = await visitor.submit("/account/answers/new", {
    ...answer,
    price_cents: "cheap",
  });
  expect([status, text.includes("Enter an amount such as 200")]).toEqual([400, true]);
});

test("a bank that asks its holder is reached from the request, and the payment's page follows it", async () => {
  const card = "pm_card_authenticationRequired";
  const buyer = await newPayingBuyer(api, provider, { card, key: { scopes: ["message"] } });
  const { typed } = await arrive();
  const visitor = await visitorOf(api, buyer.owner);
  const posted = await visitor.submit(path, { ...typed, payment_method_id: buyer.cardId });
  const request = String(posted.headers.get("location"));
  const asked = await visitor.open(request);
  expect(asked.text).toContain("Your bank asks you to confirm");
  expect(asked.text).toContain("$51.00");
  const [, payment = ""] = /action="(\/account\/payments\/[^"/]+)\/bank"/.exec(asked.text) ?? [];
  const led = await visitor.submit(`${payment}/bank`);
  const [, bank = ""] = /<a class="button primary" href="([^"]+)"/.exec(led.text) ?? [];
  const back = await answerBank(bank.replaceAll("&amp;", "&"), "complete");
  const returned = await visitor.open(new URL(String(back)).pathname);
  expect(returned.headers.get("location")).toBe(payment);
  const paid = await visitor.open(payment);
  expect(paid.text).not.toContain("Your bank asks you");
  expect(paid.text).toContain(`href="${request.split("?")[0]}"`);
  expect((await visitor.open(request)).text).not.toContain("Your bank asks you");
  const again = await visitor.submit(`${payment}/bank`);
  expect(again.headers.get("location")).toBe(payment);
  const stranger = await visitorOf(api, (await newPayingBuyer(api, provider)).owner);
  expect((await stranger.open(payment)).status).toBe(403);
  expect((await stranger.submit(`${payment}/bank`)).status).toBe(403);
});
