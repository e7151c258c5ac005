/** Money held because of a bank's dispute is released once the bank lets the payment stand. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { resolveDispute } from "../../../market/administration/resolve-dispute.ts";
import { releaseDuePurchases } from "../../../market/purchase/settlement/release-due-purchases.ts";
import { resumeEscrows } from "../../../market/purchase/settlement/resume-escrows.ts";
import { dayMs } from "../../../platform/time.ts";
import {
  buy,
  heldFor,
  offer,
  readRow,
  runClock,
  runClockOut,
  testMoney,
} from "../../support/money.ts";
import { openAftermath } from "./aftermath-support.ts";

setDefaultTimeout(60_000);

const money = await testMoney({ webhooks: true });
const { api, provider } = money;
const world = openAftermath(money);
const rowsMax = 100;

/** A purchase whose charge the bank disputed while it was held, and then let stand. */
async function letStand(given: { is_inquiry?: boolean } = {}): Promise<string> {
  const id = await world.bought();
  await world.disputed(id, given);
  expect(await readRow(api, id)).toMatchObject({ state: "disputed", disputeReason: "chargeback" });
  expect(await resumeEscrows(api.ctx, { rowsMax })).toBe(0);
  await world.decided(id, "won");
  return id;
}

async function inDays(days: number, act: () => Promise<unknown>): Promise<void> {
  api.clock.skewMs += days * dayMs;
  try {
    await act();
  } finally {
    api.clock.skewMs -= days * dayMs;
  }
}

for (const what of ["a chargeback", "an inquiry"]) {
  test(`${what} that the bank gives up puts the money back into escrow, once, whose end pays the seller`, async () => {
    const id = await letStand({ is_inquiry: what === "an inquiry" });
    const clocks = [1, 2, 3].map(() => resumeEscrows(api.ctx, { rowsMax }));
    const resumed = (await Promise.all(clocks)).reduce((sum, count) => sum + count, 0);
    expect(resumed).toBe(1);
    const row = await readRow(api, id);
    expect(row).toMatchObject({ state: "in_escrow", chargeback: "won" });
    const actions = (await world.auditsOf(id)).map(({ action }) => action);
    expect(actions.filter((action) => action === "purchase.escrow_resumed")).toHaveLength(1);
    await inDays(6.98, async () => {
      await runClock(api);
      expect(await releaseDuePurchases(api.ctx, { rowsMax })).toBe(0);
    });
    await inDays(7.01, async () => {
      await releaseDuePurchases(api.ctx, { rowsMax });
      await runClockOut(api);
    });
    expect(await readRow(api, id)).toMatchObject({
      state: "released",
      releaseCause: "escrow_ended",
    });
    expect(await heldFor(provider, id)).toMatchObject({ transfers: [950], refunds: [], taken: 0 });
  });
}

test("its buyer may dispute it again, and an administrator decides then", async () => {
  const { token } = money.buyer;
  const bought = await buy(api, money.buyer, await offer(api, money.seller));
  const id = String(bought.body.id);
  await world.disputed(id);
  await world.decided(id, "won");
  await resumeEscrows(api.ctx, { rowsMax });
  const seen = await api.send("GET", `/purchases/${id}`, { token });
  expect(seen.body).toMatchObject({
    status: "in_escrow",
    capabilities: { download: true, confirm: true, dispute: true },
  });
  const body = { reason: "file_unusable", detail: "It does not open." };
  expect((await api.send("POST", `/purchases/${id}/dispute`, { token, body })).status).toBe(200);
  const row = await readRow(api, id);
  expect(row).toMatchObject({
    state: "disputed",
    disputeReason: "file_unusable",
    resolvedAt: null,
  });
  expect(await resumeEscrows(api.ctx, { rowsMax })).toBe(0);
  await resolveDispute(api.ctx, await world.newAdmin(), id, { decision: "release", detail: "Ok." });
  await runClockOut(api);
  expect(await heldFor(provider, id)).toMatchObject({ transfers: [950], refunds: [] });
});

test("a decision whose webhook was lost is found within a week, and the escrow goes on", async () => {
  const id = await world.bought();
  await world.disputed(id);
  await money.fault({ kind: "webhook_dropped", operation: "POST /v1/disputes/:id", times: 1 });
  const { data } = await provider.stripe.disputes.list({
    payment_intent: String((await readRow(api, id)).paymentIntentId),
  });
  const evidence = { uncategorized_text: "winning_evidence" };
  await provider.stripe.disputes.update(String(data[0]?.id), { evidence });
  await inDays(8, async () => {
    await runClock(api);
    expect(await readRow(api, id)).toMatchObject({ state: "disputed", chargeback: "won" });
    expect(await resumeEscrows(api.ctx, { rowsMax })).toBe(1);
  });
});
