/** Payout accounts: created once; the provider's report about one resumes its waiting transfers. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { accounts, auditLog, purchases } from "../../../db/schema/index.ts";
import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import type { PurchaseState } from "../../../db/vocabulary/purchase.ts";
import { refreshDuePayoutAccounts } from "../../../market/account/payouts/refresh-due-payout-accounts.ts";
import { refreshPayoutAccount } from "../../../market/account/payouts/refresh-payout-account.ts";
import { startPayoutOnboarding } from "../../../market/account/payouts/start-payout-onboarding.ts";
import type { Context } from "../../../market/context.ts";
import type { PayoutAccount } from "../../../platform/payments/port.ts";
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
  type Seller,
  sharedProvider,
} from "../../support/operators.ts";
import { submit } from "../../support/stripe.ts";

const api = await testApi();
const provider = await sharedProvider();
afterEach(() => provider.back());

const minuteMs = 60_000;

const addresses = {
  returnUrl: "http://localhost/account/payouts",
  refreshUrl: "http://localhost/account/payouts/again",
};

const start = (owner: OwnerActor) => startPayoutOnboarding(api.ctx, owner, addresses);
const refresh = (owner: OwnerActor) => refreshPayoutAccount(api.ctx, owner, owner.accountId);
const complete = (url: string) => submit(url, { action: "complete" });
const clock = (ms = 0) => {
  const now = () => new Date(Date.now() + ms);
  return refreshDuePayoutAccounts({ ctx: { ...api.ctx, now }, log: silentLog });
};

/** A context whose provider reports this about every payout account. */
function saying(account: Partial<PayoutAccount>, meanwhile?: () => Promise<void>): Context {
  const payments: Context["payments"] = {
    ...api.ctx.payments,
    async readPayoutAccount(id) {
      await meanwhile?.();
      const all = { detailsSubmitted: true, transfersEnabled: true, identityChecked: true };
      const found = { id, ...all, ...account };
      return { kind: "ok", value: found };
    },
  };
  return { ...api.ctx, payments };
}

/** A seller with a payout account that was never checked at the provider. */
async function sellerWithAccount(): Promise<Seller> {
  const seller = await newSeller(api);
  const payoutAccountId = `acct_${v7()}`;
  await api.db
    .update(accounts)
    .set({ payoutAccountId })
    .where(eq(accounts.id, seller.owner.accountId));
  return seller;
}

async function sell(from: Seller, state: PurchaseState): Promise<string> {
  const buyer = await newOwner(api);
  const { key } = await newKey(api, buyer);
  const paymentMethodId = await newCard(api, buyer);
  const bought = { by: buyer, apiKeyId: key.id, paymentMethodId, from, priceCents: 100 };
  return insertPurchase(api, { ...bought, state });
}

async function dueAt(purchaseId: string): Promise<Date | null> {
  const [row] = await api.db.select().from(purchases).where(eq(purchases.id, purchaseId));
  return row?.settleDueAt ?? null;
}

