/**
 * Proxy bidding for any number of licences at one price. Pure. A bid is a sealed maximum; the standing
 * is folded bid by bid, in the order in which bids were accepted.
 */
import type { AcceptedBid, Maximum } from "../../db/vocabulary/auction.ts";
import { incrementCents } from "./increments.ts";

/** After a bid, the others have at least this long to answer it. */
export const softCloseSeconds = 120;

export type Terms = {
  startPriceCents: number;
  /** Hidden from bidders. Null: no reserve. */
  reservePriceCents: number | null;
  /** How many bidders can win. */
  licenses: number;
  hardEndsAt: Date;
};

export type BiddingState = {
  /** One entry for each bidder, best first: the highest maximum; of equal ones the earlier. */
  ranking: readonly Maximum[];
  priceCents: number;
  endsAt: Date;
};

export function opening(terms: Terms, endsAt: Date): BiddingState {
  return { ranking: [], priceCents: terms.startPriceCents, endsAt };
}

/** Whether somebody would pay the reserve or, without a reserve, whether anybody bids. */
export function isReserveMet({ reservePriceCents }: Terms, { ranking }: BiddingState): boolean {
  const [best] = ranking;
  return best !== undefined && best.maxCents >= (reservePriceCents ?? 0);
}

/**
 * The current winners, at one price for all: the best bidders; once the reserve is met, those who
 * reach it.
 */
export function leadersOf(terms: Terms, standing: BiddingState): readonly Maximum[] {
  const least = Math.max(floorCents(terms, standing), standing.priceCents);
  return standing.ranking.slice(0, terms.licenses).filter(({ maxCents }) => maxCents >= least);
}

/** The minimum for a bidder who does not lead, in cents. */
export function nextMinimumCents(terms: Terms, standing: BiddingState): number {
  const { priceCents } = standing;
  const isContested = leadersOf(terms, standing).length === terms.licenses;
  return isContested ? priceCents + incrementCents(priceCents) : priceCents;
}

/**
 * The minimum for this bidder, in cents. A leader only has to exceed their own maximum. Nobody may bid
 * below their own: a bidder who lost the lead to a hybrid's direct sale may still be above the price.
 */
export function bidderMinimumCents(terms: Terms, standing: BiddingState, bidderId: string): number {
  const isOwn = (maximum: Maximum) => maximum.bidderId === bidderId;
  const above = (standing.ranking.find(isOwn)?.maxCents ?? 0) + 1;
  if (leadersOf(terms, standing).some(isOwn)) return above;
  return Math.max(above, nextMinimumCents(terms, standing));
}

/**
 * The standing after one more bid. The price never falls. It does not change when a leader raises their
 * own maximum, unless that meets the reserve: then it rises to the reserve.
 */
export function afterBid(
  terms: Terms,
  standing: BiddingState,
  bid: Maximum & { placedAt: Date },
): BiddingState {
  const { bidderId, maxCents, position, placedAt } = bid;
  const led = leadersOf(terms, standing).some((leader) => leader.bidderId === bidderId);
  const others = standing.ranking.filter((maximum) => maximum.bidderId !== bidderId);
  const better = others.findIndex((other) => other.maxCents < maxCents);
  const place = better < 0 ? others.length : better;
  const ranking = others.toSpliced(place, 0, { bidderId, maxCents, position });
  const endsAt = extended(terms, standing.endsAt, placedAt);
  const next: BiddingState = { ranking, priceCents: standing.priceCents, endsAt };
  const clearing = led ? floorCents(terms, next) : clearingCents(terms, next);
  return { ...next, priceCents: Math.max(standing.priceCents, clearing) };
}

/** Folds all bids in order; a retracted bid has no effect except the extension of the end. */
export function replay(terms: Terms, endsAt: Date, bids: readonly AcceptedBid[]): BiddingState {
  return replayPrices(terms, endsAt, bids).standing;
}

/** Like {@link replay}, with the price after each standing bid. */
export function replayPrices(
  terms: Terms,
  endsAt: Date,
  bids: readonly AcceptedBid[],
): { standing: BiddingState; prices: { position: number; priceCents: number }[] } {
  let standing = opening(terms, endsAt);
  const prices: { position: number; priceCents: number }[] = [];
  for (const bid of bids) {
    if (bid.isRetracted) {
      standing = { ...standing, endsAt: extended(terms, standing.endsAt, bid.placedAt) };
      continue;
    }
    standing = afterBid(terms, standing, bid);
    prices.push({ position: bid.position, priceCents: standing.priceCents });
  }
  return { standing, prices };
}

/**
 * Whether the latest bid revealed nothing to its bidder, whatever the sealed figures are. A leader who
 * raises their own maximum changes nothing once the reserve is met. Any other bid is a probe, and
 * even an unchanged auction is an answer to it.
 */
export function isSilentRaise(terms: Terms, bids: readonly AcceptedBid[]): boolean {
  const latest = bids.at(-1);
  if (latest === undefined || latest.isRetracted) return false;
  const before = replay(terms, latest.placedAt, bids.slice(0, -1));
  const led = leadersOf(terms, before).some(({ bidderId }) => bidderId === latest.bidderId);
  return led && isReserveMet(terms, before);
}

/** The lowest price of a licence, as far as bidders may know it. */
function floorCents(terms: Terms, standing: BiddingState): number {
  const reserve = isReserveMet(terms, standing) ? (terms.reservePriceCents ?? 0) : 0;
  return Math.max(terms.startPriceCents, reserve);
}

/** One increment above the best losing bid, but no more than the last winner's maximum. */
function clearingCents(terms: Terms, standing: BiddingState): number {
  const floor = floorCents(terms, standing);
  const winners = standing.ranking
    .slice(0, terms.licenses)
    .filter(({ maxCents }) => maxCents >= floor);
  const last = winners.at(-1);
  const loser = standing.ranking[terms.licenses];
  if (last === undefined || loser === undefined || winners.length < terms.licenses) return floor;
  const above = loser.maxCents + incrementCents(loser.maxCents);
  return Math.max(floor, Math.min(last.maxCents, above));
}

/** A late bid leaves the others time to answer it, but never moves the hard end. */
function extended({ hardEndsAt }: Terms, endsAt: Date, placedAt: Date): Date {
  const answerableUntil = placedAt.getTime() + softCloseSeconds * 1000;
  const end = Math.min(answerableUntil, hardEndsAt.getTime());
  return new Date(Math.max(endsAt.getTime(), end));
}

/** The buyers if the auction closes with this standing: nobody below the reserve. */
export function winnersOf(terms: Terms, standing: BiddingState): readonly Maximum[] {
  return isReserveMet(terms, standing) ? leadersOf(terms, standing) : [];
}

/**
 * The next recipient of an offer when a winner does not pay: the best bidder not yet asked who
 * reaches the reserve.
 */
export function nextInLine(
  { reservePriceCents }: Pick<Terms, "reservePriceCents">,
  ranking: readonly Maximum[],
  asked: ReadonlySet<string>,
): { maximum: Maximum; rank: number } | null {
  const index = ranking.findIndex(
    ({ bidderId, maxCents }) => !asked.has(bidderId) && maxCents >= (reservePriceCents ?? 0),
  );
  const maximum = ranking[index];
  return maximum === undefined ? null : { maximum, rank: index + 1 };
}
