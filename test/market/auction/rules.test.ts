/**
 * Who may bid, retract and buy at the price, and the permitted auction terms: one case per line.
 */
import { describe, expect, test } from "bun:test";
import type { OwnRetractionReason } from "../../../db/vocabulary/auction.ts";
import {
  type RetractionFacts,
  retractionRefusal,
} from "../../../market/auction/retraction/rules.ts";
import { type BidFacts, bidRefusals, secondChanceCents } from "../../../market/auction/rules.ts";
import {
  auctionState,
  type BuyItNowFacts,
  buyItNowRefusal,
  type Offering,
  offeringFaults,
  type Times,
} from "../../../market/listing/pricing/rules.ts";

const now = new Date("2026-11-21T12:00:00Z");
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);
const running: Times = { startsAt: hours(-24), endsAt: hours(24), closedAt: null };

const sensor = { category: "sensor", sha256: "a".repeat(64), accessQuestions: null };

describe("the state of an auction", () => {
  const cases: [Partial<Times>, string][] = [
    [{}, "open"],
    [{ startsAt: now }, "open"],
    [{ startsAt: hours(1) }, "scheduled"],
    [{ endsAt: now }, "ended"],
    [{ closedAt: hours(-1) }, "ended"],
  ];
  for (const [change, expected] of cases) {
    test(`${JSON.stringify(change)}: ${expected}`, () => {
      expect(auctionState({ ...running, ...change }, now)).toBe(expected as "open");
    });
  }
});

