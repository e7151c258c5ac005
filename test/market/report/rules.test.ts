/** Who may report, and the results of decisions and appeals. */
import { describe, expect, test } from "bun:test";
import { listingStatuses } from "../../../db/vocabulary/listing.ts";
import {
  OPEN_LISTING_REPORTS_PER_ACCOUNT_MAX,
  OPEN_REPORTS_PER_LISTING_MAX,
} from "../../../market/report/limits.ts";
import {
  appealDecision,
  appealRefusal,
  deciderRefusal,
  decisionOf,
  listingReportRefusal,
  restoresListing,
  seenRefusal,
} from "../../../market/report/rules.ts";

const codeOf = (refusal: { code: string } | string | null) =>
  typeof refusal === "object" ? (refusal?.code ?? null) : refusal;

const onSale = { status: "active", sellerAccountId: "seller" } as const;
const asked = { accountId: "reader", openOfAccount: 0, openOfListing: 0 };
const most = OPEN_LISTING_REPORTS_PER_ACCOUNT_MAX;

test.each([
  [onSale, asked, null],
  [{ ...onSale, status: "draft" }, asked, "dataset_not_found"],
  [{ ...onSale, status: "suspended" }, asked, "dataset_not_found"],
  [{ ...onSale, status: "withdrawn" }, asked, "dataset_not_found"],
  [{ ...onSale, status: "sold" }, asked, "dataset_not_found"],
  [{ ...onSale, sellerAccountId: null }, asked, null],
  [onSale, { ...asked, accountId: "seller" }, "own_words"],
  [onSale, { ...asked, openOfAccount: most - 1 }, null],
  [onSale, { ...asked, openOfAccount: most }, "limit_reached"],
  [onSale, { ...asked, openOfListing: OPEN_REPORTS_PER_LISTING_MAX - 1 }, null],
  [onSale, { ...asked, openOfListing: OPEN_REPORTS_PER_LISTING_MAX }, "limit_reached"],
] as const)("a report of %o by %o: %p", (listing, given, code) => {
  expect(codeOf(listingReportRefusal(listing, given))).toBe(code);
});

test.each([
  ["seller", "party_to_dispute"],
  ["another", null],
  [null, null],
  [undefined, null],
])("the seller %p, of a listing that an administrator who sells decides about: %p", (by, code) => {
  expect(codeOf(deciderRefusal("seller", by))).toBe(code);
});

describe("a decision", () => {
  const outcomes = {
    draft: ["off_sale", "listing_not_active"],
    active: ["dismissed", "suspended"],
    sold: ["off_sale", "listing_not_active"],
    withdrawn: ["off_sale", "listing_not_active"],
    suspended: ["dismissed", "suspended"],
  } as const;

  test.each(listingStatuses.map((status) => [status]))("about one that is %s", (status) => {
    const listing = { status, suspendedBy: null };
    const reached = (["dismiss", "suspend"] as const).map((wish) =>
      codeOf(decisionOf(listing, wish)),
    );
    expect(reached).toEqual([...outcomes[status]]);
  });

  test.each([
    [1, 1, null],
    [200, 200, null],
    [1, 0, "reports_changed"],
    [1, 2, "reports_changed"],
    [0, 1, "reports_changed"],
    [0, 0, "reports_changed"],
  ] as const)("by who has seen %d of %d reports: %p", (seen, open, code) => {
    expect(codeOf(seenRefusal(seen, open))).toBe(code);
  });
});

describe("an appeal", () => {
  const at = new Date();
  const suspension = { decision: "suspended", appealedAt: null, appealOutcome: null } as const;
  const held = { status: "suspended", suspendedBy: "listing" } as const;

  test.each([
    [suspension, held, null],
    [{ ...suspension, decision: "dismissed" }, held, "appeal_not_possible"],
    [{ ...suspension, decision: "off_sale" }, held, "appeal_not_possible"],
    [{ ...suspension, appealedAt: at }, held, "appeal_not_possible"],
    [suspension, { status: "active", suspendedBy: null }, "appeal_not_possible"],
    [suspension, { status: "withdrawn", suspendedBy: null }, "appeal_not_possible"],
    [suspension, { status: "suspended", suspendedBy: "file" }, "appeal_not_possible"],
  ] as const)("against %o of %o: %p", (decision, listing, code) => {
    expect(codeOf(appealRefusal(decision, listing))).toBe(code);
  });

  test.each([
    [suspension, "upheld", "appeal_not_possible"],
    [{ ...suspension, appealedAt: at }, "upheld", "apply"],
    [{ ...suspension, appealedAt: at }, "rejected", "apply"],
    [{ ...suspension, appealedAt: at, appealOutcome: "upheld" }, "upheld", "reports_changed"],
    [{ ...suspension, appealedAt: at, appealOutcome: "upheld" }, "rejected", "reports_changed"],
  ] as const)("of %o is decided %s: %p", (decision, outcome, code) => {
    expect(codeOf(appealDecision(decision, outcome))).toBe(code);
  });

  test.each([
    [held, "upheld", true],
    [held, "rejected", false],
    [{ status: "active", suspendedBy: null }, "upheld", false],
    [{ status: "withdrawn", suspendedBy: null }, "upheld", false],
    [{ status: "suspended", suspendedBy: "file" }, "upheld", false],
    [{ status: "suspended", suspendedBy: "account" }, "upheld", false],
  ] as const)("of %o that is %s restores: %p", (listing, outcome, restores) => {
    expect(restoresListing(listing, outcome)).toBe(restores);
  });
});
