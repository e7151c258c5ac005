/** A seller agent's sales, earnings and payouts, and its owner's view of all of them. */
import { describe, expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { accounts, agents, dailyTotals } from "../../../db/schema/index.ts";
import { openAftermath } from "../../market/purchase/aftermath-support.ts";
import { end } from "../../market/purchase/faults.ts";
import { agentTokenOf } from "../../support/agents.ts";
import type { Json } from "../../support/api.ts";
import {
  buy,
  expectExactSums,
  feeCents,
  newPaidSeller,
  newPayingBuyer,
  offer,
  priceCents,
  runClock,
  runClockOut,
  testMoney,
} from "../../support/money.ts";
import { newSellerAgent } from "../../support/operators.ts";

const money = await testMoney({ webhooks: true });
const { api, provider } = money;
const world = openAftermath(money);
const net = priceCents - feeCents;

const get = async (agentId: string, path: string) =>
  api.send("GET", path, { token: await agentTokenOf(api, agentId) });
const itemsOf = (body: Json) => body.items as Json[];

describe("an agent's sales", () => {
  test("tell price, fee, hold and dispute of each, page by page, and nothing of the buyer", async () => {
    const seller = await newPaidSeller(api, provider);
    const ids = [
      await world.bought("pm_card_visa", seller),
      await world.bought("pm_card_visa", seller),
    ];
    await world.bought();
    const first = await get(seller.agentId, "/agent/sales?limit=1");
    expect(first.status).toBe(200);
    expect(itemsOf(first.body)).toMatchObject([
      {
        id: ids[1],
        status: "in_escrow",
        price_cents: priceCents,
        fee_cents: feeCents,
        net_cents: net,
        payable_cents: 0,
        paid_out_cents: 0,
        dispute: null,
      },
    ]);
    expect(first.text).not.toMatch(/api_key|payment_method|buyer|account_id/);
    const { next_cursor, has_more } = first.body.pagination as {
      next_cursor: string;
      has_more: boolean;
    };
    expect(has_more).toBe(true);
    const second = await get(seller.agentId, `/agent/sales?limit=1&cursor=${next_cursor}`);
    expect(itemsOf(second.body).map(({ id }) => id)).toEqual([ids[0]]);
    expect(second.body.pagination).toMatchObject({ has_more: false, next_cursor: null });
    const payouts = await get(seller.agentId, `/agent/payouts?cursor=${next_cursor}`);
    expect([payouts.status, payouts.body.code]).toEqual([400, "invalid_request"]);
  });

  test("are found by state, dataset and time", async () => {
    const seller = await newPaidSeller(api, provider);
    const id = await world.bought("pm_card_visa", seller);
    await end(money, id, "refunded");
    const ofState = async (query: string) =>
      itemsOf((await get(seller.agentId, `/agent/sales?${query}`)).body).map((sale) => sale.id);
    const [sale] = itemsOf((await get(seller.agentId, "/agent/sales")).body);
    expect(await ofState("status=refunded")).toEqual([id]);
    expect(await ofState("status=in_escrow")).toEqual([]);
    expect(await ofState(`dataset_id=${String(sale?.dataset_id)}`)).toEqual([id]);
    expect(await ofState(`since=${String(sale?.sold_at)}`)).toEqual([id]);
    expect(await ofState(`until=${String(sale?.sold_at)}`)).toEqual([]);
  });

  test("of an earlier owner are not told to the agent of a later one", async () => {
    const seller = await newPaidSeller(api, provider);
    await world.bought("pm_card_visa", seller);
    const { owner } = await newPaidSeller(api, provider);
    await api.db
      .update(agents)
      .set({ accountId: owner.accountId })
      .where(eq(agents.id, seller.agentId));
    expect(itemsOf((await get(seller.agentId, "/agent/sales")).body)).toEqual([]);
    expect((await get(seller.agentId, "/agent/earnings")).body).toMatchObject({ balances: [] });
  });
});

describe("an agent's payouts", () => {
  test("state the amount sent, its parts, and the reason for each wait", async () => {
    const seller = await newPaidSeller(api, provider, { payouts: false });
    const id = await end(money, await world.bought("pm_card_visa", seller), "released");
    await runClock(api);
    const only = async () => itemsOf((await get(seller.agentId, "/agent/payouts")).body)[0];
    expect(await only()).toMatchObject({
      id,
      status: "waiting",
      amount_cents: net,
      waits_for: { code: "payouts_not_enabled" },
    });
    const set = (change: Partial<typeof accounts.$inferInsert>) =>
      api.db.update(accounts).set(change).where(eq(accounts.id, seller.owner.accountId));
    await set({ payoutAccountId: null });
    expect(await only()).toMatchObject({ waits_for: { code: "payout_account_missing" } });
    await set({ payoutAccountId: seller.payoutAccountId, payoutsEnabledAt: new Date() });
    expect(await only()).toMatchObject({ waits_for: { code: "on_its_way" } });
    const paid = await newPaidSeller(api, provider);
    const sent = await world.transferred(paid);
    const [shown] = itemsOf((await get(paid.agentId, "/agent/payouts?status=sent")).body);
    expect(shown).toMatchObject({ id: sent, status: "sent", amount_cents: net, waits_for: null });
    expect(itemsOf((await get(paid.agentId, "/agent/payouts?status=waiting")).body)).toEqual([]);
  });

  test("are reduced by the debt of an earlier lost chargeback", async () => {
    const { seller, id } = await world.lost();
    const owed = (await get(seller.agentId, "/agent/earnings")).body.balances as Json[];
    expect(owed).toMatchObject([{ owed_back_cents: net, paid_out_cents: net }]);
    const buyer = await newPayingBuyer(api, provider);
    const dearer = await offer(api, seller, { priceCents: 3000 });
    const later = await end(money, String((await buy(api, buyer, dearer)).body.id), "released");
    await runClockOut(api);
    const [payout, lost] = itemsOf((await get(seller.agentId, "/agent/payouts")).body);
    const fee = Number(payout?.fee_cents);
    expect(payout).toMatchObject({ id: later, set_off_cents: net, amount_cents: 3000 - fee - net });
    expect(lost).toMatchObject({ id, status: "sent", reversed_cents: 0 });
    const now = (await get(seller.agentId, "/agent/earnings")).body.balances as Json[];
    expect(now).toMatchObject([{ owed_back_cents: 0 }]);
    await expectExactSums(api, seller.owner);
  });
});

describe("earnings", () => {
  test("of two agents are shown to each separately, and to their owner together", async () => {
    const seller = await newPaidSeller(api, provider);
    const other = { ...seller, agentId: await newSellerAgent(api, seller.owner) };
    await end(money, await world.bought("pm_card_visa", seller), "released");
    await world.bought("pm_card_visa", other);
    await end(money, await world.bought("pm_card_visa", other), "refunded");
    await runClockOut(api);
    const totals = async (agentId: string) =>
      ((await get(agentId, "/agent/earnings?by=day")).body.totals as Json[])[0];
    expect(await totals(seller.agentId)).toMatchObject({
      sold_cents: priceCents,
      released_cents: net,
    });
    expect(await totals(other.agentId)).toMatchObject({
      sold_cents: 2 * priceCents,
      refunded_cents: priceCents,
      released_cents: 0,
    });
    await expectExactSums(api, seller.owner);
  });

  test("by dataset come in pages that add up, of the days that were asked for", async () => {
    const seller = await newPaidSeller(api, provider);
    for (const _ of [1, 2, 3]) await world.bought("pm_card_visa", seller);
    const found: Json[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const more = cursor === "" ? "" : `&cursor=${cursor}`;
      const { body } = await get(seller.agentId, `/agent/earnings?by=dataset&limit=2${more}`);
      found.push(...itemsOf(body));
      cursor = (body.pagination as { next_cursor: string | null }).next_cursor;
    }
    expect(found.map(({ sold_cents }) => sold_cents)).toEqual([1, 2, 3].map(() => priceCents));
    expect(new Set(found.map(({ dataset }) => (dataset as Json).id)).size).toBe(3);
    const today = api.ctx.now().toISOString().slice(0, 10);
    const ended = await get(seller.agentId, `/agent/earnings?until=${today}`);
    expect(ended.body).toMatchObject({ totals: [], items: [], balances: [{ held_cents: 3000 }] });
    const wrong = await get(seller.agentId, "/agent/earnings?since=yesterday");
    expect([wrong.status, wrong.text.includes("?since")]).toEqual([400, true]);
    const yearless = await get(seller.agentId, "/agent/earnings?by=dataset&until=0000-01-01");
    expect([yearless.status, yearless.text.includes("?until")]).toEqual([400, true]);
  });

  test("are written only by the ledger's trigger", async () => {
    const change = api.db.update(dailyTotals).set({ amountCents: sql`amount_cents + 1` });
    expect(
      await change.then(
        () => "changed",
        () => "refused",
      ),
    ).toBe("refused");
    const gone = api.db.delete(dailyTotals);
    expect(
      await gone.then(
        () => "deleted",
        () => "refused",
      ),
    ).toBe("refused");
  });
});
