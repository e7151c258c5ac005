/** Purchases above a key's limit: nothing is charged before the owner has approved. */
import { afterEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import {
  accounts,
  apiKeys,
  listings,
  paymentMethods,
  uploads,
} from "../../../../db/schema/index.ts";
import { listOwnApiKeys } from "../../../../market/account/read.ts";
import { revokeApiKey } from "../../../../market/account/revoke-api-key.ts";
import { endConnection } from "../../../../market/connection/end-connection.ts";
import { openPurchase } from "../../../../market/purchase/open-purchase.ts";
import { approveWaitingPurchase } from "../../../../market/purchase/waiting/approve-waiting-purchase.ts";
import { expireDueWaitingPurchases } from "../../../../market/purchase/waiting/expire-due-waiting-purchases.ts";
import { refuseWaitingPurchase } from "../../../../market/purchase/waiting/refuse-waiting-purchase.ts";
import { buy, heldFor, offer, runClock, testMoney } from "../../../support/money.ts";
import { newKey, newOwner, refusalOf } from "../../../support/operators.ts";
import {
  ask,
  connectedBuyer,
  expectSound,
  newAskingBuyer,
  purchasesOf,
  readWaiting,
  tracesOf,
} from "./support.ts";

const money = await testMoney({ webhooks: false });
const { api, provider, seller } = money;
afterEach(() => {
  api.clock.skewMs = 0;
});

const dayMs = 86_400_000;
const approve = (owner: Parameters<typeof approveWaitingPurchase>[1], id: string) =>
  approveWaitingPurchase(api.ctx, owner, id);

describe("a purchase above the limit", () => {
  test("waits: no purchase is opened, the provider is not called, and the person is notified", async () => {
    const buyer = await newAskingBuyer(money);
    const datasetId = await offer(api, seller, { priceCents: 1000 });
    const before = await provider.stripe.paymentIntents.list({ limit: 1 });
    const answer = await buy(api, buyer, datasetId);
    expect(answer.status).toBe(202);
    const id = String(answer.body.id);
    expect(answer.headers.get("location")).toBe(`/waiting-purchases/${id}`);
    expect(answer.body).toMatchObject({ status: "waiting", price_cents: 1000, purchase_id: null });
    const { links, next_action } = answer.body as {
      links: { confirm: string };
      next_action: string;
    };
    expect(new URL(links.confirm).pathname).toBe(`/account/waiting/${id}`);
    expect(next_action).toContain(links.confirm);
    expect(await purchasesOf(money, datasetId)).toEqual([]);
    const after = await provider.stripe.paymentIntents.list({ limit: 1 });
    expect(after.data[0]?.id).toBe(before.data[0]?.id as string);
    expect(await tracesOf(money, id)).toEqual({
      audit: ["waiting_purchase.opened"],
      events: ["waiting_purchase.opened"],
      mails: 1,
    });
  });

  test("at the limit is bought at once", async () => {
    const buyer = await newAskingBuyer(money);
    const answer = await buy(api, buyer, await offer(api, seller, { priceCents: 500 }));
    expect(answer.body.status).toBe("in_escrow");
  });

  test("is one question however often it is asked, also at once", async () => {
    const buyer = await newAskingBuyer(money);
    const datasetId = await offer(api, seller, { priceCents: 1000 });
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => buy(api, buyer, datasetId)));
    const ids = new Set(answers.map(({ body }) => String(body.id)));
    expect(ids.size).toBe(1);
    expect(await tracesOf(money, [...ids][0] ?? "")).toMatchObject({ mails: 1 });
  });

  test("is refused at once for the reasons that refuse any purchase", async () => {
    const buyer = await newAskingBuyer(money, { max_per_purchase_cents: 900 });
    const datasetId = await offer(api, seller, { priceCents: 1000 });
    expect((await buy(api, buyer, datasetId)).body.code).toBe("spend_limit_exceeded");
  });

  test("is replayed by its Idempotency-Key with its current state", async () => {
    const buyer = await newAskingBuyer(money);
    const datasetId = await offer(api, seller, { priceCents: 1000 });
    const headers = { "idempotency-key": "waits-then-bought" };
    const first = await buy(api, buyer, datasetId, { headers });
    const again = await buy(api, buyer, datasetId, { headers });
    expect([again.status, again.body.id]).toEqual([202, first.body.id]);
    const { purchaseId } = await approve(buyer.owner, String(first.body.id));
    await runClock(api);
    const replayed = await buy(api, buyer, datasetId, { headers });
    expect(replayed.status).toBe(201);
    expect(replayed.body).toMatchObject({ id: purchaseId, status: "in_escrow" });
  });
});

