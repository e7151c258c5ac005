/** Concurrent drivers of one purchase, webhooks in any order, and requests that arrive too late. */
import { afterEach, describe, expect, test } from "bun:test";
import { and, eq, sql } from "drizzle-orm";
import { markPurchaseDue } from "../../../db/queries/purchases/payment-events.ts";
import { auditLog, outbox } from "../../../db/schema/index.ts";
import { settleEscrow } from "../../../market/purchase/settlement/settle-escrow.ts";
import { settlePayment } from "../../../market/purchase/settlement/settle-payment.ts";
import { settleRefund } from "../../../market/purchase/settlement/settle-refund.ts";
import { settleTransfer } from "../../../market/purchase/settlement/settle-transfer.ts";
import { openTestApi, type TestApi } from "../../support/api.ts";
import {
  balancesOf,
  buy,
  feeCents,
  heldFor,
  type Money,
  offer,
  openPurchase,
  postingsOf,
  priceCents,
  readRow,
  runClock,
  runClockOut,
  testMoney,
} from "../../support/money.ts";
import { eventually } from "../../support/stack.ts";
import { claim, dyingAt, end, overtaken, straggling, wrapPayments } from "./faults.ts";

const money = await testMoney({ webhooks: true });
const quiet = await testMoney({ webhooks: false });
afterEach(() => Promise.all([money.clearFaults(), quiet.clearFaults()]));

const six = [1, 2, 3, 4, 5, 6];

async function open({ api, seller, buyer }: Money) {
  const datasetId = await offer(api, seller);
  return openPurchase(api.ctx, buyer.operator, datasetId, { payment_method_id: buyer.cardId });
}

async function bought(world: Money): Promise<string> {
  const { api, seller, buyer } = world;
  const answer = await buy(api, buyer, await offer(api, seller));
  if (answer.status !== 201) throw new Error(answer.text);
  return String(answer.body.id);
}

async function ended(world: Money, to: "released" | "refunded") {
  return { id: await end(world, await bought(world), to) };
}

/** How often an action was recorded in the purchase's audit log. */
const countAudits = ({ api }: Money, subjectId: string, action: string) =>
  api.db.$count(auditLog, and(eq(auditLog.subjectId, subjectId), eq(auditLog.action, action)));
const countMails = ({ api }: Money, id: string) =>
  api.db.$count(outbox, sql`payload->>'purchase_id' = ${id}`);

/** Runs the clock repeatedly alongside other work, until that is over. */
const tickUntil = (api: TestApi, isOver: () => boolean) =>
  eventually(
    async () => {
      await runClock(api);
      return isOver();
    },
    { timeoutMs: 50_000, everyMs: 5 },
  );

