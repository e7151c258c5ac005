/**
 * Reconciliation runs: one at a time, resumed after an interruption, none skipped, and none clean
 * before everything was read.
 */
import { beforeEach, expect, test } from "bun:test";
import { and, eq, ne, sql } from "drizzle-orm";
import {
  changeRun,
  claimRun,
  insertRuns,
  restartRun,
} from "../../../db/queries/reconciliation/runs.ts";
import {
  ledgerEntries,
  providerTransactions,
  reconciliationRuns,
} from "../../../db/schema/index.ts";
import type { Context } from "../../../market/context.ts";
import { postProviderFees } from "../../../market/reconciliation/post-provider-fees.ts";
import { reconcileDueDays } from "../../../market/reconciliation/reconcile-due-days.ts";
import { dayBefore, dayOf } from "../../../market/reconciliation/rules.ts";
import type { Payments } from "../../../platform/payments/port.ts";
import { dayMs } from "../../../platform/time.ts";
import { silentLog } from "../../support/log-lines.ts";
import {
  expectExactSums,
  newPaidSeller,
  readRow,
  runClock,
  testMoney,
} from "../../support/money.ts";
import { offSession, saveCard } from "../../support/stripe.ts";
import { end } from "../purchase/faults.ts";
import {
  bought,
  later,
  openFindings,
  reconcile,
  runsOf,
  secondsUntilTomorrow,
  transferred,
} from "./books.ts";

const money = await testMoney({ webhooks: false });
const { api } = money;
const log = silentLog;

/** The provider's pages, two rows each, with an action before each page. */
function inPages(before: (page: number) => Promise<void> | void): Payments {
  let page = 0;
  return {
    ...api.ctx.payments,
    async listTransactions({ from, to, after }) {
      page += 1;
      await before(page);
      const created = { gte: Math.floor(from.getTime() / 1000), lt: to.getTime() / 1000 };
      const start = after === null ? {} : { starting_after: after };
      const { data } = await money.provider.stripe.balanceTransactions.list({
        created,
        limit: 2,
        ...start,
      });
      const all = await api.ctx.payments.listTransactions({ from, to, after });
      if (all.kind !== "ok") return all;
      const items = all.value.items.slice(0, data.length);
      const isLast = all.value.items.length <= data.length;
      return { kind: "ok", value: { items, next: isLast ? null : String(items.at(-1)?.id) } };
    },
  };
}

const away = { kind: "unknown", code: "away", detail: "nobody answers", answered: false } as const;

beforeEach(async () => {
  await reconcile(money);
});

async function restart(ctx: Context): Promise<void> {
  for (const { day } of await runsOf(money)) await restartRun(api.db, day, ctx.now());
}

const pass = (ctx: Context) => reconcileDueDays({ ctx, log });

test("while the provider is away a day is failed and tried again, never clean", async () => {
  await bought(money);
  const ctx = later(money);
  await restart(ctx);
  const payments = { ...ctx.payments, listTransactions: async () => away };
  await pass({ ...ctx, payments });
  const [first] = await runsOf(money);
  expect(first).toMatchObject({ state: "failed", attempts: 1, isRead: false });
  expect(first?.failure).toContain("nobody answers");
  expect(await pass(ctx)).toBe(0);
  const inAnHour = { ...ctx, now: () => new Date(ctx.now().getTime() + 3_600_000) };
  expect(await pass(inAnHour)).toBeGreaterThan(0);
  expect((await runsOf(money)).every(({ state }) => state === "done")).toBe(true);
  expect(await openFindings(money)).toEqual([]);
});

test("a provider that goes away between two pages leaves the day failed where it was", async () => {
  for (let sale = 0; sale < 4; sale += 1) await bought(money);
  const ctx = later(money);
  await restart(ctx);
  let asked = 0;
  const pages = inPages(() => {
    asked += 1;
  });
  const payments: Payments = {
    ...pages,
    listTransactions: (of) => (asked >= 2 ? Promise.resolve(away) : pages.listTransactions(of)),
  };
  await pass({ ...ctx, payments });
  const [failed] = await runsOf(money);
  expect(failed).toMatchObject({ state: "failed", isRead: false, transactions: 4 });
  expect(failed?.cursor).toStartWith("txn_");
  await restartFailed(ctx);
  await pass({ ...ctx, payments: inPages(() => {}) });
  const [done] = await runsOf(money);
  expect(done?.state).toBe("done");
  expect(await openFindings(money)).toEqual([]);
});

async function restartFailed(ctx: Context): Promise<void> {
  await api.db
    .update(reconciliationRuns)
    .set({ dueAt: ctx.now() })
    .where(eq(reconciliationRuns.state, "failed"));
}

test("a run whose process died half-way is continued by another once its lease is over", async () => {
  for (let sale = 0; sale < 4; sale += 1) await bought(money);
  const ctx = later(money);
  await restart(ctx);
  const dying = inPages((page) => {
    // Like a killed process: it never answers.
    if (page === 3) return new Promise(() => {});
  });
  const dead = pass({ ...ctx, payments: dying });
  await until(async () => (await runsOf(money)).some((run) => run.transactions >= 4));
  expect(await pass(ctx)).toBe(0);
  const [held] = await runsOf(money);
  expect(held?.state).toBe("running");
  const afterLease = { ...ctx, now: () => new Date(ctx.now().getTime() + 121_000) };
  let pages = 0;
  const counting = inPages(() => {
    pages += 1;
  });
  await pass({ ...afterLease, payments: counting });
  const [done] = await runsOf(money);
  expect(done?.state).toBe("done");
  const read = await api.db.$count(providerTransactions);
  expect(pages).toBeLessThan(Math.ceil(read / 2));
  expect(await openFindings(money)).toEqual([]);
  void dead;
});

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await Bun.sleep(10);
}

