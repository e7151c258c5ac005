/** The checkout: its first page in every state, and refused payments, over a real service. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { apiKeys, listings, purchases } from "../../../db/schema/index.ts";
import { requestAccess } from "../../../market/access/request-access.ts";
import { setGate } from "../../../market/access/set-gate.ts";
import { actOnSite } from "../../../market/account/built-in/act-on-site.ts";
import { createCoupon } from "../../../market/coupon/create-coupon.ts";
import { createPrivateOffer } from "../../../market/private-offer/create-private-offer.ts";
import { movePrivateOffer } from "../../../market/private-offer/move-private-offer.ts";
import { readStanding } from "../../../site/account/standing.ts";
import { BuyPage } from "../../../site/buy/buy-page.tsx";
import type { Sale } from "../../../site/buy/use-cases.ts";
import { newPaidSeller, newPayingBuyer, offer, testMoney } from "../../support/money.ts";
import { nothingWaits, sampleCards } from "../account-samples.ts";
import { samplePurchase } from "../purchase-samples.ts";
import { visitorOf } from "../visitor.ts";
import { sampleSale } from "./samples.ts";

setDefaultTimeout(60_000);

const money = await testMoney();
const { api, provider } = money;

const frame = {
  viewer: { email: "ada@example.com", formToken: "t" },
  standing: {
    suspendedReason: null,
    termsDue: null,
    admin: null,
    pendingAgents: 0,
    waitingPurchases: 0,
    ...nothingWaits,
  },
  url: new URL("https://market.example/datasets/x/buy"),
};
const untouched = { cardId: "", errors: {}, asksForDuplicate: false, isOverLimit: false };

async function pageOf(
  sale: Partial<Sale>,
  more: { declined?: string; isOverLimit?: boolean } = {},
) {
  const { declined = null, isOverLimit = false } = more;
  const shown = { ...sampleSale("Prices", sampleCards()), ...sale };
  const html = await BuyPage({ frame, sale: shown, form: { ...untouched, isOverLimit }, declined });
  return String(html);
}

describe("the first page of the checkout", () => {
  const states: [state: string, sale: Partial<Sale>, has: string[], hasNot: string[]][] = [
    [
      "with a saved card",
      {},
      ["Visa ending in 4242", "Another card", "Pay $249.50", "Total", "Until"],
      ["Add a card<"],
    ],
    ["without a card", { cards: [] }, ["A new card", "Add a card", "Total", "$249.50"], []],
    [
      "of a dataset that one owns",
      { earlier: samplePurchase(1, "released", "Prices") },
      ["You have bought this version"],
      ["Total", "Pay $"],
    ],
  ];
  test.each(states)("%s", async (_, sale, has, hasNot) => {
    const html = await pageOf(sale);
    for (const text of has) expect(html).toContain(text);
    for (const text of hasNot) expect(html).not.toContain(text);
    expect(html).not.toContain('aria-label="Account"');
    expect(html).not.toContain('aria-label="Site"');
  });

  test("says why the card was declined, and where to raise a limit", async () => {
    expect(await pageOf({}, { declined: "Insufficient funds." })).toContain(
      "Your card was declined. Nothing was charged.",
    );
    expect(await pageOf({}, { isOverLimit: true })).toContain("Change the limit");
  });
});

async function arrive(card?: string) {
  const seller = await newPaidSeller(api, provider);
  const datasetId = await offer(api, seller);
  const buyer = await newPayingBuyer(api, provider, card === undefined ? {} : { card });
  const visitor = await visitorOf(api, buyer.owner);
  const fields = {
    payment_method_id: buyer.cardId,
    expected_price_cents: "1000",
    version: "1",
  };
  const submit = (more: Record<string, string> = {}) =>
    visitor.submit(`/account/datasets/${datasetId}/buy`, { ...fields, ...more });
  const agent = { kind: "agent", agentId: seller.agentId, verified: true } as const;
  return { datasetId, buyer, visitor, submit, agent };
}

const boughtBy = (accountId: string) =>
  api.db.select().from(purchases).where(eq(purchases.accountId, accountId));

test("a declined card leads back to the checkout, which says why and takes another card", async () => {
  const { datasetId, buyer, visitor, submit } = await arrive("pm_card_chargeCustomerFail");
  const refused = await submit();
  const [failed] = await boughtBy(buyer.owner.accountId);
  expect(failed?.state).toBe("payment_failed");
  const path = `/datasets/${datasetId}/buy?declined=${failed?.id}`;
  expect([refused.status, refused.headers.get("location")]).toEqual([303, path]);
  const page = await visitor.open(path);
  expect(page.text).toContain("Your card was declined. Nothing was charged.");
  expect(page.text).toContain("Pay $10.00");
  const stranger = await visitorOf(api, (await newPayingBuyer(api, provider)).owner);
  expect((await stranger.open(path)).status).toBe(403);
});

test("a changed price and a reached limit charge nothing, and the page says so", async () => {
  const { datasetId, buyer, submit } = await arrive();
  await api.db.update(listings).set({ priceCents: 1500 }).where(eq(listings.id, datasetId));
  const changed = await submit();
  expect([changed.status, changed.text.includes("Pay $15.00")]).toEqual([400, true]);

  const { apiKeyId } = await actOnSite(api.ctx, buyer.owner);
  await api.db
    .update(apiKeys)
    .set({ budgetCents: 1200, budgetPeriod: "month" })
    .where(eq(apiKeys.id, apiKeyId));
  const limited = await submit({ expected_price_cents: "1500" });
  expect(limited.status).toBe(402);
  expect(limited.text).toContain("left of its budget");
  expect(limited.text).toContain("Change the limit");
  expect(await boughtBy(buyer.owner.accountId)).toEqual([]);
});

test("the choice of another card leads to the provider's form and back, and buys nothing", async () => {
  const { datasetId, buyer, submit } = await arrive();
  const led = await submit({ payment_method_id: "new" });
  expect(led.status).toBe(303);
  const { origin } = new URL(led.headers.get("location") ?? "");
  expect(api.ctx.payments.hostedOrigins).toContain(origin);
  expect(await boughtBy(buyer.owner.accountId)).toEqual([]);
  expect(datasetId).toBeString();
});

test("conditions that were typed before the form for a new card come back filled in", async () => {
  const { datasetId, visitor, submit } = await arrive();
  const typed = { acceptance_rows: "1200", acceptance_column_1: "a<b" };
  const left = await submit({ ...typed, payment_method_id: "new" });
  expect(left.status).toBe(303);
  const [cookie = ""] = left.headers.getSetCookie().map((one) => one.split(";")[0] ?? "");
  const headers = { cookie: `${visitor.headers.cookie}; ${cookie}` };
  const path = `/datasets/${datasetId}/buy`;
  const page = await api.send("GET", path, { headers });
  expect(page.text).toContain('value="1200"');
  expect(page.text).toContain('value="a&lt;b"');
  const stranger = await visitorOf(api, (await newPayingBuyer(api, provider)).owner);
  const theirs = { cookie: `${stranger.headers.cookie}; ${cookie}` };
  expect((await api.send("GET", path, { headers: theirs })).text).not.toContain('value="1200"');
});

test("conditions that no cookie holds keep the person on the page, with what was typed", async () => {
  const { submit } = await arrive();
  const keys = Array.from({ length: 2000 }, () => crypto.randomUUID())
    .join("\n")
    .slice(0, 50_000);
  const stayed = await submit({
    ...{ payment_method_id: "new", acceptance_keys_column: "id", acceptance_keys: keys },
  });
  expect(stayed.status).toBe(400);
  expect(stayed.text).toContain("too long to keep");
  expect(stayed.text).toContain(keys.slice(0, 36));
});

test("a coupon lowers the price on the page, which keeps conditions that were typed before", async () => {
  const { buyer, submit, agent } = await arrive();
  await createCoupon(api.ctx, agent, { code: "HALF-PRICE", percent_off: 50, once_per_buyer: true });
  const typed = { acceptance_rows: "1200", acceptance_column_1: "a<b" };
  const wrong = await submit({ ...typed, coupon: "no code!", apply: "coupon" });
  const applied = await submit({ ...typed, coupon: " half-price ", apply: "coupon" });
  for (const { status, text } of [wrong, applied]) {
    expect(status).toBe(200);
    expect(text).toContain('value="1200"');
    expect(text).toContain('value="a&lt;b"');
  }
  expect(wrong.text).toContain("This is no coupon code.");
  expect(wrong.text).toContain("Pay $10.00");
  expect(applied.text).toContain("Pay $5.00");
  expect(await boughtBy(buyer.owner.accountId)).toEqual([]);
});

test("a code that was typed and not applied is not ignored by the payment", async () => {
  const { buyer, submit, agent } = await arrive();
  await createCoupon(api.ctx, agent, { code: "HALF-AGAIN", percent_off: 50, once_per_buyer: true });
  const invalid = await submit({ coupon: "no code!" });
  expect([invalid.status, invalid.text.includes("no coupon code")]).toEqual([400, true]);
  const cheaper = await submit({ coupon: "half-again" });
  expect([cheaper.status, cheaper.text.includes("Pay $5.00")]).toEqual([400, true]);
  expect(await boughtBy(buyer.owner.accountId)).toEqual([]);
  const paid = await submit({ coupon: "half-again", expected_price_cents: "500" });
  expect(paid.headers.get("location")).toStartWith("/account/purchases/");
  expect(await boughtBy(buyer.owner.accountId)).toMatchObject([{ priceCents: 500 }]);
});

test("a gate leads to its questions before a form for buying or subscribing", async () => {
  const { buyer, datasetId, visitor, agent } = await arrive();
  await api.db
    .update(listings)
    .set({ plans: [{ interval: "month", price_cents: 300, trial_days: 0 }] })
    .where(eq(listings.id, datasetId));
  const path = `/datasets/${datasetId}/subscribe?plan=month`;
  expect((await visitor.open(path)).text).toContain("Subscribe for $3.00");
  await setGate(api.ctx, agent, datasetId, { questions: ["What for?"], hide_sample: false });
  for (const gated of [path, `/datasets/${datasetId}/buy`]) {
    const { text } = await visitor.open(gated);
    expect(text).toContain(`href="/account/access/to/${datasetId}"`);
    expect(text).not.toContain("payment_method_id");
    expect(text).toContain("Answer the seller's questions first");
  }
  const operator = await actOnSite(api.ctx, buyer.owner);
  await requestAccess(api.ctx, operator, datasetId, { answers: ["A study."] });
  for (const gated of [path, `/datasets/${datasetId}/buy`]) {
    const { text } = await visitor.open(gated);
    expect(text).toContain("You can order once the seller has approved you.");
    expect(text).not.toContain("questions first");
  }
});

test("an accepted private price needs attention until it is used", async () => {
  const { datasetId, buyer, visitor, submit, agent } = await arrive();
  const operator = await actOnSite(api.ctx, buyer.owner);
  const accepted = async () => (await readStanding(api.ctx, buyer.owner)).acceptedPrivateOffers;
  const { id } = await createPrivateOffer(api.ctx, operator, datasetId, { price_cents: 600 });
  expect(await accepted()).toBe(0);
  await movePrivateOffer(api.ctx, agent, { id, move: "accept" }, {});
  expect(await accepted()).toBe(1);
  expect((await visitor.open("/account")).text).toContain("You can buy at 1 private price");
  await submit({ private_offer_id: id, expected_price_cents: "600" });
  expect(await accepted()).toBe(0);
});
