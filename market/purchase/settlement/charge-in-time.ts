/** Charges a new purchase while its buyer waits. */
import { type ChargedRow, findCharged } from "../../../db/queries/purchases/charged.ts";
import type { PurchaseRow } from "../../../db/queries/purchases/purchases.ts";
import type { Context } from "../../context.ts";
import { BUY_WAIT_SECONDS_MAX } from "../limits.ts";
import type { SettleOutcome, Trouble } from "./outcome.ts";

/** How to charge a purchase, and whom to notify of a charge without an outcome. */
export type Charging<R extends ChargedRow = PurchaseRow> = {
  charge(purchase: R): Promise<SettleOutcome<R>>;
  trouble(trouble: Trouble): void;
  failed(error: unknown): void;
};

/** Waits this long for the outcome. If it fails or takes longer, the purchase stays pending and the clock takes over. */
export async function chargeInTime<R extends ChargedRow>(
  { db }: Pick<Context, "db">,
  purchase: R,
  charging: Charging<R>,
): Promise<R> {
  const charged = charge(purchase, charging);
  const { promise: late, resolve } = Promise.withResolvers<R>();
  const timer = setTimeout(() => resolve(purchase), BUY_WAIT_SECONDS_MAX * 1000);
  const outcome = await Promise.race([charged, late]);
  clearTimeout(timer);
  if (outcome.state !== "payment_pending") return outcome;
  // The clock or a webhook may have been faster than this charge.
  return findCharged(db, purchase);
}

async function charge<R extends ChargedRow>(purchase: R, charging: Charging<R>): Promise<R> {
  try {
    const { purchase: now, trouble } = await charging.charge(purchase);
    if (trouble !== null) charging.trouble(trouble);
    return now;
  } catch (error) {
    charging.failed(error);
    return purchase;
  }
}
