/** The card's holder sets out to the bank, which wants them to confirm a payment. */
import {
  lockPurchase,
  type PurchaseRow,
  updatePurchase,
} from "../../../db/queries/purchases/purchases.ts";
import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import type { Context } from "../../context.ts";
import { SETTLE_LEASE_SECONDS } from "../../limits.ts";
import { auditPurchase } from "../audit-purchase.ts";
import { requireOwnPurchase } from "../own-purchase.ts";
import { waitsForHolder } from "../rules.ts";

/**
 * `url`: where the holder confirms, at the provider. Null: nobody is asked there now, since the card was
 * charged at once, the payment has ended, or the provider did not say; settle the purchase to know.
 */
export type BankVisit = { purchase: PurchaseRow; url: string | null };

/**
 * Notes that the holder sets out, then asks the provider for the bank's page, from which they come back
 * to `returnUrl`. Of a purchase that waits for its holder alone, and in time. Only the one intent of the
 * purchase is ever confirmed, so that any number of visits charge once; one that was cancelled at the
 * provider meanwhile can't be. Errors: purchase_not_found, purchase_not_yours.
 */
export async function visitBank(
  ctx: Context,
  owner: OwnerActor,
  purchaseId: string,
  returnUrl: string,
): Promise<BankVisit> {
  const purchase = await setOut(ctx, owner, purchaseId);
  const { paymentIntentId: intentId, paymentMethodId, actionBegunAt } = purchase;
  if (!mayVisit(purchase, ctx.now()) || intentId === null) return { purchase, url: null };
  const seen = await ctx.payments.readIntent(intentId);
  if (seen.kind !== "ok") return { purchase, url: null };
  if (seen.value.actionUrl !== null) return { purchase, url: seen.value.actionUrl };
  if (seen.value.status !== "requires_payment_method") return { purchase, url: null };
  const key = `purchase-${purchase.id}-bank-${actionBegunAt?.getTime()}`;
  const asked = await ctx.payments.confirmWithHolder({ intentId, paymentMethodId, returnUrl }, key);
  return { purchase, url: asked.kind === "ok" ? asked.value.actionUrl : null };
}

function setOut(ctx: Context, owner: OwnerActor, purchaseId: string): Promise<PurchaseRow> {
  return ctx.db.transaction(async (tx) => {
    const purchase = await lockPurchase(tx, purchaseId);
    requireOwnPurchase(purchase, owner);
    // Read after the wait for the lock: who waited beyond the end is late.
    const now = ctx.now();
    if (!mayVisit(purchase, now)) return purchase;
    const leaseUntil = new Date(now.getTime() + SETTLE_LEASE_SECONDS * 1000);
    const begun = await updatePurchase(tx, purchase, {
      actionBegunAt: now,
      settleDueAt: leaseUntil,
      settleAttempts: 0,
      updatedAt: now,
    });
    await auditPurchase(tx, purchase.id, { actor: owner, action: "purchase.bank_visited" }, now);
    return begun;
  });
}

function mayVisit(purchase: PurchaseRow, now: Date): boolean {
  const { actionDueAt } = purchase;
  return waitsForHolder(purchase) && actionDueAt !== null && now < actionDueAt;
}
