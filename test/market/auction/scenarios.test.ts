/** Auctions as scenarios: one line per bid, with the public state after it. */
import { describe, expect, test } from "bun:test";
import type { AcceptedBid } from "../../../db/vocabulary/auction.ts";
import {
  bidderMinimumCents,
  isReserveMet,
  leadersOf,
  nextMinimumCents,
  replay,
  type Terms,
} from "../../../market/auction/standing.ts";

const hour = 3_600_000;
const endsAt = new Date("2026-12-01T12:00:00Z");
const terms: Terms = {
  startPriceCents: 1_000,
  reservePriceCents: null,
  licenses: 1,
  hardEndsAt: new Date(endsAt.getTime() + 24 * hour),
};

/**
 * `ada 50.00 → 10.00 ada, next 10.50`: a maximum, then the price, the leader and the next minimum.
 */
type Line = [bid: string, seen: string];

const scenarios: [name: string, change: Partial<Terms>, lines: Line[]][] = [
  ["the first bid buys at the start price", {}, [["ada 50.00", "10.00 ada, next 10.50"]]],
  [
    "a lower maximum lifts the price to one increment above itself",
    {},
    [
      ["ada 50.00", "10.00 ada, next 10.50"],
      ["bob 30.00", "31.00 ada, next 32.00"],
    ],
  ],
  [
    "the price never exceeds the winner's maximum",
    {},
    [
      ["ada 50.00", "10.00 ada, next 10.50"],
      ["bob 49.50", "50.00 ada, next 51.00"],
    ],
  ],
  [
    "of equal maxima the earlier wins",
    {},
    [
      ["ada 50.00", "10.00 ada, next 10.50"],
      ["bob 50.00", "50.00 ada, next 51.00"],
      ["cyd 51.00", "51.00 cyd, next 52.00"],
    ],
  ],
  [
    "who raises late to an equal maximum comes behind",
    {},
    [
      ["ada 20.00", "10.00 ada, next 10.50"],
      ["bob 40.00", "20.50 bob, next 21.00"],
      ["ada 40.00", "40.00 bob, next 41.00"],
    ],
  ],
  [
    "a leader's own raise costs nothing",
    {},
    [
      ["ada 50.00", "10.00 ada, next 10.50"],
      ["bob 49.50", "50.00 ada, next 51.00"],
      ["ada 90.00", "50.00 ada, next 51.00"],
      ["bob 60.00", "61.00 ada, next 62.00"],
    ],
  ],
  [
    "below the reserve somebody leads, but nobody has bought",
    { reservePriceCents: 8_000 },
    [
      ["ada 50.00", "10.00 ada, next 10.50, unmet"],
      ["bob 60.00", "51.00 bob, next 52.00, unmet"],
    ],
  ],
  [
    "a maximum that meets the reserve lifts the price to it",
    { reservePriceCents: 8_000 },
    [
      ["ada 50.00", "10.00 ada, next 10.50, unmet"],
      ["bob 95.00", "80.00 bob, next 81.00"],
      ["cyd 90.00", "91.00 bob, next 92.00"],
    ],
  ],
  [
    "a leader's own raise that meets the reserve lifts the price to it",
    { reservePriceCents: 8_000 },
    [
      ["ada 50.00", "10.00 ada, next 10.50, unmet"],
      ["ada 80.00", "80.00 ada, next 81.00"],
    ],
  ],
  [
    "with fewer bidders than licences all pay the start price",
    { licenses: 3 },
    [
      ["ada 50.00", "10.00 ada, next 10.00"],
      ["bob 10.00", "10.00 ada bob, next 10.00"],
      ["cyd 70.00", "10.00 cyd ada bob, next 10.50"],
    ],
  ],
  [
    "several licences go to the best at one price, set by the first who gets none",
    { licenses: 2 },
    [
      ["ada 50.00", "10.00 ada, next 10.00"],
      ["bob 40.00", "10.00 ada bob, next 10.50"],
      ["cyd 30.00", "31.00 ada bob, next 32.00"],
      ["dan 60.00", "41.00 dan ada, next 42.00"],
    ],
  ],
  [
    "a licence is not sold below the reserve while another one is sold at it",
    { licenses: 2, reservePriceCents: 8_000 },
    [
      ["ada 50.00", "10.00 ada, next 10.00, unmet"],
      ["bob 99.00", "80.00 bob, next 80.00"],
      ["cyd 85.00", "80.00 bob cyd, next 81.00"],
    ],
  ],
];

