/** Cards: added on the provider's page, chosen and removed here; the provider is the stand-in. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { holdCard } from "../../../db/queries/accounts/payment-methods.ts";
import { accounts, paymentMethods, paymentSetups } from "../../../db/schema/index.ts";
import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import { finishDuePaymentSetups } from "../../../market/account/finish-due-payment-setups.ts";
import { finishPaymentSetup } from "../../../market/account/finish-payment-setup.ts";
import { listPaymentMethods } from "../../../market/account/read.ts";
import { removePaymentMethod } from "../../../market/account/remove-payment-method.ts";
import { setDefaultPaymentMethod } from "../../../market/account/set-default-payment-method.ts";
import { startPaymentSetup } from "../../../market/account/start-payment-setup.ts";
import { testApi } from "../../support/api.ts";
import { silentLog } from "../../support/log-lines.ts";
import {
  auditOfAccount,
  callsWith,
  insertPurchase,
  newCard,
  newKey,
  newOwner,
  newSeller,
  readAccount,
  refusalOf,
  sharedProvider,
} from "../../support/operators.ts";
import { eventually } from "../../support/stack.ts";
import { submit } from "../../support/stripe.ts";

const api = await testApi();
const provider = await sharedProvider();
afterEach(() => provider.back());

const addresses = {
  successUrl: "http://localhost/account/cards?visit={CHECKOUT_SESSION_ID}",
  cancelUrl: "http://localhost/account/cards",
};
const minuteMs = 60_000;

const start = (owner: OwnerActor) => startPaymentSetup(api.ctx, owner, addresses);
const finish = (owner: OwnerActor, setupId: string) => finishPaymentSetup(api.ctx, owner, setupId);
const clock = (ms = 0) => {
  const now = () => new Date(Date.now() + ms);
  return finishDuePaymentSetups({ ctx: { ...api.ctx, now }, log: silentLog });
};

/** Chooses a test card on the provider's page, as a person would. */
async function choose(url: string, card = "pm_card_visa"): Promise<string> {
  const answer = await submit(url, { payment_method: card });
  if (answer.status !== 303) throw new Error(`the page answered ${answer.status}`);
  return answer.headers.get("location") ?? "";
}

async function addCard(owner: OwnerActor, card = "pm_card_visa"): Promise<string> {
  const { setupId, url } = await start(owner);
  await choose(url, card);
  const outcome = await finish(owner, setupId);
  if (outcome.status !== "added") throw new Error(`the visit is ${outcome.status}`);
  return outcome.card.id;
}

async function readSetup(setupId: string) {
  const [row] = await api.db.select().from(paymentSetups).where(eq(paymentSetups.id, setupId));
  return row;
}