describe("an approval", () => {
  test("makes the purchase once: two at once, and later ones, get the same", async () => {
    const buyer = await newAskingBuyer(money);
    const { waitingId, datasetId } = await ask(money, buyer);
    const made = await Promise.all([1, 2, 3, 4].map(() => approve(buyer.owner, waitingId)));
    made.push(await approve(buyer.owner, waitingId));
    expect(new Set(made.map(({ purchaseId }) => purchaseId)).size).toBe(1);
    await Promise.all([runClock(api), runClock(api)]);
    const rows = await purchasesOf(money, datasetId);
    expect(rows).toMatchObject([{ state: "in_escrow", priceCents: 1000 }]);
    expect(await heldFor(provider, String(rows[0]?.id))).toMatchObject({ charges: [1000] });
    expect(await tracesOf(money, waitingId)).toEqual({
      audit: ["waiting_purchase.opened", "waiting_purchase.approved"],
      events: ["waiting_purchase.opened", "waiting_purchase.ended"],
      mails: 1,
    });
    await expectSound(money, [buyer.operator.apiKeyId]);
  });

  test("by somebody else finds nothing", async () => {
    const { waitingId } = await ask(money, await newAskingBuyer(money));
    const other = await newOwner(api);
    expect((await refusalOf(approve(other, waitingId))).code).toBe("waiting_purchase_not_found");
  });

  type Change = (s: {
    datasetId: string;
    keyId: string;
    cardId: string;
    accountId: string;
  }) => unknown;
  const set = (table: typeof listings, datasetId: string, values: object) =>
    api.db.update(table).set(values).where(eq(table.id, datasetId));
  const changes: [string, code: string, Change][] = [
    ["a higher price", "price_changed", (s) => set(listings, s.datasetId, { priceCents: 1001 })],
    ["a lower price", "price_changed", (s) => set(listings, s.datasetId, { priceCents: 999 })],
    [
      "a later version",
      "dataset_not_available",
      async ({ datasetId }) => {
        const [old] = await api.db.select().from(uploads).where(eq(uploads.listingId, datasetId));
        const id = crypto.randomUUID();
        if (old === undefined) throw new Error("no file");
        await api.db.insert(uploads).values({ ...old, id, storagePath: id, version: 2 });
        await set(listings, datasetId, { currentUploadId: id, version: 2 });
      },
    ],
    [
      "a withdrawal",
      "dataset_not_available",
      (s) => set(listings, s.datasetId, { status: "withdrawn" }),
    ],
    [
      "a removed card",
      "payment_method_unknown",
      (s) =>
        api.db
          .update(paymentMethods)
          .set({ removedAt: api.ctx.now() })
          .where(eq(paymentMethods.id, s.cardId)),
    ],
    [
      "a smaller budget",
      "spend_limit_exceeded",
      (s) =>
        api.db
          .update(apiKeys)
          .set({ budgetCents: 999, budgetPeriod: "day" })
          .where(eq(apiKeys.id, s.keyId)),
    ],
    [
      "an expired key",
      "token_expired",
      (s) =>
        api.db.update(apiKeys).set({ expiresAt: api.ctx.now() }).where(eq(apiKeys.id, s.keyId)),
    ],
    [
      "a suspended account",
      "account_suspended",
      (s) =>
        api.db
          .update(accounts)
          .set({ suspendedAt: api.ctx.now(), suspendedReason: "test" })
          .where(eq(accounts.id, s.accountId)),
    ],
  ];
  for (const [what, code, change] of changes) {
    test(`after ${what} is refused, and it waits on: ${code}`, async () => {
      const buyer = await newAskingBuyer(money);
      const { waitingId, datasetId } = await ask(money, buyer);
      const { apiKeyId: keyId, accountId } = buyer.operator;
      await change({ datasetId, keyId, cardId: buyer.cardId, accountId });
      expect(String((await refusalOf(approve(buyer.owner, waitingId))).code)).toBe(code);
      expect(await purchasesOf(money, datasetId)).toEqual([]);
      expect(await readWaiting(money, waitingId)).toMatchObject({ state: "waiting" });
    });
  }

  test("after its key was revoked finds it cancelled", async () => {
    const buyer = await newAskingBuyer(money);
    const { waitingId, datasetId } = await ask(money, buyer);
    await revokeApiKey(api.ctx, buyer.owner, buyer.operator.apiKeyId);
    expect(await readWaiting(money, waitingId)).toMatchObject({ state: "cancelled" });
    const refusal = await refusalOf(approve(buyer.owner, waitingId));
    expect(["token_revoked", "waiting_purchase_ended"]).toContain(refusal.code);
    expect(await purchasesOf(money, datasetId)).toEqual([]);
  });

  test("of a connected program's request ends with the connection", async () => {
    const buyer = await newAskingBuyer(money);
    const { connection, operator } = await connectedBuyer(money, buyer);
    const datasetId = await offer(api, seller, { priceCents: 1000 });
    const body = { payment_method_id: buyer.cardId };
    const opened = await openPurchase(api.ctx, operator, datasetId, body);
    const waitingId = opened.kind === "waiting" ? opened.waiting.id : "it does not wait";
    await endConnection(api.ctx, buyer.owner, connection.id, { withdraw_listings: false });
    expect(await readWaiting(money, waitingId)).toMatchObject({ state: "cancelled" });
    await refusalOf(approve(buyer.owner, waitingId));
    expect(await purchasesOf(money, datasetId)).toEqual([]);
  });

  test("of one key's question ends the other's for the same dataset", async () => {
    const buyer = await newAskingBuyer(money);
    const { waitingId, datasetId } = await ask(money, buyer);
    const second = await newKey(api, buyer.owner, { confirm_above_cents: 0 });
    const other = await buy(api, { ...buyer, token: second.secret }, datasetId);
    expect(other.status).toBe(202);
    expect(other.body.id).not.toBe(waitingId);
    await approve(buyer.owner, String(other.body.id));
    expect(await readWaiting(money, waitingId)).toMatchObject({ state: "superseded" });
    expect(await purchasesOf(money, datasetId)).toHaveLength(1);
  });
});

