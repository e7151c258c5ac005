import type { Database } from "../../../db/client.ts";
import { updateAcceptance } from "../../../db/queries/purchases/acceptances.ts";
import type { PurchaseRow } from "../../../db/queries/purchases/purchases.ts";
import { dayMs } from "../../../platform/time.ts";
import type { Context } from "../../context.ts";
import { emitCouponUsed } from "../../coupon/emit-coupon-used.ts";
import { mailPurchase } from "./end-escrow.ts";

/**
 * When escrow ends by itself. A period's money waits for an update, or for the end of the period. A file that
 * has passed its contract before it was paid only waits for the clock's look at the store.
 */
export function escrowEnd(
  { config }: Pick<Context, "config">,
  { periodEndsAt, acceptance }: Pick<PurchaseRow, "periodEndsAt" | "acceptance">,
  now: Date,
): Date {
  if (acceptance === "passed") return now;
  return periodEndsAt ?? new Date(now.getTime() + config.ESCROW_DAYS * dayMs);
}

/**
 * What follows a payment: the mails, or the evaluation of its contract first. A bundle's purchases are
 * announced together.
 */
export async function beginEscrow(
  tx: Database,
  purchase: PurchaseRow,
  { isBundled, now }: { isBundled: boolean; now: Date },
): Promise<void> {
  const { id, acceptance, subscriptionId } = purchase;
  await emitCouponUsed(tx, purchase, now);
  // A period's contract is evaluated once a version was published in it.
  if (acceptance === "pending" && subscriptionId === null) {
    await updateAcceptance(tx, id, { dueAt: now });
    return;
  }
  if (acceptance === "undecided" || isBundled) return;
  await mailPurchase(tx, id, "bought", now);
  await mailPurchase(tx, id, "sold", now);
}
