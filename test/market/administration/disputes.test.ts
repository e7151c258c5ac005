import { describe, expect, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import { lockPurchase } from "../../../db/queries/purchases/purchases.ts";
import { accounts, auditLog, ledgerEntries, outbox, purchases } from "../../../db/schema/index.ts";
import type { AdminActor, OwnerActor } from "../../../db/vocabulary/actor.ts";
import { listDisputes, viewDispute } from "../../../market/administration/read.ts";
import { requireAdministrator } from "../../../market/administration/require-administrator.ts";
import { resolveDispute } from "../../../market/administration/resolve-dispute.ts";
import { restoreAccount } from "../../../market/administration/restore-account.ts";
import { suspendAccount } from "../../../market/administration/suspend-account.ts";
import type { Context } from "../../../market/context.ts";
import { confirmPurchase } from "../../../market/purchase/confirm-purchase.ts";
import { noteDownload } from "../../../market/purchase/delivery/paid-delivery.ts";
import { disputePurchase } from "../../../market/purchase/dispute-purchase.ts";
import { movePurchase } from "../../../market/purchase/move-purchase.ts";
import { refundStaleDisputes } from "../../../market/purchase/settlement/refund-stale-disputes.ts";
import { releaseDuePurchases } from "../../../market/purchase/settlement/release-due-purchases.ts";
import { settleTransfer } from "../../../market/purchase/settlement/settle-transfer.ts";
import type { Intent } from "../../../platform/payments/port.ts";
import { adminEmail, administrator, signedIn } from "../../support/administrators.ts";
import { testApi } from "../../support/api.ts";
import {
  insertPurchase,
  newCard,
  newKey,
  newOwner,
  newSeller,
  refusalOf,
  type Seller,
} from "../../support/operators.ts";

const dayMs = 86_400_000;
const said = { reason: "file_unusable", detail: "Half of the rows are empty." } as const;
const decision = (of: "release" | "refund") => ({ decision: of, detail: "We looked at the file." });

const api = await testApi({ ADMIN_EMAILS: adminEmail });
const admin = await administrator(api);

type Bought = { id: string; buyer: OwnerActor; seller: Seller };

/** A purchase in escrow, with the posting of a captured charge. */
async function bought(priceCents = 1000, seller?: Seller): Promise<Bought> {
  const buyer = await newOwner(api);
  const from = seller ?? (await newSeller(api));
  const { key } = await newKey(api, buyer);
  const id = await insertPurchase(api, {
    by: buyer,
    apiKeyId: key.id,
    paymentMethodId: await newCard(api, buyer),
    from,
    priceCents,
    state: "in_escrow",
  });
  await api.db.transaction(async (tx) => {
    const row = await lockPurchase(tx, id);
    if (row === null) throw new Error("the purchase is gone");
    await movePurchase(tx, row, {}, { now: api.ctx.now(), posting: "captured" });
  });
  return { id, buyer, seller: from };
}

async function disputed(priceCents?: number): Promise<Bought> {
  const made = await bought(priceCents);
  await disputePurchase(api.ctx, made.buyer, made.id, said);
  return made;
}

async function rowOf(id: string) {
  const [row] = await api.db.select().from(purchases).where(eq(purchases.id, id));
  if (row === undefined) throw new Error(`no purchase ${id}`);
  return row;
}

async function noticesOf(id: string): Promise<string[]> {
  const rows = await api.db.select().from(outbox);
  return rows
    .filter((row) => row.payload.purchase_id === id)
    .map((row) => String(row.payload.notice))
    .sort();
}

async function balances(id: string): Promise<Record<string, number>> {
  const rows = await api.db.select().from(ledgerEntries).where(eq(ledgerEntries.purchaseId, id));
  const sums: Record<string, number> = {};
  for (const { account, amountCents } of rows) sums[account] = (sums[account] ?? 0) + amountCents;
  return sums;
}

const endings = (id: string) =>
  api.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, id), eq(auditLog.actorKind, "admin")));

