/** Who wins a bounty, and when it ends. Pure. */
import type { BountyMode, BountyStatus, DeliveryState } from "../../db/vocabulary/bounty.ts";
import type { ListingStatus, PricingType } from "../../db/vocabulary/listing.ts";
import type { PurseState } from "../../db/vocabulary/purchase.ts";
import { PAID_PRICE_CENTS_MIN, PRICE_CENTS_MAX } from "../limits.ts";
import { moneyText } from "../pricing.ts";
import { type Check, type Refusal, refusalsOf } from "../refusal.ts";

export function bountyStatus(purseState: PurseState, isEnded: boolean): BountyStatus {
  // One that ended while it was being charged: the clock cancels the charge, or refunds it.
  if (purseState === "payment_pending") return isEnded ? "unfunded" : "funding";
  if (["payment_failed", "cancelled", "expired"].includes(purseState)) return "unfunded";
  return isEnded ? "ended" : "open";
}

/** What the poster pays at first, in cents. */
export function fundedCents(bounty: { prizeCents: number; winners: number }): number {
  return bounty.prizeCents * bounty.winners;
}

/** Why such prizes cannot be offered. */
export function prizeRefusals(
  bounty: { prizeCents: number; winners: number },
  currency: string,
): Refusal[] {
  const checks: Check[] = [
    [
      bounty.prizeCents < PAID_PRICE_CENTS_MIN,
      "invalid_request",
      `A prize is at least ${moneyText(PAID_PRICE_CENTS_MIN, currency)}.`,
    ],
    [
      fundedCents(bounty) > PRICE_CENTS_MAX,
      "invalid_request",
      `All prizes together are at most ${moneyText(PRICE_CENTS_MAX, currency)}.`,
    ],
  ];
  return refusalsOf(checks, "/bounty/prize_cents");
}

/**
 * What a delivery costs if it wins, in cents: nobody pays more for a bounty's file than it costs on sale when
 * it is delivered.
 */
export function deliveryPriceCents(facts: {
  prizeCents: number;
  /** The price that the seller names; undefined: none. */
  priceCents: number | undefined;
  listingPriceCents: number;
}): number {
  const { prizeCents, priceCents = prizeCents, listingPriceCents } = facts;
  return Math.min(priceCents, Math.max(listingPriceCents, PAID_PRICE_CENTS_MIN));
}

type DeliveryFacts = {
  mode: BountyMode;
  prizeCents: number;
  /** The price that the seller names; undefined: none. */
  priceCents: number | undefined;
  listing: {
    status: ListingStatus;
    pricingType: PricingType;
    priceCents: number;
    sha256: string | null;
  };
  currency: string;
};

/** Why a listing cannot take part in a bounty; empty if it can. */
export function deliveryRefusals(facts: DeliveryFacts): Refusal[] {
  const { mode, prizeCents, priceCents, listing, currency } = facts;
  const money = (cents: number) => moneyText(cents, currency);
  const isNamed = priceCents !== undefined;
  const isLowest = mode === "lowest_price";
  const checks: Check[] = [
    [
      isLowest && !isNamed,
      "invalid_request",
      `The cheapest deliveries win: name your price, at most ${money(prizeCents)}.`,
    ],
    [
      !isLowest && isNamed,
      "invalid_request",
      `The prize is ${money(prizeCents)} for everybody: leave the price out.`,
    ],
    [
      isLowest && isNamed && priceCents > prizeCents,
      "invalid_request",
      `A winner gets at most ${money(prizeCents)}.`,
    ],
    [
      isLowest && isNamed && priceCents < PAID_PRICE_CENTS_MIN,
      "invalid_request",
      `The smallest price is ${money(PAID_PRICE_CENTS_MIN)}.`,
    ],
  ];
  const ofListing: Check[] = [
    [
      listing.pricingType !== "buy_it_now",
      "not_for_direct_sale",
      "Only a dataset with a fixed price can be delivered, not one in an auction.",
    ],
    [listing.priceCents === 0, "dataset_is_free", "It is free for everybody."],
    [listing.sha256 === null, "dataset_not_available", "Its file was not read as a whole yet."],
  ];
  return [...refusalsOf(checks, "/price_cents"), ...refusalsOf(ofListing, "/dataset_id")];
}

type Competitor = {
  answerId: string;
  position: number;
  state: DeliveryState;
  priceCents: number;
};

export type BountyState = {
  mode: BountyMode;
  winners: number;
  awarded: number;
  /** The request takes no more answers. */
  isOver: boolean;
  deliveries: readonly Competitor[];
};

/** `award`: the delivery to pay next, whose file may still turn out not to be on sale. */
export type BountyStep =
  | { kind: "wait" }
  | { kind: "award"; answerId: string }
  | { kind: "end"; isAwarded: boolean };

/**
 * The next step of a funded bounty.
 *
 * `first_to_pass`: the order of submission decides. A delivery wins only when no earlier one is still being
 * evaluated, so a slow evaluation costs nobody the prize.
 *
 * `lowest_price`: nobody wins before the deadline and the last evaluation; then price decides, and the order
 * of submission between equal prices.
 *
 * A delivery that could not be evaluated wins only a prize that is left at the end; a person then decides
 * about its money.
 */
export function nextBountyStep(bounty: BountyState): BountyStep {
  const { mode, winners, awarded, isOver, deliveries } = bounty;
  if (awarded >= winners) return { kind: "end", isAwarded: true };
  const ranked = deliveries.toSorted((one, other) =>
    mode === "lowest_price"
      ? one.priceCents - other.priceCents || one.position - other.position
      : one.position - other.position,
  );
  const isPending = ranked.some(({ state }) => state === "pending");
  if (mode === "first_to_pass") {
    const first = ranked.find(({ state }) => state === "passed" || state === "pending");
    if (first?.state === "passed") return { kind: "award", answerId: first.answerId };
  }
  if (!isOver || isPending) return { kind: "wait" };
  const best =
    ranked.find(({ state }) => state === "passed") ??
    ranked.find(({ state }) => state === "undecided");
  return best === undefined
    ? { kind: "end", isAwarded: false }
    : { kind: "award", answerId: best.answerId };
}

/** Why a delivery that passed cannot be paid; null if it can. */
export function awardObstacle(facts: {
  listingStatus: ListingStatus;
  isSellerSuspended: boolean;
  /** A later version has replaced the delivered file. */
  isReplaced: boolean;
}): string | null {
  const { listingStatus, isSellerSuspended, isReplaced } = facts;
  if (isSellerSuspended) return "The seller cannot sell at the moment.";
  if (listingStatus !== "active") return `The dataset is ${listingStatus}.`;
  return isReplaced ? "A later version has replaced the delivered file." : null;
}

/** Deliveries that may still win. */
export const liveDeliveries = ["pending", "passed", "undecided"] as const;

/** Why the poster cannot change, close or decide about a request; null if they can. */
export function heldRefusal(
  bounty: { status: BountyStatus; live: number } | null,
  act: "edit" | "close" | "accept" | "reject",
): Refusal | null {
  const isLive = bounty?.status === "open" || bounty?.status === "funding";
  if (bounty === null || !isLive) return null;
  const reasons: Record<typeof act, string | null> = {
    edit: "Sellers rely on the terms of its bounty: they stay until it ends.",
    close:
      bounty.live === 0 ? null : "Deliveries to its bounty wait for their evaluation or prize.",
    accept: "Its bounty has a contract, which decides who wins.",
    reject: "Its bounty has a contract, which decides who wins.",
  };
  const detail = reasons[act];
  return detail === null ? null : { code: "bounty_held", detail };
}
