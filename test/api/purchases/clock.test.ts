/** Time and races: what the clock ends by itself, and who wins when several end one purchase. */
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { and, eq, sql } from "drizzle-orm";
import { openDatabase } from "../../../db/client.ts";
import { accounts, ledgerEntries, purchases } from "../../../db/schema/index.ts";
import type { PurchaseState } from "../../../db/vocabulary/purchase.ts";
import type { Context } from "../../../market/context.ts";
import { confirmPurchase } from "../../../market/purchase/confirm-purchase.ts";
import { disputePurchase } from "../../../market/purchase/dispute-purchase.ts";
import { getPurchaseDownload } from "../../../market/purchase/get-purchase-download.ts";
import { refundStaleDisputes } from "../../../market/purchase/settlement/refund-stale-disputes.ts";
import { releaseDuePurchases } from "../../../market/purchase/settlement/release-due-purchases.ts";
import {
  auditOf,
  type Buyer,
  balances,
  dayMs,
  feeCents,
  newBuyer,
  noticesOf,
  paidListing,
  priceCents,
  purchaseOf,
  readPurchase,
  testMarket,
} from "../../support/market.ts";
import { eventually } from "../../support/stack.ts";

setDefaultTimeout(30_000);

const rowsMax = 100;
const processes = 4;
const held = { buyer: -priceCents, escrow: priceCents };
const released = {
  buyer: -priceCents,
  seller_payable: priceCents - feeCents,
  platform_fee: feeCents,
};
const refundOwed = { buyer: -priceCents, refund_payable: priceCents };

const market = await testMarket();
const listingId = await paidListing(market);
const handles = Array.from({ length: processes }, () =>
  openDatabase({ url: market.api.databaseUrl, poolMax: 3 }),
);
afterAll(() => Promise.all(handles.map((handle) => handle.close())));

/** One clock per process, each on its own connections, some days from now. */
const clocks = (days: number): Context[] =>
  handles.map(({ db }) => ({
    ...market.api.ctx,
    db,
    now: () => new Date(Date.now() + days * dayMs),
  }));

const clock = (days: number): Context => {
  const [first] = clocks(days);
  if (first === undefined) throw new Error("there is no clock");
  return first;
};

type Held = { id: string; buyer: Buyer };

async function buy(state?: PurchaseState): Promise<Held> {
  const buyer = await newBuyer(market.api);
  return { id: await purchaseOf({ ...market, buyer }, listingId, state), buyer };
}