describe("an administrator", () => {
  test("is only somebody signed in with a verified address of ADMIN_EMAILS", async () => {
    const owner = await signedIn(api, "Admin@Example.com");
    expect(requireAdministrator(api.config, owner).kind).toBe("admin");
    const strangers: OwnerActor[] = [
      { ...owner, emailVerified: false },
      { ...owner, email: "other@example.com" },
      { ...owner, email: `x${adminEmail}` },
      { ...owner, email: "" },
    ];
    for (const stranger of strangers) {
      const call = async () => requireAdministrator(api.config, stranger);
      expect((await refusalOf(call())).code).toBe("not_an_administrator");
    }
    const none = async () => requireAdministrator({ ADMIN_EMAILS: [] }, owner);
    expect((await refusalOf(none())).code).toBe("not_an_administrator");
  });
});

describe("the list of disputes", () => {
  test("pages through waiting decisions, oldest first, with masked addresses", async () => {
    const made: Bought[] = [];
    for (const minutes of [30, 10, 20]) {
      api.clock.skewMs = -minutes * 60_000;
      made.push(await disputed());
    }
    api.clock.skewMs = 0;
    const notDisputed = await bought();
    const order = [0, 2, 1].map((index) => made[index]?.id);
    const first = await listDisputes(api.ctx, admin, { limit: 2, offset: 0 });
    const second = await listDisputes(api.ctx, admin, { limit: 2, offset: 2 });
    const listed = [...first.items, ...second.items].map((item) => item.purchase_id);
    expect(listed.filter((id) => order.includes(id))).toEqual(order as string[]);
    expect(listed).not.toContain(notDisputed.id);
    expect(first.pagination).toMatchObject({ total: 3, has_more: true });
    const [item] = first.items;
    expect(item).toMatchObject({ ...said, status: "disputed", price_cents: 1000, fee_cents: 0 });
    expect(item?.buyer).toMatchObject({ email: "o***@example.com", suspended: false });
    expect(JSON.stringify(first)).not.toContain(String(made[0]?.buyer.email));
    const disputedAt = Date.parse(String(item?.disputed_at));
    expect(Date.parse(String(item?.decide_before)) - disputedAt).toBe(60 * dayMs);
  });

  test("shows one of them with its trail and its ledger", async () => {
    const { id, buyer } = await disputed();
    const seen = await viewDispute(api.ctx, admin, id);
    expect(seen).toMatchObject({ ...said, buyer: { account_id: buyer.accountId } });
    expect(seen.trail.map(({ actor, action }) => [actor, action])).toEqual([
      ["buyer", "purchase.disputed"],
    ]);
    expect(seen.ledger.map(({ account, amount_cents: cents }) => [account, cents])).toEqual([
      ["buyer", -1000],
      ["escrow", 1000],
    ]);
    const unknown = viewDispute(api.ctx, admin, "0192f0c1-2f5e-7c3a-9d1b-5a4c3e2f1a0b");
    expect((await refusalOf(unknown)).code).toBe("purchase_not_found");
  });
});

