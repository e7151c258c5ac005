/** `POST /datasets/{id}/buy`: charges and refusals; a refusal moves no money. */
import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import {
  accounts,
  apiKeys,
  listings,
  paymentMethods,
  purchases,
} from "../../../db/schema/index.ts";
import type { Json } from "../../support/api.ts";
import {
  addCard,
  balancesOf,
  buy,
  countEntries,
  feeCents,
  heldFor,
  type Money,
  newPaidSeller,
  newPayingBuyer,
  offer,
  priceCents,
  readRow,
  testMoney,
} from "../../support/money.ts";
import { newCard, newKey } from "../../support/operators.ts";

const money = await testMoney();

const codeOf = (answer: { status: number; body: Json }) => [answer.status, answer.body.code];

describe("buying", () => {
  test("charges the price once, holds it in escrow and pins the version", async () => {
    const { api, provider, buyer, seller } = money;
    const datasetId = await offer(api, seller);
    const answer = await buy(api, buyer, datasetId, { body: { expected_price_cents: priceCents } });
    expect(answer.status).toBe(201);
    const id = String(answer.body.id);
    expect(answer.body).toMatchObject({
      status: "in_escrow",
      dataset_id: datasetId,
      dataset_version: 1,
      price_cents: priceCents,
      currency: "usd",
      capabilities: { download: true, confirm: true, dispute: true, cancel: false },
    });
    expect(await readRow(api, id)).toMatchObject({ feeCents, state: "in_escrow" });
    expect(await balancesOf(api, id)).toEqual({ buyer: -priceCents, escrow: priceCents });
    expect(await heldFor(provider, id)).toMatchObject({ charges: [priceCents], refunds: [] });
  });

  test("keeps the licence with the address of its terms, whatever becomes of them", async () => {
    const { api, buyer, seller } = money;
    const datasetId = await offer(api, seller);
    const terms = { license: "Our terms", licenseUrl: "https://example.com/terms" };
    await api.db.update(listings).set(terms).where(eq(listings.id, datasetId));
    const { body } = await buy(api, buyer, datasetId);
    expect(body.dataset_license).toBe("Our terms (https://example.com/terms)");
  });

  test("a declined card is 402 with the provider's reason, and buying again is possible", async () => {
    const { api, provider, seller } = money;
    const buyer = await newPayingBuyer(api, provider, { card: "pm_card_chargeCustomerFail" });
    const datasetId = await offer(api, seller);
    const entries = await countEntries(api);
    const answer = await buy(api, buyer, datasetId);
    expect(codeOf(answer)).toEqual([402, "payment_declined"]);
    expect(answer.body).toMatchObject({ decline_code: "generic_decline", resolution: "pay" });
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    expect(await countEntries(api)).toBe(entries);
    const again = await buy(api, buyer, datasetId);
    expect(again.body.code).toBe("payment_declined");
  });

  test("a card whose holder must authenticate waits for them, and charges nothing", async () => {
    const { api, provider, seller } = money;
    const buyer = await newPayingBuyer(api, provider, {
      card: "pm_card_authenticationRequired",
    });
    const datasetId = await offer(api, seller);
    const answer = await buy(api, buyer, datasetId);
    expect(answer).toMatchObject({ status: 201, body: { status: "payment_pending" } });
    expect(answer.body.next_action).toMatchObject({ type: "confirm_with_bank" });
    expect(Number(answer.headers.get("retry-after"))).toBeLessThanOrEqual(30);
    const again = await buy(api, buyer, datasetId);
    expect(codeOf(again)).toEqual([400, "purchase_in_progress"]);
    expect(await heldFor(provider, String(answer.body.id))).toMatchObject({ charges: [] });
  });

  test("the same Idempotency-Key buys once and returns the purchase's current state", async () => {
    const { api, provider, buyer, seller } = money;
    const datasetId = await offer(api, seller);
    const headers = { "idempotency-key": v7() };
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => buy(api, buyer, datasetId, { headers })),
    );
    const done = answers.filter((answer) => answer.status === 201);
    expect(done.length).toBeGreaterThan(0);
    for (const answer of answers) expect([201, 409]).toContain(answer.status);
    const id = String(done[0]?.body.id);
    const replay = await buy(api, buyer, datasetId, { headers });
    expect([replay.status, replay.headers.get("idempotent-replayed")]).toEqual([201, "true"]);
    expect(replay.body).toMatchObject({ id, status: "in_escrow" });
    expect(await heldFor(provider, id)).toMatchObject({ charges: [priceCents] });
    const other = await buy(api, buyer, datasetId, { headers, body: { expected_price_cents: 1 } });
    expect(codeOf(other)).toEqual([422, "idempotency_key_reused"]);
  });

  test("a declined buy is replayed as declined", async () => {
    const { api, provider, seller } = money;
    const buyer = await newPayingBuyer(api, provider, { card: "pm_card_chargeCustomerFail" });
    const datasetId = await offer(api, seller);
    const headers = { "idempotency-key": v7() };
    await buy(api, buyer, datasetId, { headers });
    const replay = await buy(api, buyer, datasetId, { headers });
    expect(codeOf(replay)).toEqual([402, "payment_declined"]);
    expect(replay.body.decline_code).toBe("generic_decline");
    expect(replay.headers.get("idempotent-replayed")).toBe("true");
  });

  test("two buys of one dataset at once, by two keys, are one purchase", async () => {
    const { api, provider, seller } = money;
    const buyer = await newPayingBuyer(api, provider);
    const { secret } = await newKey(api, buyer.owner);
    const datasetId = await offer(api, seller);
    const tokens = Array.from({ length: 8 }, (_, index) =>
      index % 2 === 0 ? secret : buyer.token,
    );
    const answers = await Promise.all(
      tokens.map((token) => buy(api, { ...buyer, token }, datasetId)),
    );
    const bought = answers.filter((answer) => answer.status === 201);
    expect(bought).toHaveLength(1);
    for (const answer of answers) {
      if (answer.status === 201) continue;
      expect(answer.status).toBe(400);
      expect(["purchase_in_progress", "already_purchased"]).toContain(String(answer.body.code));
    }
    expect(await heldFor(provider, String(bought[0]?.body.id))).toMatchObject({
      charges: [priceCents],
    });
  });
});

