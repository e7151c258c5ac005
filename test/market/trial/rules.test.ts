/** The rules of trials, by tables. */
import { describe, expect, test } from "bun:test";
import { trialFaults } from "../../../market/listing/pricing/rules.ts";
import { drawPositions } from "../../../market/listing/trial/draw-positions.ts";
import { creditFor, creditUntil, takesCredit } from "../../../market/purchase/trial/rules.ts";

const dayMs = 86_400_000;
const now = new Date("2026-12-01T00:00:00Z");
const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs);

describe("a seller's terms", () => {
  const sale = { pricingType: "buy_it_now", priceCents: 1000, rowCount: 200 } as const;
  const cases: [what: string, given: object, faults: string[]][] = [
    ["half of the rows and all but the smallest charge", { rows: 100, price_cents: 950 }, []],
    ["more than half of the rows", { rows: 101, price_cents: 100 }, ["/trial/rows too_high"]],
    [
      "a price that leaves 49 cents",
      { rows: 20, price_cents: 951 },
      ["/trial/price_cents too_high"],
    ],
  ];
  for (const [what, trial, faults] of cases) {
    test(`${what}: ${faults.length === 0 ? "allowed" : "refused"}`, () => {
      const found = trialFaults({ ...sale, trial: trial as { rows: number; price_cents: number } });
      expect(found.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual(faults);
    });
  }

  const trial = { rows: 20, price_cents: 100 };
  test("of an auction, a hybrid or free data are refused", () => {
    const others = [
      { ...sale, pricingType: "auction" },
      { ...sale, pricingType: "hybrid" },
      { ...sale, priceCents: 0 },
    ] as const;
    for (const other of others) {
      expect(trialFaults({ ...other, trial })).toMatchObject([{ pointer: "/trial" }]);
    }
  });

  test("are allowed while nobody has counted the rows", () => {
    expect(trialFaults({ ...sale, rowCount: null, trial })).toEqual([]);
  });
});

describe("the drawn rows", () => {
  const hash = "ab".repeat(32);
  test("are one of each equal slice, in order, whatever the numbers", () => {
    for (const [rowCount, rows] of [
      [20, 10],
      [21, 10],
      [1_000_003, 997],
      [200_000, 100_000],
    ] as const) {
      const drawn = drawPositions(hash, { rowCount, rows });
      expect(drawn.length).toBe(rows);
      const isInSlice = drawn.every(
        (at, slice) =>
          at >= Math.floor((slice * rowCount) / rows) &&
          at < Math.floor(((slice + 1) * rowCount) / rows),
      );
      expect(isInSlice).toBe(true);
    }
  });

  test("follow from the file's hash alone", () => {
    const of = { rowCount: 1000, rows: 10 };
    expect(drawPositions(hash, of)).toEqual([49, 149, 202, 307, 484, 571, 640, 755, 875, 949]);
    expect(drawPositions("cd".repeat(32), of)).not.toEqual(drawPositions(hash, of));
  });
});

describe("the credit of a trial", () => {
  const paid = {
    id: "t",
    trialRows: 20,
    priceCents: 100,
    state: "in_escrow",
    chargeback: null,
    paidAt: daysAgo(1),
  } as const;

  test("lasts 90 days from the payment", () => {
    expect(creditUntil({ ...paid, paidAt: daysAgo(90) })).toEqual(now);
  });

  const cases: [what: string, given: object, priceCents: number, cents: number | null][] = [
    ["counts in escrow", {}, 1000, 100],
    ["counts once released", { state: "released" }, 1000, 100],
    ["counts after the bank let the payment stand", { chargeback: "won" }, 1000, 100],
    ["does not count while it is disputed", { state: "disputed" }, 1000, null],
    ["does not count after a refund", { state: "refunded" }, 1000, null],
    ["does not count while the bank disputes it", { chargeback: "open" }, 1000, null],
    ["does not count before it is paid", { paidAt: null }, 1000, null],
    ["does not count after 90 days", { paidAt: daysAgo(90) }, 1000, null],
    ["is no more than the price less the smallest charge", {}, 120, 70],
    ["does not count towards the smallest charge", {}, 50, null],
    ["is not that of a whole file", { trialRows: null }, 1000, null],
  ];
  for (const [what, given, priceCents, cents] of cases) {
    test(what, () => {
      const trials = [{ ...paid, ...given }];
      const credit = creditFor(priceCents, { trials, credited: [], now });
      expect(credit).toEqual(cents === null ? null : { trialId: "t", cents });
    });
  }

  test("is the largest of those that were not counted", () => {
    const trials = [
      paid,
      { ...paid, id: "u", priceCents: 300 },
      { ...paid, id: "v", priceCents: 200 },
    ];
    expect(creditFor(1000, { trials, credited: [], now })?.trialId).toBe("u");
    expect(creditFor(1000, { trials, credited: ["u"], now })?.trialId).toBe("v");
    expect(creditFor(1000, { trials, credited: ["t", "u", "v"], now })).toBeNull();
  });

  test("is for a plain buy only", () => {
    const others = [{ trial: true }, { coupon: "X" }, { private_offer_id: "x" }, { plan: "month" }];
    expect([{}, { trial: false }].map(takesCredit)).toEqual([true, true]);
    expect(others.map(takesCredit)).toEqual([false, false, false, false]);
  });
});
