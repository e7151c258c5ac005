/**
 * Whole purchases against the payment stand-in: bought, delivered, and settled with the provider.
 */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import { uploads } from "../../../db/schema/index.ts";
import { finishPaymentSetup } from "../../../market/account/finish-payment-setup.ts";
import { refreshPayoutAccount } from "../../../market/account/payouts/refresh-payout-account.ts";
import { startPayoutOnboarding } from "../../../market/account/payouts/start-payout-onboarding.ts";
import { startPaymentSetup } from "../../../market/account/start-payment-setup.ts";
import { listSales, summarizeSales } from "../../../market/purchase/read.ts";
import { refundStaleDisputes } from "../../../market/purchase/settlement/refund-stale-disputes.ts";
import { releaseDuePurchases } from "../../../market/purchase/settlement/release-due-purchases.ts";
import { settleDuePurchases } from "../../../market/purchase/settlement/settle-due-purchases.ts";
import type { Json } from "../../support/api.ts";
import { exampleCsv } from "../../support/listings.ts";
import { silentLog } from "../../support/log-lines.ts";
import {
  type Buyer,
  balances,
  dayMs,
  feeCents,
  newBuyer,
  noticesOf,
  paidListing,
  priceCents,
  readPurchase,
  testMarket,
} from "../../support/market.ts";
import { eventually, getStack } from "../../support/stack.ts";
import { clientOf, submit } from "../../support/stripe.ts";

setDefaultTimeout(30_000);

const market = await testMarket({ PLATFORM_FEE_BPS: "500" });
const stripe = clientOf((await getStack()).payments);
const buyer = await newBuyer(market.api);
const cardId = await addCard(buyer);
await enablePayouts();

/** Adds a card as a person does on the provider's page. */
async function addCard({ owner }: Buyer): Promise<string> {
  const { ctx } = market.api;
  const { setupId, url } = await startPaymentSetup(ctx, owner, {
    successUrl: "http://localhost/account/cards?visit={CHECKOUT_SESSION_ID}",
    cancelUrl: "http://localhost/account/cards",
  });
  await submit(url, { payment_method: "pm_card_visa" });
  const outcome = await finishPaymentSetup(ctx, owner, setupId);
  if (outcome.status !== "added") throw new Error(`the visit is ${outcome.status}`);
  return outcome.card.id;
}

async function enablePayouts(): Promise<void> {
  const { ctx } = market.api;
  const { owner } = market.seller;
  const { url } = await startPayoutOnboarding(ctx, owner, {
    returnUrl: "http://localhost/account/payouts",
    refreshUrl: "http://localhost/account/payouts/again",
  });
  await submit(url, { action: "complete" });
  await refreshPayoutAccount(ctx, owner, owner.accountId);
}

const send = (method: string, path: string) =>
  market.api.send(method, path, { token: buyer.token });

async function buy(listingId: string): Promise<string> {
  const answer = await market.api.send("POST", `/datasets/${listingId}/buy`, {
    token: buyer.token,
    body: { payment_method_id: cardId, expected_price_cents: priceCents },
  });
  expect({ status: answer.status, of: answer.body.status, id: answer.body.id }).toEqual({
    status: 201,
    of: "in_escrow",
    id: expect.any(String),
  });
  return String(answer.body.id);
}

const clock = (days = 0) => {
  const ctx = { ...market.api.ctx, now: () => new Date(Date.now() + days * dayMs) };
  return {
    release: () => releaseDuePurchases(ctx, { rowsMax: 100 }),
    settle: () => settleDuePurchases({ ctx, log: silentLog }),
  };
};

async function readCharge(purchaseId: string): Promise<Stripe.Charge> {
  const { chargeId } = await readPurchase(market.api, purchaseId);
  return stripe.charges.retrieve(String(chargeId));
}

const paidOut = {
  buyer: -priceCents,
  seller_paid: priceCents - feeCents,
  platform_fee: feeCents,
};

