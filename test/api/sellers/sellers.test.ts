/**
 * The figures on a seller's page: computed from its rows, without addresses and without any single
 * buyer's data.
 */
import { expect, test } from "bun:test";
import { and, eq, sql } from "drizzle-orm";
import { countSales, readTroubles } from "../../../db/queries/sellers/sellers.ts";
import { paymentMethods, purchases, threads } from "../../../db/schema/index.ts";
import type { PurchaseState } from "../../../db/vocabulary/purchase.ts";
import { getSeller } from "../../../market/seller/read.ts";
import { isHistoryShown, shownTimes } from "../../../market/seller/rules.ts";
import type { SellerView } from "../../../market/seller/schemas.ts";
import { registerAgent, sellerAgent } from "../../support/agents.ts";
import { newBuyer, paidListing, purchaseOf, testMarket } from "../../support/market.ts";
import { confirmedBuyer, putReview } from "../reviews/support.ts";

const market = await testMarket();
const { api } = market;

/** A market with a new seller. */
async function newSeller() {
  const own = { ...market, seller: await sellerAgent(api) };
  const sold = async (
    state: PurchaseState,
    change: Partial<typeof purchases.$inferInsert> = {},
  ) => {
    const listingId = await paidListing(own);
    const buyer = await newBuyer(api);
    const id = await purchaseOf({ ...own, buyer }, listingId, state);
    if (Object.keys(change).length > 0) {
      await api.db.update(purchases).set(change).where(eq(purchases.id, id));
    }
    return { id, listingId, buyer };
  };
  const view = async (): Promise<SellerView> =>
    (await getSeller(api.ctx, own.seller.agentId)).seller;
  return { own, sold, view };
}

const at = new Date();
const disputed = { disputedAt: at, disputeReason: "other" as const };

test("sales, disputes and how they ended, and files that were not those sold", async () => {
  const { sold, view } = await newSeller();
  await sold("released");
  await sold("in_escrow");
  await sold("payment_failed");
  await sold("disputed");
  await sold("released", { ...disputed, releaseCause: "dispute_resolved" });
  await sold("refunded", { ...disputed, refundCause: "dispute_resolved" });
  await sold("refunded", { ...disputed, refundCause: "dispute_timed_out" });
  await sold("refunded", { refundCause: "file_changed" });
  await sold("released", { chargeback: "lost" });
  const seller = await view();
  expect(seller).toMatchObject({
    verified: true,
    datasets_on_sale: 9,
    rating: { mean: null, count: 0 },
    history: {
      sales: 8,
      disputes: { opened: 4, open: 1, for_seller: 1, for_buyer: 2 },
      chargebacks_lost: 1,
    },
    hash_mismatches: 1,
    answer_times: { messages: null, disputes: null },
  });
  expect(JSON.stringify(seller)).not.toContain("@");
});

test("accounts with the seller's card buy, but neither review nor count", async () => {
  const { own, sold, view } = await newSeller();
  const cardOf = (accountId: string) => ({
    ...{ id: `pm_seller_${accountId}`, accountId, brand: "visa", last4: "4242" },
    ...{ expMonth: 12, expYear: 2034, addedAt: at, fingerprint: `card of ${accountId}` },
  });
  const card = cardOf(own.seller.owner.accountId);
  await api.db.insert(paymentMethods).values(card);
  for (let sale = 0; sale < 4; sale += 1) await sold("released");
  const linked = await sold("released");
  const { fingerprint } = card;
  const { accountId } = linked.buyer.owner;
  await api.db
    .insert(paymentMethods)
    .values({ ...card, id: `pm_linked_${accountId}`, accountId, fingerprint });
  const refused = await putReview(api, linked.buyer.token, linked.listingId, { stars: 5 });
  expect([refused.status, refused.body.code]).toEqual([400, "own_dataset"]);
  expect(refused.body.detail).toContain("same card");
  expect(await view()).toMatchObject({ rating: { count: 0 }, history: null });
  await sold("released");
  expect(await view()).toMatchObject({ history: { sales: 5, disputes: { opened: 0 } } });
  // Purchases opened, asked about and resolved within no time say nothing about the seller either.
  const lost = { ...disputed, releaseCause: "dispute_resolved", chargeback: "lost" } as const;
  await api.db.update(purchases).set(lost).where(eq(purchases.id, linked.id));
  expect(await view()).toMatchObject({
    history: { sales: 5, disputes: { opened: 0, for_seller: 0 }, chargebacks_lost: 0 },
  });
});

test("few sales are not told, as a buyer would show through; hash mismatches are", async () => {
  const { sold, view } = await newSeller();
  for (const state of ["released", "released", "released"] as const) await sold(state);
  await sold("refunded", { refundCause: "file_missing" });
  expect(await view()).toMatchObject({ history: null, hash_mismatches: 1 });
  await sold("disputed");
  expect(await view()).toMatchObject({ history: { sales: 5, disputes: { opened: 1 } } });
});

