/** Settles provider events about money in escrow. */
import type { Database } from "../../../db/client.ts";
import { lockSeen } from "../../../db/queries/purchases/charged.ts";
import { type PurchaseRow, updatePurchase } from "../../../db/queries/purchases/purchases.ts";
import type { BankDispute, Intent, Refund } from "../../../platform/payments/port.ts";
import type { Context } from "../../context.ts";
import { auditPurchase } from "../audit-purchase.ts";
import { findBankDisputes, followChargebacks } from "../chargeback/follow-chargebacks.ts";
import { chargebackOf } from "../chargeback/rules.ts";
import { movePurchase } from "../move-purchase.ts";
import { oweUntaken } from "../purse/charged-back.ts";
import { ownDisputes } from "../purse/disputes.ts";
import { ownRefunds } from "../purse/refunds.ts";
import { refundedCents, takenCents } from "../purse/rules.ts";
import { mailPurchase, refundToBuyer } from "./end-escrow.ts";
import { findRefunds } from "./find-refunds.ts";
import { holdDisputed } from "./hold-disputed.ts";
import { afterFailure, type SettleOutcome, settler, unkeyed, untroubled } from "./outcome.ts";
import { lastLookAt, nextEscrowStep } from "./rules.ts";

/**
 * Checks money in escrow for a refund made at the provider or a dispute by the card's bank. Due after a
 * webhook, and once before the release.
 */
export async function settleEscrow(ctx: Context, seen: PurchaseRow): Promise<SettleOutcome> {
  if (seen.paymentIntentId === null) throw new Error(`purchase ${seen.id} was paid by no intent`);
  const answer = await ctx.payments.readIntent(seen.paymentIntentId);
  if (answer.kind !== "ok") return afterFailure(ctx, seen, unkeyed("reading the intent", answer));
  const disputes = await findBankDisputes(ctx, seen.paymentIntentId, answer.value);
  if (disputes.kind !== "ok") return afterFailure(ctx, seen, unkeyed("listing disputes", disputes));
  const refunds = await findRefunds(ctx, seen.paymentIntentId, answer.value);
  if (refunds.kind !== "ok") return afterFailure(ctx, seen, unkeyed("listing refunds", refunds));
  const facts = { refunds: refunds.value, disputes: disputes.value };
  return ctx.db.transaction(async (tx) => {
    const now = ctx.now();
    const { purchase, isOvertaken } = await lockSeen(tx, seen);
    const isHeld = purchase.state === "in_escrow" || purchase.state === "disputed";
    if (!isHeld || isOvertaken) return untroubled(purchase);
    const looked = await updatePurchase(tx, purchase, {
      settleDueAt: lastLookAt(purchase, now),
      settleAttempts: 0,
    });
    const own = await ownDisputes(tx, looked, disputes.value, now);
    const seenNow = { disputes: own, refunds: await ownRefunds(tx, looked, facts), now };
    const outcome = await apply(tx, looked, answer.value, seenNow);
    const followed = await followChargebacks(tx, outcome.purchase, disputes.value, now);
    return { ...outcome, purchase: followed };
  });
}

/** Disputes and refunds with the amounts that are this purchase's. */
type Seen = { disputes: BankDispute[]; refunds: Refund[]; now: Date };

async function apply(
  tx: Database,
  purchase: PurchaseRow,
  intent: Intent,
  seen: Seen,
): Promise<SettleOutcome> {
  const { disputes, refunds, now } = seen;
  // Of the list alone: the intent was read before it, and a bank may have decided in between.
  const chargeback = chargebackOf(disputes.map(({ state }) => state));
  const end = { refundedCents: refundedCents(refunds), chargeback };
  const step = nextEscrowStep(purchase, intent, end);
  switch (step.kind) {
    case "keep":
      return untroubled(purchase);
    case "report":
      return { purchase, trouble: { level: "error", detail: step.trouble } };
    case "dispute":
      return untroubled(await holdDisputed(tx, purchase, byBank(now)));
    case "charged_back":
      return untroubled(await chargeBack(tx, purchase, seen));
    case "refunded":
      return untroubled(await takeRefund(tx, purchase, seen));
  }
}

const byBank = (now: Date) =>
  ({ actor: settler, reason: "chargeback", detail: null, now }) as const;

/** The bank has taken the money from the platform's balance; what it left is refunded. */
async function chargeBack(
  tx: Database,
  purchase: PurchaseRow,
  { disputes, now }: Seen,
): Promise<PurchaseRow> {
  const chargedBackCents = takenCents(purchase.priceCents, disputes);
  const noted = await updatePurchase(tx, purchase, { chargedBackCents });
  const { change, posting } = await oweUntaken(tx, noted, now);
  const resolved = purchase.state === "disputed" ? { resolvedAt: now } : {};
  const ending = { ...change, releaseDueAt: null, ...resolved };
  const taken = await movePurchase(tx, noted, ending, posting);
  const detail = { from: purchase.state, cause: "charged_back" };
  const step = { actor: settler, action: "purchase.refunded", detail } as const;
  await auditPurchase(tx, purchase.id, step, now);
  await mailPurchase(tx, purchase.id, "refunded_buyer", now);
  await mailPurchase(tx, purchase.id, "refunded_seller", now);
  return taken;
}

/** The charge was refunded manually at the provider, so the buyer already has the money. */
async function takeRefund(
  tx: Database,
  purchase: PurchaseRow,
  { refunds, now }: Seen,
): Promise<PurchaseRow> {
  const owed = await refundToBuyer(tx, purchase, {
    actor: settler,
    cause: "refunded_at_provider",
    now,
  });
  const refundId = refunds.find(({ status }) => status !== "failed")?.id ?? null;
  return movePurchase(
    tx,
    owed,
    { refundId, refundPaidAt: now, settleDueAt: null },
    { now, posting: "refund_paid", reference: refundId ?? "" },
  );
}
