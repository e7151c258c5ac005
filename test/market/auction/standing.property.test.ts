/** The rules of an auction against a naive model, on random auctions and bids. */
import { afterAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { AcceptedBid } from "../../../db/vocabulary/auction.ts";
import { incrementCents, increments } from "../../../market/auction/increments.ts";
import { secondChanceCents } from "../../../market/auction/rules.ts";
import {
  afterBid,
  type BiddingState,
  bidderMinimumCents,
  isReserveMet,
  leadersOf,
  nextInLine,
  nextMinimumCents,
  opening,
  replay,
  type Terms,
  winnersOf,
} from "../../../market/auction/standing.ts";
import * as naive from "./naive-model.ts";

/** 30 000 runs are for finding rare failures. */
const runs = Number(process.env.AUCTION_RUNS ?? 2_000);
const counted = {
  auctions: 0,
  bids: 0,
  accepted: 0,
  extended: 0,
  reserveMet: 0,
  ties: 0,
  secondChances: 0,
};
afterAll(() => console.info("the rules against the naive model:", JSON.stringify(counted)));

const endsAtMs = 1_000_000;
const cents = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 50, max: 160 }) },
  { weight: 2, arbitrary: fc.integer({ min: 50, max: 1_200 }) },
  { weight: 1, arbitrary: fc.integer({ min: 2_300, max: 2_700 }) },
);

const auctions = fc.record({
  startPriceCents: fc.oneof(fc.constant(50), fc.integer({ min: 50, max: 150 })),
  reservePriceCents: fc.option(fc.integer({ min: 50, max: 900 })),
  licenses: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 4 })),
  endsAtMs: fc.constant(endsAtMs),
  hardEndsAtMs: fc.integer({ min: endsAtMs, max: endsAtMs + 400_000 }),
});

/** With `aim`, the maximum is at the very edge of what is accepted. */
const offers = fc.array(
  fc.record({
    bidder: fc.constantFrom("a", "b", "c", "d", "e", "f"),
    maxCents: cents,
    aim: fc.option(fc.integer({ min: -1, max: 2 }), { freq: 3 }),
    waitMs: fc.oneof(
      { weight: 3, arbitrary: fc.integer({ min: 0, max: 60_000 }) },
      { weight: 1, arbitrary: fc.integer({ min: 60_000, max: 900_000 }) },
    ),
  }),
  { maxLength: 24 },
);

const termsOf = (auction: naive.Auction): Terms => ({
  startPriceCents: auction.startPriceCents,
  reservePriceCents: auction.reservePriceCents,
  licenses: auction.licenses,
  hardEndsAt: new Date(auction.hardEndsAtMs),
});

type Play = {
  auction: naive.Auction;
  offers: { bidder: string; maxCents: number; atMs: number }[];
};
type Step = { before: BiddingState; after: BiddingState; model: naive.State; bid: AcceptedBid };

/** Plays the offers against both; `each` is called for every accepted one. */
function play({ auction, offers: made }: Play, each: (step: Step, terms: Terms) => void) {
  const terms = termsOf(auction);
  let standing = opening(terms, new Date(auction.endsAtMs));
  let model = naive.begin(auction);
  const bids: AcceptedBid[] = [];
  for (const { bidder: bidderId, maxCents, atMs } of made) {
    counted.bids += 1;
    const placedAt = new Date(atMs);
    const isAccepted =
      placedAt < standing.endsAt && maxCents >= bidderMinimumCents(terms, standing, bidderId);
    const modelAfter = naive.offer(auction, model, { bidder: bidderId, maxCents, atMs });
    expect(isAccepted).toBe(modelAfter !== model);
    if (!isAccepted) continue;
    counted.accepted += 1;
    const bid = { bidderId, maxCents, position: bids.length + 1, placedAt, isRetracted: false };
    const before = standing;
    standing = afterBid(terms, standing, bid);
    model = modelAfter;
    bids.push(bid);
    if (standing.endsAt > before.endsAt) counted.extended += 1;
    if (before.ranking.some((other) => other.maxCents === maxCents)) counted.ties += 1;
    each({ before, after: standing, model, bid }, terms);
  }
  counted.auctions += 1;
  if (isReserveMet(terms, standing)) counted.reserveMet += 1;
  return { terms, standing, model, bids };
}