/** Whether any connection waits for a lock that another one holds. */
async function isSomebodyWaiting(): Promise<boolean> {
  const rows = await market.api.db.execute(sql`
    select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
  return rows.length > 0;
}

const total = (counts: number[]) => counts.reduce((sum, count) => sum + count, 0);

describe("the release of an escrow", () => {
  test("comes by itself after seven days, not before, once in any number of processes", async () => {
    const { api } = market;
    const ids = [];
    for (let index = 0; index < 12; index += 1) ids.push((await buy()).id);
    const early = await Promise.all(
      clocks(6.99).map((ctx) => releaseDuePurchases(ctx, { rowsMax })),
    );
    expect(total(early)).toBe(0);
    const counts = await Promise.all(clocks(7).map((ctx) => releaseDuePurchases(ctx, { rowsMax })));
    expect(total(counts)).toBe(ids.length);
    for (const id of ids) {
      expect(await readPurchase(api, id)).toMatchObject({
        state: "released",
        releaseCause: "escrow_ended",
        releaseDueAt: null,
        settleAttempts: 0,
      });
      expect(await balances(api, id)).toEqual(released);
      expect(await noticesOf(api, id)).toEqual(["released_seller"]);
      expect(await auditOf(api, id)).toEqual(["purchase.released"]);
    }
    expect(await releaseDuePurchases(clock(8), { rowsMax })).toBe(0);
  });

  test("takes at most the given number, the longest due first", async () => {
    const first = await buy();
    const second = await buy();
    expect(await releaseDuePurchases(clock(7), { rowsMax: 1 })).toBe(1);
    expect((await readPurchase(market.api, first.id)).state).toBe("released");
    expect((await readPurchase(market.api, second.id)).state).toBe("in_escrow");
    expect(await releaseDuePurchases(clock(7), { rowsMax: 5 })).toBe(1);
  });

  test("waits while the seller is suspended, and while the provider has news of the charge", async () => {
    const { api, seller } = market;
    const { id } = await buy();
    const suspend = (suspendedAt: Date | null) =>
      api.db
        .update(accounts)
        .set({ suspendedAt, suspendedReason: suspendedAt === null ? null : "fraud" })
        .where(eq(accounts.id, seller.owner.accountId));
    await suspend(new Date());
    expect(await releaseDuePurchases(clock(30), { rowsMax })).toBe(0);
    await suspend(null);
    const news = (settleDueAt: Date | null) =>
      api.db.update(purchases).set({ settleDueAt }).where(eq(purchases.id, id));
    await news(new Date());
    expect(await releaseDuePurchases(clock(30), { rowsMax })).toBe(0);
    expect(await balances(api, id)).toEqual(held);
    await news(null);
    expect(await releaseDuePurchases(clock(30), { rowsMax })).toBe(1);
  });

  test("never comes behind a suspension that was being written when the clock looked", async () => {
    const { api, seller } = market;
    const { id } = await buy();
    const ofSeller = eq(accounts.id, seller.owner.accountId);
    let isOver = false;
    const release = await api.db.transaction(async (tx) => {
      const suspended = { suspendedAt: new Date(), suspendedReason: "fraud" };
      await tx.update(accounts).set(suspended).where(ofSeller);
      const running = releaseDuePurchases(clock(7), { rowsMax }).finally(() => {
        isOver = true;
      });
      await eventually(async () => isOver || (await isSomebodyWaiting()));
      return { running };
    });
    expect(await release.running).toBe(0);
    expect((await readPurchase(api, id)).state).toBe("in_escrow");
    await api.db.update(accounts).set({ suspendedAt: null, suspendedReason: null }).where(ofSeller);
    expect(await releaseDuePurchases(clock(7), { rowsMax })).toBe(1);
  });

  test("of one that fails holds up no other, and is reported", async () => {
    const { api } = market;
    const broken = await buy();
    const others = [await buy(), await buy()];
    const entry = { purchaseId: broken.id, posting: "released", currency: "usd" } as const;
    const createdAt = new Date();
    await api.db.insert(ledgerEntries).values([
      { ...entry, account: "escrow", amountCents: -1, createdAt },
      { ...entry, account: "seller_payable", amountCents: 1, createdAt },
    ]);
    await expect(releaseDuePurchases(clock(7), { rowsMax })).rejects.toThrow("1 of 3");
    expect((await readPurchase(api, broken.id)).state).toBe("in_escrow");
    for (const { id } of others) {
      expect((await readPurchase(api, id)).state).toBe("released");
    }
    await api.db
      .update(purchases)
      .set({ releaseDueAt: new Date(Date.now() + 900 * dayMs) })
      .where(eq(purchases.id, broken.id));
  });
});

describe("a dispute that nobody decides", () => {
  test("is refunded after sixty days, not before, once in any number of processes", async () => {
    const { api } = market;
    const ids = [];
    for (let index = 0; index < 6; index += 1) ids.push((await buy("disputed")).id);
    expect(await releaseDuePurchases(clock(59), { rowsMax })).toBe(0);
    expect(await refundStaleDisputes(clock(59.99), { rowsMax })).toBe(0);
    const counts = await Promise.all(
      clocks(60).map((ctx) => refundStaleDisputes(ctx, { rowsMax })),
    );
    expect(total(counts)).toBe(ids.length);
    for (const id of ids) {
      const row = await readPurchase(api, id);
      expect(row).toMatchObject({ state: "refunded", refundCause: "dispute_timed_out" });
      expect(row.resolvedAt).toEqual(row.refundedAt);
      expect(row.settleDueAt).toEqual(row.refundedAt);
      expect(await balances(api, id)).toEqual(refundOwed);
      expect(await noticesOf(api, id)).toEqual(["refunded_buyer", "refunded_seller"]);
    }
  });

  test("that a card's bank opened is decided by the bank and never refunded as well", async () => {
    const { api } = market;
    const { id } = await buy("disputed");
    await api.db.update(purchases).set({ disputeReason: "chargeback" }).where(eq(purchases.id, id));
    expect(await refundStaleDisputes(clock(400), { rowsMax })).toBe(0);
    expect(await balances(api, id)).toEqual(held);
  });
});

describe("concurrent attempts to end one purchase", () => {
  const complaint = { reason: "other", detail: "It is empty." } as const;
  const settledAs: Partial<Record<PurchaseState, Record<string, number>>> = {
    released,
    disputed: held,
    refunded: refundOwed,
  };
  const noticesAs: Partial<Record<PurchaseState, string[]>> = {
    released: ["released_seller"],
    disputed: ["disputed_administrators", "disputed_seller"],
    refunded: ["refunded_buyer", "refunded_seller"],
  };

  test("buyer confirming, buyer disputing or the clock: one wins, the others change nothing", async () => {
    const { api } = market;
    const due = clocks(7);
    const winners = new Set<string>();
    for (let round = 0; round < 8; round += 1) {
      const { id, buyer } = await buy();
      const [one, other, third, fourth] = due;
      if (!one || !other || !third || !fourth) throw new Error("there are four clocks");
      const tries = [
        () => confirmPurchase(one, buyer.operator, id),
        () => disputePurchase(other, buyer.owner, id, complaint),
        () => releaseDuePurchases(third, { rowsMax }).then((count) => count === 1 || refuse()),
        () => confirmPurchase(fourth, buyer.owner, id),
      ];
      const offset = round % tries.length;
      const rotated = [...tries.slice(offset), ...tries.slice(0, offset)];
      const outcomes = await Promise.allSettled(rotated.map((attempt) => attempt()));
      expect(outcomes.filter(({ status }) => status === "fulfilled").length).toBe(1);
      const row = await readPurchase(api, id);
      winners.add(row.releaseCause ?? row.state);
      expect(await balances(api, id)).toEqual(settledAs[row.state] ?? {});
      expect(await noticesOf(api, id)).toEqual(noticesAs[row.state] ?? []);
      expect((await auditOf(api, id)).length).toBe(1);
    }
    expect(winners.size).toBeGreaterThan(1);
  });

  test("a delivery that finds the file gone against a confirmation: released or refunded, not both", async () => {
    const { api } = market;
    const [one, other] = clocks(0);
    if (!one || !other) throw new Error("there are four clocks");
    const own = await paidListing(market);
    for (let round = 0; round < 10; round += 1) {
      const buyer = await newBuyer(api);
      const id = await purchaseOf({ ...market, buyer }, own);
      const storage = { ...api.ctx.storage, head: missing(api.ctx.storage.head) };
      const download = () => getPurchaseDownload({ ...one, storage }, buyer.operator, id);
      const confirm = () => confirmPurchase(other, buyer.operator, id);
      const pair = round % 2 === 0 ? [download, confirm] : [confirm, download];
      await Promise.allSettled(pair.map((attempt) => attempt()));
      const { state } = await readPurchase(api, id);
      expect(["released", "refunded"]).toContain(state);
      expect(await balances(api, id)).toEqual(settledAs[state] ?? {});
      expect(await noticesOf(api, id)).toEqual(noticesAs[state] ?? []);
      const ended = await api.db.$count(
        ledgerEntries,
        and(eq(ledgerEntries.purchaseId, id), eq(ledgerEntries.account, "escrow")),
      );
      expect(ended).toBe(2);
    }
  });

  const refuse = () => Promise.reject(new Error("the clock released nothing"));
  type Head = Context["storage"]["head"];
  const missing =
    (head: Head): Head =>
    async (key) =>
      key.startsWith("uploads/") ? null : head(key);
});
