/** When the price of a trial counts towards the whole file's. Pure. */
import type { ChargebackState, PurchaseState } from "../../../db/vocabulary/purchase.ts";
import { dayMs } from "../../../platform/time.ts";
import { TRIAL_CREDIT_DAYS } from "../limits.ts";

type PaidTrial = {
  trialRows: number | null;
  state: PurchaseState;
  chargeback: ChargebackState | null;
  paidAt: Date | null;
};

/** Until when it counts; null: it is no trial, or it is unpaid, refunded or disputed. */
export function creditUntil({ trialRows, state, chargeback, paidAt }: PaidTrial): Date | null {
  if (trialRows === null || paidAt === null) return null;
  if (state !== "in_escrow" && state !== "released") return null;
  if (chargeback === "open" || chargeback === "lost") return null;
  return new Date(paidAt.getTime() + TRIAL_CREDIT_DAYS * dayMs);
}
