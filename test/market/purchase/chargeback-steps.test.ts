/** Administrators' steps after a lost chargeback: reversing the payout, or writing it off. */
import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { chargebackSteps } from "../../../db/schema/index.ts";
import { decideStep } from "../../../market/purchase/chargeback/decide-step.ts";
import type { StepBody } from "../../../market/purchase/chargeback/schemas.ts";
import {
  balancesOf,
  expectExactSums,
  postingsOf,
  readRow,
  runClock,
  runClockOut,
  testMoney,
} from "../../support/money.ts";
import { control } from "../../support/stripe.ts";
import { openAftermath } from "./aftermath-support.ts";
import { dyingAt, end, overtaken, wrapPayments } from "./faults.ts";

const money = await testMoney({ webhooks: true });
const { api, provider } = money;
const world = openAftermath(money);
const admin = await world.newAdmin();

const decide = (disputeId: string, body: StepBody, as = admin) =>
  decideStep(api.ctx, as, disputeId, body);
const reverse = (disputeId: string, amount_cents?: number) =>
  decide(disputeId, {
    step: "reverse_transfer",
    reason: "They answer no mails.",
    ...(amount_cents === undefined ? {} : { amount_cents }),
  });
const writeOff = (disputeId: string) =>
  decide(disputeId, { step: "write_off", reason: "They are gone." });

const lastStep = async (disputeId: string) => {
  const rows = await api.db
    .select()
    .from(chargebackSteps)
    .where(eq(chargebackSteps.chargebackId, disputeId))
    .orderBy(chargebackSteps.id);
  return rows.at(-1);
};

async function reversalsOf(id: string): Promise<number[]> {
  const { transferId } = await readRow(api, id);
  const { data } = await provider.stripe.transfers.listReversals(String(transferId));
  return data.map(({ amount }) => amount);
}

describe("a write-off", () => {
  test("ends the debt, is posted once, and records its author and reason", async () => {
    const { seller, id, disputeId } = await world.lost();
    await writeOff(disputeId);
    const { debtCents, writtenOffCents } = await world.chargebackOf(disputeId);
    expect([debtCents, writtenOffCents]).toEqual([950, 950]);
    expect(await balancesOf(api, id)).toEqual({ seller_paid: 950, platform_loss: -950 });
    const audits = await world.auditsOf(id);
    expect(audits.at(-1)).toMatchObject({
      action: "purchase.debt_written_off",
      actorKind: "admin",
      actorId: admin.accountId,
      detail: { reason: "They are gone.", amount_cents: 950, dispute_id: disputeId },
    });
    expect(await world.eventsOf(id)).toContain("purchase.debt_written_off");
    expect(await world.noticesOf(id)).toContain("debt_written_off_seller");
    await expect(writeOff(disputeId)).rejects.toMatchObject({ code: "chargeback_step_closed" });
    await expectExactSums(api, seller.owner);
  });

  test("is nobody's own to decide, and of nothing that does not exist", async () => {
    const { seller, disputeId } = await world.lost();
    const party = { ...admin, accountId: seller.owner.accountId };
    const body = { step: "write_off", reason: "Mine." } as const;
    await expect(decide(disputeId, body, party)).rejects.toMatchObject({
      code: "party_to_dispute",
    });
    await expect(decide("dp_none", body)).rejects.toMatchObject({ code: "chargeback_not_found" });
  });
});

