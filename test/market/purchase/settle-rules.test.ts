/** Why a purchase is refused, and the effect of the provider's answers on it, as tables. */
import { describe, expect, test } from "bun:test";
import { purchaseStates } from "../../../db/vocabulary/purchase.ts";
import { platformFeeCents } from "../../../market/pricing.ts";
import { type BuyFacts, buyRefusals, mayBecome } from "../../../market/purchase/rules.ts";
import {
  type IntentFacts,
  isFirstDriving,
  lateEventTrouble,
  nextEscrowStep,
  nextPaymentStep,
  type PaymentStep,
  settleBackoffSeconds,
  settlementOf,
  transferTrouble,
} from "../../../market/purchase/settlement/rules.ts";
import { buyFacts } from "../../support/buy-facts.ts";

const now = new Date("2026-11-21T12:00:00Z");
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

const sound = buyFacts({ now });
const { listing, key } = sound;
const heldFile = { by: "listing", listingId: "another" } as const;

describe("reasons to refuse a buy", () => {
  const cases: [name: string, facts: Partial<BuyFacts>, codes: string[]][] = [
    ["nothing", {}, []],
    ["nothing: hybrid", { listing: { ...listing, pricingType: "hybrid" } }, []],
    ["nothing: the expected price", { expectedPriceCents: 1000 }, []],
    ["nothing: the last cent", { key: { ...key, budgetCents: 1000, budgetPeriod: "day" } }, []],
    [
      "a draft, of which nothing is told",
      { listing: { ...listing, status: "draft" }, priceCents: 0 },
      ["dataset_not_found"],
    ],
    ["withdrawn", { listing: { ...listing, status: "withdrawn" } }, ["dataset_not_available"]],
    ["suspended", { listing: { ...listing, status: "suspended" } }, ["dataset_not_available"]],
    [
      "a file that nobody could check",
      { listing: { ...listing, sha256: null } },
      ["dataset_not_available"],
    ],
    ["no seller", { seller: null }, ["dataset_not_available"]],
    [
      "a suspended seller",
      { seller: { accountId: "s", isSuspended: true } },
      ["dataset_not_available"],
    ],
    ["one's own", { seller: { accountId: "buyer", isSuspended: false } }, ["own_dataset"]],
    ["free", { priceCents: 0 }, ["dataset_is_free"]],
    ["auction only", { listing: { ...listing, pricingType: "auction" } }, ["not_for_direct_sale"]],
    ["less than a card is charged", { priceCents: 49 }, ["dataset_not_available"]],
    [
      "hybrid without a price",
      { listing: { ...listing, pricingType: "hybrid" }, priceCents: 0 },
      ["dataset_not_available"],
    ],
    ["another price", { expectedPriceCents: 999 }, ["price_changed"]],
    ["another's card", { ownsPaymentMethod: false }, ["payment_method_unknown"]],
    ["bought already", { earlier: { id: "p1", state: "in_escrow" } }, ["already_purchased"]],
    ["released already", { earlier: { id: "p1", state: "released" } }, ["already_purchased"]],
    ["under way", { earlier: { id: "p1", state: "payment_pending" } }, ["purchase_in_progress"]],
    ["bytes that are had already", { heldFile }, ["identical_file_owned"]],
    ["nothing: such bytes on purpose", { heldFile, allowDuplicate: true }, []],
    ["a revoked key", { key: { ...key, revokedAt: now } }, ["token_revoked"]],
    ["an expired key", { key: { ...key, expiresAt: now } }, ["token_expired"]],
    [
      "a suspended buyer",
      { buyer: { accountId: "buyer", suspendedAt: now } },
      ["account_suspended"],
    ],
    ["a key that may only read", { key: { ...key, scopes: ["read"] } }, ["scope_missing"]],
    ["another category", { key: { ...key, categories: ["images"] } }, ["category_not_allowed"]],
    ["too much at once", { key: { ...key, maxPerPurchaseCents: 999 } }, ["spend_limit_exceeded"]],
    [
      "one cent too much",
      { key: { ...key, budgetCents: 1500, budgetPeriod: "week" }, spentCents: 501 },
      ["spend_limit_exceeded"],
    ],
    [
      "all at once",
      {
        listing: { ...listing, status: "withdrawn" },
        expectedPriceCents: 1,
        ownsPaymentMethod: false,
      },
      ["dataset_not_available", "price_changed", "payment_method_unknown"],
    ],
  ];
  for (const [name, facts, codes] of cases) {
    test(`${name}: ${codes.join(", ") || "none"}`, () => {
      expect(buyRefusals({ ...sound, ...facts }).map((refusal) => refusal.code)).toEqual(
        codes as ReturnType<typeof buyRefusals>[number]["code"][],
      );
    });
  }
});

test("the platform's fee is rounded down and never exceeds the price", () => {
  expect([1, 50, 99, 1000, 99_999_999].map((cents) => platformFeeCents(cents, 500))).toEqual([
    0, 2, 4, 50, 4_999_999,
  ]);
});