describe("six drivers of one purchase at once", () => {
  test("charge once", async () => {
    const purchase = await open(quiet);
    const outcomes = await Promise.all(six.map(() => settlePayment(quiet.api.ctx, purchase)));
    await runClockOut(quiet.api);
    expect(outcomes.some((outcome) => outcome.purchase.state === "in_escrow")).toBe(true);
    expect(await readRow(quiet.api, purchase.id)).toMatchObject({ state: "in_escrow" });
    expect(await heldFor(quiet.provider, purchase.id)).toMatchObject({ charges: [priceCents] });
    expect(await postingsOf(quiet.api, purchase.id)).toEqual(["captured"]);
    expect(await countAudits(quiet, purchase.id, "purchase.paid")).toBe(1);
    expect(await countMails(quiet, purchase.id)).toBe(2);
  });

  test("transfer once", async () => {
    const id = await end(quiet, await bought(quiet), "released");
    const row = await readRow(quiet.api, id);
    await Promise.all(six.map(() => settleTransfer(quiet.api.ctx, row)));
    await runClockOut(quiet.api);
    const held = await heldFor(quiet.provider, id);
    expect(held.transfers).toEqual([priceCents - feeCents]);
    expect(await countAudits(quiet, id, "purchase.transferred")).toBe(1);
  });

  test("refund once", async () => {
    const id = await end(quiet, await bought(quiet), "refunded");
    const row = await readRow(quiet.api, id);
    await Promise.all(six.map(() => settleRefund(quiet.api.ctx, row)));
    await runClockOut(quiet.api);
    expect(await heldFor(quiet.provider, id)).toMatchObject({ refunds: [priceCents] });
    expect(await countAudits(quiet, id, "purchase.refund_paid")).toBe(1);
    expect(await balancesOf(quiet.api, id)).toEqual({});
  });

  test("processes that each made an intent confirm the same one, and charge once", async () => {
    const purchase = await open(quiet);
    const drivers = six.map((keyGeneration) => ({ ...purchase, keyGeneration }));
    let madeCount = 0;
    const allMade = Promise.withResolvers<void>();
    const restore = wrapPayments(quiet, (payments) => ({
      ...payments,
      async createIntent(...given) {
        const answer = await payments.createIntent(...given);
        madeCount += 1;
        if (madeCount === drivers.length) allMade.resolve();
        await allMade.promise;
        return answer;
      },
    }));
    await Promise.all(drivers.map((seen) => settlePayment(quiet.api.ctx, seen)));
    restore();
    expect(madeCount).toBe(drivers.length);
    await runClockOut(quiet.api);
    expect(await readRow(quiet.api, purchase.id)).toMatchObject({ state: "in_escrow" });
    expect(await heldFor(quiet.provider, purchase.id)).toMatchObject({ charges: [priceCents] });
  });

  test("whose intent came second confirm the one that the row names", async () => {
    const purchase = await open(quiet);
    const { ctx } = quiet.api;
    const restore = wrapPayments(quiet, (payments) => ({
      ...payments,
      async createIntent(...given) {
        const second = await payments.createIntent(...given);
        const late = { kind: "unknown", code: "late", detail: "Late.", answered: false } as const;
        const first = { ...ctx, payments: { ...payments, confirmIntent: async () => late } };
        await settlePayment(first, { ...purchase, keyGeneration: 1 });
        return second;
      },
    }));
    await settlePayment(ctx, purchase);
    restore();
    const { state, paymentIntentId } = await readRow(quiet.api, purchase.id);
    expect(state).toBe("in_escrow");
    const named = await quiet.provider.stripe.paymentIntents.retrieve(String(paymentIntentId));
    expect(named.status).toBe("succeeded");
    expect(await heldFor(quiet.provider, purchase.id)).toMatchObject({ charges: [priceCents] });
  });
});

test("two processes of the API and two clocks bring twenty buys to their end, each once", async () => {
  const { api, provider, buyer, seller } = money;
  const second = await openTestApi({
    DATABASE_URL: api.databaseUrl,
    STRIPE_API_BASE_URL: provider.url,
    STRIPE_SECRET_KEY: provider.secretKey,
    STRIPE_WEBHOOK_SECRET: provider.webhookSecret,
  });
  let isOver = false;
  const clocks = [api, second].map((one) => tickUntil(one, () => isOver));
  const datasets = await Promise.all(Array.from({ length: 20 }, () => offer(api, seller)));
  const answers = await Promise.all(
    datasets.flatMap((datasetId) => [api, second].map((one) => buy(one, buyer, datasetId))),
  );
  const ids = answers.flatMap(({ status, body }) => (status === 201 ? [String(body.id)] : []));
  expect(ids).toHaveLength(20);
  await Promise.all(
    ids.map((id) => api.send("POST", `/purchases/${id}/confirm`, { token: buyer.token })),
  );
  await eventually(async () => {
    const rows = await Promise.all(ids.map((id) => readRow(api, id)));
    return rows.every((row) => row.transferredAt !== null);
  });
  isOver = true;
  await Promise.all(clocks);
  for (const id of ids) {
    const held = await heldFor(provider, id);
    expect(held).toMatchObject({ charges: [priceCents], transfers: [priceCents - feeCents] });
    expect(await postingsOf(api, id)).toEqual(["captured", "released", "transferred"]);
  }
  await second.close();
});

