/** The buyer takes back a purchase that is not paid yet. */
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
import { auditPurchase } from "./audit-purchase.ts";
import { requireOwnPurchase } from "./own-purchase.ts";
import { cancelledByBuyer, cancelOutcome } from "./rules.ts";

/**
 * Notes that a pending purchase is to be cancelled: from now on nobody begins to charge it, and
 * `settlePayment` cancels it at the provider, as the clock does where the caller dies. A charge that is
 * on its way already may still be faster: then the purchase is paid, once. A repeat changes nothing.
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
 * What became of a purchase that was to be cancelled; one whose charge was faster is refused.
 * Errors: purchase_not_cancellable.
 */
export function requireCancelled(purchase: PurchaseRow): void {
  if (purchase.state === "cancelled" || purchase.state === "payment_pending") return;
  throw new MarketError(
    "purchase_not_cancellable",
    purchase.paidAt === null
      ? `The purchase is ${purchase.state}.`
      : `The charge was on its way already: the purchase is ${purchase.state}.`,
  );
}