describe("beginning to be paid out", () => {
  test("makes one account at the provider, however many pages are asked for at once", async () => {
    const owner = await newOwner(api);
    const pages = await Promise.all([start(owner), start(owner), start(owner)]);
    const { payoutAccountId } = await readAccount(api, owner);
    const { metadata } = await provider.stripe.accounts.retrieve(String(payoutAccountId));
    expect(metadata).toEqual({ account_id: owner.accountId });
    expect(new Set(pages.map(({ url }) => url)).size).toBe(3);
    await start(owner);
    const calls = await callsWith(provider.url, `account-${owner.accountId}-payout`);
    expect(calls.filter(({ status, replayed }) => status === 200 && !replayed)).toHaveLength(1);
    expect(await auditOfAccount(api, owner)).toEqual(["owner account.payout_account_created"]);
  });

  test("goes from none over unfinished to enabled, as the provider says", async () => {
    const owner = await newOwner(api);
    expect(await refresh(owner)).toBe("none");
    const { url } = await start(owner);
    expect(await refresh(owner)).toBe("unfinished");
    expect((await readAccount(api, owner)).payoutsEnabledAt).toBeNull();
    await complete(url);
    expect(await refresh(owner)).toBe("enabled");
    expect(await refresh(owner)).toBe("enabled");
    expect(await readAccount(api, owner)).toMatchObject({ payoutCheckDueAt: null });
    expect(await auditOfAccount(api, owner)).toEqual([
      "owner account.payout_account_created",
      "owner account.payouts_enabled",
      "owner account.identity_checked",
    ]);
  });

  test("is refused while the account is suspended, and while the provider is away", async () => {
    const owner = await newOwner(api);
    await provider.away("POST /v1/accounts");
    expect((await refusalOf(start(owner))).code).toBe("payments_unavailable");
    await provider.back();
    await provider.away("POST /v1/account_links");
    expect((await refusalOf(start(owner))).code).toBe("payments_unavailable");
    await provider.back();
    const { payoutAccountId } = await readAccount(api, owner);
    await start(owner);
    expect((await readAccount(api, owner)).payoutAccountId).toBe(payoutAccountId);
    const suspension = { suspendedAt: api.ctx.now(), suspendedReason: "Fraud" };
    await api.db.update(accounts).set(suspension).where(eq(accounts.id, owner.accountId));
    expect((await refusalOf(start(owner))).code).toBe("account_suspended");
  });

  test("an answer that is lost makes no second account", async () => {
    const owner = await newOwner(api);
    await provider.away("POST /v1/accounts", "drop_answer");
    expect((await refusalOf(start(owner))).code).toBe("payments_unavailable");
    await provider.back();
    await start(owner);
    expect((await readAccount(api, owner)).payoutAccountId).not.toBeNull();
    const calls = await callsWith(provider.url, `account-${owner.accountId}-payout`);
    expect(calls.map(({ replayed }) => replayed)).toEqual([false, true, true]);
  });

  test("nobody asks for another's account", async () => {
    const seller = await sellerWithAccount();
    const stranger = await newOwner(api);
    const call = refreshPayoutAccount(saying({}), stranger, seller.owner.accountId);
    expect((await refusalOf(call)).code).toBe("account_not_found");
    expect((await readAccount(api, seller.owner)).payoutsEnabledAt).toBeNull();
  });
});

describe("when payouts become possible", () => {
  test("the seller's released sales are due at once, and no other purchase is", async () => {
    const seller = await sellerWithAccount();
    const other = await sellerWithAccount();
    const waiting = [await sell(seller, "released"), await sell(seller, "released")];
    const transferred = await sell(seller, "released");
    const done = { transferredAt: new Date(), transferId: `tr_${v7()}` };
    await api.db.update(purchases).set(done).where(eq(purchases.id, transferred));
    const untouched = [transferred, await sell(seller, "in_escrow"), await sell(other, "released")];
    const now = new Date("2026-11-21T12:00:00Z");
    const ctx = { ...saying({}), now: () => now };
    expect(await refreshPayoutAccount(ctx, seller.owner, seller.owner.accountId)).toBe("enabled");
    for (const id of waiting) expect(await dueAt(id)).toEqual(now);
    for (const id of untouched) expect(await dueAt(id)).toBeNull();
    expect((await readAccount(api, seller.owner)).payoutsEnabledAt).toEqual(now);
    const [entry] = await api.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, seller.owner.accountId));
    expect(entry).toMatchObject({
      action: "account.payouts_enabled",
      detail: { transfers_due: 2 },
    });
  });

  test("and end again, transfers wait from then on, and the account is looked at again", async () => {
    const seller = await sellerWithAccount();
    const { owner } = seller;
    await refreshPayoutAccount(saying({}), owner, owner.accountId);
    const restricted = saying({ transfersEnabled: false });
    expect(await refreshPayoutAccount(restricted, owner, owner.accountId)).toBe("under_review");
    const account = await readAccount(api, owner);
    expect(account.payoutsEnabledAt).toBeNull();
    expect(account.payoutCheckDueAt).not.toBeNull();
    expect(await auditOfAccount(api, owner)).toEqual([
      "owner account.payouts_enabled",
      "owner account.identity_checked",
      "owner account.payouts_disabled",
      "owner account.identity_unchecked",
    ]);
  });
});