test("settled money stays where it is, and a late charge is refunded", () => {
  for (const from of ["released", "refunded"] as const) {
    expect(purchaseStates.filter((to) => mayBecome(from, to))).toEqual([]);
  }
  for (const from of ["payment_failed", "cancelled", "expired"] as const) {
    expect(purchaseStates.filter((to) => mayBecome(from, to))).toEqual(["refunded"]);
  }
});

const fresh = {
  priceCents: 1000,
  currency: "usd",
  createdAt: now,
  actionAskedAt: null as Date | null,
  actionDueAt: null as Date | null,
  failureCode: null,
  declineCode: null,
  failureDetail: null,
};
const paid: IntentFacts = {
  status: "succeeded",
  amountCents: 1000,
  currency: "usd",
  chargeId: "ch_1",
  decline: null,
  actionUrl: null,
  refundedCents: 0,
  bankDispute: "none",
};
const decline = { code: "card_declined", declineCode: "lost_card", detail: "No." };
const asked = { actionAskedAt: now, actionDueAt: new Date(now.getTime() + 1) };
const tooLate = { actionAskedAt: now, actionDueAt: now };
const wanted = {
  status: "requires_payment_method",
  decline: {
    code: "authentication_required",
    declineCode: "authentication_required",
    detail: "This transaction requires authentication.",
  },
} as const;
const refused = {
  code: "payment_intent_authentication_failure",
  declineCode: null,
  detail: "We are unable to authenticate your payment method.",
};
const noted = { failureCode: "authentication_required", declineCode: "authentication_required" };

describe("the next step of a pending payment", () => {
  const old = { createdAt: hoursAgo(24) };
  type Case = [string, Partial<typeof fresh | typeof noted>, Partial<IntentFacts> | null, object];
  const cases: Case[] = [
    ["no intent", {}, null, { kind: "create" }],
    ["no intent, a day old", old, null, { kind: "expire" }],
    ["unconfirmed", {}, { status: "requires_confirmation" }, { kind: "confirm" }],
    [
      "unconfirmed, a day old",
      old,
      { status: "requires_confirmation" },
      { kind: "cancel", failure: null },
    ],
    [
      "unconfirmed, but it was to fail",
      noted,
      { status: "requires_confirmation" },
      { kind: "cancel" },
    ],
    [
      "declined",
      {},
      { status: "requires_payment_method", decline },
      { kind: "fail", failure: decline },
    ],
    ["to be authenticated", {}, { status: "requires_action" }, { kind: "ask" }],
    ["declined until authenticated", {}, wanted, { kind: "ask" }],
    ["declined until authenticated, a day old", old, wanted, { kind: "cancel", failure: null }],
    ["declined until authenticated, cancelled", noted, wanted, { kind: "cancel" }],
    ["asked for, nobody came", asked, wanted, { kind: "await" }],
    ["asked for, at the bank", asked, { status: "requires_action" }, { kind: "await" }],
    ["asked for, too late", tooLate, { status: "requires_action" }, { kind: "cancel" }],
    ["asked for, cancelled", { ...asked, ...noted }, wanted, { kind: "cancel" }],
    [
      "asked for, refused by the holder",
      asked,
      { status: "requires_payment_method", decline: refused },
      { kind: "cancel", failure: { code: "authentication_failed" } },
    ],
    [
      "asked for, then declined",
      asked,
      { status: "requires_payment_method", decline },
      { kind: "cancel", failure: decline },
    ],
    ["asked for, paid though it is late", tooLate, {}, { kind: "capture" }],
    ["asked for, cancelled since it is late", tooLate, { status: "canceled" }, { kind: "expire" }],
    ["processing", {}, { status: "processing" }, { kind: "wait" }],
    ["processing, a day old", old, { status: "processing" }, { kind: "wait" }],
    ["paid", {}, {}, { kind: "capture", chargeId: "ch_1", lookAgain: false }],
    ["paid, a day old", old, {}, { kind: "capture" }],
    ["paid though it was to fail", noted, {}, { kind: "capture" }],
    ["paid and refunded since", {}, { refundedCents: 1 }, { kind: "capture", lookAgain: true }],
    ["paid and disputed since", {}, { bankDispute: "open" }, { kind: "capture", lookAgain: true }],
    ["paid by no charge", {}, { chargeId: null }, { kind: "report" }],
    ["cancelled by somebody", {}, { status: "canceled" }, { kind: "fail" }],
    ["cancelled since it was old", old, { status: "canceled" }, { kind: "expire" }],
    ["cancelled for a reason", { ...old, ...noted }, { status: "canceled" }, { kind: "fail" }],
    ["of another amount", {}, { amountCents: 1001 }, { kind: "report" }],
    ["of another currency", {}, { currency: "eur" }, { kind: "report" }],
    [
      "unconfirmed, of another amount",
      {},
      { status: "requires_confirmation", amountCents: 1 },
      { kind: "report" },
    ],
  ];
  for (const [name, purchase, intent, expected] of cases) {
    test(`${name}: ${(expected as PaymentStep).kind}`, () => {
      const facts = intent === null ? null : { ...paid, ...intent };
      const step = nextPaymentStep({ ...fresh, ...purchase }, facts, { now, pendingHours: 24 });
      expect(step).toMatchObject(expected);
    });
  }
});

