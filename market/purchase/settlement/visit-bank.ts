/** The card's holder goes to the bank to confirm a payment. */
import type { Database } from "../../../db/client.ts";
import { type ChargedRow, isPurse, updateCharged } from "../../../db/queries/purchases/charged.ts";
import { lockPurchase } from "../../../db/queries/purchases/purchases.ts";
import { lockPurse } from "../../../db/queries/purchases/purses.ts";
import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import type { Context } from "../../context.ts";
import { SETTLE_LEASE_SECONDS } from "../../limits.ts";
import { requireOwnPurchase } from "../own-purchase.ts";
import { auditCharged } from "../purse/charged.ts";
import { waitsForHolder } from "../rules.ts";

/**
 * `url`: the provider's page for the confirmation. Null: there is nothing to confirm, because the card
 * was charged at once, the payment has ended, or the provider did not answer; settle the purchase to know.
 */
export type BankVisit<R extends ChargedRow> = { purchase: R; url: string | null };

type Lock<R extends ChargedRow> = (tx: Database) => Promise<R | null>;

/**
 * Records the visit, then asks the provider for the bank's page, which returns to `returnUrl`. Only
 * for a purchase that waits for its holder, before the deadline. Only the purchase's one intent is ever
 * confirmed, so any number of visits charge once; an intent cancelled meanwhile cannot be confirmed.
 * Errors: purchase_not_found, purchase_not_yours.
 */
export function visitBank(ctx: Context, owner: OwnerActor, id: string, returnUrl: string) {
  return visit(ctx, owner, (tx) => lockPurchase(tx, id), returnUrl);
}

/** The same for a shared charge. Errors: purchase_not_found, purchase_not_yours. */
export function visitBankForPurse(ctx: Context, owner: OwnerActor, id: string, returnUrl: string) {
  return visit(ctx, owner, (tx) => lockPurse(tx, id), returnUrl);
}

async function visit<R extends ChargedRow>(
  ctx: Context,
  owner: OwnerActor,
  lock: Lock<R>,
  returnUrl: string,
): Promise<BankVisit<R>> {
  const purchase = await setOut(ctx, owner, lock);
  const { paymentIntentId: intentId, paymentMethodId, actionBegunAt } = purchase;
  if (!mayVisit(purchase, ctx.now()) || intentId === null) return { purchase, url: null };
  const seen = await ctx.payments.readIntent(intentId);
  if (seen.kind !== "ok") return { purchase, url: null };
  if (seen.value.actionUrl !== null) return { purchase, url: seen.value.actionUrl };
  if (seen.value.status !== "requires_payment_method") return { purchase, url: null };
  const kind = isPurse(purchase) ? "purse" : "purchase";
  const key = `${kind}-${purchase.id}-bank-${actionBegunAt?.getTime()}`;
  const asked = await ctx.payments.confirmWithHolder({ intentId, paymentMethodId, returnUrl }, key);
  return { purchase, url: asked.kind === "ok" ? asked.value.actionUrl : null };
}

function setOut<R extends ChargedRow>(ctx: Context, owner: OwnerActor, lock: Lock<R>): Promise<R> {
  return ctx.db.transaction(async (tx) => {
    const purchase = await lock(tx);
    requireOwnPurchase(purchase, owner);
    // Read the clock after waiting for the lock: a request that waited beyond the deadline is late.
    const now = ctx.now();
    if (!mayVisit(purchase, now)) return purchase;
    const leaseUntil = new Date(now.getTime() + SETTLE_LEASE_SECONDS * 1000);
    const begun = await updateCharged(tx, purchase, {
      actionBegunAt: now,
      settleDueAt: leaseUntil,
      settleAttempts: 0,
      updatedAt: now,
    });
    await auditCharged(tx, begun, { actor: owner, action: "purchase.bank_visited" }, now);
    return begun;
  });
}

function mayVisit(purchase: ChargedRow, now: Date): boolean {
  const { actionDueAt } = purchase;
  return waitsForHolder(purchase) && actionDueAt !== null && now < actionDueAt;
}