const plays: fc.Arbitrary<Play> = fc.record({ auction: auctions, offers }).map((drawn) => {
  let atMs = 0;
  const { auction } = drawn;
  let model = naive.begin(auction);
  const made = drawn.offers.map(({ bidder, maxCents, aim, waitMs }) => {
    atMs += waitMs;
    const edge = aim === null ? null : naive.leastOf(auction, model, bidder) + aim;
    const offer = { bidder, maxCents: edge ?? maxCents, atMs };
    model = naive.offer(auction, model, offer);
    return offer;
  });
  return { auction, offers: made };
});

const check = (property: (drawn: Play) => void, numRuns = runs) =>
  fc.assert(fc.property(plays, property), { numRuns });

describe("the rules of an auction", () => {
  test("agree with the naive model on price, winners, end, reserve and next minimum", () => {
    check((drawn) => {
      play(drawn, ({ after, model }, terms) => {
        expect(after.priceCents).toBe(model.priceCents);
        expect(after.endsAt.getTime()).toBe(model.endsAtMs);
        expect(leadersOf(terms, after).map(({ bidderId }) => bidderId)).toEqual(
          naive.winners(drawn.auction, model),
        );
        expect(isReserveMet(terms, after)).toBe(naive.isReserveMet(drawn.auction, model.accepted));
        expect(nextMinimumCents(terms, after)).toBe(
          naive.leastOf(drawn.auction, model, "somebody new"),
        );
      });
    });
  }, 120_000);

  test("never let the price fall, nor anybody pay more than their maximum", () => {
    check((drawn) => {
      play(drawn, ({ before, after }, terms) => {
        expect(after.priceCents).toBeGreaterThanOrEqual(before.priceCents);
        for (const { maxCents } of leadersOf(terms, after)) {
          expect(maxCents).toBeGreaterThanOrEqual(after.priceCents);
        }
        const isSold = isReserveMet(terms, after);
        const least = isSold ? (terms.reservePriceCents ?? 0) : terms.startPriceCents;
        expect(after.priceCents).toBeGreaterThanOrEqual(least);
      });
    });
  }, 120_000);

  test("let a leader's own raise change no price but by meeting the reserve", () => {
    check((drawn) => {
      play(drawn, ({ before, after, bid }, terms) => {
        const led = leadersOf(terms, before).some(({ bidderId }) => bidderId === bid.bidderId);
        const isMetByIt = !isReserveMet(terms, before) && isReserveMet(terms, after);
        if (!led || isMetByIt) return;
        expect(after.priceCents).toBe(before.priceCents);
      });
    });
  }, 120_000);

  test("let the order of arrival decide between equal maxima", () => {
    check((drawn) => {
      const { standing } = play(drawn, () => undefined);
      for (const [index, { maxCents, position }] of standing.ranking.entries()) {
        const next = standing.ranking[index + 1];
        if (next?.maxCents !== maxCents) continue;
        expect(next.position).toBeGreaterThan(position);
      }
    });
  }, 120_000);

  test("leave time to answer a late bid, never beyond the hard end", () => {
    check((drawn) => {
      play(drawn, ({ before, after, bid }, terms) => {
        const answerable = bid.placedAt.getTime() + 120_000;
        const hardEnd = terms.hardEndsAt.getTime();
        expect(after.endsAt.getTime()).toBeLessThanOrEqual(hardEnd);
        expect(after.endsAt.getTime()).toBeGreaterThanOrEqual(Math.min(answerable, hardEnd));
        if (answerable <= before.endsAt.getTime()) expect(after.endsAt).toEqual(before.endsAt);
      });
    });
  }, 120_000);

  test("give the same standing bid by bid as from all of them, whatever was retracted", () => {
    fc.assert(
      fc.property(plays, fc.array(fc.nat(23), { maxLength: 4 }), (drawn, retracted) => {
        const { terms, standing, bids } = play(drawn, () => undefined);
        const endsAt = new Date(drawn.auction.endsAtMs);
        expect(replay(terms, endsAt, bids)).toEqual(standing);
        const marked = bids.map((bid, index) => ({
          ...bid,
          isRetracted: retracted.includes(index),
        }));
        const without = replay(terms, endsAt, marked);
        const kept = marked.filter(({ isRetracted }) => !isRetracted);
        const fresh = replay(terms, endsAt, kept);
        expect(without.ranking).toEqual(fresh.ranking);
        expect(without.priceCents).toBe(fresh.priceCents);
        expect(without.endsAt).toEqual(standing.endsAt);
        for (const { maxCents } of leadersOf(terms, without)) {
          expect(maxCents).toBeGreaterThanOrEqual(without.priceCents);
        }
      }),
      { numRuns: runs },
    );
  }, 120_000);

  test("give the licences to the best who pay, none below the reserve or above their maximum", () => {
    const payers = fc.array(fc.constantFrom<string>("a", "b", "c", "d", "e", "f"), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(plays, payers, (drawn, paying) => {
        const { terms, standing, model } = play(drawn, () => undefined);
        const { auction } = drawn;
        const isMet = naive.isReserveMet(auction, model.accepted);
        const winners = winnersOf(terms, standing).map(({ bidderId }) => bidderId);
        expect(winners).toEqual(isMet ? naive.winners(auction, model) : []);
        const asked = new Set(winners);
        const paid: { bidderId: string; cents: number }[] = [];
        const turns = winners.map((bidderId) => ({ bidderId, cents: standing.priceCents }));
        for (let turn = turns.shift(); turn !== undefined; turn = turns.shift()) {
          if (paying.includes(turn.bidderId)) {
            paid.push(turn);
            continue;
          }
          counted.secondChances += 1;
          const next = nextInLine(terms, standing.ranking, asked);
          if (next === null) continue;
          const { bidderId, maxCents } = next.maximum;
          asked.add(bidderId);
          turns.push({ bidderId, cents: secondChanceCents(standing.priceCents, maxCents) });
        }
        const reserve = auction.reservePriceCents ?? 0;
        const ready = standing.ranking
          .filter(({ maxCents }) => isMet && maxCents >= reserve)
          .filter(({ bidderId }) => paying.includes(bidderId));
        const names = paid.map(({ bidderId }) => bidderId);
        const best = ready.slice(0, winners.length).map(({ bidderId }) => bidderId);
        expect(names.sort()).toEqual(best.sort());
        for (const { bidderId, cents: price } of paid) {
          expect(price).toBeLessThanOrEqual(naive.maximumOf(model.accepted, bidderId));
          expect(price).toBeGreaterThanOrEqual(Math.max(reserve, auction.startPriceCents));
        }
      }),
      { numRuns: runs },
    );
  }, 120_000);

  test("take their increments from a table that rises and has no gap", () => {
    expect(increments[0]?.fromCents).toBe(0);
    for (const [index, row] of increments.entries()) {
      expect(incrementCents(row.fromCents)).toBe(row.incrementCents);
      const before = increments[index - 1];
      if (before === undefined) continue;
      expect(row.fromCents).toBeGreaterThan(before.fromCents);
      expect(row.incrementCents).toBeGreaterThan(before.incrementCents);
      expect(incrementCents(row.fromCents - 1)).toBe(before.incrementCents);
    }
    fc.assert(
      fc.property(fc.nat(99_999_999), (price) => {
        expect(incrementCents(price)).toBe(naive.stepAt(price));
      }),
    );
  });
});
