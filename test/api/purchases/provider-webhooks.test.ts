/**
 * `POST /webhooks/stripe`: accepted when signed, recorded once, and never by itself a reason to
 * move money.
 */
import { describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import {
  accounts,
  paymentEvents,
  paymentMethods,
  paymentSetups,
} from "../../../db/schema/index.ts";
import {
  WEBHOOK_BYTES_MAX,
  WEBHOOK_JSON_DEPTH_MAX,
  WEBHOOK_JSON_ELEMENTS_MAX,
  WEBHOOK_JSON_KEYS_MAX,
} from "../../../market/purchase/limits.ts";
import { end } from "../../market/purchase/faults.ts";
import { openTestApi } from "../../support/api.ts";
import { auditOf } from "../../support/market.ts";
import {
  buy,
  countEntries,
  isDueSoon,
  newPaidSeller,
  newPayingBuyer,
  offer,
  readRow,
  runClockOut,
  testMoney,
} from "../../support/money.ts";

const money = await testMoney({ webhooks: false });

const path = "/webhooks/stripe";
const secondsNow = () => Math.floor(Date.now() / 1000);

function sign(body: string, { secret = money.provider.webhookSecret, at = secondsNow() } = {}) {
  const digest = createHmac("sha256", secret).update(`${at}.${body}`).digest("hex");
  return `t=${at},v1=${digest}`;
}

type Given = { id?: string; type?: string; object: object };

function event({
  id = `evt_${v7().replaceAll("-", "")}`,
  type = "payment_intent.succeeded",
  object,
}: Given) {
  const data = { object };
  return JSON.stringify({ id, object: "event", type, created: secondsNow(), data });
}

function post(body: string, signature: string | undefined = sign(body)) {
  const headers: Record<string, string> = signature === "" ? {} : { "stripe-signature": signature };
  return money.api.send("POST", path, { body, headers });
}

async function bought(): Promise<{ id: string; intentId: string }> {
  const { api, buyer, seller } = money;
  const answer = await buy(api, buyer, await offer(api, seller));
  const id = String(answer.body.id);
  return { id, intentId: String((await readRow(api, id)).paymentIntentId) };
}

const intentEvent = (intentId: string, more: object = {}) => ({
  object: { id: intentId, object: "payment_intent", metadata: {}, ...more },
});

describe("a webhook is refused and changes nothing", () => {
  const forged: [name: string, signature: (body: string) => string][] = [
    ["without a signature", () => ""],
    ["signed with another secret", (body) => sign(body, { secret: "whsec_other" })],
    ["signed for another body", () => sign("{}")],
    ["older than five minutes", (body) => sign(body, { at: secondsNow() - 301 })],
    ["with a signature that is none", () => "t=,v1="],
  ];
  for (const [name, signature] of forged) {
    test(`${name}: 400 webhook_signature_invalid`, async () => {
      const { id, intentId } = await bought();
      const before = await readRow(money.api, id);
      const entries = await countEntries(money.api);
      const events = await money.api.db.$count(paymentEvents);
      const body = event(intentEvent(intentId));
      const answer = await post(body, signature(body));
      expect([answer.status, answer.body.code]).toEqual([400, "webhook_signature_invalid"]);
      expect(await readRow(money.api, id)).toEqual(before);
      expect(await countEntries(money.api)).toBe(entries);
      expect(await money.api.db.$count(paymentEvents)).toBe(events);
    });
  }

  test("too large: 413 body_too_large", async () => {
    const body = event({ object: { id: "x".repeat(WEBHOOK_BYTES_MAX) } });
    const answer = await post(body);
    expect([answer.status, answer.body.code]).toEqual([413, "body_too_large"]);
  });

  const nested = (depth: number): object => (depth === 1 ? {} : { a: nested(depth - 1) });
  const members = (size: number) =>
    Object.fromEntries(Array.from({ length: size }, (_, at) => [`m${at}`, 1]));
  // The event is an object with five members around `data`, which has one.
  const shapes: [of: string, max: number, object: (size: number) => object][] = [
    ["depth", WEBHOOK_JSON_DEPTH_MAX, (size) => nested(size - 2)],
    ["members", WEBHOOK_JSON_KEYS_MAX, (size) => members(size - 6)],
    ["items", WEBHOOK_JSON_ELEMENTS_MAX, (size) => ({ list: Array(size).fill(1) })],
  ];
  test.each(shapes)(
    "of as much %s as the limit is taken, and of more is refused by it",
    async (_of, max, object) => {
      const [taken, refused] = [
        await post(event({ object: object(max) })),
        await post(event({ object: object(max + 1) })),
      ];
      expect(taken.status).toBe(200);
      expect([refused.status, refused.body.code]).toEqual([400, "body_too_complex"]);
      expect(String(refused.body.detail)).toMatch(new RegExp(`\\b${max}\\b`));
    },
  );
});

describe("a signed webhook", () => {
  test("makes its purchase due once, however often it is sent", async () => {
    const { api } = money;
    const { id, intentId } = await bought();
    const body = event(intentEvent(intentId));
    const entries = await countEntries(api);
    expect(isDueSoon(await readRow(api, id))).toBe(false);
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => post(body)));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200]);
    expect(isDueSoon(await readRow(api, id))).toBe(true);
    await runClockOut(api);
    expect((await readRow(api, id)).state).toBe("in_escrow");
    expect(isDueSoon(await readRow(api, id))).toBe(false);
    expect((await post(body)).status).toBe(200);
    expect(isDueSoon(await readRow(api, id))).toBe(false);
    expect(await countEntries(api)).toBe(entries);
  });

  test("is believed in nothing but that something has changed: a lie moves no money", async () => {
    const { api, seller, provider } = money;
    const buyer = await newPayingBuyer(api, provider, { card: "pm_card_chargeCustomerFail" });
    const datasetId = await offer(api, seller);
    const entries = await countEntries(api);
    await buy(api, buyer, datasetId);
    const { id } = await bought();
    const object = { id: "re_1", object: "refund", metadata: { purchase_id: id }, amount: 1000 };
    expect((await post(event({ type: "charge.refunded", object }))).status).toBe(200);
    await runClockOut(api);
    expect(await readRow(api, id)).toMatchObject({ state: "in_escrow", refundCause: null });
    expect(await countEntries(api)).toBe(entries + 2);
  });

  test("about an intent that was just made interrupts nobody", async () => {
    const { id, intentId } = await bought();
    const made = event({ type: "payment_intent.created", ...intentEvent(intentId) });
    expect((await post(made)).status).toBe(200);
    expect(isDueSoon(await readRow(money.api, id))).toBe(false);
  });

  test("about money that has gone to the seller is on record for the operator, once", async () => {
    const { api } = money;
    const { id, intentId } = await bought();
    await end(money, id, "released");
    await runClockOut(api);
    const entries = await countEntries(api);
    const object = { id: "ch_1", object: "charge", payment_intent: intentId };
    const body = event({ type: "charge.refunded", object });
    await Promise.all([post(body), post(body), post(body)]);
    const audits = await auditOf(api, id);
    expect(audits.filter((action) => action === "purchase.late_event")).toHaveLength(1);
    expect(await readRow(api, id)).toMatchObject({ state: "released", settleDueAt: null });
    expect(await countEntries(api)).toBe(entries);
  });

  test("is never one too many", async () => {
    const { api } = money;
    const busy = await openTestApi({
      DATABASE_URL: api.databaseUrl,
      STRIPE_WEBHOOK_SECRET: money.provider.webhookSecret,
      RATE_LIMIT_PUBLIC_PER_MINUTE: "1",
    });
    const body = event({ object: {} });
    const headers = { "stripe-signature": sign(body) };
    const answers = await Promise.all(
      [1, 2, 3].map(() => busy.send("POST", path, { body, headers })),
    );
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    await busy.close();
  });

  const foreign: [name: string, given: Given][] = [
    ["an intent of nobody", intentEvent("pi_nobody")],
    [
      "metadata that is no id",
      { object: { id: "re_1", object: "refund", metadata: { purchase_id: "'; --" } } },
    ],
    ["an id with a NUL", { object: { id: "pi_\u0000", object: "payment_intent" } }],
    ["an object without an id", { object: {} }],
    ["an id that is no text", { object: { id: 7, object: "payment_intent" } }],
    ["a type that nobody knows", { type: "x".repeat(500), object: { id: "x_1" } }],
    [
      "an account of nobody",
      { type: "account.updated", object: { id: "acct_x", object: "account" } },
    ],
    ["an event whose id is odd", { id: "evt \u0000", object: {} }],
  ];
  for (const [name, given] of foreign) {
    test(`about ${name} is taken and concerns nobody`, async () => {
      const entries = await countEntries(money.api);
      expect((await post(event(given))).status).toBe(200);
      expect(await countEntries(money.api)).toBe(entries);
    });
  }

  test("about a payout account has the provider asked about it", async () => {
    const { api, provider } = money;
    const seller = await newPaidSeller(api, provider);
    const object = { id: seller.payoutAccountId, object: "account" };
    expect((await post(event({ type: "account.updated", object }))).status).toBe(200);
    const [row] = await api.db
      .select()
      .from(accounts)
      .where(eq(accounts.id, seller.owner.accountId));
    expect(row?.payoutCheckDueAt).not.toBeNull();
  });

  test("about a visit to the card page has it finished", async () => {
    const { api, buyer } = money;
    const id = `cs_${v7().replaceAll("-", "")}`;
    const accountId = buyer.owner.accountId;
    await api.db.insert(paymentSetups).values({ id, accountId, startedAt: new Date() });
    const object = { id, object: "checkout.session" };
    expect((await post(event({ type: "checkout.session.completed", object }))).status).toBe(200);
    const [row] = await api.db.select().from(paymentSetups).where(eq(paymentSetups.id, id));
    expect(row?.checkDueAt).not.toBeNull();
  });

  test("about a card that was taken off at the provider takes it off here", async () => {
    const { api, provider } = money;
    const { cardId, owner } = await newPayingBuyer(api, provider);
    await api.db
      .update(accounts)
      .set({ defaultPaymentMethodId: cardId })
      .where(eq(accounts.id, owner.accountId));
    const object = { id: cardId, object: "payment_method" };
    expect((await post(event({ type: "payment_method.detached", object }))).status).toBe(200);
    const [card] = await api.db.select().from(paymentMethods).where(eq(paymentMethods.id, cardId));
    expect(card?.removedAt).not.toBeNull();
    const [account] = await api.db.select().from(accounts).where(eq(accounts.id, owner.accountId));
    expect(account?.defaultPaymentMethodId).toBeNull();
  });
});