describe("a purchase from end to end", () => {
  test("bought from the link of the catalogue, downloaded, confirmed, and paid out to the seller", async () => {
    const { api, seller } = market;
    const listingId = await paidListing(market);
    const dataset = await api.send("GET", `/datasets/${listingId}`);
    const links = dataset.body.links as Json;
    const bought = await api.send("POST", String(links.buy), {
      token: buyer.token,
      body: { payment_method_id: cardId },
    });
    expect(bought.status).toBe(201);
    const id = String(bought.body.id);
    expect(bought.body).toEqual((await send("GET", `/purchases/${id}`)).body);
    const owed = await readPurchase(api, id);
    // Only the last check before the release is still due.
    expect(owed.settleDueAt?.getTime()).toBe((owed.releaseDueAt?.getTime() ?? 0) - 3_600_000);
    expect((await readCharge(id)).amount).toBe(priceCents);

    const { body: download } = await send("GET", `/purchases/${id}/download-url`);
    expect(await (await fetch(String(download.download_url))).text()).toBe(exampleCsv);
    expect((await send("POST", `/purchases/${id}/confirm`)).body.status).toBe("released");
    expect(await clock().settle()).toBeGreaterThan(0);

    const row = await readPurchase(api, id);
    expect(row).toMatchObject({ state: "released", settleDueAt: null });
    const transfer = await stripe.transfers.retrieve(String(row.transferId));
    expect(transfer).toMatchObject({ amount: priceCents - feeCents, transfer_group: id });
    expect(await balances(api, id)).toEqual(paidOut);
    expect(await noticesOf(api, id)).toEqual(["bought", "released_seller", "sold"]);
    const { items } = await listSales(api.ctx, seller.owner, { limit: 1, offset: 0 });
    expect(items[0]).toMatchObject({ id, state: "released", transferredAt: expect.any(Date) });
    expect((await send("GET", `/purchases/${id}/download-url`)).status).toBe(200);
  });

  test("after seven days is released and paid out only by the clock", async () => {
    const { api } = market;
    const id = await buy(await paidListing(market));
    const due = clock(7.001);
    // First the clock asks the provider whether the charge still stands.
    expect(await due.release()).toBe(0);
    await due.settle();
    expect(await due.release()).toBe(1);
    await due.settle();
    const row = await readPurchase(api, id);
    expect(row).toMatchObject({ state: "released", releaseCause: "escrow_ended" });
    expect(row.transferredAt).not.toBeNull();
    expect(await balances(api, id)).toEqual(paidOut);
  });

  test("whose file is gone at the download gives the whole price back to the card", async () => {
    const { api, seller } = market;
    const id = await buy(await paidListing(market));
    const { uploadId } = await readPurchase(api, id);
    const before = await summarizeSales(api.ctx, seller.owner);
    const [upload] = await api.db.select().from(uploads).where(eq(uploads.id, uploadId));
    await api.ctx.storage.delete(String(upload?.storagePath));
    expect((await send("GET", `/purchases/${id}/download-url`)).body.code).toBe(
      "file_not_available",
    );
    await eventually(async () => {
      await clock().settle();
      return (await readPurchase(api, id)).refundPaidAt;
    });
    expect(await readCharge(id)).toMatchObject({ refunded: true, amount_refunded: priceCents });
    expect(await balances(api, id)).toEqual({});
    const { body } = await send("GET", `/purchases/${id}`);
    expect(body).toMatchObject({
      status: "refunded",
      refund_cause: "file_missing",
      refund_paid_at: expect.any(String),
    });
    const after = await summarizeSales(api.ctx, seller.owner);
    expect(before.heldCents - after.heldCents).toBe(priceCents);
    expect(after.refundedCents - before.refundedCents).toBe(priceCents);
  });

  test("disputed for sixty days without a decision gives the price back too", async () => {
    const { api } = market;
    const id = await buy(await paidListing(market));
    const body = { reason: "other", detail: "It is empty." };
    await api.send("POST", `/purchases/${id}/dispute`, { token: buyer.token, body });
    expect(await clock(59).release()).toBe(0);
    const late = { ...api.ctx, now: () => new Date(Date.now() + 60.001 * dayMs) };
    expect(await refundStaleDisputes(late, { rowsMax: 10 })).toBe(1);
    await clock(60.002).settle();
    expect((await readCharge(id)).refunded).toBe(true);
    expect(await balances(api, id)).toEqual({});
  });
});