type Ask = (money: Money) => Promise<{ status: number; body: Json }>;

describe("a buy that is refused", () => {
  const unavailable = [400, "dataset_not_available"];
  const offered =
    (given: Parameters<typeof offer>[2]): Ask =>
    async ({ api, buyer, seller }) =>
      buy(api, buyer, await offer(api, seller, given));
  const withBody =
    (body: object): Ask =>
    async ({ api, buyer, seller }) =>
      buy(api, buyer, await offer(api, seller), { body });
  const withKey =
    (change: Partial<typeof apiKeys.$inferInsert>): Ask =>
    async (m) => {
      const buyer = await newPayingBuyer(m.api, m.provider);
      await m.api.db.update(apiKeys).set(change).where(eq(apiKeys.id, buyer.operator.apiKeyId));
      return buy(m.api, buyer, await offer(m.api, m.seller));
    };
  const long = new Date(Date.now() - 60_000);

  const cases: [name: string, ask: Ask, expected: unknown[]][] = [
    ["an unknown dataset", ({ api, buyer }) => buy(api, buyer, v7()), [404, "dataset_not_found"]],
    ["a draft", offered({ status: "draft" }), [404, "dataset_not_found"]],
    ["a withdrawn one", offered({ status: "withdrawn" }), unavailable],
    ["a suspended one", offered({ status: "suspended" }), unavailable],
    ["a free one", offered({ priceCents: 0 }), [400, "dataset_is_free"]],
    ["one sold by auction", offered({ pricingType: "auction" }), [400, "not_for_direct_sale"]],
    ["one cheaper than a card is charged", offered({ priceCents: 49 }), unavailable],
    ["a malformed id", ({ api, buyer }) => buy(api, buyer, "x"), [400, "invalid_request"]],
    [
      "another price than expected",
      withBody({ expected_price_cents: 999 }),
      [400, "price_changed"],
    ],
    [
      "an unknown card",
      withBody({ payment_method_id: "pm_none" }),
      [400, "payment_method_unknown"],
    ],
    ["a card with a NUL", withBody({ payment_method_id: "pm\u0000" }), [400, "invalid_request"]],
    [
      "a raw test card",
      withBody({ payment_method_id: "pm_card_visa" }),
      [400, "payment_method_unknown"],
    ],
    ["a number for a card", withBody({ payment_method_id: 7 }), [400, "invalid_request"]],
    ["an unknown field", withBody({ amount: 1 }), [400, "invalid_request"]],
    ["a price in words", withBody({ expected_price_cents: "1000" }), [400, "invalid_request"]],
    ["a revoked key", withKey({ revokedAt: long }), [401, "token_revoked"]],
    ["an expired key", withKey({ expiresAt: long }), [401, "token_expired"]],
    ["a key that may only read", withKey({ scopes: ["read"] }), [403, "scope_missing"]],
    ["another category", withKey({ categories: ["images"] }), [403, "category_not_allowed"]],
    [
      "more than one purchase may cost",
      withKey({ maxPerPurchaseCents: 999 }),
      [402, "spend_limit_exceeded"],
    ],
    [
      "more than the budget",
      withKey({ budgetCents: 999, budgetPeriod: "total" }),
      [402, "spend_limit_exceeded"],
    ],
    [
      "no key",
      async ({ api, seller, buyer }) =>
        api.send("POST", `/datasets/${await offer(api, seller)}/buy`, {
          body: { payment_method_id: buyer.cardId },
        }),
      [401, "token_missing"],
    ],
    [
      "a key in the address",
      async ({ api, seller, buyer }) =>
        api.send("POST", `/datasets/${await offer(api, seller)}/buy?api_key=${buyer.token}`, {
          token: buyer.token,
          body: { payment_method_id: buyer.cardId },
        }),
      [400, "credential_in_url"],
    ],
    [
      "another operator's card",
      async ({ api, seller, buyer, provider }) => {
        const other = await newPayingBuyer(api, provider);
        const { cardId } = other;
        return buy(api, { ...buyer, cardId }, await offer(api, seller));
      },
      [400, "payment_method_unknown"],
    ],
    [
      "a removed card",
      async ({ api, seller, buyer }) => {
        const cardId = await newCard(api, buyer.owner);
        await api.db
          .update(paymentMethods)
          .set({ removedAt: new Date() })
          .where(eq(paymentMethods.id, cardId));
        return buy(api, { ...buyer, cardId }, await offer(api, seller));
      },
      [400, "payment_method_unknown"],
    ],
    [
      "one's own",
      async ({ api, seller, provider }) => {
        const customer = await provider.stripe.customers.create({ email: "s@example.com" });
        const { accountId } = seller.owner;
        await api.db
          .update(accounts)
          .set({ customerId: customer.id })
          .where(eq(accounts.id, accountId));
        const card = "pm_card_visa";
        const cardId = await addCard(api, provider.stripe, {
          accountId,
          customerId: customer.id,
          card,
        });
        const { secret: token } = await newKey(api, seller.owner);
        return buy(api, { token, cardId }, await offer(api, seller));
      },
      [400, "own_dataset"],
    ],
    [
      "a suspended seller's",
      async ({ api, buyer, provider }) => {
        const seller = await newPaidSeller(api, provider);
        await api.db
          .update(accounts)
          .set({ suspendedAt: new Date(), suspendedReason: "test" })
          .where(eq(accounts.id, seller.owner.accountId));
        return buy(api, buyer, await offer(api, seller));
      },
      unavailable,
    ],
    [
      "what was bought already",
      async ({ api, buyer, seller }) => {
        const datasetId = await offer(api, seller);
        const first = await buy(api, buyer, datasetId);
        if (first.status !== 201) throw new Error(first.text);
        return buy(api, buyer, datasetId);
      },
      [400, "already_purchased"],
    ],
  ];
  for (const [name, ask, expected] of cases) {
    test(`${name} is ${expected.join(" ")}, opens no purchase and charges nobody`, async () => {
      const { api } = money;
      const isSecond = name === "what was bought already";
      const before = [await countEntries(api), await api.db.$count(purchases)];
      const answer = await ask(money);
      expect(codeOf(answer)).toEqual(expected as [number, string]);
      const after = [await countEntries(api), await api.db.$count(purchases)];
      expect(after).toEqual(
        isSecond ? before.map((count, at) => count + (at === 0 ? 2 : 1)) : before,
      );
    });
  }

  test("names every reason, the first as its code", async () => {
    const { api, buyer, seller } = money;
    const datasetId = await offer(api, seller, { status: "withdrawn" });
    const body = { payment_method_id: "pm_none", expected_price_cents: 1 };
    const answer = await buy(api, buyer, datasetId, { body });
    expect(codeOf(answer)).toEqual([400, "dataset_not_available"]);
    const codes = (answer.body.errors as { code: string }[]).map((fault) => fault.code);
    expect(codes).toEqual(["dataset_not_available", "price_changed", "payment_method_unknown"]);
  });

  test("a price that is changed while buyers buy is never charged unseen", async () => {
    const { api, provider, seller } = money;
    const datasetId = await offer(api, seller);
    const buyers = await Promise.all(
      Array.from({ length: 6 }, () => newPayingBuyer(api, provider)),
    );
    const body = { expected_price_cents: priceCents };
    const raise = api.db
      .update(listings)
      .set({ priceCents: 5000 })
      .where(eq(listings.id, datasetId));
    const [answers] = await Promise.all([
      Promise.all(buyers.map((buyer) => buy(api, buyer, datasetId, { body }))),
      raise,
    ]);
    for (const answer of answers) {
      if (answer.status === 201) expect(answer.body.price_cents).toBe(priceCents);
      else expect(codeOf(answer)).toEqual([400, "price_changed"]);
    }
  });
});
