/** Settles a buyer's refund. */
import {
  type ChargedRow,
  endRefundTry,
  lockSeen,
  putOff,
  updateCharged,
} from "../../../db/queries/purchases/charged.ts";
import type { Answer, BankDispute, Refund } from "../../../platform/payments/port.ts";
import type { Context } from "../../context.ts";
import { followChargebacks } from "../chargeback/follow-chargebacks.ts";
import { moveCharged } from "../move-purchase.ts";
import { auditCharged } from "../purse/charged.ts";
import { isShared, refundableCents } from "../purse/rules.ts";
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
import { ownRefunds, refundWait } from "./refund-rules.ts";
import { ownRefundedCents } from "./rules.ts";

type DueRefund<R extends ChargedRow> = { purchase: R; intentId: string };

/** Pays a purchase's refund, once, and records when the provider accepted it. */
export async function settleRefund<R extends ChargedRow>(
  ctx: Context,
  seen: R,
): Promise<SettleOutcome<R>> {
  if (seen.paymentIntentId === null) throw new Error(`purchase ${seen.id} was paid by no intent`);
  const owed = { purchase: seen, intentId: seen.paymentIntentId };
  // Look for the result of an earlier attempt before using a new key.
  const found = await ctx.payments.listRefunds(owed.intentId);
  if (found.kind !== "ok") return afterFailure(ctx, seen, unkeyed("finding the refund", found));
  const own = ownRefunds(seen, found.value);
  const held = own.find(({ status }) => status !== "failed");
  if (held !== undefined) return judge(ctx, owed, held);
  const [failed] = own;
  if (failed !== undefined && failed.id !== seen.refundId) return recordFailure(ctx, seen, failed);
  const waitUntil = refundWait(seen, ctx.now());
  if (waitUntil !== "none") {
    return untroubled(await putOff(ctx.db, seen, { dueAt: waitUntil, isKeySpent: false }));
  }
  return tryRefund(ctx, owed);
}

/**
 * The row says that a refund is in progress before the provider is called and until its outcome is known.
 * Meanwhile nobody can record another way of payment; once that is recorded, nobody tries a refund.
 */
async function tryRefund<R extends ChargedRow>(
  ctx: Context,
  owed: DueRefund<R>,
): Promise<SettleOutcome<R>> {
  const { purchase: seen, intentId } = owed;
  const isBegun = await ctx.db.transaction(async (tx) => {
    const { purchase } = await lockSeen(tx, seen);
    const isOwed = purchase.state === "refunded" && purchase.refundPaidAt === null;
    // Another driver has changed the purchase: the next step is decided again.
    if (!isOwed || purchase.keyGeneration !== seen.keyGeneration) return false;
    await updateCharged(tx, purchase, { refundTryingAt: ctx.now() });
    return true;
  });
  if (!isBegun) return untroubled(seen);
  // Without an amount the provider refunds the whole charge.
  const isPart = isShared(seen) || seen.chargedBackCents > 0;
  const part = isPart ? { amountCents: refundableCents(seen) } : {};
  const refund = { purchaseId: seen.id, intentId, ...part };
  const answer = await ctx.payments.createRefund(refund, chargeKey(seen, "refund"));
  if (answer.kind === "ok") return judge(ctx, owed, answer.value);
  if (answer.kind !== "unknown") await endRefundTry(ctx.db, seen);
  return afterRefusal(ctx, owed, answer);
}

async function judge<R extends ChargedRow>(
  ctx: Context,
  owed: DueRefund<R>,
  refund: Refund,
): Promise<SettleOutcome<R>> {
  const { purchase } = owed;
  if (refund.amountCents !== refundableCents(purchase)) return afterPart(ctx, owed, refund);
  if (refund.status === "succeeded") return record(ctx, purchase, refund.id);
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

type Failed = Exclude<Answer<never>, { kind: "ok" }>;

/** The provider refuses to refund money that was already refunded, or that the bank took back. */
async function afterRefusal<R extends ChargedRow>(
  ctx: Context,
  owed: DueRefund<R>,
  failed: Failed,
): Promise<SettleOutcome<R>> {
  const isBack = failed.kind === "refused" && (await isMoneyBack(ctx, owed));
  if (isBack) return record(ctx, owed.purchase, null);
  if (failed.kind === "refused") await noteDisputes(ctx, owed);
  return afterFailure(ctx, owed.purchase, keyed("refunding", failed));
}

/**
 * A disputed charge may never be refundable, but its disputes are recorded anyway. A loss is not
 * recorded here, because it pays the refund: the next attempt records both.
 */
async function noteDisputes<R extends ChargedRow>(
  ctx: Context,
  { purchase: seen, intentId }: DueRefund<R>,
): Promise<void> {
  const disputes = await ctx.payments.listBankDisputes(intentId);
  if (disputes.kind !== "ok" || disputes.value.some(({ state }) => state === "lost")) return;
  await ctx.db.transaction(async (tx) => {
    const { purchase, isOvertaken } = await lockSeen(tx, seen);
    if (!isOvertaken) await followChargebacks(tx, purchase, disputes.value, ctx.now());
  });
}

async function afterPart<R extends ChargedRow>(
  ctx: Context,
  owed: DueRefund<R>,
  refund: Refund,
): Promise<SettleOutcome<R>> {
  if (await isMoneyBack(ctx, owed)) return record(ctx, owed.purchase, refund.id);
  const detail = `refund ${refund.id} is of ${refund.amountCents} cents, not ${refundableCents(owed.purchase)}`;
  return tryLater(ctx, owed.purchase, { trouble: { level: "error", detail } });
}

async function isMoneyBack(
  ctx: Context,
  { purchase, intentId }: DueRefund<ChargedRow>,
): Promise<boolean> {
  const answer = await ctx.payments.readIntent(intentId);
  if (answer.kind !== "ok") return false;
  const { bankDispute } = answer.value;
  if (ownRefundedCents(purchase, answer.value) >= purchase.priceCents) return true;
  // What the bank left of the money is not back by the loss.
  return bankDispute === "lost" && purchase.chargedBackCents === 0;
}

async function record<R extends ChargedRow>(
  ctx: Context,
  seen: R,
  refundId: string | null,
): Promise<SettleOutcome<R>> {
  const now = ctx.now();
  const disputes = await disputesOf(ctx, seen);
  if (disputes.kind !== "ok") return afterFailure(ctx, seen, unkeyed("listing disputes", disputes));
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
    return untroubled(await followChargebacks(tx, paid, disputes.value, now));
  });
}

/** The charge's disputes: one without a webhook may have been won before the refund. */
async function disputesOf(
  ctx: Context,
  { paymentIntentId }: ChargedRow,
): Promise<Answer<BankDispute[]>> {
  if (paymentIntentId === null) return { kind: "ok", value: [] };
  return ctx.payments.listBankDisputes(paymentIntentId);
}
