/** Settles a buyer's refund. */
import type { Database } from "../../../db/client.ts";
import {
  accountCents,
  type ChargedRow,
  endRefundTry,
  lockSeen,
  putOff,
  updateCharged,
} from "../../../db/queries/purchases/charged.ts";
import type { BankDispute, Refund } from "../../../platform/payments/port.ts";
import type { Context } from "../../context.ts";
import { followChargebacks } from "../chargeback/follow-chargebacks.ts";
import { moveCharged } from "../move-purchase.ts";
import { postOnce } from "../post-once.ts";
import { auditCharged } from "../purse/charged.ts";
import { ownDisputes } from "../purse/disputes.ts";
import { type ChargeFacts, ownRefunds } from "../purse/refunds.ts";
import { refundableCents, refundedCents, takenCents } from "../purse/rules.ts";
import { failRefund } from "./fail-refund.ts";
import {
  afterFailure,
  chargeKey,
  keyed,
  type SettleOutcome,
  settler,
  tryLater,
  unkeyed,
  untroubled,
} from "./outcome.ts";
import { refundWait } from "./refund-rules.ts";

type DueRefund<R extends ChargedRow> = {
  purchase: R;
  intentId: string;
  disputes: BankDispute[];
  /** What the buyer does not have yet. */
  amountCents: number;
};

/**
 * Pays what a purchase's buyer does not have yet of its refund, once, and records when they have all of it: the bank may
 * have taken a part for good, and somebody refunded one by hand.
 */
export async function settleRefund<R extends ChargedRow>(
  ctx: Context,
  seen: R,
): Promise<SettleOutcome<R>> {
  const { paymentIntentId: intentId } = seen;
  if (intentId === null) throw new Error(`purchase ${seen.id} was paid by no intent`);
  // Look for the result of an earlier attempt before using a new key.
  const refunds = await ctx.payments.listRefunds(intentId);
  if (refunds.kind !== "ok") return afterFailure(ctx, seen, unkeyed("finding the refund", refunds));
  const disputes = await ctx.payments.listBankDisputes(intentId);
  if (disputes.kind !== "ok") return afterFailure(ctx, seen, unkeyed("listing disputes", disputes));
  const looked = await look(ctx, seen, { refunds: refunds.value, disputes: disputes.value });
  if (looked === null) return untroubled(seen);
  const { purchase, own } = looked;
  const held = own.filter(({ status }) => status !== "failed");
  const amountCents = refundableCents(purchase) - refundedCents(held);
  if (amountCents <= 0) {
    const isPending = held.some(({ status }) => status === "pending");
    if (isPending) return tryLater(ctx, purchase, { trouble: null });
    return record(ctx, purchase, held[0]?.id ?? null, disputes.value);
  }
  const failed = own.find(({ status }) => status === "failed");
  if (failed !== undefined && failed.id !== purchase.refundId) {
    return recordFailure(ctx, purchase, failed);
  }
  const waitUntil = refundWait(purchase, ctx.now());
  if (waitUntil !== "none") {
    return untroubled(await putOff(ctx.db, purchase, { dueAt: waitUntil, isKeySpent: false }));
  }
  return tryRefund(ctx, { purchase, intentId, disputes: disputes.value, amountCents });
}

type Looked<R extends ChargedRow> = { purchase: R; own: Refund[] };

/** Records the disputes and what lost ones have paid of the refund; null: the row has changed meanwhile. */
async function look<R extends ChargedRow>(
  ctx: Context,
  seen: R,
  facts: ChargeFacts,
): Promise<Looked<R> | null> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const { purchase, isOvertaken } = await lockSeen(tx, seen);
    const isOwed = purchase.state === "refunded" && purchase.refundPaidAt === null;
    if (!isOwed || isOvertaken) return null;
    const own = await ownRefunds(tx, purchase, facts);
    if (facts.disputes.length === 0) return { purchase, own };
    const disputes = await ownDisputes(tx, purchase, facts.disputes, now);
    const wholeCents = refundableCents({ ...purchase, chargedBackCents: 0 });
    const unpaidCents = Math.max(0, wholeCents - refundedCents(own));
    const takenNow = takenCents(unpaidCents, disputes);
    const noted = await noteTaken(tx, purchase, takenNow, now);
    return { purchase: await followChargebacks(tx, noted, facts.disputes, now), own };
  });
}

