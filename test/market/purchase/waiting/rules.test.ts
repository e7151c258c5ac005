/** The possible outcomes of a purchase that waits for approval, as tables. */
import { describe, expect, test } from "bun:test";
import type { WaitingState } from "../../../../db/vocabulary/purchase.ts";
import {
  askingRefusal,
  changedRefusals,
  currencyRefusal,
  endedRefusal,
  isSameQuestion,
  presentState,
  type WaitingTerms,
} from "../../../../market/purchase/waiting/rules.ts";
import { bodyOf } from "../../../../market/purchase/waiting/wish.ts";

const now = new Date("2026-11-22T12:00:00Z");
const at = (ms: number) => new Date(now.getTime() + ms);

const terms: WaitingTerms = {
  listingId: "l",
  uploadId: "a",
  version: 2,
  license: "CC0-1.0",
  bundleId: null,
  bundled: null,
  plan: null,
  priceCents: 4900,
  currency: "usd",
  paymentMethodId: "pm_1",
  allowDuplicate: false,
  acceptance: null,
  privateOfferId: null,
  coupon: null,
  isTrial: false,
};

describe("the state that counts", () => {
  const cases: [WaitingState, endsInMs: number, WaitingState, code: string | null][] = [
    ["waiting", 1, "waiting", null],
    ["waiting", 0, "expired", "waiting_purchase_ended"],
    ["waiting", -1, "expired", "waiting_purchase_ended"],
    ["approved", 1, "approved", "waiting_purchase_ended"],
    ["refused", 1, "refused", "waiting_purchase_ended"],
    ["cancelled", 1, "cancelled", "waiting_purchase_ended"],
    ["superseded", -1, "superseded", "waiting_purchase_ended"],
    ["expired", 1, "expired", "waiting_purchase_ended"],
  ];
  for (const [state, endsInMs, present, code] of cases) {
    test(`of ${state} that ends in ${endsInMs} ms is ${present}`, () => {
      const waiting = { state, expiresAt: at(endsInMs) };
      expect(presentState(waiting, now)).toBe(present);
      const refusal = endedRefusal(waiting, now);
      expect(refusal?.code ?? null).toBe(code as never);
      if (present !== "approved" && refusal !== null) {
        expect(refusal.detail).toContain("Nothing was charged");
      }
    });
  }
});

describe("the same wish again", () => {
  const waiting = { ...terms, state: "waiting" as const, expiresAt: at(1) };
  const cases: [string, Partial<WaitingTerms>, isSame: boolean][] = [
    ["is the same question", {}, true],
    ["of another file is another", { uploadId: "b" }, false],
    ["under another licence is another", { license: null }, false],
    ["at another price is another", { priceCents: 4901 }, false],
    ["in another currency is another", { currency: "eur" }, false],
    ["with another card is another", { paymentMethodId: "pm_2" }, false],
    ["with duplicates allowed is another", { allowDuplicate: true }, false],
    ["for a plan is another", { plan: "month" }, false],
    ["in a bundle is another", { listingId: null, bundleId: "b", bundled: [] }, false],
  ];
  for (const [name, change, isSame] of cases) {
    test(name, () => expect(isSameQuestion(waiting, { ...terms, ...change }, now)).toBe(isSame));
  }
  test("of one that is over is another", () => {
    expect(isSameQuestion({ ...waiting, expiresAt: now }, terms, now)).toBe(false);
    expect(isSameQuestion({ ...waiting, state: "refused" }, terms, now)).toBe(false);
  });
});

test("an approval repeats the request, at the price that the owner was shown", () => {
  const body = { payment_method_id: "pm_1", allow_duplicate: true, expected_price_cents: 4900 };
  expect(bodyOf({ ...terms, allowDuplicate: true })).toEqual(body);
});

describe("a key asks", () => {
  const cases: [waiting: number, inDay: number, code: string | null][] = [
    [19, 49, null],
    [20, 20, "limit_reached"],
    [0, 50, "limit_reached"],
  ];
  for (const [waiting, inDay, code] of cases) {
    test(`${waiting} waiting, ${inDay} in a day: ${code ?? "it may"}`, () => {
      expect(askingRefusal({ waiting, inDay })?.code ?? null).toBe(code as never);
    });
  }
});

describe("the dataset on sale is not the requested one", () => {
  const cases: [string, Partial<Parameters<typeof changedRefusals>[1]>, codes: string[]][] = [
    ["the same", {}, []],
    ["a later version", { uploadId: "b", version: 3 }, ["dataset_not_available"]],
    ["no file", { uploadId: null }, ["dataset_not_available"]],
    ["another licence", { license: "CC-BY-4.0" }, ["dataset_not_available"]],
  ];
  for (const [name, change, codes] of cases) {
    test(`${name}: ${codes.join(", ") || "fine"}`, () => {
      const onSale = { uploadId: "a", version: 2, license: "CC0-1.0", ...change };
      expect(changedRefusals(terms, onSale).map(({ code }) => String(code))).toEqual(codes);
    });
  }
});

test("a price in another currency than the owner was shown is not charged", () => {
  expect(currencyRefusal(terms, "usd")).toBeNull();
  expect(currencyRefusal(terms, "eur")?.code).toBe("price_changed");
});
