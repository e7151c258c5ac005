/** Coupons by REST: whose price they lower, how often, and when a use comes back. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { purchases } from "../../../db/schema/index.ts";
import { createApiKey } from "../../../market/account/create-api-key.ts";
import { tryCode } from "../../../market/coupon/try-code.ts";
import { settlePayment } from "../../../market/purchase/settlement/settle-payment.ts";
import { approveWaitingPurchase } from "../../../market/purchase/waiting/approve-waiting-purchase.ts";
import { sellerAgent } from "../../support/agents.ts";
import type { Json } from "../../support/api.ts";
import { auditOf, paidListing } from "../../support/market.ts";
import { newPayingBuyer, readRow, testMoney } from "../../support/money.ts";
import { newOwner } from "../../support/operators.ts";

setDefaultTimeout(120_000);

/** Stripe's test card whose charges are declined. */
const declinedCard = "pm_card_chargeCustomerFail";

const money = await testMoney();
const { api } = money;
const seller = await sellerAgent(api);

type Token = { token: string };
const post = (path: string, { token }: Token, body: Json = {}) =>
  api.send("POST", path, { token, body });
const listing = () => paidListing({ api, seller });
const newBuyer = () => newPayingBuyer(api, money.provider);
type Buyer = Awaited<ReturnType<typeof newBuyer>>;

let made = 0;
async function coupon(fields: Json = {}) {
  made += 1;
  const body = { code: `spring-${made}`, percent_off: 25, ...fields };
  const answer = await post("/coupons", seller, body);
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.body as { id: string; code: string };
}
const buy = (by: Buyer, id: string, code: string, more: Json = {}) =>
  post(`/datasets/${id}/buy`, by, { payment_method_id: by.cardId, coupon: code, ...more });
const usesOf = async (id: string) => {
  const { body } = await api.send("GET", "/coupons?limit=100", seller);
  return (body.items as Json[]).find((one) => one.id === id)?.use_count;
};

test("a buyer pays the lowered price once, and the seller sees the use", async () => {
  const [buyer, id] = [await newBuyer(), await listing()];
  const { id: couponId, code } = await coupon({ max_uses: 5 });
  expect(code).toBe(code.toUpperCase());
  const dearer = await buy(buyer, id, code, { expected_price_cents: 1000 });
  expect(dearer.body).toMatchObject({ code: "price_changed", current_price_cents: 750 });
  const bought = await buy(buyer, id, code.toLowerCase(), { expected_price_cents: 750 });
  expect(bought.body).toMatchObject({ price_cents: 750, coupon_id: couponId, status: "in_escrow" });
  expect((await readRow(api, String(bought.body.id))).feeCents).toBe(37);
  expect(await usesOf(couponId)).toBe(1);
  const other = await listing();
  const again = await buy(buyer, other, code);
  expect(again.body).toMatchObject({ code: "coupon_not_valid" });
  expect((await buy(await newBuyer(), other, code)).body.price_cents).toBe(750);
  expect(await usesOf(couponId)).toBe(2);
  expect(await auditOf(api, String(bought.body.id))).toContain("purchase.opened");
});

test("the seller is notified of each paid use and of the last one, and of none that was not paid", async () => {
  const id = await listing();
  const { id: couponId, code } = await coupon({ max_uses: 2 });
  const poor = await newPayingBuyer(api, money.provider, { card: declinedCard });
  expect((await buy(poor, id, code)).body.code).toBe("payment_declined");
  const bought: unknown[] = [];
  for (const buyer of [await newBuyer(), await newBuyer()]) {
    bought.push((await buy(buyer, id, code)).body.id);
  }
  const { body } = await api.send("GET", "/events?types=coupon.used&limit=100", seller);
  const told = (body.items as { data: Json }[]).map(({ data }) => data);
  const use = { coupon_id: couponId, dataset_id: id, max_uses: 2 };
  expect(told.filter((data) => data.coupon_id === couponId)).toEqual([
    { ...use, purchase_id: bought[0], use_count: 1, status: "active" },
    { ...use, purchase_id: bought[1], use_count: 2, status: "used_up" },
  ]);
});

