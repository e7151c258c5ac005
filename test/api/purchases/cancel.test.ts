/** Buyers cancel unpaid purchases, whatever else happens at that moment. */
import { afterEach, describe, expect, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import type { PurchaseRow } from "../../../db/queries/purchases/purchases.ts";
import { auctionAwards, auctions, auditLog, bids, events } from "../../../db/schema/index.ts";
import { askToCancelPurchase } from "../../../market/purchase/cancel-purchase.ts";
import { settlePayment } from "../../../market/purchase/settlement/settle-payment.ts";
import { dyingAt, straggling, wrapPayments } from "../../market/purchase/faults.ts";
import {
  buy,
  heldFor,
  newPayingBuyer,
  offer,
  openPurchase,
  postingsOf,
  priceCents,
  readRow,
  runClock,
  runClockOut,
  testMoney,
} from "../../support/money.ts";
import { newKey } from "../../support/operators.ts";

const money = await testMoney({ webhooks: false });
const { api, provider, seller, buyer } = money;
afterEach(() => money.clearFaults());

const nothing = { charges: [], refunds: [], transfers: [], taken: 0 };

async function open(by = buyer): Promise<PurchaseRow> {
  const datasetId = await offer(api, seller);
  return openPurchase(api.ctx, by.operator, datasetId, { payment_method_id: by.cardId });
}

/** Its payment intent exists but is not confirmed: the process that bought has died. */
async function unconfirmed(): Promise<PurchaseRow> {
  const purchase = await open();
  const restore = wrapPayments(money, dyingAt("confirmIntent", "before"));
  await settlePayment(api.ctx, purchase).catch(() => undefined);
  restore();
  return purchase;
}

const cancel = (id: string, more: object = {}) =>
  api.send("POST", `/purchases/${id}/cancel`, { token: buyer.token, ...more });

const actionsOf = async (id: string) =>
  (
    await api.db
      .select({ action: auditLog.action })
      .from(auditLog)
      .where(and(eq(auditLog.subjectKind, "purchase"), eq(auditLog.subjectId, id)))
      .orderBy(auditLog.id)
  ).map(({ action }) => action);

async function intentStatuses(id: string): Promise<string[]> {
  const { data } = await provider.stripe.paymentIntents.list({ limit: 100 });
  return data.filter(({ metadata }) => metadata.purchase_id === id).map(({ status }) => status);
}

async function expectCancelled(id: string): Promise<void> {
  await runClockOut(api);
  expect(await readRow(api, id)).toMatchObject({ state: "cancelled", settleDueAt: null });
  expect(await postingsOf(api, id)).toEqual([]);
  expect(await heldFor(provider, id)).toEqual(nothing);
}

describe("a purchase that is not paid yet", () => {
  test("is cancelled before the provider knows of it; the file can be bought again", async () => {
    const { id, listingId } = await open();
    const shown = await api.send("GET", `/purchases/${id}`, { token: buyer.token });
    expect(shown.body).toMatchObject({ capabilities: { cancel: true } });
    const { status, body, headers } = await cancel(id);
    expect(status).toBe(200);
    expect(headers.has("retry-after")).toBe(false);
    expect(body).toMatchObject({
      status: "cancelled",
      failure: null,
      capabilities: { cancel: false },
    });
    expect(body.cancelled_at).toBe((await readRow(api, id)).updatedAt.toISOString());
    expect(await intentStatuses(id)).toEqual([]);
    expect(await actionsOf(id)).toEqual([
      "purchase.opened",
      "purchase.cancel_asked",
      "purchase.cancelled",
    ]);
    const [event] = await api.db.select().from(events).where(eq(events.subjectId, id));
    expect(event).toMatchObject({
      type: "purchase.payment_failed",
      data: { status: "cancelled", cause: "cancelled_by_buyer" },
    });
    await expectCancelled(id);
    expect((await buy(api, buyer, listingId)).status).toBe(201);
  });

  test("is cancelled at the provider, which then charges nothing that comes later", async () => {
    const { id } = await unconfirmed();
    expect((await cancel(id)).body.status).toBe("cancelled");
    expect(await intentStatuses(id)).toEqual(["canceled"]);
    await expectCancelled(id);
  });

  test("gives its money back to the key's budget", async () => {
    const key = { budget_cents: priceCents, budget_period: "day" as const };
    const frugal = await newPayingBuyer(api, provider, { key });
    const { id } = await open(frugal);
    const other = await offer(api, seller);
    expect((await buy(api, frugal, other)).body.code).toBe("spend_limit_exceeded");
    await api.send("POST", `/purchases/${id}/cancel`, { token: frugal.token });
    expect((await buy(api, frugal, other)).status).toBe(201);
  });

  test("is cancelled once however often it is asked for, and by a repeat of the key", async () => {
    const { id } = await unconfirmed();
    const headers = { "idempotency-key": `cancel-${id}` };
    const answers = await Promise.all([cancel(id), cancel(id), cancel(id, { headers })]);
    expect(answers.map(({ body }) => body.status)).toEqual(answers.map(() => "cancelled"));
    const again = await cancel(id, { headers });
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(again.body.status).toBe("cancelled");
    expect(
      (await actionsOf(id)).filter((action) => action === "purchase.cancel_asked"),
    ).toHaveLength(1);
  });

  test("is cancelled by any key of the account that may buy, and by nobody else", async () => {
    const { id } = await open();
    const reader = await newKey(api, buyer.owner, { scopes: ["read"] });
    const stranger = await newPayingBuyer(api, provider);
    expect((await cancel(id, { token: reader.secret })).body.code).toBe("scope_missing");
    expect((await cancel(id, { token: stranger.token })).body.code).toBe("purchase_not_yours");
    expect((await readRow(api, id)).failureCode).toBeNull();
    const other = await newKey(api, buyer.owner, { scopes: ["purchase"] });
    expect((await cancel(id, { token: other.secret })).body.status).toBe("cancelled");
  });
});

describe("a cancellation that meets the charge", () => {
  test("is 409 where the charge was faster and its answer got lost: it is paid once", async () => {
    const purchase = await open();
    const restore = wrapPayments(money, dyingAt("confirmIntent", "after"));
    await settlePayment(api.ctx, purchase).catch(() => undefined);
    restore();
    const { status, body } = await cancel(purchase.id);
    expect([status, body.code]).toEqual([409, "purchase_not_cancellable"]);
    expect(await readRow(api, purchase.id)).toMatchObject({
      state: "in_escrow",
      failureCode: null,
    });
    expect(await heldFor(provider, purchase.id)).toMatchObject({ charges: [priceCents] });
    expect((await cancel(purchase.id)).status).toBe(409);
  });

  test("comes before a confirmation that is on its way: that one charges nothing", async () => {
    const purchase = await open();
    const straggler = straggling("confirmIntent");
    const restore = wrapPayments(money, straggler.wrap);
    await settlePayment(api.ctx, purchase);
    restore();
    expect((await cancel(purchase.id)).body.status).toBe("cancelled");
    await straggler.arrive();
    await expectCancelled(purchase.id);
  });

  test("comes before an intent that is on its way: that one is never confirmed", async () => {
    const purchase = await open();
    const straggler = straggling("createIntent");
    const restore = wrapPayments(money, straggler.wrap);
    await settlePayment(api.ctx, purchase);
    restore();
    expect((await cancel(purchase.id)).body.status).toBe("cancelled");
    await straggler.arrive();
    await expectCancelled(purchase.id);
  });

  test("with six drivers at once ends as one of both, never as both", async () => {
    for (const delayMs of [0, 2, 5, 9, 14, 20, 30, 45]) {
      const purchase = await open();
      const drivers = [1, 2, 3, 4, 5, 6].map(() => settlePayment(api.ctx, purchase));
      await Bun.sleep(delayMs);
      const asked = cancel(purchase.id);
      await Promise.all(drivers);
      const { status } = await asked;
      await runClockOut(api);
      const { state } = await readRow(api, purchase.id);
      const { charges } = await heldFor(provider, purchase.id);
      expect([state, charges, status]).toEqual(
        state === "cancelled" ? ["cancelled", [], 200] : ["in_escrow", [priceCents], 409],
      );
    }
  });
});

describe("a cancellation while the provider is away, or after the caller died", () => {
  test("stays pending with a time to ask again, and the clock ends it", async () => {
    const { id } = await unconfirmed();
    await money.fault({
      operation: "POST /v1/payment_intents/:id/cancel",
      kind: "refuse_connection_before",
      times: 20,
    });
    const { status, body, headers } = await cancel(id);
    expect([status, body.status]).toEqual([200, "payment_pending"]);
    expect(body).toMatchObject({ capabilities: { cancel: false } });
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    await money.clearFaults();
    await expectCancelled(id);
  });

  test("ends by the clock where the process died after it was noted", async () => {
    const { id } = await unconfirmed();
    await askToCancelPurchase(api.ctx, buyer.operator, id);
    expect(await runClock(api)).toBe(0);
    await runClock(api, 61);
    await expectCancelled(id);
  });
});

test("a won award is not cancelled", async () => {
  const purchase = await open();
  const at = api.ctx.now();
  const later = new Date(at.getTime() + 1000);
  const { listingId, accountId, apiKeyId, paymentMethodId } = purchase;
  await api.db.insert(auctions).values({
    ...{ listingId, startsAt: at, announcedEndsAt: later, endsAt: later, hardEndsAt: later },
    ...{ startPriceCents: 100, licenses: 1, currentPriceCents: 100, nextMinimumCents: 100 },
    closedAt: later,
  });
  const [bid] = await api.db
    .insert(bids)
    .values({
      ...{ listingId, accountId, apiKeyId, paymentMethodId, bidderNumber: 1, maxCents: 500 },
      ...{ position: 1, priceAfterCents: 100, isCurrent: true, placedAt: at },
    })
    .returning();
  await api.db.insert(auctionAwards).values({
    ...{ listingId, accountId, bidId: String(bid?.id), rank: 1, priceCents, state: "charging" },
    ...{ purchaseId: purchase.id, createdAt: at, updatedAt: at },
  });
  const { status, body } = await cancel(purchase.id);
  expect([status, body.code]).toEqual([409, "purchase_not_cancellable"]);
  const shown = await api.send("GET", `/purchases/${purchase.id}`, { token: buyer.token });
  expect(shown.body).toMatchObject({ capabilities: { cancel: false } });
});