const amount = (cents: number) => (cents / 100).toFixed(2);

function play(change: Partial<Terms>, said: string[]): string {
  const all = { ...terms, ...change };
  const bids = said.map((bid, index): AcceptedBid => {
    const [bidderId = "", max = ""] = bid.split(" ");
    const placedAt = new Date(endsAt.getTime() - 10 * hour);
    const maxCents = Math.round(Number(max) * 100);
    return { bidderId, maxCents, position: index + 1, placedAt, isRetracted: bid.endsWith("!") };
  });
  const standing = replay(all, endsAt, bids);
  const names = leadersOf(all, standing).map(({ bidderId }) => bidderId);
  const unmet = isReserveMet(all, standing) ? "" : ", unmet";
  const next = amount(nextMinimumCents(all, standing));
  return `${amount(standing.priceCents)} ${names.join(" ")}, next ${next}${unmet}`;
}

describe("in an auction", () => {
  for (const [name, change, lines] of scenarios) {
    test(name, () => {
      for (const [index, [, seen]] of lines.entries()) {
        expect(
          play(
            change,
            lines.slice(0, index + 1).map(([bid]) => bid),
          ),
        ).toBe(seen);
      }
    });
  }

  test("a bid that is taken back leaves the auction as if it had never been", () => {
    expect(play({}, ["ada 50.00", "bob 900.00 !"])).toBe("10.00 ada, next 10.50");
    expect(play({}, ["ada 50.00 !"])).toBe("10.00 , next 10.00, unmet");
  });

  test("a leader has to exceed their own maximum, everybody else the price by an increment", () => {
    const placedAt = new Date(endsAt.getTime() - hour);
    const bid = (bidderId: string, maxCents: number, position: number) => ({
      ...{ bidderId, maxCents, position, placedAt },
      isRetracted: false,
    });
    const standing = replay(terms, endsAt, [bid("ada", 5_000, 1), bid("bob", 3_000, 2)]);
    expect(bidderMinimumCents(terms, standing, "ada")).toBe(5_001);
    expect(bidderMinimumCents(terms, standing, "bob")).toBe(3_200);
    expect(bidderMinimumCents(terms, standing, "cyd")).toBe(3_200);
  });
});

describe("the end of an auction", () => {
  const seconds = (count: number) => new Date(endsAt.getTime() + count * 1000);
  const cases: [bidsAt: number[], end: number][] = [
    [[-121], 0],
    [[-120], 0],
    [[-119], 1],
    [[-1], 119],
    [[-60, 30], 150],
  ];
  for (const [bidsAt, end] of cases) {
    test(`bids at ${bidsAt.join(" and ")} s: it ends ${end} s later than announced`, () => {
      const bids = bidsAt.map((at, index) => ({
        ...{ bidderId: `bidder ${index}`, maxCents: 2_000 + index * 100, position: index + 1 },
        placedAt: seconds(at),
        isRetracted: false,
      }));
      expect(replay(terms, endsAt, bids).endsAt).toEqual(seconds(end));
    });
  }

  test("no bid moves it beyond the hard end", () => {
    const short = { ...terms, hardEndsAt: seconds(30) };
    const bid = { bidderId: "ada", maxCents: 2_000, position: 1, isRetracted: false };
    expect(replay(short, endsAt, [{ ...bid, placedAt: seconds(-5) }]).endsAt).toEqual(seconds(30));
  });
});
