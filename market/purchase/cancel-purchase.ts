import { findAwardOfPurchase } from "../../db/queries/auctions/awards.ts";
import {
  lockPurchase,
  type PurchaseRow,
  updatePurchase,
} from "../../db/queries/purchases/purchases.ts";
import type { AccountActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { SETTLE_LEASE_SECONDS } from "../limits.ts";
import { stateInWords } from "../purchase-state.ts";
import { auditPurchase } from "./audit-purchase.ts";
import { requireOwnPurchase } from "./own-purchase.ts";
import { cancelledByBuyer, cancelOutcome } from "./rules.ts";

/**
 * Marks a pending purchase as cancelled: nobody starts charging it any more, and `settlePayment`, or the
 * clock if the caller dies, cancels it at the provider. A charge already on its way may still be faster;
 * then the purchase is paid, once. A repeat changes nothing.
 * Errors: purchase_not_found, purchase_not_yours, purchase_not_cancellable.
 */
export async function askToCancelPurchase(
  ctx: Context,
  actor: AccountActor,
  purchaseId: string,
): Promise<PurchaseRow> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const purchase = await lockPurchase(tx, purchaseId);
    requireOwnPurchase(purchase, actor);
    const isAward = (await findAwardOfPurchase(tx, purchaseId)) !== null;
    const outcome = cancelOutcome({ ...purchase, isAward });
    if (outcome === "repeat") return purchase;
    if (outcome !== "apply") throw new MarketError(outcome.code, outcome.detail);
    const leaseUntil = new Date(now.getTime() + SETTLE_LEASE_SECONDS * 1000);
    const { code, declineCode, detail } = cancelledByBuyer;
    const asked = await updatePurchase(tx, purchase, {
      failureCode: code,
      declineCode,
      failureDetail: detail,
      settleDueAt: leaseUntil,
      settleAttempts: 0,
      updatedAt: now,
    });
    await auditPurchase(tx, purchaseId, { actor, action: "purchase.cancel_asked" }, now);
    return asked;
  });
}

/**
 * Refuses if the charge was faster than the cancellation.
 * Errors: purchase_not_cancellable.
 */
export function requireCancelled(purchase: PurchaseRow): void {
  if (purchase.state === "cancelled" || purchase.state === "payment_pending") return;
  throw new MarketError(
    "purchase_not_cancellable",
    purchase.paidAt === null
      ? `The purchase is ${stateInWords(purchase.state)}.`
      : `The charge was already on its way: the purchase is ${stateInWords(purchase.state)}.`,
  );
}
