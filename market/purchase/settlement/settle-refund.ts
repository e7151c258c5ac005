/** Settles a buyer's refund. */
import { lockSeen, putOff } from "../../../db/queries/purchases/due-purchases.ts";
import { type PurchaseRow, updatePurchase } from "../../../db/queries/purchases/purchases.ts";
import { endRefundTry } from "../../../db/queries/purchases/refunds.ts";
import type { Answer, BankDispute, Refund } from "../../../platform/payments/port.ts";
import type { Context } from "../../context.ts";
import { auditPurchase } from "../audit-purchase.ts";
import { followChargebacks } from "../chargeback/follow-chargebacks.ts";
import { movePurchase } from "../move-purchase.ts";
import { failRefund } from "./fail-refund.ts";
import {
  afterFailure,
  keyed,
  type SettleOutcome,
  settler,
  tryLater,
  unkeyed,
  untroubled,
} from "./outcome.ts";
import { refundWait } from "./refund-rules.ts";

type DueRefund = { purchase: PurchaseRow; intentId: string };

/** Pays a purchase's refund, once, and records when the provider accepted it. */
export async function settleRefund(ctx: Context, seen: PurchaseRow): Promise<SettleOutcome> {
  if (seen.paymentIntentId === null) throw new Error(`purchase ${seen.id} was paid by no intent`);
  const owed = { purchase: seen, intentId: seen.paymentIntentId };
  // Look for the result of an earlier attempt before using a new key.
  const found = await ctx.payments.listRefunds(owed.intentId);
  if (found.kind !== "ok") return afterFailure(ctx, seen, unkeyed("finding the refund", found));
  const held = found.value.find(({ status }) => status !== "failed");
  if (held !== undefined) return judge(ctx, owed, held);
  const [failed] = found.value;
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
async function tryRefund(ctx: Context, owed: DueRefund): Promise<SettleOutcome> {
  const { purchase: seen, intentId } = owed;
  const isBegun = await ctx.db.transaction(async (tx) => {
    const { purchase } = await lockSeen(tx, seen);
    const isOwed = purchase.state === "refunded" && purchase.refundPaidAt === null;
    // Another driver has changed the purchase: the next step is decided again.
    if (!isOwed || purchase.keyGeneration !== seen.keyGeneration) return false;
    await updatePurchase(tx, purchase, { refundTryingAt: ctx.now() });
    return true;
  });
  if (!isBegun) return untroubled(seen);
  const key = `purchase-${seen.id}-refund-${seen.keyGeneration}`;
  const answer = await ctx.payments.createRefund({ purchaseId: seen.id, intentId }, key);
  if (answer.kind === "ok") return judge(ctx, owed, answer.value);
  if (answer.kind !== "unknown") await endRefundTry(ctx.db, seen);
  return afterRefusal(ctx, owed, answer);
}

async function judge(ctx: Context, owed: DueRefund, refund: Refund): Promise<SettleOutcome> {
  const { purchase } = owed;
  if (refund.amountCents !== purchase.priceCents) return afterPart(ctx, owed, refund);
  if (refund.status === "succeeded") return record(ctx, purchase, refund.id);
  if (refund.status === "pending") return tryLater(ctx, purchase, { trouble: null });
  return recordFailure(ctx, purchase, refund);
}

async function recordFailure(
  ctx: Context,
  seen: PurchaseRow,
  { id: refundId, failureReason: reason }: Refund,
): Promise<SettleOutcome> {
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
async function afterRefusal(ctx: Context, owed: DueRefund, failed: Failed): Promise<SettleOutcome> {
  const isBack = failed.kind === "refused" && (await isMoneyBack(ctx, owed));
  if (isBack) return record(ctx, owed.purchase, null);
  if (failed.kind === "refused") await noteDisputes(ctx, owed);
  return afterFailure(ctx, owed.purchase, keyed("refunding", failed));
}

/**
 * A disputed charge may never be refundable, but its disputes are recorded anyway. A loss is not
 * recorded here, because it pays the refund: the next attempt records both.
 */
async function noteDisputes(ctx: Context, { purchase: seen, intentId }: DueRefund): Promise<void> {
  const disputes = await ctx.payments.listBankDisputes(intentId);
  if (disputes.kind !== "ok" || disputes.value.some(({ state }) => state === "lost")) return;
  await ctx.db.transaction(async (tx) => {
    const { purchase, isOvertaken } = await lockSeen(tx, seen);
    if (!isOvertaken) await followChargebacks(tx, purchase, disputes.value, ctx.now());
  });
}

async function afterPart(ctx: Context, owed: DueRefund, refund: Refund): Promise<SettleOutcome> {
  if (await isMoneyBack(ctx, owed)) return record(ctx, owed.purchase, refund.id);
  const detail = `refund ${refund.id} is of ${refund.amountCents} cents, not ${owed.purchase.priceCents}`;
  return tryLater(ctx, owed.purchase, { trouble: { level: "error", detail } });
}

async function isMoneyBack(ctx: Context, { purchase, intentId }: DueRefund): Promise<boolean> {
  const answer = await ctx.payments.readIntent(intentId);
  if (answer.kind !== "ok") return false;
  const { refundedCents, bankDispute } = answer.value;
  return refundedCents >= purchase.priceCents || bankDispute === "lost";
}

async function record(
  ctx: Context,
  seen: PurchaseRow,
  refundId: string | null,
): Promise<SettleOutcome> {
  const now = ctx.now();
  const disputes = await disputesOf(ctx, seen);
  if (disputes.kind !== "ok") return afterFailure(ctx, seen, unkeyed("listing disputes", disputes));
  return ctx.db.transaction(async (tx) => {
    const { purchase, dueAt, isOvertaken } = await lockSeen(tx, seen);
    const isOwed = purchase.state === "refunded" && purchase.refundPaidAt === null;
    // A refund that failed meanwhile has paid nobody.
    const hasFailed = purchase.refundFailedAt !== null && purchase.refundId === refundId;
    if (!isOwed || hasFailed) return untroubled(purchase);
    const paid = await movePurchase(
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
    const detail = { refund_id: refundId, amount_cents: purchase.priceCents };
    const step = { actor: settler, action: "purchase.refund_paid", detail } as const;
    await auditPurchase(tx, purchase.id, step, now);
    if (isOvertaken) return untroubled(paid);
    return untroubled(await followChargebacks(tx, paid, disputes.value, now));
  });
}

/** The charge's disputes: one without a webhook may have been won before the refund. */
async function disputesOf(
  ctx: Context,
  { paymentIntentId }: PurchaseRow,
): Promise<Answer<BankDispute[]>> {
  if (paymentIntentId === null) return { kind: "ok", value: [] };
  return ctx.payments.listBankDisputes(paymentIntentId);
}
