import type { Database } from "../../../db/client.ts";
import { type ChargedRow, isPurse, lockCharged } from "../../../db/queries/purchases/charged.ts";
import { findPurchase } from "../../../db/queries/purchases/purchases.ts";
import { findPurse } from "../../../db/queries/purchases/purses.ts";
import type { AdminActor } from "../../../db/vocabulary/actor.ts";
import type { Refund } from "../../../platform/payments/port.ts";
import type { Context } from "../../context.ts";
import { MarketError } from "../../errors.ts";
import { refuseParty } from "../chargeback/lock-decided.ts";
import { notifyOfPurchase } from "../emit-purchase-event.ts";
import { moveCharged } from "../move-purchase.ts";
import { purchaseNotFound } from "../own-purchase.ts";
import { postOnce } from "../post-once.ts";
import { auditCharged } from "../purse/charged.ts";
import { mailPurse } from "../purse/notify.ts";
import { ownRefunds } from "../purse/refunds.ts";
import { refundableCents, refundedCents } from "../purse/rules.ts";
import { mailPurchase } from "./end-escrow.ts";
import { refundObstacle } from "./refund-rules.ts";
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
  const refunds = await readRefunds(ctx, found);
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const purchase = await lockCharged<ChargedRow>(tx, found);
    if (purchase.refundPaidReference === reference) return { changed: false };
    const obstacle = refundObstacle(purchase);
    if (obstacle !== null) throw new MarketError("refund_not_owed", obstacle);
    const own = await ownRefunds(tx, purchase, { refunds, disputes: [] });
    const amountCents = await unpaidCents(tx, purchase, own, now);
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
      { now, posting: "refund_paid_otherwise", reference, amountCents },
    );
    const detail = { reference, reason, amount_cents: amountCents };
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
async function readRefunds(ctx: Context, { paymentIntentId }: ChargedRow): Promise<Refund[]> {
  if (paymentIntentId === null) return [];
  const answer = await ctx.payments.listRefunds(paymentIntentId);
  if (answer.kind === "ok") return answer.value;
  throw new MarketError("payments_unavailable", "The state of the refund is not known right now.");
}

/** What the buyer does not have yet, in cents. Posts what somebody refunded by hand before. */
async function unpaidCents(
  tx: Database,
  purchase: ChargedRow,
  own: Refund[],
  now: Date,
): Promise<number> {
  const held = own.filter(({ status }) => status !== "failed");
  const [last] = held;
  if (last === undefined) return refundableCents(purchase);
  const amountCents = refundedCents(held);
  const isPending = held.some(({ status }) => status === "pending");
  if (isPending || amountCents >= refundableCents(purchase)) {
    const detail = `The provider has the refund ${last.id}, which is ${last.status}.`;
    throw new MarketError("refund_not_owed", detail);
  }
  await postOnce(tx, purchase, { posting: "refund_paid", reference: last.id, amountCents, now });
  return refundableCents(purchase) - amountCents;
}
