/**
 * Real processes killed with SIGKILL while a bank authenticates a cardholder: charged once or not
 * at all.
 */
import { afterEach, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { markPurchaseDue } from "../../../../db/queries/purchases/payment-events.ts";
import { purchases } from "../../../../db/schema/index.ts";
import { newAuction } from "../../../support/auctions.ts";
import {
  heldFor,
  offer,
  postingsOf,
  readRow,
  runClock,
  testMoney,
} from "../../../support/money.ts";
import {
  bidOrThrow,
  newPayingBidder,
  purchasesOf,
  readAwards,
  runOut,
} from "../../../support/paid-auctions.ts";
import { killableProcesses } from "../../../support/programs/killed-processes.ts";
import { eventually, testEnv } from "../../../support/stack.ts";
import {
  answerBank,
  buyAsked,
  goToBank,
  intentStatus,
  newAskedBuyer,
  timesTold,
} from "./support.ts";

setDefaultTimeout(60_000);

const money = await testMoney({ webhooks: false });
const { api, provider } = money;
const env = await testEnv({
  DATABASE_URL: api.databaseUrl,
  STRIPE_API_BASE_URL: provider.url,
  STRIPE_SECRET_KEY: provider.secretKey,
  STRIPE_WEBHOOK_SECRET: provider.webhookSecret,
});
const { start, kill, startApi } = killableProcesses(env);
afterEach(() => money.clearFaults());

const hold = (operation: string) =>
  money.fault({ operation, kind: "late_answer", times: 100, delay_ms: 6000 });

/** A clock claims the purchase, and is killed while the provider delays its answer. */
async function dieWhileLooking(purchaseId: string, operation: string): Promise<void> {
  const { paymentIntentId } = await readRow(api, purchaseId);
  await hold(operation);
  const child = start("workers/main.ts", "clock");
  const now = api.ctx.now();
  const due = { now, isEnded: false, isPaid: false };
  await markPurchaseDue(api.db, { paymentIntentId, purchaseId }, due);
  // A process that claims it postpones its next check.
  const isTaken = async () => {
    const { settleDueAt } = await readRow(api, purchaseId);
    return (settleDueAt?.getTime() ?? 0) > now.getTime() + 1_000;
  };
  await eventually(isTaken, { timeoutMs: 30_000 });
  await kill(child);
  await money.clearFaults();
}

async function expectPaidOnce(purchaseId: string, cents: number): Promise<void> {
  expect(await readRow(api, purchaseId)).toMatchObject({ state: "in_escrow", failureCode: null });
  expect(await heldFor(provider, purchaseId)).toMatchObject({ charges: [cents], refunds: [] });
  expect(await postingsOf(api, purchaseId)).toEqual(["captured"]);
  expect(await timesTold(money, purchaseId)).toEqual({ asked: 1, paid: 1, mails: 1, events: 1 });
}

test("an API that dies before it learns of the bank's question: the owner is notified once and pays once", async () => {
  const buyer = await newAskedBuyer(money);
  const child = await startApi();
  await hold("POST /v1/payment_intents/:id/confirm");
  const datasetId = await offer(api, money.seller);
  const call = fetch(`http://127.0.0.1:${env.API_PORT}/datasets/${datasetId}/buy`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${buyer.token}` },
    body: JSON.stringify({ payment_method_id: buyer.cardId }),
  }).catch(() => "cut off");
  const purchaseId = await eventually(async () => {
    const [row] = await api.db.select().from(purchases).where(eq(purchases.listingId, datasetId));
    return row?.id;
  });
  await eventually(async () => {
    const { data } = await provider.stripe.paymentIntents.list({ limit: 100 });
    const own = data.find((intent) => intent.metadata.purchase_id === purchaseId);
    return own?.last_payment_error?.code === "authentication_required";
  });
  await kill(child);
  expect(await call).toBe("cut off");
  await money.clearFaults();
  expect(await timesTold(money, purchaseId)).toMatchObject({ asked: 0, mails: 0 });
  await runClock(api, 61);
  expect(await timesTold(money, purchaseId)).toMatchObject({ asked: 1, mails: 1, events: 1 });
  const bank = await goToBank(money, buyer, purchaseId);
  await answerBank(String(bank), "complete");
  await runClock(api, 200);
  const { priceCents } = await readRow(api, purchaseId);
  await expectPaidOnce(purchaseId, priceCents);
});

test("a clock that dies while it looks after the owner has confirmed: charged once", async () => {
  const buyer = await newAskedBuyer(money);
  const { purchaseId } = await buyAsked(money, buyer);
  await answerBank(String(await goToBank(money, buyer, purchaseId)), "complete");
  await dieWhileLooking(purchaseId, "GET /v1/payment_intents/:id");
  expect(await readRow(api, purchaseId)).toMatchObject({ state: "payment_pending" });
  await runClock(api, 200);
  const { priceCents } = await readRow(api, purchaseId);
  await expectPaidOnce(purchaseId, priceCents);
});

test("a clock that dies while it gives up an unconfirmed purchase: nothing is charged, and it ends", async () => {
  const buyer = await newAskedBuyer(money);
  const { purchaseId } = await buyAsked(money, buyer);
  const bank = String(await goToBank(money, buyer, purchaseId));
  const past = new Date(api.ctx.now().getTime() - 1_000);
  await api.db.update(purchases).set({ actionDueAt: past }).where(eq(purchases.id, purchaseId));
  await dieWhileLooking(purchaseId, "POST /v1/payment_intents/:id/cancel");
  await runClock(api, 200);
  expect(await readRow(api, purchaseId)).toMatchObject({
    state: "expired",
    failureCode: "authentication_expired",
    chargeId: null,
  });
  expect(await intentStatus(money, purchaseId)).toBe("canceled");
  expect(await answerBank(bank, "complete")).toBeNull();
  expect(await heldFor(provider, purchaseId)).toMatchObject({ charges: [] });
  expect(await postingsOf(api, purchaseId)).toEqual([]);
});

test("a clock that dies while it looks after an auction's winner has confirmed: paid once", async () => {
  const winner = await newPayingBidder(api, provider, { card: "pm_card_authenticationRequired" });
  const other = await newPayingBidder(api, provider);
  const id = await newAuction(api, money.seller);
  await bidOrThrow(api, winner, id, 5_000);
  await bidOrThrow(api, other, id, 3_000);
  await runOut(api, 24.1);
  const [purchase] = await purchasesOf(api, id);
  const purchaseId = String(purchase?.id);
  await answerBank(String(await goToBank(money, winner, purchaseId)), "complete");
  await dieWhileLooking(purchaseId, "GET /v1/payment_intents/:id");
  await runOut(api, 25.1);
  await expectPaidOnce(purchaseId, 3_100);
  expect(await purchasesOf(api, id)).toHaveLength(1);
  expect(await readAwards(api, id)).toMatchObject([{ state: "paid" }]);
});
