import { describe, expect, test } from "bun:test";
import type { BountyMode, DeliveryState } from "../../../db/vocabulary/bounty.ts";
import {
  awardObstacle,
  bountyStatus,
  deliveryPriceCents,
  deliveryRefusals,
  heldRefusal,
  nextBountyStep,
  prizeRefusals,
} from "../../../market/bounty/rules.ts";

/** Deliveries in the order of submission, each as its state and price. */
const bounty = (
  mode: BountyMode,
  { over = false, awarded = 0, winners = 1 },
  ...given: [DeliveryState, number?][]
) => ({
  mode,
  winners,
  awarded,
  isOver: over,
  deliveries: given.map(([state, priceCents = 100], at) => ({
    answerId: String(at + 1),
    position: at + 1,
    state,
    priceCents,
  })),
});

const told = (of: Parameters<typeof nextBountyStep>[0]) => {
  const step = nextBountyStep(of);
  if (step.kind === "award") return `award ${step.answerId}`;
  return step.kind === "end" ? `end ${step.isAwarded}` : "wait";
};

describe("the next step of a bounty", () => {
  const open = {};
  const over = { over: true };
  const cases: [what: string, of: Parameters<typeof nextBountyStep>[0], step: string][] = [
    ["nothing is delivered", bounty("first_to_pass", open), "wait"],
    ["nothing is delivered by the end", bounty("first_to_pass", over), "end false"],
    ["the first passes", bounty("first_to_pass", open, ["passed"], ["pending"]), "award 1"],
    ["an earlier one is slow", bounty("first_to_pass", open, ["pending"], ["passed"]), "wait"],
    ["an earlier one failed", bounty("first_to_pass", open, ["failed"], ["passed"]), "award 2"],
    ["an earlier one lost", bounty("first_to_pass", open, ["lost"], ["passed"]), "award 2"],
    [
      "its price is no matter",
      bounty("first_to_pass", open, ["passed", 9], ["passed", 1]),
      "award 1",
    ],
    [
      "an undecided one blocks nobody",
      bounty("first_to_pass", open, ["undecided"], ["passed"]),
      "award 2",
    ],
    ["an undecided one waits for the end", bounty("first_to_pass", open, ["undecided"]), "wait"],
    [
      "a prize is left for an undecided one",
      bounty("first_to_pass", over, ["undecided"]),
      "award 1",
    ],
    ["the end waits for the last evaluation", bounty("first_to_pass", over, ["pending"]), "wait"],
    [
      "all prizes are won",
      bounty("first_to_pass", { awarded: 1 }, ["won"], ["passed"]),
      "end true",
    ],
    [
      "a second prize",
      bounty("first_to_pass", { awarded: 1, winners: 2 }, ["won"], ["passed"]),
      "award 2",
    ],
    ["a cheap one before the deadline", bounty("lowest_price", open, ["passed", 1]), "wait"],
    ["the cheapest", bounty("lowest_price", over, ["passed", 9], ["passed", 1]), "award 2"],
    ["equal prices", bounty("lowest_price", over, ["passed", 5], ["passed", 5]), "award 1"],
    [
      "a cheaper one is evaluated",
      bounty("lowest_price", over, ["passed", 9], ["pending", 1]),
      "wait",
    ],
    [
      "passed before undecided, whatever the price",
      bounty("lowest_price", over, ["undecided", 1], ["passed", 9]),
      "award 2",
    ],
    ["all failed", bounty("lowest_price", over, ["failed"], ["lost"]), "end false"],
  ];
  for (const [what, of, step] of cases) test(what, () => expect(told(of)).toBe(step));

  test("whatever the order of evaluations, the same deliveries win, and never more than the winners", () => {
    for (let round = 0; round < 500; round += 1) {
      const winners = 1 + Math.floor(Math.random() * 3);
      const mode: BountyMode = Math.random() < 0.5 ? "first_to_pass" : "lowest_price";
      const passes = Array.from({ length: 6 }, () => Math.random() < 0.5);
      const prices = passes.map(() => 1 + Math.floor(Math.random() * 4));
      const runs = [1, 2].map(() => play({ mode, winners, passes, prices }));
      expect(runs[0]).toEqual(runs[1] ?? []);
      expect(runs[0]?.length).toBe(Math.min(winners, passes.filter(Boolean).length));
    }
  });
});

type Game = { mode: BountyMode; winners: number; passes: boolean[]; prices: number[] };