describe("adding a card", () => {
  test("puts the visit on record before the browser leaves, then keeps the card as the default", async () => {
    const owner = await newOwner(api);
    const { setupId, url } = await start(owner);
    expect(await readSetup(setupId)).toMatchObject({ accountId: owner.accountId, endedAt: null });
    expect(await finish(owner, setupId)).toEqual({ status: "open" });
    expect(await choose(url)).toBe(`http://localhost/account/cards?visit=${setupId}`);
    const outcome = await finish(owner, setupId);
    expect(outcome).toMatchObject({ status: "added", card: { brand: "visa", last4: "4242" } });
    const cards = await listPaymentMethods(api.ctx, owner);
    expect(cards).toMatchObject([{ isDefault: true, accountId: owner.accountId }]);
    expect(await auditOfAccount(api, owner)).toEqual([
      "owner account.customer_created",
      "owner account.payment_method_added",
    ]);
  });

  test("a second card does not become the default", async () => {
    const owner = await newOwner(api);
    const first = await addCard(owner);
    const second = await addCard(owner, "pm_card_mastercard");
    const cards = await listPaymentMethods(api.ctx, owner);
    expect(cards.map(({ id, isDefault }) => [id, isDefault])).toEqual([
      [first, true],
      [second, false],
    ]);
  });

  test("two first visits started at once belong to one customer", async () => {
    const owner = await newOwner(api);
    const visits = await Promise.all([start(owner), start(owner), start(owner)]);
    const { customerId } = await readAccount(api, owner);
    for (const { setupId } of visits) {
      expect((await provider.stripe.checkout.sessions.retrieve(setupId)).customer).toBe(customerId);
    }
    expect(await auditOfAccount(api, owner)).toEqual(["owner account.customer_created"]);
  });

  test("finished by the browser twice and the clock at once adds one card, with one audit row", async () => {
    const owner = await newOwner(api);
    const { setupId, url } = await start(owner);
    await choose(url);
    const outcomes = await Promise.all([
      finish(owner, setupId),
      finish(owner, setupId),
      clock(31 * minuteMs),
    ]);
    expect(await listPaymentMethods(api.ctx, owner)).toHaveLength(1);
    const added = (await auditOfAccount(api, owner)).filter((entry) =>
      entry.endsWith("method_added"),
    );
    expect(added).toHaveLength(1);
    expect(outcomes.slice(0, 2)).not.toContainEqual({ status: "open" });
    expect(await finish(owner, setupId)).toEqual({ status: "finished" });
  });

  test("another account's visit, and one that never was, are refused alike", async () => {
    const owner = await newOwner(api);
    const { setupId, url } = await start(owner);
    await choose(url);
    const stranger = await newOwner(api);
    for (const id of [setupId, "cs_test_unknown", ""]) {
      expect((await refusalOf(finish(stranger, id))).code).toBe("payment_method_unknown");
    }
    expect(await listPaymentMethods(api.ctx, stranger)).toEqual([]);
    expect((await readSetup(setupId))?.endedAt).toBeNull();
  });

  test("a visit that the provider has closed ends without a card", async () => {
    const owner = await newOwner(api);
    const { setupId } = await start(owner);
    await provider.stripe.checkout.sessions.expire(setupId);
    expect(await finish(owner, setupId)).toEqual({ status: "expired" });
    expect(await readSetup(setupId)).toMatchObject({ checkDueAt: null });
    expect(await finish(owner, setupId)).toEqual({ status: "finished" });
  });

  test("stops at 20 cards, and takes none from a visit that was begun before", async () => {
    const owner = await newOwner(api);
    const { setupId, url } = await start(owner);
    for (let count = 0; count < 20; count += 1) await newCard(api, owner);
    expect((await refusalOf(start(owner))).code).toBe("limit_reached");
    await choose(url);
    expect(await finish(owner, setupId)).toEqual({ status: "full" });
    expect(await listPaymentMethods(api.ctx, owner)).toHaveLength(20);
    const { customerId } = await readAccount(api, owner);
    const kept = await provider.stripe.paymentMethods.list({ customer: String(customerId) });
    expect(kept.data).toEqual([]);
  });

  test("is refused while the account is suspended", async () => {
    const owner = await newOwner(api);
    const suspension = { suspendedAt: api.ctx.now(), suspendedReason: "Fraud" };
    await api.db.update(accounts).set(suspension).where(eq(accounts.id, owner.accountId));
    expect((await refusalOf(start(owner))).code).toBe("account_suspended");
  });
});