describe("webhooks that come", () => {
  const kinds = [
    "webhook_before_answer",
    "webhook_twice",
    "webhook_late",
    "webhooks_reversed",
    "webhook_dropped",
  ];
  for (const kind of kinds) {
    test(`${kind}: charge, transfer and refund happen once each, next to a running clock`, async () => {
      await money.fault({ kind, operation: "*", times: 1000, delay_ms: 150 });
      let isOver = false;
      const clock = tickUntil(money.api, () => isOver);
      const [kept, returned] = await Promise.all([bought(money), bought(money)]);
      await end(money, kept, "released");
      await end(money, returned, "refunded");
      await eventually(async () => {
        const rows = [await readRow(money.api, kept), await readRow(money.api, returned)];
        return rows[0]?.transferredAt !== null && rows[1]?.refundPaidAt !== null;
      });
      isOver = true;
      await clock;
      await runClockOut(money.api);
      const sold = await heldFor(money.provider, kept);
      expect(sold).toMatchObject({ charges: [1000], refunds: [], transfers: [950] });
      const back = await heldFor(money.provider, returned);
      expect(back).toMatchObject({ charges: [1000], refunds: [1000], transfers: [] });
      expect(await countAudits(money, kept, "purchase.paid")).toBe(1);
      expect(await countMails(money, kept)).toBe(3);
    });
  }

  test("by themselves, without anybody waiting, bring a payment on whose process died", async () => {
    const restore = wrapPayments(money, dyingAt("confirmIntent", "after"));
    const { api, buyer, seller } = money;
    const answer = await buy(api, buyer, await offer(api, seller));
    restore();
    expect(answer.body.status).toBe("payment_pending");
    expect(answer.headers.get("retry-after")).not.toBeNull();
    const id = String(answer.body.id);
    // No time passes: only the webhook has made it due before its lease ends.
    await eventually(async () => {
      await runClock(api);
      return (await readRow(api, id)).state === "in_escrow";
    });
  });

  test("while a driver looks are not lost: it is due for another look", async () => {
    const id = await bought(quiet);
    const { api } = quiet;
    const row = await readRow(api, id);
    const noticed = new Date(Date.now() + 1000);
    const restore = wrapPayments(quiet, (payments) => ({
      ...payments,
      async readIntent(intentId) {
        const answer = await payments.readIntent(intentId);
        const keys = { paymentIntentId: intentId, purchaseId: null };
        await markPurchaseDue(api.db, keys, { now: noticed, isEnded: false, isPaid: false });
        return answer;
      },
    }));
    await settleEscrow(api.ctx, row);
    restore();
    expect((await readRow(api, id)).settleDueAt).toEqual(noticed);
    await runClockOut(api);
  });
});

describe("a webhook that comes while the provider's last answer is on its way is looked at after", () => {
  const declined = { kind: "card_declined", operation: "POST /v1/payment_intents/:id/confirm" };
  const ways = [
    ["the charge", "confirmIntent", settlePayment, open],
    ["the decline", "confirmIntent", settlePayment, open],
    ["the transfer", "createTransfer", settleTransfer, (world: Money) => ended(world, "released")],
    ["the refund", "createRefund", settleRefund, (world: Money) => ended(world, "refunded")],
  ] as const;
  for (const [what, call, settle, prepare] of ways) {
    test(what, async () => {
      const { id } = await prepare(quiet);
      const seen = await claim(quiet, id);
      const noticed = new Date(Date.now() + 1000);
      if (what === "the decline") await quiet.fault({ ...declined, times: 1 });
      const tell = () =>
        markPurchaseDue(
          quiet.api.db,
          { purchaseId: id, paymentIntentId: null },
          { now: noticed, isEnded: true, isPaid: false },
        );
      await overtaken(quiet, call, () => settle(quiet.api.ctx, seen), tell);
      const row = await readRow(quiet.api, id);
      const isOver = row.state === "payment_failed" || row.paidAt !== null;
      expect([isOver, row.settleDueAt !== null && row.settleDueAt <= noticed]).toEqual([
        true,
        true,
      ]);
      await runClockOut(quiet.api);
    });
  }
});

test("money goes to no seller while a webhook tells of something that nobody has looked at", async () => {
  const { id } = await ended(quiet, "released");
  const seen = await claim(quiet, id);
  const now = new Date();
  const keys = { purchaseId: id, paymentIntentId: null };
  await overtaken(
    quiet,
    "readIntent",
    () => settleTransfer(quiet.api.ctx, seen),
    () => markPurchaseDue(quiet.api.db, keys, { now, isEnded: true, isPaid: false }),
  );
  expect((await heldFor(quiet.provider, id)).transfers).toEqual([]);
  await runClock(quiet.api);
  expect((await heldFor(quiet.provider, id)).transfers).toEqual([priceCents - feeCents]);
});