test("two buyers at once for the last use: one pays less, the other is refused and pays nothing", async () => {
  const [a, b, id] = [await newBuyer(), await newBuyer(), await listing()];
  const { id: couponId, code } = await coupon({ max_uses: 1 });
  const answers = await Promise.all([buy(a, id, code), buy(b, id, code)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect(await usesOf(couponId)).toBe(1);
});

test("a declined card gives the use back, and so does a refund before the file was fetched", async () => {
  const [buyer, id] = [await newBuyer(), await listing()];
  const { id: couponId, code } = await coupon({ max_uses: 1 });
  const poor = await newPayingBuyer(api, money.provider, { card: declinedCard });
  expect((await buy(poor, id, code)).body.code).toBe("payment_declined");
  expect(await usesOf(couponId)).toBe(0);
  const bought = await buy(buyer, id, code);
  expect(bought.body.price_cents).toBe(750);
  const refunded = {
    state: "refunded",
    refundedAt: api.ctx.now(),
    refundCause: "dispute_resolved",
    releaseDueAt: null,
  } as const;
  const ofBuyer = eq(purchases.id, String(bought.body.id));
  await api.db.update(purchases).set(refunded).where(ofBuyer);
  expect(await usesOf(couponId)).toBe(0);
  const next = await newBuyer();
  const second = await buy(next, id, code);
  expect(second.body.price_cents).toBe(750);
  await api.send("GET", `/purchases/${second.body.id}/download-url`, next);
  await api.db
    .update(purchases)
    .set(refunded)
    .where(eq(purchases.id, String(second.body.id)));
  expect(await usesOf(couponId)).toBe(1);
});

test("a revoked, an expired, another dataset's and another seller's code are refused", async () => {
  const [buyer, id, other] = [await newBuyer(), await listing(), await listing()];
  const revoked = await coupon();
  expect((await post(`/coupons/${revoked.id}/revoke`, seller)).body.status).toBe("revoked");
  expect((await post(`/coupons/${revoked.id}/revoke`, seller)).status).toBe(200);
  expect((await post(`/coupons/${revoked.id}/revoke`, await sellerAgent(api))).status).toBe(404);
  const again = await post("/coupons", seller, { code: revoked.code, percent_off: 5 });
  expect(again.body.code).toBe("coupon_exists");
  const elsewhere = await coupon({ dataset_ids: [other] });
  const strange = await sellerAgent(api);
  const theirs = await post("/coupons", strange, { percent_off: 50 });
  expect(String(theirs.body.code)).toMatch(/^[A-Z2-9]{12}$/);
  const notOwn = await post("/coupons", strange, { percent_off: 5, dataset_ids: [other] });
  expect(notOwn.body.code).toBe("listing_not_found");
  for (const code of [revoked.code, elsewhere.code, String(theirs.body.code)]) {
    expect([code, (await buy(buyer, id, code)).body.code]).toEqual([code, "coupon_not_valid"]);
  }
  const mixed = await post("/coupons", seller, { percent_off: 5, amount_off_cents: 5 });
  expect([mixed.status, mixed.body.code]).toEqual([400, "invalid_request"]);
  const past = await post("/coupons", seller, {
    percent_off: 5,
    expires_at: "2020-01-01T00:00:00Z",
  });
  expect(past.body.errors).toMatchObject([{ pointer: "/expires_at" }]);
  const withOffer = await buy(buyer, id, elsewhere.code, { private_offer_id: other });
  expect(withOffer.body.errors).toMatchObject([{ pointer: "/coupon" }]);
});

test("codes cannot be guessed: after ten that do not exist, even a right one is not taken", async () => {
  const [buyer, id] = [await newBuyer(), await listing()];
  const { code } = await coupon({ once_per_buyer: false });
  const guesses = await Promise.all(
    Array.from({ length: 14 }, (_, index) => buy(buyer, id, `GUESS-${index}`)),
  );
  const codes = guesses.map(({ body }) => String(body.code));
  expect(codes.filter((one) => one === "coupon_not_valid").length).toBeLessThanOrEqual(10);
  expect(codes.filter((one) => one === "rate_limited").length).toBeGreaterThanOrEqual(4);
  const right = await buy(buyer, id, code);
  expect([right.status, right.body.code]).toEqual([429, "rate_limited"]);
  expect(right.headers.get("retry-after")).not.toBeNull();
  const without = await post(`/datasets/${id}/buy`, buyer, { payment_method_id: buyer.cardId });
  expect(without.body.price_cents).toBe(1000);
  const other = await newBuyer();
  expect((await buy(other, id, code)).body.price_cents).toBe(750);
});

test("many accounts cannot guess together: then only those that have paid use the seller's codes", async () => {
  const other = await sellerAgent(api);
  const id = await paidListing({ api, seller: other });
  const { code } = (await post("/coupons", other, { percent_off: 25 })).body as { code: string };
  const [known, fresh] = [await newBuyer(), await newBuyer()];
  const paid = await post(`/datasets/${await listing()}/buy`, known, {
    payment_method_id: known.cardId,
  });
  expect(paid.body.status).toBe("in_escrow");
  const accounts = await Promise.all(Array.from({ length: 10 }, () => newOwner(api)));
  for (const { accountId } of accounts) {
    const guesses = Array.from({ length: 14 }, (_, at) =>
      tryCode(api.ctx, { accountId, datasetId: id, code: `GUESS-${at}` }).catch(() => null),
    );
    await Promise.all(guesses);
  }
  const refused = await buy(fresh, id, code);
  expect([refused.status, refused.body.code]).toEqual([429, "rate_limited"]);
  expect(refused.headers.get("retry-after")).not.toBeNull();
  const elsewhere = await coupon();
  expect((await buy(fresh, await listing(), elsewhere.code)).body.price_cents).toBe(750);
  expect((await buy(known, id, code)).body.price_cents).toBe(750);
});

test("one account that is refused does not use up the codes of others", async () => {
  const other = await sellerAgent(api);
  const id = await paidListing({ api, seller: other });
  const { code } = (await post("/coupons", other, { percent_off: 25 })).body as { code: string };
  const { accountId } = await newOwner(api);
  const tries = Array.from({ length: 120 }, (_, at) =>
    tryCode(api.ctx, { accountId, datasetId: id, code: `GUESS-${at}` }).catch(() => null),
  );
  await Promise.all(tries);
  expect((await buy(await newBuyer(), id, code)).body.price_cents).toBe(750);
});

test("limits and the owner's approval judge the lowered price", async () => {
  const [buyer, id] = [await newBuyer(), await listing()];
  const { id: couponId, code } = await coupon({ amount_off_cents: 300, percent_off: undefined });
  const capped = await createApiKey(api.ctx, buyer.owner, {
    name: "capped",
    scopes: ["purchase"],
    max_per_purchase_cents: 750,
    confirm_above_cents: 600,
  });
  const by = { ...buyer, token: capped.secret };
  const plain = await post(`/datasets/${id}/buy`, by, { payment_method_id: buyer.cardId });
  expect(plain.body.code).toBe("spend_limit_exceeded");
  const waiting = await buy(by, id, code);
  expect([waiting.status, waiting.body.price_cents]).toEqual([202, 700]);
  expect((await buy(by, id, code.toLowerCase())).body.id).toBe(waiting.body.id);
  expect(await usesOf(couponId)).toBe(0);
  const { purchaseId } = await approveWaitingPurchase(
    api.ctx,
    buyer.owner,
    String(waiting.body.id),
  );
  const row = await readRow(api, purchaseId);
  expect([row.priceCents, row.couponId]).toEqual([700, couponId]);
  await settlePayment(api.ctx, row);
  expect((await readRow(api, purchaseId)).state).toBe("in_escrow");
  expect(await usesOf(couponId)).toBe(1);
});