describe("the clock", () => {
  beforeEach(async () => {
    await api.db.update(accounts).set({ payoutCheckDueAt: null });
  });

  test("notices a page that was finished without coming back, once, in any number of processes", async () => {
    const owner = await newOwner(api);
    const { url } = await start(owner);
    await complete(url);
    expect(await clock()).toBe(0);
    const ticks = await Promise.all([1, 2, 3].map(() => clock(31 * minuteMs)));
    expect(ticks.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect((await readAccount(api, owner)).payoutsEnabledAt).not.toBeNull();
    expect(await auditOfAccount(api, owner)).toContain("system account.payouts_enabled");
    expect(await clock(24 * 60 * minuteMs)).toBe(0);
  });

  test("asks again every six hours while the page is unfinished", async () => {
    const owner = await newOwner(api);
    await start(owner);
    expect(await clock(31 * minuteMs)).toBe(1);
    expect(await clock(5 * 60 * minuteMs)).toBe(0);
    expect(await clock(7 * 60 * minuteMs)).toBe(1);
  });

  test("keeps a look that a webhook asked for while it was looking", async () => {
    const { owner } = await sellerWithAccount();
    const marked = new Date("2026-01-01T00:00:00Z");
    const mark = async () => {
      const change = { payoutCheckDueAt: marked };
      await api.db.update(accounts).set(change).where(eq(accounts.id, owner.accountId));
    };
    await refreshPayoutAccount(saying({}, mark), owner, owner.accountId);
    expect(await readAccount(api, owner)).toMatchObject({ payoutCheckDueAt: marked });
    // Also if it reports nothing new, and there is nothing else to write.
    await api.db.update(accounts).set({ payoutCheckDueAt: null });
    await refreshPayoutAccount(saying({}, mark), owner, owner.accountId);
    expect(await readAccount(api, owner)).toMatchObject({ payoutCheckDueAt: marked });
    expect(await refreshDuePayoutAccounts({ ctx: saying({}), log: silentLog })).toBe(1);
    expect((await readAccount(api, owner)).payoutCheckDueAt).toBeNull();
  });

  test("that took long closes nothing for good that was opened meanwhile", async () => {
    const { owner } = await sellerWithAccount();
    const lease = { payoutCheckDueAt: new Date(Date.now() + minuteMs), payoutsEnabledAt: null };
    await api.db.update(accounts).set(lease).where(eq(accounts.id, owner.accountId));
    const opened = () => refreshPayoutAccount(saying({}), owner, owner.accountId).then(() => {});
    const closed = saying({ transfersEnabled: false }, opened);
    await refreshPayoutAccount(closed, owner, owner.accountId);
    await refreshDuePayoutAccounts({ ctx: saying({}), log: silentLog });
    expect((await readAccount(api, owner)).payoutsEnabledAt).not.toBeNull();
  });

  test("is not kept from others by an account that the provider does not know", async () => {
    const lost = await sellerWithAccount();
    const long = { payoutCheckDueAt: new Date("2026-01-01T00:00:00Z") };
    const isLost = eq(accounts.id, lost.owner.accountId);
    await api.db.update(accounts).set(long).where(isLost);
    const owner = await newOwner(api);
    await complete((await start(owner)).url);
    expect(await clock(31 * minuteMs)).toBe(1);
    expect((await readAccount(api, owner)).payoutsEnabledAt).not.toBeNull();
  });

  test("leaves unasked rows to their lease, and then asks again", async () => {
    const owner = await newOwner(api);
    const { url } = await start(owner);
    await complete(url);
    await provider.away("GET /v1/accounts/:id");
    expect(await clock(31 * minuteMs)).toBe(0);
    await provider.back();
    expect((await readAccount(api, owner)).payoutsEnabledAt).toBeNull();
    expect(await clock(31 * minuteMs)).toBe(0);
    expect(await clock(33 * minuteMs)).toBe(1);
    expect((await readAccount(api, owner)).payoutsEnabledAt).not.toBeNull();
  });
});
