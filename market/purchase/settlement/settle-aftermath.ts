/** Settles provider events about money that has already left the platform. */
import type { Database } from "../../../db/client.ts";
import {
  type ChargedRow,
  isPurse,
  lockSeen,
  type PurseRow,
  updateCharged,
} from "../../../db/queries/purchases/charged.ts";
import { updatePurse } from "../../../db/queries/purchases/purses.ts";
import type { Refund } from "../../../platform/payments/port.ts";
import type { Context } from "../../context.ts";
import { followChargebacks } from "../chargeback/follow-chargebacks.ts";
import { moveCharged } from "../move-purchase.ts";
import { postOnce } from "../post-once.ts";
import { auditCharged } from "../purse/charged.ts";
import { ownDisputes } from "../purse/disputes.ts";
import { ownRefunds } from "../purse/refunds.ts";
import { refundableCents, refundedCents, takenCents } from "../purse/rules.ts";
import { failRefund } from "./fail-refund.ts";
import { afterFailure, type SettleOutcome, settler, unkeyed, untroubled } from "./outcome.ts";
import { failedRefundOf } from "./refund-rules.ts";

/**
 * Checks whether the end of a purchase still holds: a refund may fail after it was accepted, and a bank
 * may dispute a charge months after the seller was paid. A webhook or the daily reconciliation makes
 * it due.
 */
export async function settleAftermath<R extends ChargedRow>(
  ctx: Context,
  seen: R,
): Promise<SettleOutcome<R>> {
  if (seen.paymentIntentId === null) throw new Error(`purchase ${seen.id} was paid by no intent`);
  const refunds = await ctx.payments.listRefunds(seen.paymentIntentId);
  if (refunds.kind !== "ok") return afterFailure(ctx, seen, unkeyed("listing refunds", refunds));
  const disputes = await ctx.payments.listBankDisputes(seen.paymentIntentId);
  if (disputes.kind !== "ok") return afterFailure(ctx, seen, unkeyed("listing disputes", disputes));
  return ctx.db.transaction(async (tx) => {
    const now = ctx.now();
    const { purchase, isOvertaken } = await lockSeen(tx, seen);
    if (isOvertaken) return untroubled(purchase);
    const looked = await updateCharged(tx, purchase, { settleDueAt: null, settleAttempts: 0 });
    const followed = await followChargebacks(tx, looked, disputes.value, now);
    const facts = { refunds: refunds.value, disputes: disputes.value };
    const own = await ownRefunds(tx, followed, facts);
    if (isPurse(followed) && followed.state === "in_escrow" && refundedCents(own) > 0) {
      return untroubled((await endRefunded(tx, followed, now)) as typeof followed);
    }
    const failed = failedRefundOf(followed, own);
    if (failed === null) return untroubled(followed);
    const refundable = refundableCents(followed);
    const lost = await ownDisputes(tx, followed, disputes.value, now);
    if (followed.chargedBackCents === 0 && takenCents(refundable, lost) >= refundable) {
      await keepRefund(tx, followed, failed, now);
      return untroubled(followed);
    }
    const owed = await failRefund(tx, followed, {
      refundId: failed.id,
      reason: failed.failureReason,
      now,
    });
    const detail = `the refund ${failed.id} failed after it was recorded as paid`;
    return { purchase: owed, trouble: { level: "error", detail } };
  });
}

/**
 * A part of an open purse's rest was refunded by hand at the provider, so its money is no longer there to be awarded: it
 * ends, and the buyer gets what they do not have yet of the rest.
 */
async function endRefunded(tx: Database, purse: PurseRow, now: Date): Promise<PurseRow> {
  // Nothing is returned while the bank decides; its verdict makes the purse due again.
  if (purse.chargeback === "open") return purse;
  const refundCents = purse.priceCents - purse.allottedCents;
  const ended = await updatePurse(tx, purse, { refundCents, endedAt: now });
  const owed = { posting: "refund_owed", reference: "", amountCents: refundCents, now } as const;
  await postOnce(tx, ended, owed);
  const cause = "refunded_at_provider";
  const change = {
    state: "refunded",
    refundedAt: now,
    refundCause: cause,
    settleDueAt: now,
  } as const;
  const taken = await moveCharged(tx, ended, change, { now });
  const detail = { cause, refund_cents: refundCents };
  await auditCharged(tx, taken, { actor: settler, action: "purchase.refunded", detail }, now);
  return taken;
}

/**
 * A refund came back, but the bank has also taken the money: the buyer has it once, so nothing is owed,
 * and the returned refund covers the platform's loss.
 */
async function keepRefund(
  tx: Database,
  purchase: ChargedRow,
  { id: reference, failureReason: reason }: Refund,
  now: Date,
): Promise<void> {
  // Otherwise the payment was recorded as the bank's.
  if (purchase.refundId !== reference) return;
  const amountCents = refundableCents(purchase);
  const failure = { posting: "refund_failed", reference, amountCents, now } as const;
  if (!(await postOnce(tx, purchase, failure))) return;
  await postOnce(tx, purchase, { posting: "refund_kept", reference, amountCents, now });
  const detail = { refund_id: reference, reason, amount_cents: amountCents };
  const step = { actor: settler, action: "purchase.refund_kept", detail } as const;
  await auditCharged(tx, purchase, step, now);
}
