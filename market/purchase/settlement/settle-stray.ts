/** Checks whether a purchase that ended unpaid was charged after all, and refunds it. */
import type { Database } from "../../../db/client.ts";
import { lockSeen, putOff } from "../../../db/queries/purchases/due-purchases.ts";
import type { PurchaseRow } from "../../../db/queries/purchases/purchases.ts";
import type { Context } from "../../context.ts";
import { auditPurchase } from "../audit-purchase.ts";
import { movePurchase } from "../move-purchase.ts";
import { postOnce } from "../post-once.ts";
import { mailPurchase } from "./end-escrow.ts";
import { afterFailure, type SettleOutcome, settler, unkeyed, untroubled } from "./outcome.ts";

/**
 * A purchase ends unpaid only when we can no longer charge its intent, but somebody may have charged it
 * manually at the provider. That money belongs to the buyer: the purchase becomes refunded, and is paid
 * back like any other. A webhook about its intent makes it due.
 */
export async function settleStray(ctx: Context, seen: PurchaseRow): Promise<SettleOutcome> {
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

async function refundStray(
  tx: Database,
  ctx: Context,
  seen: PurchaseRow,
  chargeId: string,
): Promise<PurchaseRow> {
  const now = ctx.now();
  const { purchase } = await lockSeen(tx, seen);
  if (purchase.state !== seen.state) return purchase;
  const { state: from } = purchase;
  const posting = { reference: "", amountCents: purchase.priceCents, now };
  await postOnce(tx, purchase, { ...posting, posting: "captured" });
  const refunded = await movePurchase(
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
    { now, posting: "refund_owed" },
  );
  const detail = { from, cause: "charged_late", charge_id: chargeId };
  const step = { actor: settler, action: "purchase.refunded", detail } as const;
  await auditPurchase(tx, purchase.id, step, now);
  await mailPurchase(tx, purchase.id, "refunded_buyer", now);
  return refunded;
}