describe("taking the payout back", () => {
  test("in two parts brings the money home, posts each once, and tells the seller", async () => {
    const { seller, id, disputeId } = await world.lost();
    await reverse(disputeId, 300);
    expect((await world.chargebackOf(disputeId)).claimedCents).toBe(300);
    await expect(writeOff(disputeId)).rejects.toThrow("Another step is in progress");
    await world.runSteps();
    expect(await balancesOf(api, id)).toEqual({ seller_paid: 650, platform_funds: -650 });
    await expect(reverse(disputeId, 651)).rejects.toThrow("At most");
    await reverse(disputeId);
    await world.runSteps();
    expect(await balancesOf(api, id)).toEqual({});
    expect(await reversalsOf(id)).toEqual([650, 300]);
    const row = await world.chargebackOf(disputeId);
    expect([row.recoveredCents, row.claimedCents]).toEqual([950, 0]);
    await expect(reverse(disputeId)).rejects.toThrow("Nothing is owed any more");
    expect(await world.eventsOf(id)).toContain("purchase.transfer_reversed");
    expect(await world.noticesOf(id)).toContain("transfer_reversed_seller");
    await expectExactSums(api, seller.owner);
  });

  test("that the provider refuses leaves the debt, says why, and may be tried again", async () => {
    const { seller, id, disputeId } = await world.lost();
    await control(provider.url, "_payouts", { account: seller.payoutAccountId, amount: 950 });
    await reverse(disputeId);
    await world.runSteps();
    const step = await lastStep(disputeId);
    expect(step?.state).toBe("refused");
    expect(step?.refusal).toContain("sufficient funds");
    const row = await world.chargebackOf(disputeId);
    expect([row.claimedCents, row.recoveredCents]).toEqual([0, 0]);
    expect(await postingsOf(api, id)).not.toContain("transfer_reversed");
    expect((await world.auditsOf(id)).at(-1)?.action).toBe("purchase.chargeback_step_refused");
    await reverse(disputeId);
    expect((await lastStep(disputeId))?.state).toBe("owed");
    await world.runSteps();
  });

  for (const when of ["before", "after"] as const) {
    test(`happens once though the process dies right ${when} the provider is asked`, async () => {
      const { id, disputeId } = await world.lost();
      await reverse(disputeId);
      const restore = wrapPayments(money, dyingAt("createReversal", when));
      await world.runSteps();
      restore();
      expect((await lastStep(disputeId))?.state).toBe("owed");
      expect(await world.runSteps()).toBe(0);
      expect(await world.runSteps(61)).toBe(1);
      expect((await lastStep(disputeId))?.state).toBe("done");
      expect(await reversalsOf(id)).toEqual([950]);
      expect(await balancesOf(api, id)).toEqual({});
    });
  }

  test("is not postponed by an overtaken process once it is done", async () => {
    const { id, disputeId } = await world.lost();
    await reverse(disputeId);
    await money.fault({
      operation: "GET /v1/transfers/:id/reversals",
      kind: "rate_limit",
      times: 1,
    });
    await overtaken(
      money,
      "findReversal",
      () => world.runSteps(),
      () => world.runSteps(61),
    );
    expect(await lastStep(disputeId)).toMatchObject({ state: "done", dueAt: null });
    expect(await reversalsOf(id)).toEqual([950]);
  });

  test("outlives an answer that is lost, and a provider that fails", async () => {
    const { id, disputeId } = await world.lost();
    const operation = "POST /v1/transfers/:id/reversals";
    await money.fault({ operation, kind: "drop_answer", times: 4 });
    await reverse(disputeId);
    await world.runSteps();
    expect((await lastStep(disputeId))?.state).toBe("owed");
    await money.clearFaults();
    await world.runSteps(10);
    expect(await reversalsOf(id)).toEqual([950]);
    expect(await balancesOf(api, id)).toEqual({});
  });
});

test("a set-off, a reversal and write-offs at once never take more than is owed", async () => {
  for (let round = 0; round < 4; round += 1) {
    const { seller, id, disputeId } = await world.lost();
    const next = await end(money, await world.bought("pm_card_visa", seller), "released");
    const sound = (work: Promise<unknown>) => work.catch((error: Error) => error);
    await Promise.all([
      sound(reverse(disputeId, 400)),
      sound(runClock(api)),
      sound(writeOff(disputeId)),
      sound(reverse(disputeId)),
      sound(world.runSteps()),
      sound(writeOff(disputeId)),
    ]);
    await world.runSteps(61);
    await runClockOut(api);
    const row = await world.chargebackOf(disputeId);
    expect(row.claimedCents).toBe(0);
    expect(row.recoveredCents + row.writtenOffCents).toBeLessThanOrEqual(950);
    const taken = (await reversalsOf(id)).reduce((sum, cents) => sum + cents, 0);
    const { setOffCents } = await readRow(api, next);
    expect(taken + setOffCents).toBe(row.recoveredCents);
    const own = await balancesOf(api, id);
    expect(own.seller_paid ?? 0).toBe(950 - taken);
    expect((own.platform_loss ?? 0) + row.writtenOffCents).toBe(0);
    await expectExactSums(api, seller.owner);
  }
});

test("accepting the loss gives the dispute up at the provider and books it", async () => {
  const id = await world.transferred();
  const disputeId = await world.disputed(id);
  await decide(disputeId, { step: "accept_loss", reason: "The file was empty." });
  await world.runSteps();
  await world.until(id, ({ chargeback }) => chargeback === "lost");
  expect((await provider.stripe.disputes.retrieve(disputeId)).status).toBe("lost");
  expect((await world.chargebackOf(disputeId)).debtCents).toBe(950);
  const again = decide(disputeId, { step: "accept_loss", reason: "Again." });
  await expect(again).rejects.toThrow("The bank has decided: it is lost.");
});
