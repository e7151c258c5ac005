/** The card's holder goes to the bank to confirm a payment. */
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
 * `url`: the provider's page for the confirmation. Null: there is nothing to confirm, because the card
 * was charged at once, the payment has ended, or the provider did not answer; settle the purchase to know.
 */
export type BankVisit = { purchase: PurchaseRow; url: string | null };

/**
 * Records the visit, then asks the provider for the bank's page, which returns to `returnUrl`. Only
 * for a purchase that waits for its holder, before the deadline. Only the purchase's one intent is ever
 * confirmed, so any number of visits charge once; an intent cancelled meanwhile cannot be confirmed.
 * Errors: purchase_not_found, purchase_not_yours.
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
    // Read the clock after waiting for the lock: a request that waited beyond the deadline is late.
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
