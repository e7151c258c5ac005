/** The names of differences, and which days are compared when. */
import { describe, expect, test } from "bun:test";
import { postingKinds } from "../../../db/vocabulary/ledger.ts";
import {
  type Comparison,
  categories,
  type FindingKind,
} from "../../../db/vocabulary/reconciliation.ts";
import { movementTables } from "../../../market/reconciliation/movements.ts";
import {
  comparableAt,
  divergenceOf,
  lastDay,
  missedDays,
  retrySeconds,
  strayKinds,
  windowOf,
} from "../../../market/reconciliation/rules.ts";

const equal: Comparison = {
  category: "refund",
  expectedCents: 0,
  foundCents: 0,
  expectedBackCents: 0,
  foundBackCents: 0,
  ledgerItems: 0,
  providerItems: 0,
  matchedItems: 1,
  isForeign: false,
  elsewhereCents: 0,
};
const unknown = { foundCents: -100, providerItems: 1, matchedItems: 0 };
const missing = { expectedCents: -100, ledgerItems: 1 };

describe("a purchase's movements of one category", () => {
  const cases: [name: string, given: Partial<Comparison>, kind: FindingKind | null][] = [
    ["equal ones", {}, null],
    ["one posting paid in parts", { ...missing, foundCents: -100, providerItems: 2 }, null],
    ["at the provider alone", unknown, "refund_unknown"],
    ["at the provider once more", { ...unknown, matchedItems: 1 }, "refund_twice"],
    ["in the ledger alone", missing, "refund_missing"],
    ["another amount", { ...missing, foundCents: -60, providerItems: 1 }, "refund_amount"],
    ["back at the provider alone", { ...missing, foundBackCents: 100 }, "refund_failed"],
    ["back in the ledger alone", { ...unknown, expectedBackCents: 100 }, "refund_failure_missing"],
    ["another currency", { ...missing, isForeign: true }, "wrong_currency"],
    [
      "a bank that took money and gave it back, of which the ledger says nothing",
      { category: "dispute", providerItems: 2, matchedItems: 0 },
      "dispute_unknown",
    ],
    [
      "paid to another account",
      { category: "transfer", elsewhereCents: 100 },
      "transfer_destination",
    ],
    [
      "part of a transfer taken back",
      { ...missing, category: "transfer", foundCents: -40, providerItems: 1, foundBackCents: 60 },
      "transfer_reversed",
    ],
    [
      "a fee that is not posted",
      { category: "fee", foundCents: 59, providerItems: 1 },
      "fee_unknown",
    ],
  ];
  for (const [name, given, kind] of cases) {
    test(`${name}: ${kind ?? "nothing"}`, () => {
      expect(divergenceOf({ ...equal, ...given })?.kind ?? null).toBe(kind);
    });
  }

  test("a movement on only one side is a finding of its category", () => {
    for (const category of categories) {
      for (const side of [unknown, { ...missing, matchedItems: 0 }]) {
        expect(divergenceOf({ ...equal, ...side, category })?.kind).toStartWith(category);
      }
    }
  });
});

test("every posting and every movement that the provider knows has its place", () => {
  const postings = new Set(movementTables.posted.map(({ posting }) => posting));
  expect(postingKinds.filter((posting) => !postings.has(posting))).toEqual([
    "released",
    "refund_owed",
    "refund_kept",
    "refund_charged_back",
    "refund_paid_otherwise",
    "charged_back",
    "dispute_closed",
    "chargeback_lost",
    "fee_returned",
    "payable_kept",
    "set_off",
    "written_off",
    "allotted",
    "funded",
  ]);
  const own = Object.entries(strayKinds).filter(([, kind]) => kind === null);
  expect(own.map(([movement]) => movement)).toEqual(["own"]);
});

describe("days", () => {
  const now = new Date("2026-11-22T02:00:00Z");

  test("one is compared two hours after its end", () => {
    expect(comparableAt("2026-11-21")).toEqual(now);
    expect(lastDay(now)).toBe("2026-11-21");
    expect(lastDay(new Date(now.getTime() - 1))).toBe("2026-11-20");
  });

  test("all that were missed come, from the ledger's first on, a bounded number at once", () => {
    const first = "2026-11-19";
    expect(missedDays({ done: null, first, now }, 9)).toEqual([first, "2026-11-20", "2026-11-21"]);
    expect(missedDays({ done: "2026-11-20", first, now }, 9)).toEqual(["2026-11-21"]);
    expect(missedDays({ done: "2026-11-21", first, now }, 9)).toEqual([]);
    expect(missedDays({ done: "2020-02-27", first, now }, 3)).toEqual([
      "2020-02-28",
      "2020-02-29",
      "2020-03-01",
    ]);
  });

  test("an hour more is read on each side, and the day before where nobody has read it", () => {
    const to = new Date("2026-11-22T01:00:00Z");
    const day = "2026-11-21";
    expect(windowOf(day, { isDayBeforeRead: true })).toEqual({
      from: new Date("2026-11-20T23:00:00Z"),
      to,
    });
    expect(windowOf(day, { isDayBeforeRead: false })).toEqual({
      from: new Date("2026-11-19T23:00:00Z"),
      to,
    });
  });

  test("a failed run is tried again after a minute, then later, at least every hour", () => {
    expect([1, 2, 3, 7, 99].map(retrySeconds)).toEqual([60, 120, 240, 3600, 3600]);
  });
});