test("the median time to answer, of conversations and disputes that were answered", async () => {
  const { own, sold, view } = await newSeller();
  const minutes = [10, 20, 30, 40, 500, null];
  for (const wait of minutes) {
    const { listingId, buyer } = await sold("disputed");
    const body = { message: "Is it complete?" };
    const path = `/datasets/${listingId}/messages`;
    const sent = await api.send("POST", path, { token: buyer.token, body });
    const threadId = String(sent.body.thread_id);
    if (wait === null) continue;
    const reply = { token: own.seller.token, body: { message: "Yes." } };
    await api.send("POST", `/threads/${threadId}/messages`, reply);
    // As if it had been asked and disputed that much earlier.
    const earlier = sql`now() - make_interval(mins => ${wait})`;
    await api.db.update(threads).set({ createdAt: earlier }).where(eq(threads.id, threadId));
    const isIt = and(
      eq(purchases.listingId, listingId),
      eq(purchases.accountId, buyer.owner.accountId),
    );
    await api.db.update(purchases).set({ disputedAt: earlier }).where(isIt);
  }
  const { answer_times } = await view();
  const expected = { asked: 6, answered: 5, median_minutes: 30 };
  expect(answer_times).toEqual({ messages: expected, disputes: expected });
});

test("an answer in the dispute is an answer to it, as a message to its buyer is", async () => {
  const { own, sold, view } = await newSeller();
  for (const wait of [10, 20, 30, 40, 500]) {
    const { id } = await sold("disputed");
    const path = `/agent/sales/${id}/dispute/answers`;
    const answer = { token: own.seller.token, body: { text: "The rows are all there." } };
    expect(await api.send("POST", path, answer)).toMatchObject({ status: 200 });
    const earlier = sql`now() - make_interval(mins => ${wait})`;
    await api.db.update(purchases).set({ disputedAt: earlier }).where(eq(purchases.id, id));
  }
  await sold("disputed");
  const { answer_times } = await view();
  const disputes = { asked: 6, answered: 5, median_minutes: 30 };
  expect(answer_times).toEqual({ messages: null, disputes });
});

test("the stars of all of its datasets, also of those that are off the catalogue", async () => {
  const { own, view } = await newSeller();
  const [first, second] = [await paidListing(own), await paidListing(own)];
  for (const [id, stars] of [
    [first, 5],
    [first, 4],
    [second, 1],
  ] as const) {
    await putReview(api, (await confirmedBuyer(own, id)).token, id, { stars });
  }
  await api.send("POST", `/listings/${second}/withdraw`, { token: own.seller.token });
  expect(await view()).toMatchObject({ datasets_on_sale: 1, rating: { mean: 3.33, count: 3 } });
});

test("an agent without its owner's approval is no seller", async () => {
  const { token } = await registerAgent(api);
  const me = await api.send("GET", "/agent/me", { token });
  const answer = await api.send("GET", `/sellers/${String(me.body.id)}`);
  expect([answer.status, answer.body.code]).toEqual([404, "seller_not_found"]);
});

test.each([
  [4, false],
  [5, true],
])("%p sales are told: %p", (sales, isTold) => {
  expect(isHistoryShown(sales)).toBe(isTold);
});

test.each([
  [{ asked: 9, answered: 4, medianSeconds: 60 }, null],
  [
    { asked: 9, answered: 5, medianSeconds: 10 },
    { asked: 9, answered: 5, median_minutes: 1 },
  ],
  [
    { asked: 9, answered: 5, medianSeconds: 630 },
    { asked: 9, answered: 5, median_minutes: 11 },
  ],
])("of %j is told %j", (times, told) => {
  expect(shownTimes(times)).toEqual(told);
});

test("thousands of sales are counted by an index of the seller's, and what went wrong by another", async () => {
  const { own } = await newSeller();
  const listingId = await paidListing(own);
  const buyer = await newBuyer(api);
  const purchaseId = await purchaseOf({ ...own, buyer }, listingId, "released");
  await api.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`insert into purchases select other.*
      from purchases as sold, generate_series(1, 4999) as n, lateral jsonb_populate_record(sold,
        jsonb_build_object('id', md5('purchase ' || n)::uuid, 'account_id', md5('buyer ' || n)::uuid,
          'payment_intent_id', null, 'transfer_id', null)) as other
      where sold.id = ${purchaseId}`);
  });
  await api.db.execute(sql`vacuum analyze purchases`);
  const { agentId } = own.seller;
  expect(await countSales(api.db, { agentId: agentId, exceptBuyers: [] })).toBe(5000);
  // Here the seller owns the whole table, so a sequential scan would be a fair plan too.
  const plans = await api.db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    const sales = await tx.execute(sql`explain select count(*) from purchases
      where seller_agent_id = ${agentId} and paid_at is not null`);
    const troubles = await tx.execute(sql`explain select count(*) from purchases
      where seller_agent_id = ${agentId} and (disputed_at is not null or chargeback is not null
        or refund_cause is not null)`);
    return [sales, troubles].map((plan) => JSON.stringify([...plan]));
  });
  expect(plans[0]).toMatch(/purchases_sold(_by_agent)?\b|purchases_seller_agent/);
  expect(plans[1]).toContain("purchases_troubled_of_agent");
  expect((await readTroubles(api.db, { agentId: agentId, exceptBuyers: [] })).opened).toBe(0);
});
