/** Periods, prices, renewals and retries of subscriptions. Pure. */
import type { PlanInterval } from "../../db/vocabulary/listing.ts";
import type {
  SubscriptionEndCause,
  SubscriptionRenewal,
  SubscriptionState,
} from "../../db/vocabulary/subscription.ts";
import { dayMs } from "../../platform/time.ts";
import { PRICE_NOTICE_DAYS } from "../limits.ts";
import type { Plan } from "../listing/pricing/schemas.ts";
import type { Refusal } from "../refusal.ts";
import {
  CHARGE_RETRY_DAYS,
  SAME_CARD_RETRY_SECONDS,
  SUSPENDED_RENEWAL_DAYS_MAX,
} from "./limits.ts";

const monthsOf: Record<PlanInterval, number> = { month: 1, year: 12 };

/** Periods start on the same day of the month, or on the month's last day if it is shorter. */
export function periodEnd(startsAt: Date, interval: PlanInterval, anchorDay: number): Date {
  const month = startsAt.getUTCMonth() + monthsOf[interval];
  const daysInMonth = new Date(Date.UTC(startsAt.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const end = new Date(startsAt);
  end.setUTCDate(1);
  end.setUTCMonth(month);
  end.setUTCDate(Math.min(anchorDay, daysInMonth));
  return end;
}

export type Period = { number: number; startsAt: Date; endsAt: Date; anchorDay: number };

type Periods = {
  state: SubscriptionState;
  interval: PlanInterval;
  periodNumber: number;
  periodStartsAt: Date;
  periodEndsAt: Date;
  anchorDay: number;
};

/** How late a renewal may be and still continue at the end of the period before. */
const contiguousDaysMax = CHARGE_RETRY_DAYS.reduce((sum, days) => sum + days, 1);

/**
 * The period to charge now: the one whose charge failed, or the next one. After a pause, it starts
 * now.
 */
export function periodToCharge(
  subscription: Periods,
  { isUnpaid, now }: { isUnpaid: boolean; now: Date },
): Period {
  const { interval, periodNumber, periodStartsAt, periodEndsAt, anchorDay } = subscription;
  if (isUnpaid) {
    return { number: periodNumber, startsAt: periodStartsAt, endsAt: periodEndsAt, anchorDay };
  }
  const number = periodNumber + 1;
  const lateMs = now.getTime() - periodEndsAt.getTime();
  if (subscription.state !== "paused" && lateMs < contiguousDaysMax * dayMs) {
    const endsAt = periodEnd(periodEndsAt, interval, anchorDay);
    return { number, startsAt: periodEndsAt, endsAt, anchorDay };
  }
  const day = now.getUTCDate();
  return { number, startsAt: now, endsAt: periodEnd(now, interval, day), anchorDay: day };
}

type Prices = { priceCents: number; nextPriceCents: number | null; nextPriceAt: Date | null };

/** The price of a period that starts at this time. */
export function priceAt(
  { priceCents, nextPriceCents, nextPriceAt }: Prices,
  startsAt: Date,
): number {
  if (nextPriceCents === null || nextPriceAt === null || nextPriceAt > startsAt) return priceCents;
  return nextPriceCents;
}

/** The change of a subscriber's price after the plan's; null: none. A lower price needs no notice. */
export function priceChange(
  subscription: Prices,
  plan: Pick<Plan, "price_cents">,
  now: Date,
): { nextPriceCents: number | null; nextPriceAt: Date | null } | null {
  const { priceCents, nextPriceCents } = subscription;
  const wanted = plan.price_cents;
  if (wanted === (nextPriceCents ?? priceCents)) return null;
  if (wanted === priceCents) return { nextPriceCents: null, nextPriceAt: null };
  const noticeDays = wanted > priceCents ? PRICE_NOTICE_DAYS : 0;
  return { nextPriceCents: wanted, nextPriceAt: new Date(now.getTime() + noticeDays * dayMs) };
}

/** The facts for deciding what follows a period. */
export type RenewalFacts = {
  renewal: SubscriptionRenewal;
  state: SubscriptionState;
  periodEndsAt: Date;
  isChargeDisputed: boolean;
  isKeyLive: boolean;
  /** The last period was refunded for a version that the seller has not replaced. */
  isFailedVersionOnSale: boolean;
  /** Null: it was withdrawn, is sold otherwise, or nobody sells it. */
  listing: { isSuspended: boolean; plan: Plan | null } | null;
  now: Date;
};

export type RenewalStep =
  | { kind: "charge" | "pause" }
  | { kind: "postpone"; until: Date }
  | { kind: "end"; cause: SubscriptionEndCause };

/** What happens when the next step of a subscription is due. */
export function renewalStep(facts: RenewalFacts): RenewalStep {
  const { renewal, listing, now } = facts;
  if (renewal === "off") return { kind: "end", cause: "cancelled" };
  if (facts.isChargeDisputed) return { kind: "end", cause: "charge_disputed" };
  if (renewal === "paused") return { kind: "pause" };
  if (!facts.isKeyLive) return { kind: "end", cause: "key_ended" };
  if (listing === null) return { kind: "end", cause: "not_on_sale" };
  if (listing.plan === null) return { kind: "end", cause: "plan_ended" };
  if (facts.isFailedVersionOnSale) return { kind: "end", cause: "acceptance_failed" };
  if (!listing.isSuspended) return { kind: "charge" };
  const waitedMs = now.getTime() - facts.periodEndsAt.getTime();
  const isOver = waitedMs >= SUSPENDED_RENEWAL_DAYS_MAX * dayMs && facts.state !== "paused";
  if (isOver) return { kind: "end", cause: "not_on_sale" };
  return { kind: "postpone", until: new Date(now.getTime() + dayMs) };
}

/** When a charge that has failed so often is tried again; null: never. */
export function retryAt(failures: number, now: Date): Date | null {
  const days = CHARGE_RETRY_DAYS[failures - 1];
  return days === undefined ? null : new Date(now.getTime() + days * dayMs);
}

type Retried = { state: SubscriptionState; nextStepAt: Date | null; updatedAt: Date };

/**
 * Whether choosing a card tries a failed charge again at once. Not while one has no outcome yet; and with the
 * same card only some time after the last change, so that a double click is one try.
 */
export function isRetriedNow(
  { state, nextStepAt, updatedAt }: Retried,
  { isNewCard, now }: { isNewCard: boolean; now: Date },
): boolean {
  if (state !== "past_due" || nextStepAt === null) return false;
  return isNewCard || now.getTime() - updatedAt.getTime() >= SAME_CARD_RETRY_SECONDS * 1000;
}

/** Whether cancelling now refunds the first period. */
export function isInTrial(
  {
    trialEndsAt,
    periodNumber,
    state,
  }: { trialEndsAt: Date | null; periodNumber: number; state: SubscriptionState },
  now: Date,
): boolean {
  return state !== "ended" && periodNumber === 1 && trialEndsAt !== null && now < trialEndsAt;
}

/** Why a subscription cannot be changed; null if it can. */
export function changeRefusal({ state }: { state: SubscriptionState }): Refusal | null {
  if (state !== "ended") return null;
  return { code: "subscription_ended", pointer: "{id}", detail: "The subscription has ended." };
}