describe("a bid is refused", () => {
  const facts: BidFacts = {
    listing: { status: "active", ...sensor },
    seller: { accountId: "seller", isSuspended: false },
    bidder: { linkedIds: [], accountId: "bidder", suspendedAt: null },
    key: {
      scopes: ["bid"],
      revokedAt: null,
      expiresAt: null,
      maxPerPurchaseCents: null,
      confirmAboveCents: null,
      budgetCents: null,
      budgetPeriod: null,
      categories: [],
    },
    committedCents: 0,
    hasPaymentMethod: true,
    hasAccess: true,
    earlier: null,
    isSoldOut: false,
    auction: running,
    bidCount: 0,
    hasLeft: false,
    hasLinkedBid: false,
    heldFile: null,
    allowDuplicate: false,
    minimumCents: 1_000,
    maxCents: 1_000,
    confirmedCents: null,
    acceptance: null,
    currency: "usd",
    now,
  };
  const key = (change: Partial<BidFacts["key"]>) => ({ key: { ...facts.key, ...change } });
  const bought = (state: "released" | "in_escrow" | "payment_pending") => ({ id: "p1", state });
  const heldFile = { by: "listing", listingId: "another" } as const;
  const budget = { budgetCents: 1_500, budgetPeriod: "day" as const };
  const cases: [name: string, change: Partial<BidFacts>, codes: string[]][] = [
    ["not, when all is well", {}, []],
    ["of a draft", { listing: { status: "draft", ...sensor } }, ["dataset_not_found"]],
    ["by a revoked key", key({ revokedAt: hours(-1) }), ["token_revoked"]],
    ["by a key that may only buy", key({ scopes: ["purchase"] }), ["scope_missing"]],
    [
      "by a suspended account",
      { bidder: { linkedIds: [], accountId: "bidder", suspendedAt: hours(-1) } },
      ["account_suspended"],
    ],
    ["by the seller", { seller: { accountId: "bidder", isSuspended: false } }, ["own_dataset"]],
    ["where there is no auction", { auction: null }, ["not_for_auction"]],
    [
      "of what is suspended",
      { listing: { status: "suspended", ...sensor } },
      ["dataset_not_available"],
    ],
    [
      "of a suspended seller",
      { seller: { accountId: "seller", isSuspended: true } },
      ["dataset_not_available"],
    ],
    ["before the start", { auction: { ...running, startsAt: hours(1) } }, ["auction_not_open"]],
    ["at the very end", { auction: { ...running, endsAt: now } }, ["auction_not_open"]],
    [
      "after the close, in one word",
      {
        auction: { ...running, endsAt: hours(-1) },
        listing: { status: "withdrawn", ...sensor },
      },
      ["auction_not_open"],
    ],
    [
      "of a file that nobody could check",
      { listing: { status: "active", category: "sensor", sha256: null, accessQuestions: null } },
      ["dataset_not_available"],
    ],
    ["of what was sold at its price", { isSoldOut: true }, ["auction_not_open"]],
    ["of what the bidder has bought", { earlier: bought("released") }, ["already_purchased"]],
    ["of what is being bought", { earlier: bought("payment_pending") }, ["purchase_in_progress"]],
    ["for bytes that the bidder has already", { heldFile }, ["identical_file_owned"]],
    ["not for such bytes on purpose", { heldFile, allowDuplicate: true }, []],
    ["a cent below the minimum", { maxCents: 999 }, ["bid_too_low"]],
    ["at ten times the minimum", { maxCents: 10_000 }, []],
    ["a cent above that", { maxCents: 10_001 }, ["bid_not_confirmed"]],
    ["however far above it, at 50.00", { minimumCents: 50, maxCents: 5_000 }, []],
    ["a cent above 50.00", { minimumCents: 50, maxCents: 5_001 }, ["bid_not_confirmed"]],
    ["that is said twice", { maxCents: 150_000, confirmedCents: 150_000 }, []],
    [
      "that is said twice, differently",
      { maxCents: 150_000, confirmedCents: 1_500 },
      ["bid_not_confirmed"],
    ],
    ["that confirms another small amount", { confirmedCents: 999 }, ["bid_not_confirmed"]],
    ["after a hundred", { bidCount: 100 }, ["limit_reached"]],
    ["after leaving it", { hasLeft: true }, ["bidder_has_left"]],
    ["beside another account of the same person", { hasLinkedBid: true }, ["linked_account_bids"]],
    ["without a card", { hasPaymentMethod: false }, ["payment_method_unknown"]],
    ["above what a purchase may cost", key({ maxPerPurchaseCents: 999 }), ["spend_limit_exceeded"]],
    ["as much as needs no owner", key({ confirmAboveCents: 1_000 }), []],
    ["above what needs no owner", key({ confirmAboveCents: 999 }), ["confirmation_needed"]],
    ["in a foreign category", key({ categories: ["text"] }), ["category_not_allowed"]],
    ["not at the budget's edge", { ...key(budget), committedCents: 500 }, []],
    ["a cent beyond it", { ...key(budget), committedCents: 501 }, ["spend_limit_exceeded"]],
    [
      "for every reason at once",
      { maxCents: 999, hasPaymentMethod: false, earlier: bought("in_escrow") },
      ["already_purchased", "bid_too_low", "payment_method_unknown"],
    ],
  ];
  for (const [name, change, codes] of cases) {
    test(`${name}: ${codes.join(", ") || "taken"}`, () => {
      expect(bidRefusals({ ...facts, ...change }).map(({ code }) => code as string)).toEqual(codes);
    });
  }
});

describe("a bid is taken back", () => {
  const facts: RetractionFacts = {
    auction: running,
    bid: { placedAt: hours(-0.5), retractedAt: null },
    isLatest: true,
    isSilentRaise: true,
    isSellerSuspended: false,
    now,
  };
  const late = { auction: { ...running, endsAt: hours(11) } };
  const old = { bid: { placedAt: hours(-1.01), retractedAt: null } };
  const cases: [string, OwnRetractionReason, Partial<RetractionFacts>, boolean][] = [
    ["mistyped half an hour ago", "amount_mistyped", {}, true],
    [
      "mistyped an hour ago, to the minute",
      "amount_mistyped",
      { bid: { placedAt: hours(-1), retractedAt: null } },
      true,
    ],
    ["mistyped longer ago", "amount_mistyped", old, false],
    ["in the last twelve hours", "amount_mistyped", late, false],
    ["that others have answered", "amount_mistyped", { isSilentRaise: false }, false],
    [
      "that others have answered, of a suspended seller",
      "seller_suspended",
      { isSilentRaise: false, isSellerSuspended: true },
      true,
    ],
    ["an earlier one than the latest", "amount_mistyped", { isLatest: false }, false],
    [
      "what is retracted",
      "amount_mistyped",
      { bid: { placedAt: hours(-0.5), retractedAt: now } },
      false,
    ],
    [
      "after the end",
      "seller_suspended",
      { auction: { ...running, endsAt: now }, isSellerSuspended: true },
      false,
    ],
    [
      "of a suspended seller, late and old",
      "seller_suspended",
      { ...late, ...old, isSellerSuspended: true },
      true,
    ],
    ["of one that is not suspended", "seller_suspended", {}, false],
  ];
  for (const [name, reason, change, expected] of cases) {
    test(`${name}: ${expected ? "yes" : "no"}`, () => {
      expect(retractionRefusal(reason, { ...facts, ...change }) === null).toBe(expected);
    });
  }
});