describe("when the provider does not answer", () => {
  const unavailable = { code: "payments_unavailable", facts: { retryAfterSeconds: 5 } };

  test("a first visit is refused, and the customer that was made unheard is found again", async () => {
    const owner = await newOwner(api);
    await provider.away("POST /v1/customers", "drop_answer");
    expect(await refusalOf(start(owner))).toMatchObject(unavailable);
    expect((await readAccount(api, owner)).customerId).toBeNull();
    await provider.back();
    await start(owner);
    expect((await readAccount(api, owner)).customerId).not.toBeNull();
    const calls = await callsWith(provider.url, `account-${owner.accountId}-customer`);
    expect(calls.map(({ replayed }) => replayed)).toEqual([false, true, true]);
  });

  test("a failure that the provider stored under the key does not block the account", async () => {
    const owner = await newOwner(api);
    await provider.away("POST /v1/customers", "status_500_after", 1);
    const { setupId, url } = await start(owner);
    await choose(url);
    expect(await finish(owner, setupId)).toMatchObject({ status: "added" });
  });

  test("no visit is begun without its page", async () => {
    const owner = await newOwner(api);
    await provider.away("POST /v1/checkout/sessions");
    expect(await refusalOf(start(owner))).toMatchObject(unavailable);
    const rows = await api.db
      .select()
      .from(paymentSetups)
      .where(eq(paymentSetups.accountId, owner.accountId));
    expect(rows).toEqual([]);
  });

  test("a visit stays open to be finished later", async () => {
    const owner = await newOwner(api);
    const { setupId, url } = await start(owner);
    await choose(url);
    await provider.away("GET /v1/checkout/sessions/:id");
    expect(await refusalOf(finish(owner, setupId))).toMatchObject(unavailable);
    await provider.back();
    expect(await finish(owner, setupId)).toMatchObject({ status: "added" });
  });

  test("a removed card is off here at once; a repeat takes it off there", async () => {
    const owner = await newOwner(api);
    const card = await addCard(owner);
    await provider.away("POST /v1/payment_methods/:id/detach");
    expect(await refusalOf(removePaymentMethod(api.ctx, owner, card))).toMatchObject(unavailable);
    expect(await listPaymentMethods(api.ctx, owner)).toEqual([]);
    expect((await provider.stripe.paymentMethods.retrieve(card)).customer).not.toBeNull();
    await provider.back();
    await removePaymentMethod(api.ctx, owner, card);
    expect((await provider.stripe.paymentMethods.retrieve(card)).customer).toBeNull();
  });
});