describe("a decision", () => {
  test("to release gives the seller the money, once, and tells both", async () => {
    const { id } = await disputed();
    const resolved = await resolveDispute(api.ctx, admin, id, decision("release"));
    expect(resolved).toEqual({ changed: true, state: "released" });
    expect(await rowOf(id)).toMatchObject({
      state: "released",
      releaseCause: "dispute_resolved",
      resolutionDetail: "We looked at the file.",
      settleDueAt: expect.any(Date),
      resolvedAt: expect.any(Date),
    });
    expect(await balances(id)).toEqual({ buyer: -1000, escrow: 0, seller_payable: 1000 });
    const notices = await noticesOf(id);
    expect(notices).toEqual([
      "dispute_rejected_buyer",
      "disputed_administrators",
      "disputed_seller",
      "released_seller",
    ]);
    const again = await resolveDispute(api.ctx, admin, id, decision("release"));
    expect(again).toEqual({ changed: false, state: "released" });
    expect(await noticesOf(id)).toEqual(notices);
    expect(await endings(id)).toMatchObject([{ action: "purchase.released" }]);
  });

  test("to refund owes the buyer the money, once, and tells both", async () => {
    const { id } = await disputed();
    await resolveDispute(api.ctx, admin, id, decision("refund"));
    const again = await resolveDispute(api.ctx, admin, id, decision("refund"));
    expect(again).toEqual({ changed: false, state: "refunded" });
    expect(await rowOf(id)).toMatchObject({
      refundCause: "dispute_resolved",
      settleDueAt: expect.any(Date),
    });
    expect(await balances(id)).toEqual({ buyer: -1000, escrow: 0, refund_payable: 1000 });
    expect(await noticesOf(id)).toEqual([
      "disputed_administrators",
      "disputed_seller",
      "refunded_buyer",
      "refunded_seller",
    ]);
    expect(await endings(id)).toMatchObject([{ action: "purchase.refunded" }]);
  });

  test("is never reversed, nor made for undisputed or unknown purchases", async () => {
    const released = await disputed();
    await resolveDispute(api.ctx, admin, released.id, decision("release"));
    const refunded = await disputed();
    await resolveDispute(api.ctx, admin, refunded.id, decision("refund"));
    const confirmed = await bought();
    await confirmPurchase(api.ctx, confirmed.buyer, confirmed.id);
    const open = await bought();
    const attempts: [string, "release" | "refund"][] = [
      [released.id, "refund"],
      [refunded.id, "release"],
      [confirmed.id, "release"],
      [confirmed.id, "refund"],
      [open.id, "refund"],
    ];
    for (const [id, wish] of attempts) {
      const before = await balances(id);
      const refusal = await refusalOf(resolveDispute(api.ctx, admin, id, decision(wish)));
      expect(refusal.code).toBe("purchase_not_disputed");
      expect(await balances(id)).toEqual(before);
    }
    const unknownId = "0192f0c1-2f5e-7c3a-9d1b-5a4c3e2f1a0b";
    const unknown = resolveDispute(api.ctx, admin, unknownId, decision("refund"));
    expect((await refusalOf(unknown)).code).toBe("purchase_not_found");
  });

  test("is no business of who bought or sold it", async () => {
    const { id, buyer, seller } = await disputed();
    for (const party of [buyer, seller.owner]) {
      const own: AdminActor = { kind: "admin", accountId: party.accountId, email: party.email };
      const refusal = await refusalOf(resolveDispute(api.ctx, own, id, decision("refund")));
      expect(refusal.code).toBe("party_to_dispute");
    }
    expect((await rowOf(id)).state).toBe("disputed");
  });

  test("and its contrary at once, and the clock's time-out: one of them ends the dispute", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await disputed();
      const late: Context = { ...api.ctx, now: () => new Date(Date.now() + 61 * dayMs) };
      const outcomes = await Promise.allSettled([
        resolveDispute(api.ctx, admin, id, decision("release")),
        resolveDispute(api.ctx, admin, id, decision("refund")),
        refundStaleDisputes(late, { rowsMax: 100 }),
      ]);
      const codes = outcomes.map((outcome) =>
        outcome.status === "fulfilled" ? "ok" : String(outcome.reason.code),
      );
      expect(codes.every((code) => code === "ok" || code === "purchase_not_disputed")).toBe(true);
      const { state } = await rowOf(id);
      const goal = state === "released" ? "seller_payable" : "refund_payable";
      expect(await balances(id)).toEqual({ buyer: -1000, escrow: 0, [goal]: 1000 });
      const ended = (await noticesOf(id)).filter((notice) => !notice.startsWith("disputed"));
      expect(ended).toHaveLength(2);
    }
  });

  test("waits for the card's bank where that disputes the charge", async () => {
    const { id } = await disputed();
    const chargeback = { disputeReason: "chargeback" as const, paymentIntentId: `pi_${id}` };
    await api.db.update(purchases).set(chargeback).where(eq(purchases.id, id));
    expect((await viewDispute(api.ctx, admin, id)).decide_before).toBeNull();
    const bankSays = (bankDispute: Intent["bankDispute"]): Context => {
      const value = { bankDispute } as Intent;
      return {
        ...api.ctx,
        payments: { ...api.ctx.payments, readIntent: async () => ({ kind: "ok", value }) },
      };
    };
    for (const open of ["open", "lost"] as const) {
      const attempt = resolveDispute(bankSays(open), admin, id, decision("release"));
      expect((await refusalOf(attempt)).code).toBe("purchase_not_disputed");
    }
    const unreachable: Context = {
      ...api.ctx,
      payments: {
        ...api.ctx.payments,
        readIntent: async () => ({ kind: "unknown", code: "x", detail: "x", answered: false }),
      },
    };
    const unknown = resolveDispute(unreachable, admin, id, decision("release"));
    expect((await refusalOf(unknown)).code).toBe("payments_unavailable");
    expect((await rowOf(id)).state).toBe("disputed");
    const won = await resolveDispute(bankSays("won"), admin, id, decision("release"));
    expect(won).toEqual({ changed: true, state: "released" });
  });
});

