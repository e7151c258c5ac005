import { type ChargedRow, isPurse, lockById } from "../../../db/queries/purchases/charged.ts";
import { findPurchase } from "../../../db/queries/purchases/purchases.ts";
import { findPurse } from "../../../db/queries/purchases/purses.ts";
import type { AdminActor } from "../../../db/vocabulary/actor.ts";
import type { Context } from "../../context.ts";
import { MarketError } from "../../errors.ts";
import { refuseParty } from "../chargeback/lock-decided.ts";
import { notifyOfPurchase } from "../emit-purchase-event.ts";
import { moveCharged } from "../move-purchase.ts";
import { purchaseNotFound } from "../own-purchase.ts";
import { auditCharged } from "../purse/charged.ts";
import { mailPurse } from "../purse/notify.ts";
import { refundableCents } from "../purse/rules.ts";
import { mailPurchase } from "./end-escrow.ts";
import { ownRefunds, refundObstacle } from "./refund-rules.ts";
import type { PaidOtherwiseBody } from "./schemas.ts";

/**
 * Records that an administrator paid the buyer of a purchase or purse another way, named by `reference`: the refund is no longer
 * owed, and the clock does not pay it again. The same reference again changes nothing. Refused while a
 * card refund exists at the provider or may still be on its way to it.
 * Errors: purchase_not_found, party_to_dispute, refund_not_owed, payments_unavailable.
 */
export async function payRefundOtherwise(
  ctx: Context,
  admin: AdminActor,
  id: string,
  { reference, reason }: PaidOtherwiseBody,
): Promise<{ changed: boolean }> {
  const found = (await findPurchase(ctx.db, id)) ?? (await findPurse(ctx.db, id));
  if (found === null) throw purchaseNotFound();
  refuseParty(admin, found);
  if (found.refundPaidReference === reference) return { changed: false };
  await requireNoRefund(ctx, found);
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const purchase = await lockById(tx, id);
    if (purchase === null) throw purchaseNotFound();
    if (purchase.refundPaidReference === reference) return { changed: false };
    const obstacle = refundObstacle(purchase);
    if (obstacle !== null) throw new MarketError("refund_not_owed", obstacle);
    const paid = await moveCharged(
      tx,
      purchase,
      {
        refundPaidAt: now,
        refundPaidReference: reference,
        refundFailedAt: null,
        // Keeps a due time that a webhook has just set.
        settleAttempts: 0,
      },
      { now, posting: "refund_paid_otherwise", reference },
    );
    const detail = { reference, reason, amount_cents: refundableCents(purchase) };
    const step = { actor: admin, action: "purchase.refund_paid_otherwise", detail } as const;
    await auditCharged(tx, purchase, step, now);
    if (isPurse(paid)) {
      await mailPurse(tx, id, "purse_refund_paid_otherwise_buyer", now);
      return { changed: true };
    }
    const type = "purchase.refund_paid_otherwise";
    await notifyOfPurchase(tx, paid, { type, sides: ["buyer"], cause: paid.refundCause, now });
    await mailPurchase(tx, id, "refund_paid_otherwise_buyer", now);
    return { changed: true };
  });
}

/** Runs outside the transaction, so that no lock waits for the network. */
async function requireNoRefund(ctx: Context, purchase: ChargedRow): Promise<void> {
  const { paymentIntentId } = purchase;
  if (paymentIntentId === null) return;
  const answer = await ctx.payments.listRefunds(paymentIntentId);
  if (answer.kind !== "ok") {
    throw new MarketError(
      "payments_unavailable",
      "The state of the refund is not known right now.",
    );
  }
  const held = ownRefunds(purchase, answer.value).find(({ status }) => status !== "failed");
  if (held === undefined) return;
  const detail = `The provider has the refund ${held.id}, which is ${held.status}.`;
  throw new MarketError("refund_not_owed", detail);
}
