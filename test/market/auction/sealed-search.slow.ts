/**
 * Whatever two spying accounts do in up to six steps, they learn no more about a sealed maximum and
 * the reserve than their still binding bids would reveal by the public price rule. All sequences of
 * steps are tried on all secrets, under the current and the previous rules.
 */
import { describe, expect, test } from "bun:test";
import type { AcceptedBid } from "../../../db/vocabulary/auction.ts";
import { retractionRefusal } from "../../../market/auction/retraction/rules.ts";
import {
  bidderMinimumCents,
  isReserveMet,
  isSilentRaise,
  leadersOf,
  nextMinimumCents,
  replay,
} from "../../../market/auction/standing.ts";

const actsMax = 6;
const victim = "victim";
const spies = ["first", "second"];
const ladder = [1_000, 1_150, 1_300, 1_700, 2_400];
const now = new Date("2026-11-22T10:00:00Z");
const endsAt = new Date("2026-12-22T10:00:00Z");
const running = { startsAt: now, endsAt, closedAt: null };

/** The secrets: the victim's maximum and the seller's reserve. */
const secrets = [1_000, 1_200, 1_600, 1_700, 2_100, 3_000].flatMap((maxCents) =>
  [null, 1_500, 2_000].map((reservePriceCents) => ({ maxCents, reservePriceCents })),
);
type World = {
  terms: Parameters<typeof replay>[0];
  bids: readonly AcceptedBid[];
  /** All answers that the spies have received so far. */
  told: string;
};
type Act = { by: string; maxCents: number | "retract" };
type Rules = {
  mayRetract(world: World, bid: AcceptedBid): boolean;
  mayBid(world: World, by: string): boolean;
};

const hasRetracted = ({ bids }: World, by: string) =>
  bids.some(({ bidderId, isRetracted }) => bidderId === by && isRetracted);

const today: Rules = {
  mayRetract: ({ terms, bids }, bid) => {
    const facts = {
      auction: running,
      bid: { placedAt: now, retractedAt: null },
      isLatest: true,
      isSilentRaise: bid === bids.at(-1) && isSilentRaise(terms, bids),
      isSellerSuspended: false,
      now,
    };
    return retractionRefusal("amount_mistyped", facts) === null;
  },
  mayBid: (world, by) => !hasRetracted(world, by),
};
/**
 * Under the previous rules one mistyped bid per auction could be retracted, whatever it had
 * revealed.
 */
const before: Rules = {
  mayRetract: (world, { bidderId }) => !hasRetracted(world, bidderId),
  mayBid: () => true,
};

function begin({ maxCents, reservePriceCents }: (typeof secrets)[number], licenses: number): World {
  const terms = { startPriceCents: 1_000, reservePriceCents, licenses, hardEndsAt: endsAt };
  const bid = { bidderId: victim, maxCents, position: 1, placedAt: now, isRetracted: false };
  return told({ terms, bids: [bid], told: "" });
}

/** The world with the spies' view of it: the public state and each spy's own position. */
function told(world: World): World {
  const { terms, bids } = world;
  const standing = replay(terms, endsAt, bids);
  const leaders = leadersOf(terms, standing).map(({ bidderId }) => bidderId);
  const seen = [
    standing.priceCents,
    nextMinimumCents(terms, standing),
    isReserveMet(terms, standing),
    leaders.length,
    spies.map((spy) => [leaders.includes(spy), bidderMinimumCents(terms, standing, spy)]),
  ];
  return { ...world, told: `${world.told} ${JSON.stringify(seen)}` };
}

const refused = (world: World): World => ({ ...world, told: `${world.told} refused` });

function act(world: World, { by, maxCents }: Act, rules: Rules): World {
  if (maxCents === "retract") {
    const latest = world.bids.findLast((bid) => bid.bidderId === by && !bid.isRetracted);
    if (latest === undefined || !rules.mayRetract(world, latest)) return refused(world);
    const bids = world.bids.map((bid) => (bid === latest ? { ...bid, isRetracted: true } : bid));
    return told({ ...world, bids });
  }
  const minimum = bidderMinimumCents(world.terms, replay(world.terms, endsAt, world.bids), by);
  if (!rules.mayBid(world, by) || maxCents < minimum) return refused(world);
  const position = world.bids.length + 1;
  const bid = { bidderId: by, maxCents, position, placedAt: now, isRetracted: false };
  return told({ ...world, bids: [...world.bids, bid] });
}

const acts: Act[] = spies.flatMap((by): Act[] => [
  ...ladder.map((maxCents): Act => ({ by, maxCents })),
  { by, maxCents: "retract" },
]);

/** What the spies' still binding bids reveal in this world when placed one after the other. */
function paidFor(start: World, bound: readonly AcceptedBid[], rules: Rules): string {
  const step = (world: World, { bidderId: by, maxCents }: AcceptedBid) =>
    act(world, { by, maxCents }, rules);
  return bound.reduce(step, start).told;
}

/** Two secrets that the answers tell apart, although the binding bids of the first would not. */
function leakOf(starts: readonly World[], worlds: readonly World[], rules: Rules) {
  for (const [index, world] of worlds.entries()) {
    if (!spies.some((spy) => hasRetracted(world, spy))) continue;
    const bound = world.bids.filter((bid) => bid.bidderId !== victim && !bid.isRetracted);
    const own = starts[index];
    if (own === undefined) throw new Error("a world without a beginning");
    const paid = paidFor(own, bound, rules);
    const other = worlds.findIndex(
      (candidate, place) =>
        candidate.told !== world.told &&
        starts[place] !== undefined &&
        paidFor(starts[place], bound, rules) === paid,
    );
    if (other >= 0) return { is: secrets[index], isNot: secrets[other] };
  }
  return null;
}

function search(licenses: number, rules: Rules) {
  const starts = secrets.map((secret) => begin(secret, licenses));
  const tried = { sequences: 0, retractions: 0 };
  const explore = (worlds: readonly World[], done: readonly Act[]): unknown => {
    for (const wish of done.length === actsMax ? [] : acts) {
      const after = worlds.map((world) => act(world, wish, rules));
      // A step that is refused in every world reveals nothing and changes nothing.
      if (after.every(({ told: all }) => all.endsWith("refused"))) continue;
      tried.sequences += 1;
      const trail = [...done, wish];
      if (after.some((world) => spies.some((spy) => hasRetracted(world, spy)))) {
        tried.retractions += 1;
        const leak = leakOf(starts, after, rules);
        if (leak !== null) return { ...leak, acts: trail };
      }
      const deeper = explore(after, trail);
      if (deeper !== null) return deeper;
    }
    return null;
  };
  return { leak: explore(starts, []), ...tried };
}

describe.each([1, 2])("an auction of %d licences", (licenses) => {
  test("tells two spies nothing for nothing, in no sequence of six acts", () => {
    const { leak, sequences, retractions } = search(licenses, today);
    expect(leak).toBeNull();
    expect(sequences).toBeGreaterThan(500);
    expect(retractions).toBeGreaterThan(100);
  }, 120_000);

  test("told them a maximum by the rules before", () => {
    expect(search(licenses, before).leak).toMatchObject({ acts: expect.any(Array) });
  });
});
