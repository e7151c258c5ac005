import { describe, expect, test } from "bun:test";
import {
  freeCents,
  mayPurseBecome,
  partsOfCharge,
  purseEnd,
  refundParts,
  shareCents,
} from "../../../../market/purchase/purse/rules.ts";
import { purseSettlementOf } from "../../../../market/purchase/settlement/rules.ts";

describe("what a bank takes of a shared charge is divided", () => {
  const parts = [
    { id: "purse", cents: 100 },
    { id: "one", cents: 300 },
    { id: "two", cents: 200 },
  ];
  const cases: [what: string, amountCents: number, shares: number[]][] = [
    ["all of it: each part bears itself", 600, [100, 300, 200]],
    ["half of it", 300, [50, 150, 100]],
    ["an amount that leaves a remainder, which the purse bears", 7, [2, 3, 2]],
    ["a withdrawal", -600, [-100, -300, -200]],
    ["a withdrawal with a remainder", -7, [-2, -3, -2]],
    ["nothing", 0, [0, 0, 0]],
  ];
  for (const [what, amountCents, shares] of cases) {
    test(what, () => {
      const own = parts.map(({ id }) => shareCents(amountCents, { parts, id, rest: "purse" }));
      expect(own.map((cents) => cents + 0)).toEqual(shares);
      expect(own.reduce((sum, cents) => sum + cents, 0)).toBe(amountCents);
    });
  }

  test("a purse without a rest bears no cent of it, and no part more than it holds", () => {
    const of = (amountCents: number, cents: number[]) => {
      const all = cents.map((held, at) => ({ id: `part ${at}`, cents: held }));
      return all.map(({ id }) => shareCents(amountCents, { parts: all, id, rest: "part 0" }));
    };
    expect(of(1469, [0, 784, 2520])).toEqual([0, 349, 1120]);
    expect(of(-1469, [0, 784, 2520])).toEqual([0, -349, -1120]);
    expect(of(2, [0, 1, 1, 1])).toEqual([0, 1, 1, 0]);
    expect(of(3, [0, 1, 1, 1])).toEqual([0, 1, 1, 1]);
  });

  test("everything was refunded: the purse bears it", () => {
    const empty = parts.map(({ id }) => ({ id, cents: 0 }));
    const share = (id: string) => shareCents(5, { parts: empty, id, rest: "purse" });
    expect([share("purse"), share("one")]).toEqual([5, 0]);
  });
});

test("a charge is what its purse and its paid purchases hold, without what was refunded to the card", () => {
  const at = new Date(1);
  const row = (id: string, priceCents: number, change: object = {}) => ({
    ...{ id, priceCents, paidAt: at, refundId: null, refundPaidAt: null },
    ...change,
  });
  const back = { refundId: "re_1", refundPaidAt: at };
  const rows = [
    row("held", 100),
    row("not paid", 10, { paidAt: null }),
    row("refunded", 200, back),
    row("refund owed", 20, { refundId: "re_2" }),
    row("taken by the bank", 50, { refundPaidAt: at }),
  ];
  const paid = [
    { id: "held", cents: 100 },
    { id: "refunded", cents: 0 },
    { id: "refund owed", cents: 20 },
    { id: "taken by the bank", cents: 50 },
  ];
  expect(partsOfCharge(row("purse", 600), rows)).toEqual([{ id: "purse", cents: 230 }, ...paid]);
  expect(partsOfCharge(row("purse", 600, back), rows)[0]).toEqual({ id: "purse", cents: 0 });
});

describe("a purse", () => {
  const purse = (allottedCents: number) => ({ priceCents: 600, allottedCents });

  test("ends with what no purchase has taken", () => {
    expect(purseEnd(purse(0))).toEqual({ state: "refunded", refundCents: 600 });
    expect(purseEnd(purse(599))).toEqual({ state: "refunded", refundCents: 1 });
    expect(purseEnd(purse(600))).toEqual({ state: "released", refundCents: 0 });
  });

  test("allots only what is left, and nothing after its end", () => {
    expect(freeCents({ ...purse(200), state: "in_escrow" })).toBe(400);
    expect(freeCents({ ...purse(200), state: "payment_pending" })).toBe(400);
    for (const state of ["released", "refunded", "payment_failed", "cancelled"] as const) {
      expect(freeCents({ ...purse(200), state })).toBe(0);
    }
  });

  test("is never disputed by its buyer, and comes back only as a refund", () => {
    expect(mayPurseBecome("in_escrow", "disputed")).toBe(false);
    expect(mayPurseBecome("refunded", "in_escrow")).toBe(false);
    expect(mayPurseBecome("cancelled", "refunded")).toBe(true);
    expect(mayPurseBecome("released", "refunded")).toBe(false);
  });

  test("is settled by its state", () => {
    const row = { refundPaidAt: null, paymentIntentId: "pi_1" };
    const of = (state: Parameters<typeof purseSettlementOf>[0]["state"]) =>
      purseSettlementOf({ ...row, state });
    expect(of("payment_pending")).toBe("payment");
    expect(of("in_escrow")).toBe("aftermath");
    expect(of("refunded")).toBe("refund");
    expect(purseSettlementOf({ ...row, state: "refunded", refundPaidAt: new Date() })).toBe(
      "aftermath",
    );
    expect(of("expired")).toBe("stray");
    expect(purseSettlementOf({ ...row, state: "expired", paymentIntentId: null })).toBe("none");
  });
});

describe("a refund by hand that names no part", () => {
  const held = [
    { id: "rest", cents: 300 },
    { id: "a", cents: 200 },
    { id: "b", cents: 100 },
  ];
  const parts = (amountCents: number, of = held) =>
    Object.fromEntries(
      refundParts(amountCents, { held: of, rest: "rest" }).map(({ id, cents }) => [id, cents]),
    );

  test("pays the rest first, then the purchases by what they hold", () => {
    expect(parts(200)).toEqual({ rest: 200 });
    expect(parts(300)).toEqual({ rest: 300 });
    expect(parts(330)).toEqual({ rest: 300, a: 20, b: 10 });
    expect(parts(331)).toEqual({ rest: 300, a: 21, b: 10 });
    expect(parts(600)).toEqual({ rest: 300, a: 200, b: 100 });
  });

  test("passes over what holds nothing, and loses no cent", () => {
    const spent = [
      { id: "rest", cents: -5 },
      { id: "a", cents: 0 },
      { id: "b", cents: 100 },
    ];
    expect(parts(100, spent)).toEqual({ b: 100 });
    expect(parts(100, [{ id: "rest", cents: 0 }])).toEqual({ rest: 100 });
    for (const cents of [1, 7, 301, 599]) {
      expect(Object.values(parts(cents)).reduce((sum, one) => sum + one, 0)).toBe(cents);
    }
  });
});
