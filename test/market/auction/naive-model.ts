/**
 * An auction by its definition, slowly: searches every price cent by cent and recomputes every
 * ranking from all bids. It shares no code with market/auction, not even the increments.
 */

export type Auction = {
  startPriceCents: number;
  reservePriceCents: number | null;
  licenses: number;
  endsAtMs: number;
  hardEndsAtMs: number;
};
export type Offer = { bidder: string; maxCents: number; atMs: number };
export type State = { accepted: Offer[]; priceCents: number; endsAtMs: number };

export function begin({ startPriceCents, endsAtMs }: Auction): State {
  return { accepted: [], priceCents: startPriceCents, endsAtMs };
}

/** The state after the offer; the same object if it is refused. */
export function offer(auction: Auction, state: State, made: Offer): State {
  if (made.atMs >= state.endsAtMs || made.maxCents < leastOf(auction, state, made.bidder)) {
    return state;
  }
  const ledBefore = winners(auction, state).includes(made.bidder);
  const accepted = [...state.accepted, made];
  const after = { ...state, accepted };
  const isLate = state.endsAtMs - made.atMs < 120_000;
  const endsAtMs = isLate ? Math.min(auction.hardEndsAtMs, made.atMs + 120_000) : state.endsAtMs;
  const price = ledBefore ? lowestCents(auction, accepted) : searchPrice(auction, accepted);
  return { ...after, endsAtMs, priceCents: Math.max(price, state.priceCents) };
}

export function leastOf(auction: Auction, state: State, bidder: string): number {
  const winning = winners(auction, state);
  if (winning.includes(bidder)) return maximumOf(state.accepted, bidder) + 1;
  const isFull = winning.length >= auction.licenses;
  return isFull ? state.priceCents + stepAt(state.priceCents) : state.priceCents;
}

export function winners(auction: Auction, { accepted, priceCents }: State): string[] {
  const lowest = lowestCents(auction, accepted);
  return ranked(accepted)
    .slice(0, auction.licenses)
    .filter((bidder) => maximumOf(accepted, bidder) >= lowest)
    .filter((bidder) => maximumOf(accepted, bidder) >= priceCents);
}

export function isReserveMet({ reservePriceCents }: Auction, accepted: Offer[]): boolean {
  return accepted.some(
    ({ maxCents }) => reservePriceCents === null || maxCents >= reservePriceCents,
  );
}

/** Bidders ranked by their last maximum: the higher first, and of equal ones the earlier. */
function ranked(accepted: Offer[]): string[] {
  const words = accepted.filter(
    (bid, index) => !accepted.slice(index + 1).some(({ bidder }) => bidder === bid.bidder),
  );
  return words.sort((a, b) => b.maxCents - a.maxCents).map(({ bidder }) => bidder);
}

export function maximumOf(accepted: Offer[], bidder: string): number {
  return Math.max(...accepted.filter((bid) => bid.bidder === bidder).map((bid) => bid.maxCents));
}

function lowestCents(auction: Auction, accepted: Offer[]): number {
  const { startPriceCents: start, reservePriceCents: reserve } = auction;
  return reserve !== null && isReserveMet(auction, accepted) && reserve > start ? reserve : start;
}

/** The first price, cent by cent, at which the loser stops bidding or the last winner would. */
function searchPrice(auction: Auction, accepted: Offer[]): number {
  const lowest = lowestCents(auction, accepted);
  const order = ranked(accepted);
  const [winning, loser] = [order.slice(0, auction.licenses), order[auction.licenses]];
  const isEveryoneReady = winning.every((bidder) => maximumOf(accepted, bidder) >= lowest);
  if (loser === undefined || !isEveryoneReady) return lowest;
  const loserMax = maximumOf(accepted, loser);
  for (let price = lowest; ; price += 1) {
    if (price >= loserMax + stepAt(loserMax)) return price;
    if (winning.some((bidder) => maximumOf(accepted, bidder) <= price)) return price;
  }
}

/** The published table of increments, written independently. */
export function stepAt(cents: number): number {
  if (cents < 100) return 5;
  if (cents < 500) return 25;
  if (cents < 2_500) return 50;
  if (cents < 10_000) return 100;
  if (cents < 25_000) return 250;
  if (cents < 50_000) return 500;
  if (cents < 100_000) return 1_000;
  if (cents < 250_000) return 2_500;
  if (cents < 500_000) return 5_000;
  return 10_000;
}
