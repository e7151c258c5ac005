/** The server enforces budgets to the cent, however many calls come at once. */
import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { lockPurchase } from "../../../db/queries/purchases/purchases.ts";
import { apiKeys, purchases } from "../../../db/schema/index.ts";
import type { BudgetPeriod } from "../../../db/vocabulary/account.ts";
import { refundToBuyer } from "../../../market/purchase/settlement/end-escrow.ts";
import { settler } from "../../../market/purchase/settlement/outcome.ts";
import {
  buy,
  type MoneyBuyer,
  newPayingBuyer,
  offer,
  runClockOut,
  testMoney,
} from "../../support/money.ts";
import { newKey } from "../../support/operators.ts";

const money = await testMoney();

const limited = (budgetCents: number, budgetPeriod: BudgetPeriod = "total") =>
  newPayingBuyer(money.api, money.provider, {
    key: { budget_cents: budgetCents, budget_period: budgetPeriod },
  });

async function spentBy(apiKeyId: string): Promise<number> {
  const rows = await money.api.db.select().from(purchases).where(eq(purchases.apiKeyId, apiKeyId));
  const counted = ["payment_pending", "in_escrow", "disputed", "released"];
  return rows
    .filter((row) => counted.includes(row.state))
    .reduce((total, row) => total + row.priceCents, 0);
}

const offers = (prices: number[]) =>
  Promise.all(prices.map((priceCents) => offer(money.api, money.seller, { priceCents })));

describe("parallel buys", () => {
  test("by ten keys never exceed a budget by a cent, and use all of it", async () => {
    const { api, provider } = money;
    const budgetCents = 1000;
    const buyer = await newPayingBuyer(api, provider);
    const key = { budget_cents: budgetCents, budget_period: "day" as const };
    const keys = await Promise.all(Array.from({ length: 10 }, () => newKey(api, buyer.owner, key)));
    // Each key tries seven datasets at 300 cents: three of them fit.
    const calls = await Promise.all(
      keys.map(async ({ secret: token }) => {
        const datasets = await offers(Array.from({ length: 7 }, () => 300));
        return datasets.map((datasetId) => ({ token, datasetId }));
      }),
    );
    const answers = await Promise.all(
      calls.flat().map(({ token, datasetId }) => buy(api, { ...buyer, token }, datasetId)),
    );
    for (const { key } of keys) expect(await spentBy(key.id)).toBe(900);
    const refused = answers.filter((answer) => answer.status !== 201);
    expect(refused).toHaveLength(40);
    for (const answer of refused) {
      expect([answer.status, answer.body.code]).toEqual([402, "spend_limit_exceeded"]);
    }
  });

  test("reach the exact budget, and not one cent more", async () => {
    const { api } = money;
    const buyer = await limited(1000);
    const answers = await Promise.all(
      (await offers(Array.from({ length: 12 }, () => 125))).map((id) => buy(api, buyer, id)),
    );
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(8);
    expect(await spentBy(buyer.operator.apiKeyId)).toBe(1000);
    const [cheapest] = await offers([50]);
    expect((await buy(api, buyer, String(cheapest))).body.code).toBe("spend_limit_exceeded");
  });

  test("of mixed prices keep the budget at every moment", async () => {
    const { api } = money;
    const buyer = await limited(5000);
    const prices = Array.from({ length: 30 }, (_, index) => 50 + ((index * 397) % 900));
    const ids = await offers(prices);
    await Promise.all(ids.map((id) => buy(api, buyer, id)));
    const spent = await spentBy(buyer.operator.apiKeyId);
    expect(spent).toBeLessThanOrEqual(5000);
    // Refused purchases would not fit at the end either, so no refusal came merely from a conflict.
    const rows = await api.db
      .select()
      .from(purchases)
      .where(eq(purchases.apiKeyId, buyer.operator.apiKeyId));
    const bought = new Set(rows.map((row) => row.listingId));
    const left = ids.flatMap((id, at) => (bought.has(id) ? [] : [prices[at] ?? 0]));
    for (const price of left) expect(price).toBeGreaterThan(5000 - spent);
  });
});

