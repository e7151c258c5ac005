/** Charges a new purchase while its buyer waits. */
import { findPurchase, type PurchaseRow } from "../../../db/queries/purchases/purchases.ts";
import type { Context } from "../../context.ts";
import { BUY_WAIT_SECONDS_MAX } from "../limits.ts";
import type { SettleOutcome, Trouble } from "./outcome.ts";

/** How to charge a purchase, and whom to notify of a charge without an outcome. */
export type Charging = {
  charge(purchase: PurchaseRow): Promise<SettleOutcome>;
  trouble(trouble: Trouble): void;
  failed(error: unknown): void;
};

/** Waits this long for the outcome. If it fails or takes longer, the purchase stays pending and the clock takes over. */
export async function chargeInTime(
  { db }: Pick<Context, "db">,
  purchase: PurchaseRow,
  charging: Charging,
): Promise<PurchaseRow> {
  const charged = charge(purchase, charging);
  const { promise: late, resolve } = Promise.withResolvers<PurchaseRow>();
  const timer = setTimeout(() => resolve(purchase), BUY_WAIT_SECONDS_MAX * 1000);
  const outcome = await Promise.race([charged, late]);
  clearTimeout(timer);
  if (outcome.state !== "payment_pending") return outcome;
  // The clock or a webhook may have been faster than this charge.
  const found = await findPurchase(db, purchase.id);
  if (found === null) throw new Error(`purchase ${purchase.id} is gone`);
  return found;
}

async function charge(purchase: PurchaseRow, charging: Charging): Promise<PurchaseRow> {
  try {
    const { purchase: now, trouble } = await charging.charge(purchase);
    if (trouble !== null) charging.trouble(trouble);
    return now;
  } catch (error) {
    charging.failed(error);
    return purchase;
  }
}