describe("the budget", () => {
  test("reserves waiting purchases: two together never exceed it", async () => {
    const budget = { budget_cents: 1500, budget_period: "day" as const };
    const buyer = await newAskingBuyer(money, budget);
    const { waitingId } = await ask(money, buyer, 1000);
    const [key] = await listOwnApiKeys(api.ctx, buyer.owner);
    expect(key).toMatchObject({ reservedCents: 1000, spentCents: 0, remainingCents: 500 });
    const second = await buy(api, buyer, await offer(api, seller, { priceCents: 501 }));
    expect(second.body.code).toBe("spend_limit_exceeded");
    const cheap = await buy(api, buyer, await offer(api, seller, { priceCents: 500 }));
    expect(cheap.status).toBe(201);
    await approve(buyer.owner, waitingId);
    const [after] = await listOwnApiKeys(api.ctx, buyer.owner);
    expect(after).toMatchObject({ reservedCents: 0, spentCents: 1500, remainingCents: 0 });
  });

  test("has it back once it is refused, cancelled or expired", async () => {
    const buyer = await newAskingBuyer(money, { budget_cents: 1000, budget_period: "total" });
    const first = await ask(money, buyer);
    await refuseWaitingPurchase(api.ctx, buyer.owner, first.waitingId);
    const second = await ask(money, buyer);
    const path = `/waiting-purchases/${second.waitingId}/cancel`;
    const cancelled = await api.send("POST", path, { token: buyer.token });
    expect(cancelled.body).toMatchObject({ status: "cancelled", purchase_id: null });
    const third = await ask(money, buyer);
    api.clock.skewMs = dayMs + 1000;
    await expireDueWaitingPurchases(api.ctx, { rowsMax: 1000 });
    expect(await readWaiting(money, third.waitingId)).toMatchObject({ state: "expired" });
    await ask(money, buyer);
  });
});

