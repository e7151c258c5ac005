/** Valid auction terms, an auction's state, and when a hybrid can be bought directly. Pure. */
import type { PricingType } from "../../../db/vocabulary/listing.ts";
import { dayMs, hourMs, minuteMs } from "../../../platform/time.ts";
import type { FieldFault } from "../../errors.ts";
import { PAID_PRICE_CENTS_MIN } from "../../limits.ts";
import { AUCTION_DAYS_MAX, AUCTION_MINUTES_MIN, TRIAL_ROWS_MAX } from "../limits.ts";

/** scheduled: not open for bids yet. open: takes bids. ended: no longer takes bids. */
export const auctionStates = ["scheduled", "open", "ended"] as const;

export type AuctionState = (typeof auctionStates)[number];

export type Times = { startsAt: Date; endsAt: Date; closedAt: Date | null };

export function auctionState({ startsAt, endsAt, closedAt }: Times, now: Date): AuctionState {
  if (closedAt !== null || now >= endsAt) return "ended";
  return now < startsAt ? "scheduled" : "open";
}

/** The furthest that late bids can move an auction's end. */
export const hardEndHours = 24;

export function hardEnd(endsAt: Date): Date {
  return new Date(endsAt.getTime() + hardEndHours * hourMs);
}

export type BuyItNowFacts = {
  auction: Times;
  isReserveMet: boolean;
  /** Licences neither sold directly nor in a pending direct sale. */
  licensesLeft: number;
  now: Date;
};

/** Why a hybrid cannot be bought directly; null if it can. */
export function buyItNowRefusal(facts: BuyItNowFacts): string | null {
  if (auctionState(facts.auction, facts.now) === "ended") return "Its auction has ended.";
  if (facts.isReserveMet) return "A bid has met the reserve, so it goes to the best bidders.";
  return facts.licensesLeft > 0 ? null : "All its licences are sold or about to be sold.";
}

export type Offering = {
  pricingType: PricingType;
  priceCents: number;
  auction: {
    startsAt: Date | null;
    endsAt: Date;
    startPriceCents: number;
    reservePriceCents: number | null;
  } | null;
  plans: readonly unknown[] | null;
  trial: { rows: number; price_cents: number } | null;
  /** Null: not counted yet. */
  rowCount: number | null;
};

/** Faults in the terms of sale at the time of publication. */
export function offeringFaults(offering: Offering, now: Date): FieldFault[] {
  return [...planFaults(offering), ...trialFaults(offering), ...auctionFaults(offering, now)];
}

/** Only a dataset with a fixed price has plans: an auction ends, and free data need none. */
export function planFaults({
  pricingType,
  priceCents,
  plans,
}: Pick<Offering, "pricingType" | "priceCents" | "plans">) {
  if (plans === null || plans.length === 0) return [];
  if (pricingType === "buy_it_now" && priceCents > 0) return [];
  return [fault("/plans", "not_allowed", "Only a dataset with a fixed price has plans.")];
}

/** A trial leaves at least half of the rows and the smallest card charge to be paid. */
export function trialFaults({
  pricingType,
  priceCents,
  trial,
  rowCount,
}: Pick<Offering, "pricingType" | "priceCents" | "trial" | "rowCount">): FieldFault[] {
  if (trial === null) return [];
  if (pricingType !== "buy_it_now" || priceCents === 0) {
    return [fault("/trial", "not_allowed", "Only a dataset with a fixed price has a trial.")];
  }
  const faults: FieldFault[] = [];
  const centsMax = priceCents - PAID_PRICE_CENTS_MIN;
  if (trial.price_cents > centsMax) {
    const detail =
      `The trial's price must be at most ${centsMax}, so that the rest of the dataset's price is at ` +
      `least the smallest card charge, ${PAID_PRICE_CENTS_MIN}.`;
    faults.push(fault("/trial/price_cents", "too_high", detail));
  }
  if (rowCount !== null && trial.rows > trialRowsMax(rowCount)) {
    const detail = `The file has ${rowCount} rows, so its trial has at most ${trialRowsMax(rowCount)}.`;
    faults.push(fault("/trial/rows", "too_high", detail));
  }
  return faults;
}

/** Most rows of a trial of a file. */
export function trialRowsMax(rowCount: number): number {
  return Math.min(TRIAL_ROWS_MAX, Math.floor(rowCount / 2));
}

function auctionFaults({ pricingType, priceCents, auction }: Offering, now: Date): FieldFault[] {
  if (pricingType === "buy_it_now") {
    return auction === null ? [] : [fault("/auction", "not_allowed", "buy_it_now has no auction.")];
  }
  if (auction === null) {
    return [fault("/auction", "missing", `${pricingType} needs \`auction\`.`)];
  }
  const { startPriceCents, reservePriceCents } = auction;
  const least = Math.max(startPriceCents, reservePriceCents ?? 0);
  const isHybrid = pricingType === "hybrid";
  const start = "/auction/start_price_cents";
  const reserve = "/auction/reserve_price_cents";
  const checks: [boolean, FieldFault][] = [
    [
      startPriceCents < PAID_PRICE_CENTS_MIN,
      fault(
        start,
        "too_low",
        `It must be at least ${PAID_PRICE_CENTS_MIN}, the smallest card charge.`,
      ),
    ],
    [
      reservePriceCents !== null && reservePriceCents <= startPriceCents,
      fault(reserve, "too_low", "The reserve must exceed the start price."),
    ],
    [
      !isHybrid && priceCents > 0,
      fault("/price_cents", "not_allowed", "An auction has no price; a hybrid has one."),
    ],
    [
      isHybrid && priceCents <= least,
      fault("/price_cents", "too_low", "It must exceed the start price and the reserve."),
    ],
  ];
  const wrong = checks.filter(([applies]) => applies).map(([, found]) => found);
  return [...wrong, ...timeFaults(auction, now)];
}

function timeFaults(auction: { startsAt: Date | null; endsAt: Date }, now: Date): FieldFault[] {
  const startMs = Math.max(auction.startsAt?.getTime() ?? 0, now.getTime());
  const endMs = auction.endsAt.getTime();
  if (endMs - startMs < AUCTION_MINUTES_MIN * minuteMs) {
    const detail = `An auction must run at least ${AUCTION_MINUTES_MIN} minutes from now.`;
    return [fault("/auction/ends_at", "too_early", detail)];
  }
  if (endMs - now.getTime() <= AUCTION_DAYS_MAX * dayMs) return [];
  return [fault("/auction/ends_at", "too_late", `It must end within ${AUCTION_DAYS_MAX} days.`)];
}

const fault = (pointer: string, code: string, detail: string): FieldFault => ({
  pointer,
  code,
  detail,
});
