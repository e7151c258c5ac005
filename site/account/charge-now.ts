import type { ChargedRow } from "../../db/queries/purchases/charged.ts";
import type { Context } from "../../market/context.ts";
import { chargeInTime } from "../../market/purchase/settlement/charge-in-time.ts";
import { settlePayment } from "../../market/purchase/settlement/settle-payment.ts";

/** Waits as long as a person would; after that, the clock continues and logs any errors. */
export function chargeNow<R extends ChargedRow>(ctx: Context, charged: R): Promise<R> {
  return chargeInTime(ctx, charged, {
    charge: (pending) => settlePayment(ctx, pending),
    trouble: () => undefined,
    failed: () => undefined,
  });
}