describe("a budget is given back", () => {
  test("by a payment that fails", async () => {
    const { api, provider } = money;
    const key = { budget_cents: 1000, budget_period: "total" as const };
    const card = "pm_card_chargeCustomerFail";
    const buyer = await newPayingBuyer(api, provider, { card, key });
    const [first, second] = await offers([1000, 1000]);
    expect((await buy(api, buyer, String(first))).body.code).toBe("payment_declined");
    expect((await buy(api, buyer, String(second))).body.code).toBe("payment_declined");
    expect(await spentBy(buyer.operator.apiKeyId)).toBe(0);
  });

  test("by a refund, and not by a dispute", async () => {
    const { api } = money;
    const buyer = await limited(1000);
    const [first, second] = await offers([1000, 1000]);
    const { body } = await buy(api, buyer, String(first));
    const path = `/purchases/${body.id}/dispute`;
    const dispute = { reason: "other", detail: "It is empty." };
    await api.send("POST", path, { token: buyer.token, body: dispute });
    expect((await buy(api, buyer, String(second))).body.code).toBe("spend_limit_exceeded");
    await refund(String(body.id));
    expect((await buy(api, buyer, String(second))).status).toBe(201);
    await runClockOut(api);
  });

  async function refund(purchaseId: string) {
    const now = money.api.ctx.now();
    await money.api.db.transaction(async (tx) => {
      const purchase = await lockPurchase(tx, purchaseId);
      if (purchase === null) throw new Error("no purchase");
      await refundToBuyer(tx, purchase, { actor: settler, cause: "dispute_resolved", now });
    });
  }
});

describe("a budget's window", () => {
  const day = 86_400_000;
  const at = (iso: string) => new Date(iso).getTime() - Date.now();
  // A Wednesday at noon, and when the next window of each period begins.
  const noon = "2027-03-10T12:00:00Z";
  const cases: [BudgetPeriod, last: string, next: string | null][] = [
    ["day", "2027-03-10T23:59:58Z", "2027-03-11T00:00:01Z"],
    ["week", "2027-03-14T23:59:58Z", "2027-03-15T00:00:01Z"],
    ["month", "2027-03-31T23:59:58Z", "2027-04-01T00:00:01Z"],
    ["total", "2036-03-10T12:00:00Z", null],
  ];
  for (const [period, last, next] of cases) {
    test(`of a ${period} is full until ${last}${next === null ? "" : " and again after it"}`, async () => {
      const { api } = money;
      const buyer = await limited(1000, period);
      const [first, second, third] = await offers([1000, 50, 1000]);
      try {
        await buyAt(noon, buyer, first, 201);
        await buyAt(last, buyer, second, 402);
        if (next !== null) await buyAt(next, buyer, third, 201);
      } finally {
        api.clock.skewMs = 0;
      }
    });
  }

  async function buyAt(
    time: string,
    buyer: MoneyBuyer,
    datasetId: string | undefined,
    status: number,
  ): Promise<void> {
    money.api.clock.skewMs = at(time);
    const answer = await buy(money.api, buyer, String(datasetId));
    expect([answer.status, time]).toEqual([status, time]);
  }

  test("is not stretched by a process whose clock is a day ahead", async () => {
    const { api } = money;
    const buyer = await limited(1000, "day");
    const [first, second] = await offers([1000, 1000]);
    api.clock.skewMs = day;
    expect((await buy(api, buyer, String(first))).status).toBe(201);
    api.clock.skewMs = 0;
    expect((await buy(api, buyer, String(second))).status).toBe(402);
  });
});

test("a key that is revoked while its buys wait buys nothing more", async () => {
  const { api } = money;
  const buyer = await newPayingBuyer(api, money.provider);
  const ids = await offers(Array.from({ length: 10 }, () => 300));
  const buying = Promise.all(ids.map((id) => buy(api, buyer, id)));
  const revokedAt = api.ctx.now();
  await api.db.update(apiKeys).set({ revokedAt }).where(eq(apiKeys.id, buyer.operator.apiKeyId));
  const answers = await buying;
  for (const answer of answers) expect([201, 401]).toContain(answer.status);
  const [late] = await offers([300]);
  expect((await buy(api, buyer, String(late))).body.code).toBe("token_revoked");
});