describe("a request that reaches the provider late", () => {
  test("to confirm: charges nobody once the payment has expired", async () => {
    const { api, provider, buyer, seller } = quiet;
    const late = straggling("confirmIntent");
    const restore = wrapPayments(quiet, late.wrap);
    const { body } = await buy(api, buyer, await offer(api, seller));
    restore();
    const id = String(body.id);
    await runClock(api, 25 * 3600);
    expect((await readRow(api, id)).state).toBe("expired");
    await late.arrive();
    expect(await heldFor(provider, id)).toMatchObject({ charges: [] });
    expect(await balancesOf(api, id)).toEqual({});
  });

  test("to make the intent: charges nobody once the payment has expired", async () => {
    const { api, provider, buyer, seller } = quiet;
    const late = straggling("createIntent");
    const restore = wrapPayments(quiet, late.wrap);
    const { body } = await buy(api, buyer, await offer(api, seller));
    restore();
    const id = String(body.id);
    await runClock(api, 25 * 3600);
    expect(await readRow(api, id)).toMatchObject({ state: "expired", paymentIntentId: null });
    await late.arrive();
    expect(await heldFor(provider, id)).toMatchObject({ charges: [] });
    const again = await buy(api, buyer, String(body.dataset_id));
    expect(again.body.status).toBe("in_escrow");
  });

  test("to cancel: the payment that won stays paid", async () => {
    const { api, provider, buyer, seller } = quiet;
    const restore = wrapPayments(quiet, dyingAt("confirmIntent", "after"));
    const { body } = await buy(api, buyer, await offer(api, seller));
    restore();
    const id = String(body.id);
    await runClock(api, 25 * 3600);
    expect((await readRow(api, id)).state).toBe("in_escrow");
    const intentId = String((await readRow(api, id)).paymentIntentId);
    expect(await api.ctx.payments.cancelIntent(intentId)).toMatchObject({
      kind: "ok",
      value: { status: "succeeded" },
    });
    expect(await heldFor(provider, id)).toMatchObject({ charges: [priceCents] });
  });
});

test("no transaction is open while the provider is asked for anything", async () => {
  const { api } = quiet;
  const open: string[] = [];
  let asked = 0;
  const restore = wrapPayments(
    quiet,
    (payments) =>
      new Proxy(payments, {
        get(target, name, receiver) {
          const value = Reflect.get(target, name, receiver);
          if (typeof value !== "function") return value;
          return async (...given: unknown[]) => {
            asked += 1;
            const rows = await api.db.execute<{ query: string }>(
              sql`select query from pg_stat_activity where datname = current_database()
              and pid <> pg_backend_pid() and state like 'idle in transaction%'`,
            );
            open.push(...rows.map((row) => `${String(name)} during ${row.query}`));
            return value.apply(target, given);
          };
        },
      }),
  );
  // One after the other, because concurrent drivers have separate transactions.
  const ids = [await bought(quiet), await bought(quiet), await bought(quiet)] as const;
  await end(quiet, ids[0], "released");
  await settleTransfer(api.ctx, await readRow(api, ids[0]));
  await end(quiet, ids[1], "refunded");
  await settleRefund(api.ctx, await readRow(api, ids[1]));
  await settleEscrow(api.ctx, await readRow(api, ids[2]));
  restore();
  expect((await readRow(api, ids[0])).transferredAt).not.toBeNull();
  expect((await readRow(api, ids[1])).refundPaidAt).not.toBeNull();
  expect(asked).toBeGreaterThanOrEqual(12);
  expect(open).toEqual([]);
});

test("a purchase that cannot be settled keeps no other waiting", async () => {
  const { api } = quiet;
  const ids = [await bought(quiet), await bought(quiet), await bought(quiet)];
  for (const id of ids) await end(quiet, id, "released");
  const [broken, ...others] = ids;
  const restore = wrapPayments(quiet, (payments) => ({
    ...payments,
    findTransfer(of) {
      if (of.purchaseId === broken) throw new Error("this one alone");
      return payments.findTransfer(of);
    },
  }));
  await runClock(api);
  restore();
  for (const id of others) expect((await readRow(api, id)).transferredAt).not.toBeNull();
  expect((await readRow(api, String(broken))).transferredAt).toBeNull();
  await runClockOut(api);
  expect((await readRow(api, String(broken))).transferredAt).not.toBeNull();
});
