/**
 * A card that needs its holder's authentication: the purchase waits, and is charged once or not at
 * all.
 */
import { afterEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { markPurchaseDue } from "../../../../db/queries/purchases/payment-events.ts";
import { settlePayment } from "../../../../market/purchase/settlement/settle-payment.ts";
import {
  addCard,
  balancesOf,
  buy,
  expectExactSums,
  heldFor,
  newPayingBuyer,
  offer,
  postingsOf,
  priceCents,
  readRow,
  runClock,
  runClockOut,
  testMoney,
} from "../../../support/money.ts";
import { wrapPayments } from "../faults.ts";
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
const buyer = await newAskedBuyer(money);
afterEach(() => money.clearFaults());

const aDayLater = 25 * 3600;

async function asked() {
  const { purchaseId } = await buyAsked(money, buyer);
  return purchaseId;
}

async function atBank(purchaseId: string): Promise<string> {
  const url = await goToBank(money, buyer, purchaseId);
  if (url === null) throw new Error("nobody is asked at the bank");
  return url;
}

const cancel = (purchaseId: string) =>
  api.send("POST", `/purchases/${purchaseId}/cancel`, { token: buyer.token });

/** Nothing was charged or can be charged any more. */
async function expectUncharged(purchaseId: string, state: string, failureCode: string) {
  expect(await readRow(api, purchaseId)).toMatchObject({ state, failureCode, chargeId: null });
  expect(await intentStatus(money, purchaseId)).toBe("canceled");
  expect(await heldFor(provider, purchaseId)).toMatchObject({ charges: [] });
  expect(await postingsOf(api, purchaseId)).toEqual([]);
}

async function expectChargedOnce(purchaseId: string) {
  expect(await readRow(api, purchaseId)).toMatchObject({ state: "in_escrow", failureCode: null });
  expect(await heldFor(provider, purchaseId)).toMatchObject({ charges: [priceCents], refunds: [] });
  expect(await postingsOf(api, purchaseId)).toEqual(["captured"]);
  expect(await timesTold(money, purchaseId)).toEqual({ asked: 1, paid: 1, mails: 1, events: 1 });
}

describe("a buy by such a card", () => {
  test("waits, says where its person goes on, and tells them once however often it is looked at", async () => {
    const { answer, purchaseId } = await buyAsked(money, buyer);
    expect(answer.body).toMatchObject({
      status: "payment_pending",
      failure: null,
      capabilities: { cancel: true, download: false },
      next_action: {
        type: "confirm_with_bank",
        url: `${api.config.PUBLIC_BASE_URL}/account/purchases/${purchaseId}`,
      },
    });
    const until = Date.parse(
      String((answer.body.next_action as { expires_at: string }).expires_at),
    );
    expect(until - Date.parse(String(answer.body.created_at))).toBe(24 * 3_600_000);
    const { paymentIntentId } = await readRow(api, purchaseId);
    for (const _webhook of [1, 2, 3]) {
      const due = { now: api.ctx.now(), isEnded: false, isPaid: false };
      await markPurchaseDue(api.db, { paymentIntentId, purchaseId }, due);
      await runClock(api);
    }
    expect(await timesTold(money, purchaseId)).toMatchObject({ asked: 1, mails: 1, events: 1 });
    expect(await readRow(api, purchaseId)).toMatchObject({ state: "payment_pending" });
    await cancel(purchaseId);
  });

  test("is charged once when the holder confirms, though no webhook comes and they come back twice", async () => {
    const purchaseId = await asked();
    const back = await answerBank(await atBank(purchaseId), "complete");
    expect(String(back)).toContain(`/account/purchases/${purchaseId}/bank?`);
    const row = await readRow(api, purchaseId);
    await Promise.all([settlePayment(api.ctx, row), settlePayment(api.ctx, row)]);
    await expectChargedOnce(purchaseId);
  });

  test("is charged once when the holder confirms and never comes back: the clock looks", async () => {
    const purchaseId = await asked();
    await answerBank(await atBank(purchaseId), "complete");
    expect(await runClock(api)).toBe(0);
    await runClock(api, 61);
    await expectChargedOnce(purchaseId);
  });

  test("leads to the same question from two tabs at once, and is charged once", async () => {
    const purchaseId = await asked();
    const [first, second] = await Promise.all([atBank(purchaseId), atBank(purchaseId)]);
    await Promise.all([answerBank(first, "complete"), answerBank(second, "complete")]);
    await runClock(api, 61);
    await expectChargedOnce(purchaseId);
    expect(await goToBank(money, buyer, purchaseId)).toBeNull();
  });

  test("fails when the holder refuses, and can be bought again", async () => {
    const datasetId = await offer(api, money.seller);
    const first = await buy(api, buyer, datasetId);
    const purchaseId = String(first.body.id);
    await answerBank(await atBank(purchaseId), "fail");
    await runClock(api, 61);
    await expectUncharged(purchaseId, "payment_failed", "authentication_failed");
    const again = await buy(api, buyer, datasetId);
    expect(again).toMatchObject({ status: 201, body: { status: "payment_pending" } });
    await cancel(String(again.body.id));
  });

  test("fails for the card's reason when the bank has let the holder through", async () => {
    const poor = await newAskedBuyer(
      money,
      "pm_card_authenticationRequiredChargeDeclinedInsufficientFunds",
    );
    const { purchaseId } = await buyAsked(money, poor);
    const url = await goToBank(money, poor, purchaseId);
    await answerBank(String(url), "complete");
    await runClock(api, 61);
    await expectUncharged(purchaseId, "payment_failed", "card_declined");
  });

  test("is given up a day later, gives the budget back, and can't be confirmed any more", async () => {
    const limited = await newPayingBuyer(api, provider, {
      card: "pm_card_authenticationRequired",
      key: { budget_cents: priceCents, budget_period: "month" },
    });
    const { purchaseId } = await buyAsked(money, limited);
    const url = String(await goToBank(money, limited, purchaseId));
    const refused = await buy(api, limited, await offer(api, money.seller));
    expect(refused.body.code).toBe("spend_limit_exceeded");
    await runClock(api, aDayLater);
    await expectUncharged(purchaseId, "expired", "authentication_expired");
    expect(await answerBank(url, "complete")).toBeNull();
    expect(await goToBank(money, limited, purchaseId)).toBeNull();
    const operator = await api.send("GET", "/operator/me", { token: limited.token });
    expect(operator.body.remaining_cents).toBe(priceCents);
  });

  test("is not lost a day later when the holder had confirmed and nobody had told", async () => {
    const purchaseId = await asked();
    await answerBank(await atBank(purchaseId), "complete");
    await runClock(api, aDayLater);
    await expectChargedOnce(purchaseId);
  });
});

describe("cancelled while the bank asks", () => {
  test("it ends at the provider too: the bank's page has nothing to confirm any more", async () => {
    const purchaseId = await asked();
    const url = await atBank(purchaseId);
    expect(await cancel(purchaseId)).toMatchObject({ status: 200, body: { status: "cancelled" } });
    expect(await answerBank(url, "complete")).toBeNull();
    expect(await goToBank(money, buyer, purchaseId)).toBeNull();
    await expectUncharged(purchaseId, "cancelled", "cancelled_by_buyer");
  });

  test("it is paid, once, where the holder had confirmed already", async () => {
    const purchaseId = await asked();
    await answerBank(await atBank(purchaseId), "complete");
    expect(await cancel(purchaseId)).toMatchObject({ status: 409 });
    await expectChargedOnce(purchaseId);
  });
});

describe("a process that dies", () => {
  for (const when of ["before", "after"] as const) {
    test(`${when} it has asked the provider for the bank's page: the next visit goes on`, async () => {
      const purchaseId = await asked();
      const restore = wrapPayments(money, (payments) => ({
        ...payments,
        async confirmWithHolder(...given) {
          if (when === "after") await payments.confirmWithHolder(...given);
          throw new Error("the process dies");
        },
      }));
      await expect(goToBank(money, buyer, purchaseId)).rejects.toThrow("dies");
      restore();
      await runClock(api, 61);
      await answerBank(await atBank(purchaseId), "complete");
      await runClock(api, 61);
      await expectChargedOnce(purchaseId);
    });
  }
});

test("a manual charge after a purchase had ended is refunded, and no seller sees it", async () => {
  const declined = await newPayingBuyer(api, provider, { card: "pm_card_chargeCustomerFail" });
  const answer = await buy(api, declined, await offer(api, money.seller));
  expect(answer.body.code).toBe("payment_declined");
  const { purchase_id: purchaseId } = answer.body;
  const { paymentIntentId } = await readRow(api, String(purchaseId));
  const { accountId } = declined.operator;
  const { customerId } = declined;
  const card = "pm_card_visa";
  const other = await addCard(api, provider.stripe, { accountId, customerId, card });
  await provider.stripe.paymentIntents.confirm(String(paymentIntentId), { payment_method: other });
  const keys = { paymentIntentId, purchaseId: null };
  await markPurchaseDue(api.db, keys, { now: api.ctx.now(), isEnded: false, isPaid: true });
  await runClockOut(api);
  expect(await readRow(api, String(purchaseId))).toMatchObject({
    state: "refunded",
    refundCause: "charged_late",
  });
  const held = await heldFor(provider, String(purchaseId));
  expect(held).toMatchObject({ charges: [priceCents], refunds: [priceCents] });
  expect(await balancesOf(api, String(purchaseId))).toEqual({});
  await expectExactSums(api, money.seller.owner);
});
