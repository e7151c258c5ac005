/** Checks whether a purchase that ended unpaid was charged after all, and refunds it. */
import type { Database } from "../../../db/client.ts";
import {
  type ChargedRow,
  isPurse,
  lockSeen,
  putOff,
} from "../../../db/queries/purchases/charged.ts";
import { updatePurse } from "../../../db/queries/purchases/purses.ts";
import type { Context } from "../../context.ts";
import { moveCharged } from "../move-purchase.ts";
import { postOnce } from "../post-once.ts";
import { auditCharged } from "../purse/charged.ts";
import { mailPurchase } from "./end-escrow.ts";
import { afterFailure, type SettleOutcome, settler, unkeyed, untroubled } from "./outcome.ts";

/**
 * A purchase ends unpaid only when we can no longer charge its intent, but somebody may have charged it
 * manually at the provider. That money belongs to the buyer: the purchase becomes refunded, and is paid
 * back like any other. A webhook about its intent makes it due.
 */
export async function settleStray<R extends ChargedRow>(
  ctx: Context,
  seen: R,
): Promise<SettleOutcome<R>> {
  if (seen.paymentIntentId === null) throw new Error(`purchase ${seen.id} has no intent`);
  const answer = await ctx.payments.readIntent(seen.paymentIntentId);
  if (answer.kind !== "ok") return afterFailure(ctx, seen, unkeyed("reading the intent", answer));
  const { status, chargeId, amountCents } = answer.value;
  if (status !== "succeeded" || chargeId === null) {
    return untroubled(await putOff(ctx.db, seen, { dueAt: null, isKeySpent: false }));
  }
  const refunded = await ctx.db.transaction((tx) => refundStray(tx, ctx, seen, chargeId));
  const detail = `${amountCents} cents were charged after the purchase had ended`;
  return { purchase: refunded, trouble: { level: "error", detail } };
}

async function refundStray<R extends ChargedRow>(
  tx: Database,
  ctx: Context,
  seen: R,
  chargeId: string,
): Promise<R> {
  const now = ctx.now();
  const { purchase } = await lockSeen(tx, seen);
  if (purchase.state !== seen.state) return purchase;
  const { state: from } = purchase;
  const posting = { reference: "", amountCents: purchase.priceCents, now };
  await postOnce(tx, purchase, { ...posting, posting: "captured" });
  if (isPurse(purchase)) {
    // Its purchases have ended with it.
    const refundCents = purchase.priceCents;
    await updatePurse(tx, purchase, { allottedCents: 0, refundCents });
    await postOnce(tx, purchase, { ...posting, posting: "refund_owed", amountCents: refundCents });
  }
  const refunded = await moveCharged(
    tx,
    purchase,
    {
      state: "refunded",
      chargeId,
      paidAt: now,
      refundedAt: now,
      refundCause: "charged_late",
      settleDueAt: now,
      settleAttempts: 0,
    },
    isPurse(purchase) ? { now } : { now, posting: "refund_owed" },
  );
  const detail = { from, cause: "charged_late", charge_id: chargeId };
  const step = { actor: settler, action: "purchase.refunded", detail } as const;
  await auditCharged(tx, purchase, step, now);
  if (!isPurse(refunded)) await mailPurchase(tx, refunded.id, "refunded_buyer", now);
  return refunded;
}