describe("other terms", () => {
  test("supersede the question, and a purchase below the limit does, too", async () => {
    const buyer = await newAskingBuyer(money);
    const { waitingId, datasetId } = await ask(money, buyer);
    await api.db.update(listings).set({ priceCents: 900 }).where(eq(listings.id, datasetId));
    const second = await buy(api, buyer, datasetId);
    expect(second.body).toMatchObject({ status: "waiting", price_cents: 900 });
    expect(await readWaiting(money, waitingId)).toMatchObject({ state: "superseded" });
    await api.db.update(listings).set({ priceCents: 400 }).where(eq(listings.id, datasetId));
    expect((await buy(api, buyer, datasetId)).body.status).toBe("in_escrow");
    expect(await readWaiting(money, String(second.body.id))).toMatchObject({ state: "superseded" });
    const refusal = await refusalOf(approve(buyer.owner, String(second.body.id)));
    expect(String(refusal.code)).toBe("waiting_purchase_ended");
  });
});

describe("the end of the time", () => {
  test("moves no money: nobody can approve from that moment on, also before the clock", async () => {
    const buyer = await newAskingBuyer(money);
    const { waitingId, datasetId } = await ask(money, buyer);
    const { expiresAt } = await readWaiting(money, waitingId);
    api.clock.skewMs = expiresAt.getTime() - Date.now() + 1;
    const shown = await api.send("GET", `/waiting-purchases/${waitingId}`, { token: buyer.token });
    expect(shown.body.status).toBe("expired");
    const refusal = await refusalOf(approve(buyer.owner, waitingId));
    expect(String(refusal.code)).toBe("waiting_purchase_ended");
    const expire = () => expireDueWaitingPurchases(api.ctx, { rowsMax: 1000 });
    await Promise.all([expire(), expire(), expire()]);
    expect(await tracesOf(money, waitingId)).toEqual({
      audit: ["waiting_purchase.opened", "waiting_purchase.expired"],
      events: ["waiting_purchase.opened", "waiting_purchase.ended"],
      mails: 1,
    });
    expect(await purchasesOf(money, datasetId)).toEqual([]);
  });
});

test("of an approval, a refusal, a cancellation and the clock at once, one wins", async () => {
  for (let round = 0; round < 15; round += 1) {
    const buyer = await newAskingBuyer(money);
    const { waitingId, datasetId } = await ask(money, buyer);
    // Only the clock's time is ahead: it ends the row while the others still see it as open.
    const ahead = { ...api.ctx, now: () => new Date(Date.now() + 2 * dayMs) };
    const cancel = `/waiting-purchases/${waitingId}/cancel`;
    const acts = [
      () => approve(buyer.owner, waitingId),
      () => refuseWaitingPurchase(api.ctx, buyer.owner, waitingId),
      () => api.send("POST", cancel, { token: buyer.token }),
      () => expireDueWaitingPurchases(ahead, { rowsMax: 1 }),
      () => revokeApiKey(api.ctx, buyer.owner, buyer.operator.apiKeyId),
    ].sort(() => Math.random() - 0.5);
    await Promise.allSettled(acts.map((act) => act()));
    const { state } = await readWaiting(money, waitingId);
    expect(state).not.toBe("waiting");
    const made = await purchasesOf(money, datasetId);
    expect(made).toHaveLength(state === "approved" ? 1 : 0);
    expect((await tracesOf(money, waitingId)).events).toHaveLength(2);
    await expectSound(money, [buyer.operator.apiKeyId]);
  }
});