/** Evaluates in a random order, and takes every step as soon as there is one. */
function play({ mode, winners, passes, prices }: Game): string[] {
  const of = bounty(
    mode,
    { winners },
    ...prices.map((price): [DeliveryState, number] => ["pending", price]),
  );
  const won: string[] = [];
  const advance = () => {
    for (;;) {
      const step = nextBountyStep({ ...of, awarded: won.length });
      if (step.kind !== "award") return;
      won.push(step.answerId);
      const one = of.deliveries.find(({ answerId }) => answerId === step.answerId);
      if (one !== undefined) one.state = "won";
    }
  };
  const order = passes.map((_, at) => at).toSorted(() => Math.random() - 0.5);
  for (const at of order) {
    const one = of.deliveries[at];
    if (one !== undefined) one.state = passes[at] ? "passed" : "failed";
    advance();
  }
  of.isOver = true;
  advance();
  return won.toSorted();
}

describe("refusals", () => {
  const codes = (refusals: { code: string; pointer?: string }[]) =>
    refusals.map(({ code, pointer }) => `${code} ${pointer}`);
  const listing = {
    status: "active" as const,
    pricingType: "buy_it_now" as const,
    priceCents: 100,
    sha256: "0",
  };
  const of = (given: object) => ({
    ...{ mode: "first_to_pass" as const, prizeCents: 1000, priceCents: undefined },
    ...{ listing, currency: "usd" },
    ...given,
  });
  const price = "invalid_request /price_cents";
  const cases: [string, ReturnType<typeof of>, string[]][] = [
    ["a plain delivery", of({}), []],
    ["a price without an auction", of({ priceCents: 5 }), [price]],
    ["no price in an auction", of({ mode: "lowest_price" }), [price]],
    ["a price in an auction", of({ mode: "lowest_price", priceCents: 1000 }), []],
    ["more than the prize", of({ mode: "lowest_price", priceCents: 1001 }), [price]],
    ["less than a charge", of({ mode: "lowest_price", priceCents: 49 }), [price]],
    [
      "a free dataset",
      of({ listing: { ...listing, priceCents: 0 } }),
      ["dataset_is_free /dataset_id"],
    ],
    [
      "a dataset in an auction",
      of({ listing: { ...listing, pricingType: "auction" } }),
      ["not_for_direct_sale /dataset_id"],
    ],
    [
      "a file that nobody read",
      of({ listing: { ...listing, sha256: null } }),
      ["dataset_not_available /dataset_id"],
    ],
  ];
  for (const [what, facts, refused] of cases) {
    test(what, () => expect(codes(deliveryRefusals(facts))).toEqual(refused));
  }

  test("prizes are between the smallest and the largest charge", () => {
    const refused = (prizeCents: number, winners: number) =>
      prizeRefusals({ prizeCents, winners }, "usd").length;
    expect([
      refused(50, 1),
      refused(49, 1),
      refused(49_999_999, 2),
      refused(50_000_000, 2),
    ]).toEqual([0, 1, 0, 1]);
  });

  test("a winner is on sale by a seller in good standing, with the delivered file", () => {
    const good = { listingStatus: "active" as const, isSellerSuspended: false, isReplaced: false };
    expect(awardObstacle(good)).toBeNull();
    expect(awardObstacle({ ...good, listingStatus: "withdrawn" })).toContain("withdrawn");
    expect(awardObstacle({ ...good, isSellerSuspended: true })).toContain("seller");
    expect(awardObstacle({ ...good, isReplaced: true })).toContain("version");
  });

  test("an open bounty keeps its request as it is; it closes only if nobody waits", () => {
    const held = { status: "open" as const, live: 1 };
    for (const act of ["edit", "accept", "reject", "close"] as const) {
      expect(heldRefusal(held, act)?.code).toBe("bounty_held");
      expect(heldRefusal({ ...held, status: "ended" }, act)).toBeNull();
      expect(heldRefusal(null, act)).toBeNull();
    }
    expect(heldRefusal({ ...held, live: 0 }, "close")).toBeNull();
  });

  test("what a bounty shows follows its charge", () => {
    expect(bountyStatus("payment_pending", false)).toBe("funding");
    expect(bountyStatus("payment_pending", true)).toBe("unfunded");
    expect(bountyStatus("payment_failed", true)).toBe("unfunded");
    expect(bountyStatus("in_escrow", false)).toBe("open");
    expect(bountyStatus("refunded", true)).toBe("ended");
  });
});

describe("a delivery's price", () => {
  const cases: [prize: number, named: number | undefined, onSale: number, price: number][] = [
    [2000, undefined, 5000, 2000],
    [2000, undefined, 700, 700],
    [2000, undefined, 2000, 2000],
    [2000, undefined, 1, 50],
    [2000, 1500, 5000, 1500],
    [2000, 1500, 700, 700],
  ];
  for (const [prizeCents, priceCents, listingPriceCents, price] of cases) {
    test(`is ${price} for a prize of ${prizeCents}, named ${priceCents}, on sale for ${listingPriceCents}`, () => {
      expect(deliveryPriceCents({ prizeCents, priceCents, listingPriceCents })).toBe(price);
    });
  }
});