test("a process that lost its lease writes nothing more", async () => {
  const ctx = later(money);
  await restart(ctx);
  const [now, holder] = [ctx.now(), crypto.randomUUID()];
  const held = await claimRun(api.db, { now, leaseUntil: now, holder });
  if (held === null) throw new Error("nothing was due");
  const other = crypto.randomUUID();
  const at = new Date(now.getTime() + 1);
  const taken = await claimRun(api.db, { now: at, leaseUntil: at, holder: other });
  expect(taken?.id).toBe(held.id);
  expect(await changeRun(api.db, { id: held.id, holder }, { cursor: "txn_late" })).toBe(false);
  expect(await changeRun(api.db, { id: held.id, holder: other }, { state: "due" })).toBe(true);
});

test("however many clocks run at once, each day is read once, one day at a time", async () => {
  const ctx = later(money, 4);
  await bought(money);
  const windows: string[] = [];
  let running = 0;
  const payments: Payments = {
    ...ctx.payments,
    async listTransactions(of) {
      running += 1;
      expect(running).toBe(1);
      windows.push(of.to.toISOString());
      const answer = await api.ctx.payments.listTransactions(of);
      running -= 1;
      return answer;
    },
  };
  const clocks = Array.from({ length: 6 }, () => pass({ ...ctx, payments }));
  await Promise.all(clocks);
  while ((await pass({ ...ctx, payments })) > 0);
  expect(new Set(windows).size).toBe(windows.length);
  expect(windows).toHaveLength(3);
  const days = (await runsOf(money)).map(({ day, state }) => [day, state]);
  expect(new Set(days.map(([, state]) => state))).toEqual(new Set(["done"]));
  expect(days.at(-1)?.[0]).toBe(dayBefore(dayOf(ctx.now())));
  await api.db.delete(reconciliationRuns).where(ne(reconciliationRuns.day, dayOf(new Date())));
});

test("each fee is posted once under concurrency, and no seller's figure changes", async () => {
  const seller = await newPaidSeller(api, money.provider);
  const id = await transferred({ ...money, seller });
  const other = await transferred({ ...money, seller });
  await reconcile(money);
  await expectExactSums(api, seller.owner);
  await api.db.update(providerTransactions).set({ isFeePosted: false });
  await Promise.all(Array.from({ length: 4 }, () => postProviderFees(api.ctx)));
  for (const purchaseId of [id, other]) {
    const { currency } = await readRow(api, purchaseId);
    const rows = await api.db
      .select({ account: ledgerEntries.account, cents: sql`sum(amount_cents)`.mapWith(Number) })
      .from(ledgerEntries)
      .where(
        and(eq(ledgerEntries.purchaseId, purchaseId), eq(ledgerEntries.posting, "provider_fee")),
      )
      .groupBy(ledgerEntries.account)
      .orderBy(ledgerEntries.account);
    expect(currency).toBe("usd");
    expect(rows).toEqual([
      { account: "platform_funds", cents: -59 },
      { account: "provider_fees", cents: 59 },
    ]);
  }
  await expectExactSums(api, seller.owner);
});

test("a day whose day before nobody has read takes what that one left", async () => {
  const id = await end(money, await bought(money), "released");
  // The provider dates the transfer today, the ledger tomorrow.
  await runClock(api, secondsUntilTomorrow);
  await reconcile(money, 2);
  expect(await openFindings(money)).toEqual([]);
  await api.db.delete(reconciliationRuns);
  await api.db.delete(providerTransactions);
  const ctx = later(money, 2);
  await insertRuns(api.db, [dayBefore(dayOf(ctx.now()))], ctx.now());
  await pass(ctx);
  expect(await runsOf(money)).toMatchObject([{ state: "done" }]);
  expect(await openFindings(money)).toEqual([]);
  const ofPurchase = eq(providerTransactions.purchaseId, id);
  expect(await api.db.$count(providerTransactions, ofPurchase)).toBe(2);
  await api.db.delete(reconciliationRuns);
});

test("a movement that appears after the day's run is judged by the next run", async () => {
  const stripe = money.provider.stripe;
  await stripe.paymentIntents.create({ ...offSession, ...(await saveCard(stripe)), amount: 700 });
  const hidden = (await stripe.balanceTransactions.list({ limit: 1 })).data[0];
  const today = later(money);
  await restart(today);
  const blind: Payments = {
    ...today.payments,
    async listTransactions(of) {
      const answer = await api.ctx.payments.listTransactions(of);
      if (answer.kind !== "ok") return answer;
      const items = answer.value.items.filter(({ id }) => id !== hidden?.id);
      return { ...answer, value: { ...answer.value, items } };
    },
  };
  await pass({ ...today, payments: blind });
  expect(await openFindings(money)).toEqual([]);
  const next = later(money, 2);
  // As in the last hour of its day: the next day's window begins before it.
  const early: Payments = {
    ...next.payments,
    listTransactions: (of) =>
      api.ctx.payments.listTransactions({ ...of, from: new Date(of.from.getTime() - dayMs) }),
  };
  await pass({ ...next, payments: early });
  const found = await openFindings(money);
  expect(found.map(({ kind, reference }) => [kind, reference])).toEqual([
    ["charge_unknown", String(hidden?.id)],
  ]);
});