/** Adds a charge that the provider confirms to a purchase that exists only as rows. */
async function withCharge(id: string): Promise<Context> {
  const { chargeId, priceCents } = await rowOf(id);
  const intent: Intent = {
    id: `pi_${id}`,
    status: "succeeded",
    amountCents: priceCents,
    currency: "usd",
    chargeId,
    decline: null,
    actionUrl: null,
    refundedCents: 0,
    bankDispute: "none",
  };
  await api.db.update(purchases).set({ paymentIntentId: intent.id }).where(eq(purchases.id, id));
  const readIntent = async () => ({ kind: "ok" as const, value: intent });
  return { ...api.ctx, payments: { ...api.ctx.payments, readIntent } };
}

describe("the money of a suspended seller", () => {
  test("is not released by the clock, waits for its transfer, and is due once it is restored", async () => {
    const seller = await newSeller(api);
    const { accountId } = seller.owner;
    const held = await bought(1000, seller);
    await noteDownload(api.ctx, held.buyer, held.id);
    const released = await bought(2000, seller);
    await confirmPurchase(api.ctx, released.buyer, released.id);
    await suspendAccount(api.ctx, admin, accountId, { reason: "Under inspection." });
    const paid = { payoutAccountId: `acct_${accountId}`, payoutsEnabledAt: api.ctx.now() };
    await api.db.update(accounts).set(paid).where(eq(accounts.id, accountId));
    await settleTransfer(await withCharge(released.id), await rowOf(released.id));
    expect(await rowOf(released.id)).toMatchObject({ settleDueAt: null, transferId: null });
    const later: Context = { ...api.ctx, now: () => new Date(Date.now() + 8 * dayMs) };

    await releaseDuePurchases(later, { rowsMax: 100 });
    expect((await rowOf(held.id)).state).toBe("in_escrow");

    await restoreAccount(api.ctx, admin, accountId);
    expect((await rowOf(released.id)).settleDueAt).not.toBeNull();
    await releaseDuePurchases(later, { rowsMax: 100 });
    expect(await rowOf(held.id)).toMatchObject({
      state: "released",
      releaseCause: "escrow_ended",
    });
  });

  test("goes back to a buyer by a decision all the same", async () => {
    const { id, seller } = await disputed();
    await suspendAccount(api.ctx, admin, seller.owner.accountId, { reason: "Under inspection." });
    await resolveDispute(api.ctx, admin, id, decision("refund"));
    expect((await rowOf(id)).state).toBe("refunded");
  });
});