describe("the next step of money in escrow", () => {
  const end = { refundedCents: 0, chargeback: null };
  type End = Parameters<typeof nextEscrowStep>[2];
  const cases: [Partial<End>, "in_escrow" | "disputed", string][] = [
    [{}, "in_escrow", "keep"],
    [{ chargeback: "open" }, "in_escrow", "dispute"],
    [{ chargeback: "open" }, "disputed", "keep"],
    [{ chargeback: "won" }, "disputed", "keep"],
    [{ chargeback: "lost" }, "in_escrow", "charged_back"],
    [{ chargeback: "lost" }, "disputed", "charged_back"],
    [{ refundedCents: 1000 }, "in_escrow", "refunded"],
    [{ refundedCents: 1000 }, "disputed", "refunded"],
    [{ refundedCents: 999 }, "in_escrow", "keep"],
  ];
  for (const [given, state, expected] of cases) {
    test(`${state}, ${JSON.stringify(given)}: ${expected}`, () => {
      const step = nextEscrowStep({ ...fresh, state }, { ...paid }, { ...end, ...given });
      expect(step.kind).toBe(expected as "keep");
    });
  }

  test("another amount is reported", () => {
    const step = nextEscrowStep({ ...fresh, state: "in_escrow" }, { ...paid, amountCents: 9 }, end);
    expect(step.kind).toBe("report");
  });
});

describe("released money goes to its seller unless the charge is in doubt", () => {
  const cases: [Partial<IntentFacts>, isDisputed: boolean, goes: boolean][] = [
    [{}, false, true],
    [{ bankDispute: "won" }, false, true],
    // What a bank has taken is booked before.
    [{ bankDispute: "lost" }, false, true],
    [{ bankDispute: "lost" }, true, false],
    [{ bankDispute: "open" }, true, false],
    // What was refunded by hand lowers it before.
    [{ refundedCents: 1 }, false, true],
    [{ amountCents: 1 }, false, false],
  ];
  for (const [intent, isDisputed, goes] of cases) {
    test(`${JSON.stringify(intent)}, ${isDisputed ? "disputed" : "undisputed"}: ${goes}`, () => {
      expect(transferTrouble(fresh, { ...paid, ...intent }, isDisputed) === null).toBe(goes);
    });
  }
});

describe("the provider's word on money that has left the platform", () => {
  const held = { transferredAt: null };
  const sold = { transferredAt: now };
  const cases: [about: Parameters<typeof lateEventTrouble>[0], type: string, isTrouble: boolean][] =
    [
      [held, "charge.dispute.created", false],
      [sold, "charge.dispute.created", false],
      [sold, "charge.refunded", true],
      [held, "charge.refunded", false],
    ];
  for (const [about, type, isTrouble] of cases) {
    const of = about === sold ? "transferred" : "held";
    test(`${type} of what is ${of} ${isTrouble ? "concerns" : "does not concern"} the operator`, () => {
      expect(lateEventTrouble(about, type) !== null).toBe(isTrouble);
    });
  }
});

test("a purchase is due for the settlement of its state, and for none when all is done", () => {
  const open = {
    purseId: null,
    transferredAt: null,
    refundPaidAt: null,
    paymentIntentId: null,
  };
  const due = purchaseStates.map((state) => settlementOf({ state, ...open }));
  expect(due).toEqual([
    "payment",
    "escrow",
    "escrow",
    "transfer",
    "refund",
    "none",
    "none",
    "none",
  ]);
  const ended = purchaseStates
    .slice(-3)
    .map((state) => settlementOf({ state, ...open, paymentIntentId: "pi_1" }));
  expect(ended).toEqual(["stray", "stray", "stray"]);
  // A purchase of a bundle is never charged by itself, whoever makes it due.
  expect(settlementOf({ state: "payment_pending", ...open, purseId: "purse" })).toBe("none");
  expect(settlementOf({ state: "released", ...open, transferredAt: now })).toBe("aftermath");
  expect(settlementOf({ state: "refunded", ...open, refundPaidAt: now })).toBe("aftermath");
});

test("the first driver has a payment for itself until its lease ends or another has tried", () => {
  const later = new Date(now.getTime() + 1);
  const first = { state: "payment_pending", settleAttempts: 0, settleDueAt: later } as const;
  expect(isFirstDriving(first, now)).toBe(true);
  expect(isFirstDriving({ ...first, settleDueAt: now }, now)).toBe(false);
  expect(isFirstDriving({ ...first, settleAttempts: 1 }, now)).toBe(false);
  expect(isFirstDriving({ ...first, state: "in_escrow" }, now)).toBe(false);
});

test("tries grow apart up to 15 minutes", () => {
  expect([1, 2, 3, 9, 10, 1000].map(settleBackoffSeconds)).toEqual([2, 4, 8, 512, 900, 900]);
});