/** The bank has paid a part of the refund, or all of it. */
async function noteTaken<R extends ChargedRow>(
  tx: Database,
  purchase: R,
  chargedBackCents: number,
  now: Date,
): Promise<R> {
  const moreCents = chargedBackCents - purchase.chargedBackCents;
  if (moreCents <= 0) return purchase;
  const reference = String(chargedBackCents);
  // What the platform has already paid for the loss, when an earlier refund had paid the buyer and came back.
  const lost = await accountCents(tx, purchase, "buyer", ["chargeback_lost"]);
  const kept = await accountCents(tx, purchase, "platform_funds", ["refund_kept"]);
  const keptCents = Math.max(0, Math.min(moreCents, lost - kept));
  await postOnce(tx, purchase, { posting: "refund_kept", reference, amountCents: keptCents, now });
  const amountCents = moreCents - keptCents;
  await postOnce(tx, purchase, { posting: "refund_charged_back", reference, amountCents, now });
  return updateCharged(tx, purchase, { chargedBackCents });
}

/**
 * The row says that a refund is in progress before the provider is called and until its outcome is known.
 * Meanwhile nobody can record another way of payment; once that is recorded, nobody tries a refund.
 */
async function tryRefund<R extends ChargedRow>(
  ctx: Context,
  owed: DueRefund<R>,
): Promise<SettleOutcome<R>> {
  const { purchase: seen, intentId, amountCents } = owed;
  const isBegun = await ctx.db.transaction(async (tx) => {
    const { purchase } = await lockSeen(tx, seen);
    const isOwed = purchase.state === "refunded" && purchase.refundPaidAt === null;
    // Another driver has changed the purchase: the next step is decided again.
    if (!isOwed || purchase.keyGeneration !== seen.keyGeneration) return false;
    await updateCharged(tx, purchase, { refundTryingAt: ctx.now() });
    return true;
  });
  if (!isBegun) return untroubled(seen);
  const refund = { purchaseId: seen.id, intentId, amountCents };
  const answer = await ctx.payments.createRefund(refund, chargeKey(seen, "refund"));
  if (answer.kind === "ok") return judge(ctx, owed, answer.value);
  if (answer.kind !== "unknown") await endRefundTry(ctx.db, seen);
  return afterFailure(ctx, seen, keyed("refunding", answer));
}

async function judge<R extends ChargedRow>(
  ctx: Context,
  { purchase, disputes, amountCents }: DueRefund<R>,
  refund: Refund,
): Promise<SettleOutcome<R>> {
  if (refund.amountCents !== amountCents) {
    const detail = `refund ${refund.id} is of ${refund.amountCents} cents, not ${amountCents}`;
    return tryLater(ctx, purchase, { trouble: { level: "error", detail } });
  }
  if (refund.status === "succeeded") return record(ctx, purchase, refund.id, disputes);
  if (refund.status === "pending") return tryLater(ctx, purchase, { trouble: null });
  return recordFailure(ctx, purchase, refund);
}

async function recordFailure<R extends ChargedRow>(
  ctx: Context,
  seen: R,
  { id: refundId, failureReason: reason }: Refund,
): Promise<SettleOutcome<R>> {
  const failed = await ctx.db.transaction(async (tx) => {
    const { purchase, isOvertaken } = await lockSeen(tx, seen);
    const isOwed = purchase.state === "refunded" && purchase.refundPaidAt === null;
    if (!isOwed || isOvertaken || purchase.refundId === refundId) return purchase;
    return failRefund(tx, purchase, { refundId, reason, now: ctx.now() });
  });
  const detail = `the refund ${refundId} failed at the provider`;
  return { purchase: failed, trouble: { level: "error", detail } };
}

async function record<R extends ChargedRow>(
  ctx: Context,
  seen: R,
  refundId: string | null,
  disputes: BankDispute[],
): Promise<SettleOutcome<R>> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const { purchase, dueAt, isOvertaken } = await lockSeen(tx, seen);
    const isOwed = purchase.state === "refunded" && purchase.refundPaidAt === null;
    // A refund that failed meanwhile has paid nobody.
    const hasFailed = purchase.refundFailedAt !== null && purchase.refundId === refundId;
    if (!isOwed || hasFailed) return untroubled(purchase);
    const paid = await moveCharged(
      tx,
      purchase,
      {
        refundId,
        refundPaidAt: now,
        refundFailedAt: null,
        refundTryingAt: null,
        settleDueAt: dueAt(isOvertaken ? now : null),
        settleAttempts: 0,
      },
      { now, posting: "refund_paid", reference: refundId ?? "" },
    );
    const detail = { refund_id: refundId, amount_cents: refundableCents(purchase) };
    const step = { actor: settler, action: "purchase.refund_paid", detail } as const;
    await auditCharged(tx, purchase, step, now);
    if (isOvertaken) return untroubled(paid);
    return untroubled(await followChargebacks(tx, paid, disputes, now));
  });
}
