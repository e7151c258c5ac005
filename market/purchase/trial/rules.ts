/** When the price of a trial counts towards the whole file's. Pure. */
import type { ChargebackState, PurchaseState } from "../../../db/vocabulary/purchase.ts";
import { dayMs } from "../../../platform/time.ts";
import { counted } from "../../counted.ts";
import { closedChargebacks } from "../../held-file/rules.ts";
import { PAID_PRICE_CENTS_MIN } from "../../limits.ts";
import type { Refusal } from "../../refusal.ts";
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
  if (closedChargebacks.some((closed) => closed === chargeback)) return null;
  return new Date(paidAt.getTime() + TRIAL_CREDIT_DAYS * dayMs);
}

/** What a trial takes off the whole file's price. */
export type TrialCredit = { trialId: string; cents: number };

type CreditableTrial = PaidTrial & { id: string; priceCents: number };

/**
 * The largest credit of trials that were not counted before, or null. It never takes the price below
 * the smallest card charge.
 */
export function creditFor(
  priceCents: number,
  {
    trials,
    credited,
    now,
  }: { trials: readonly CreditableTrial[]; credited: readonly string[]; now: Date },
): TrialCredit | null {
  const centsMax = priceCents - PAID_PRICE_CENTS_MIN;
  const best = trials
    .filter((trial) => !credited.includes(trial.id) && (creditUntil(trial) ?? now) > now)
    .toSorted((one, other) => other.priceCents - one.priceCents)[0];
  if (best === undefined || centsMax < 1) return null;
  return { trialId: best.id, cents: Math.min(best.priceCents, centsMax) };
}

type Request = {
  trial?: boolean | undefined;
  coupon?: string | undefined;
  private_offer_id?: string | undefined;
  plan?: string | undefined;
};

/** A trial counts only towards the listing's own price. */
export function takesCredit({ trial, coupon, private_offer_id, plan }: Request): boolean {
  return trial !== true && (coupon ?? private_offer_id ?? plan) === undefined;
}

/** Why the buyer cannot dispute a trial: its price was counted towards the whole file's. */
export function creditedRefusal(isCredited: boolean): Refusal | null {
  if (!isCredited) return null;
  const detail =
    "The trial's price was counted towards your purchase of the whole file, whose price it lowered.";
  return { code: "trial_credited", detail };
}

/** The title on receipts, in mails and in lists, where nobody may take some rows for the whole file. */
export function soldTitle(title: string, trialRows: number | null): string {
  return trialRows === null ? title : `${title} (trial: ${counted(trialRows, "row")})`;
}