describe("a hybrid is for sale at its price", () => {
  const facts: BuyItNowFacts = { auction: running, isReserveMet: false, licensesLeft: 1, now };
  const cases: [string, Partial<BuyItNowFacts>, boolean][] = [
    ["while no bid meets the reserve", {}, true],
    ["before bids are taken", { auction: { ...running, startsAt: hours(1) } }, true],
    ["after a bid has met the reserve", { isReserveMet: true }, false],
    ["when its licences are sold", { licensesLeft: 0 }, false],
    ["after the end", { auction: { ...running, endsAt: now } }, false],
  ];
  for (const [name, change, expected] of cases) {
    test(`${name}: ${expected ? "yes" : "no"}`, () => {
      expect(buyItNowRefusal({ ...facts, ...change }) === null).toBe(expected);
    });
  }
});

describe("the terms of a sale", () => {
  const auction = {
    startsAt: null,
    endsAt: hours(24),
    startPriceCents: 500,
    reservePriceCents: 900 as number | null,
  };
  const noExtras = { plans: null, trial: null, rowCount: null };
  const hybrid: Offering = { pricingType: "hybrid", priceCents: 2_000, auction, ...noExtras };
  const pure: Offering = { pricingType: "auction", priceCents: 0, auction, ...noExtras };
  const plain: Offering = { pricingType: "buy_it_now", priceCents: 0, auction: null, ...noExtras };
  const asking = (change: Partial<typeof auction>) => ({
    ...pure,
    auction: { ...auction, ...change },
  });
  const cases: [string, Offering, string[]][] = [
    ["a hybrid", hybrid, []],
    ["an auction", pure, []],
    ["an auction without a reserve", asking({ reservePriceCents: null }), []],
    ["a price", plain, []],
    ["a price with an auction", { ...plain, auction }, ["/auction not_allowed"]],
    ["an auction without its terms", { ...pure, auction: null }, ["/auction missing"]],
    ["an auction with a price", { ...pure, priceCents: 1 }, ["/price_cents not_allowed"]],
    ["a hybrid as cheap as its reserve", { ...hybrid, priceCents: 900 }, ["/price_cents too_low"]],
    [
      "a start below what a card is charged",
      asking({ startPriceCents: 49 }),
      ["/auction/start_price_cents too_low"],
    ],
    [
      "a reserve that is no more than the start",
      asking({ reservePriceCents: 500 }),
      ["/auction/reserve_price_cents too_low"],
    ],
    ["an end in nine minutes", asking({ endsAt: hours(0.15) }), ["/auction/ends_at too_early"]],
    ["an end in four months", asking({ endsAt: hours(24 * 120) }), ["/auction/ends_at too_late"]],
  ];
  for (const [name, offering, faults] of cases) {
    test(`${name}: ${faults.join(", ") || "fine"}`, () => {
      const found = offeringFaults(offering, now).map(({ pointer, code }) => `${pointer} ${code}`);
      expect(found).toEqual(faults);
    });
  }
});

test("a second chance costs what all pay, and never more than the bidder's own maximum", () => {
  expect(secondChanceCents(5_000, 4_500)).toBe(4_500);
  expect(secondChanceCents(5_000, 6_000)).toBe(5_000);
});
