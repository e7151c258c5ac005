/** Bundles above a key's limit: one question, one approval and one charge for all datasets. */
import { afterEach, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { bundles, purchases, waitingPurchases } from "../../../db/schema/index.ts";
import { approveWaitingBundle } from "../../../market/bundle/approve-waiting-bundle.ts";
import { expireDueWaitingPurchases } from "../../../market/purchase/waiting/expire-due-waiting-purchases.ts";
import { refuseWaitingPurchase } from "../../../market/purchase/waiting/refuse-waiting-purchase.ts";
import { sellerAgent } from "../../support/agents.ts";
import type { Json } from "../../support/api.ts";
import { type MoneyBuyer, offer, testMoney } from "../../support/money.ts";
import { refusalOf } from "../../support/operators.ts";
import { atProvider, settleAll } from "../purchase/purse/support.ts";
import { newAskingBuyer, readWaiting, tracesOf } from "../purchase/waiting/support.ts";
import { writeBundle } from "./support.ts";

setDefaultTimeout(120_000);

const money = await testMoney();
const { api } = money;
const seller = await sellerAgent(api);
afterEach(() => {
  api.clock.skewMs = 0;
});

async function newBundle() {
  const datasets = [await offer(api, seller), await offer(api, seller)];
  const { agentId } = seller;
  return { bundleId: await writeBundle(api, { agentId, priceCents: 1500, datasets }), datasets };
}
const buy = ({ token, cardId }: MoneyBuyer, bundleId: string, more: Json = {}, headers = {}) => {
  const body = { payment_method_id: cardId, ...more };
  return api.send("POST", `/bundles/${bundleId}/buy`, { token, body, headers });
};
const buyOne = ({ token, cardId }: MoneyBuyer, id = "") =>
  api.send("POST", `/datasets/${id}/buy`, { token, body: { payment_method_id: cardId } });
async function ask(key = {}) {
  const [buyer, made] = [await newAskingBuyer(money, key), await newBundle()];
  const answer = await buy(buyer, made.bundleId);
  expect([answer.status, answer.body.status]).toEqual([202, "waiting"]);
  return { buyer, ...made, waitingId: String(answer.body.id), answer };
}
const bought = ({ operator }: MoneyBuyer) =>
  api.db.select().from(purchases).where(eq(purchases.accountId, operator.accountId));
const approve = ({ owner }: MoneyBuyer, id: string) => approveWaitingBundle(api.ctx, owner, id);

test("it waits as a whole: nothing is opened, the owner sees every dataset, and a repeat asks once", async () => {
  const { buyer, bundleId, datasets, waitingId, answer } = await ask();
  expect(answer.headers.get("location")).toBe(`/waiting-purchases/${waitingId}`);
  const { body } = await api.send("GET", `/waiting-purchases/${waitingId}`, buyer);
  expect(body).toMatchObject({ bundle_id: bundleId, dataset_id: null, price_cents: 1500 });
  expect((body.datasets as Json[]).map((one) => one.dataset_id)).toEqual(datasets);
  const again = await Promise.all([1, 2, 3].map(() => buy(buyer, bundleId)));
  expect(again.map((one) => one.body.id)).toEqual([waitingId, waitingId, waitingId]);
  expect(await tracesOf(money, waitingId)).toEqual({
    audit: ["waiting_purchase.opened"],
    events: ["waiting_purchase.opened"],
    mails: 1,
  });
  expect(await bought(buyer)).toEqual([]);
});

test("one approval opens all purchases with one charge, however often it is sent", async () => {
  const { buyer, bundleId, waitingId } = await ask();
  const headers = { "idempotency-key": crypto.randomUUID() };
  const keyed = await buy(buyer, bundleId, {}, headers);
  expect(keyed.body.id).toBe(waitingId);
  const [made, ...repeats] = await Promise.all([1, 2, 3].map(() => approve(buyer, waitingId)));
  for (const repeat of repeats) expect(repeat).toEqual(made as NonNullable<typeof made>);
  const purseId = made !== undefined && "purseId" in made ? made.purseId : "";
  await settleAll(money);
  const rows = await bought(buyer);
  expect(rows.map(({ state, priceCents }) => [state, priceCents])).toEqual([
    ["in_escrow", 750],
    ["in_escrow", 750],
  ]);
  expect((await atProvider(money, purseId)).charges).toEqual([1500]);
  expect(await tracesOf(money, waitingId)).toMatchObject({
    audit: ["waiting_purchase.opened", "waiting_purchase.approved"],
    events: ["waiting_purchase.opened", "waiting_purchase.ended"],
  });
  const { body } = await api.send("GET", `/waiting-purchases/${waitingId}`, buyer);
  expect(body).toMatchObject({ status: "approved", bundle_purchase_id: purseId });
  const replay = await buy(buyer, bundleId, {}, headers);
  expect(replay).toMatchObject({ status: 201, body: { id: purseId, status: "paid" } });
});

test("a refused, cancelled or expired one is never charged", async () => {
  const [refused, cancelled, expired] = [await ask(), await ask(), await ask()];
  await refuseWaitingPurchase(api.ctx, refused.buyer.owner, refused.waitingId);
  const path = `/waiting-purchases/${cancelled.waitingId}/cancel`;
  expect((await api.send("POST", path, cancelled.buyer)).body.status).toBe("cancelled");
  api.clock.skewMs = 25 * 3_600_000;
  await expireDueWaitingPurchases(api.ctx, { rowsMax: 1000 });
  for (const one of [refused, cancelled, expired]) {
    const refusal = await refusalOf(approve(one.buyer, one.waitingId));
    expect(String(refusal.code)).toBe("waiting_purchase_ended");
    expect(await bought(one.buyer)).toEqual([]);
  }
  expect((await readWaiting(money, expired.waitingId)).state).toBe("expired");
});

test("its price is reserved in the budget, which its approval spends once", async () => {
  const { buyer, waitingId } = await ask({ budget_cents: 1900, budget_period: "month" });
  const other = await offer(api, seller, { priceCents: 450 });
  expect((await buyOne(buyer, other)).body.code).toBe("spend_limit_exceeded");
  await approve(buyer, waitingId);
  expect(await bought(buyer)).toHaveLength(2);
  expect((await buyOne(buyer, other)).body.code).toBe("spend_limit_exceeded");
});

test("a new version, an ended bundle and an order of one dataset are found before the charge", async () => {
  const [changed, ended, parted] = [await ask(), await ask(), await ask()];
  const refusal = async ({ buyer, waitingId }: typeof changed) =>
    String((await refusalOf(approve(buyer, waitingId))).code);
  const rows = api.db.update(waitingPurchases);
  // The owner was shown an earlier file than the one on sale.
  const { bundled } = await readWaiting(money, changed.waitingId);
  const earlier = bundled?.map((one) => ({ ...one, uploadId: one.listingId, version: 0 })) ?? [];
  await rows.set({ bundled: earlier }).where(eq(waitingPurchases.id, changed.waitingId));
  expect(await refusal(changed)).toBe("dataset_not_available");
  expect((await readWaiting(money, changed.waitingId)).state).toBe("waiting");
  await api.db.update(bundles).set({ endedAt: new Date() }).where(eq(bundles.id, ended.bundleId));
  expect(await refusal(ended)).toBe("bundle_not_available");
  const single = await buyOne(parted.buyer, parted.datasets[0]);
  expect(single.status).toBe(202);
  expect((await readWaiting(money, parted.waitingId)).state).toBe("superseded");
  expect(await refusal(parted)).toBe("waiting_purchase_ended");
});