describe("the clock", () => {
  beforeEach(async () => {
    await api.db.update(paymentSetups).set({ checkDueAt: null });
  });

  test("finishes a visit from which no browser came back, once, in any number of processes", async () => {
    const owner = await newOwner(api);
    const { url } = await start(owner);
    await choose(url);
    await clock(0);
    expect(await listPaymentMethods(api.ctx, owner)).toEqual([]);
    const ticks = await Promise.all([1, 2, 3].map(() => clock(31 * minuteMs)));
    expect(ticks.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(1);
    expect(await listPaymentMethods(api.ctx, owner)).toMatchObject([{ isDefault: true }]);
    expect(await auditOfAccount(api, owner)).toContain("system account.payment_method_added");
    expect(await clock(90 * minuteMs)).toBe(0);
  });

  test("asks again about an open visit, and ends it after two days", async () => {
    const owner = await newOwner(api);
    const { setupId } = await start(owner);
    expect(await clock(31 * minuteMs)).toBe(1);
    expect(await clock(32 * minuteMs)).toBe(0);
    expect(await clock(62 * minuteMs)).toBe(1);
    expect((await readSetup(setupId))?.endedAt).toBeNull();
    expect(await clock(49 * 60 * minuteMs)).toBe(1);
    expect((await readSetup(setupId))?.endedAt).not.toBeNull();
  });

  test("keeps a look that a webhook asked for while it was looking", async () => {
    const owner = await newOwner(api);
    const { setupId } = await start(owner);
    const marked = new Date("2026-01-01T00:00:00Z");
    const payments: typeof api.ctx.payments = {
      ...api.ctx.payments,
      async readSetup(id) {
        const answer = await api.ctx.payments.readSetup(id);
        const mark = { checkDueAt: marked };
        await api.db.update(paymentSetups).set(mark).where(eq(paymentSetups.id, setupId));
        return answer;
      },
    };
    const outcome = await finishPaymentSetup({ ...api.ctx, payments }, owner, setupId);
    expect(outcome).toEqual({ status: "open" });
    expect((await readSetup(setupId))?.checkDueAt).toEqual(marked);
    await provider.stripe.checkout.sessions.expire(setupId);
    expect(await clock()).toBe(1);
  });

  test("leaves unasked rows to their lease, and then asks again", async () => {
    const owner = await newOwner(api);
    const { url } = await start(owner);
    await choose(url);
    await provider.away("GET /v1/checkout/sessions/:id");
    expect(await clock(31 * minuteMs)).toBe(0);
    await provider.back();
    expect(await clock(31 * minuteMs)).toBe(0);
    expect(await clock(33 * minuteMs)).toBe(1);
    expect(await listPaymentMethods(api.ctx, owner)).toHaveLength(1);
  });
});

describe("the default card", () => {
  test("is the one that the owner chooses, and moves on when that is removed", async () => {
    const owner = await newOwner(api);
    const first = await addCard(owner);
    const second = await addCard(owner, "pm_card_mastercard");
    await setDefaultPaymentMethod(api.ctx, owner, second);
    await setDefaultPaymentMethod(api.ctx, owner, second);
    expect((await readAccount(api, owner)).defaultPaymentMethodId).toBe(second);
    await removePaymentMethod(api.ctx, owner, second);
    expect((await readAccount(api, owner)).defaultPaymentMethodId).toBe(first);
    await removePaymentMethod(api.ctx, owner, first);
    expect((await readAccount(api, owner)).defaultPaymentMethodId).toBeNull();
    expect((await auditOfAccount(api, owner)).slice(3)).toEqual([
      "owner account.default_payment_method_set",
      "owner account.payment_method_removed",
      "owner account.payment_method_removed",
    ]);
    expect((await provider.stripe.paymentMethods.retrieve(first)).customer).toBeNull();
    await addCard(owner);
    expect((await readAccount(api, owner)).defaultPaymentMethodId).not.toBeNull();
  });

  test("cannot be another's, a removed one, or one that is not there; nor can those be removed", async () => {
    const owner = await newOwner(api);
    const stranger = await newOwner(api);
    const card = await addCard(owner);
    for (const id of [card, "pm_unknown"]) {
      const choice = await refusalOf(setDefaultPaymentMethod(api.ctx, stranger, id));
      const removal = await refusalOf(removePaymentMethod(api.ctx, stranger, id));
      expect([choice.code, removal.code]).toEqual([
        "payment_method_unknown",
        "payment_method_unknown",
      ]);
    }
    expect((await provider.stripe.paymentMethods.retrieve(card)).customer).not.toBeNull();
    await removePaymentMethod(api.ctx, owner, card);
    const refusal = await refusalOf(setDefaultPaymentMethod(api.ctx, owner, card));
    expect(refusal.code).toBe("payment_method_unknown");
  });
});

test("a card whose payment is under way cannot be removed; once it has ended, it can", async () => {
  const buyer = await newOwner(api);
  const card = await newCard(api, buyer);
  const { key } = await newKey(api, buyer);
  const from = await newSeller(api);
  const bought = { by: buyer, apiKeyId: key.id, paymentMethodId: card, from, priceCents: 100 };
  await insertPurchase(api, { ...bought, state: "in_escrow" });
  const id = await insertPurchase(api, { ...bought, state: "payment_pending" });
  const refusal = await refusalOf(removePaymentMethod(api.ctx, buyer, card));
  expect(refusal.code).toBe("purchase_in_progress");
  expect(await listPaymentMethods(api.ctx, buyer)).toHaveLength(1);
  await api.db.execute(`update purchases set state = 'expired' where id = '${id}'`);
  await removePaymentMethod(api.ctx, buyer, card);
  const [row] = await api.db.select().from(paymentMethods).where(eq(paymentMethods.id, card));
  expect(row?.removedAt).not.toBeNull();
});

test("a card that a purchase has just chosen cannot be removed before that purchase is on record", async () => {
  const buyer = await newOwner(api);
  const card = await newCard(api, buyer);
  const { key } = await newKey(api, buyer);
  const from = await newSeller(api);
  const bought = { by: buyer, apiKeyId: key.id, paymentMethodId: card, from, priceCents: 100 };
  const isWaiting = async () => {
    const [row] = await api.db.execute<{ waiting: number }>(
      "select count(*)::int as waiting from pg_locks where not granted",
    );
    return (row?.waiting ?? 0) > 0;
  };
  const removal = await api.db.transaction(async (tx) => {
    expect(await holdCard(tx, buyer.accountId, card)).not.toBeNull();
    const refusal = refusalOf(removePaymentMethod(api.ctx, buyer, card));
    await eventually(isWaiting);
    await insertPurchase({ ...api, db: tx }, { ...bought, state: "payment_pending" });
    return { refusal };
  });
  expect((await removal.refusal).code).toBe("purchase_in_progress");
});
