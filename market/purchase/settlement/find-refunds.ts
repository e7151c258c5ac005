import type { Answer, Intent, Refund } from "../../../platform/payments/port.ts";
import type { Context } from "../../context.ts";

/** The intent's refunds, newest first; the provider is not called if the intent reports none. */
export async function findRefunds(
  ctx: Pick<Context, "payments">,
  intentId: string,
  intent: Pick<Intent, "refundedCents">,
): Promise<Answer<Refund[]>> {
  if (intent.refundedCents === 0) return { kind: "ok", value: [] };
  return ctx.payments.listRefunds(intentId);
}
