/** Messages state amounts in the unit of the field that they name. */
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type SpendLimits, spendRefusals } from "../../market/account/rules.ts";
import { type BidFacts, bidRefusals } from "../../market/auction/rules.ts";
import { buyRefusals } from "../../market/purchase/rules.ts";
import { buyFacts } from "../support/buy-facts.ts";

const now = new Date("2026-11-21T12:00:00Z");
const key = {
  scopes: ["purchase", "bid"] as const,
  revokedAt: null,
  expiresAt: null,
  maxPerPurchaseCents: 5_000,
  confirmAboveCents: null,
  budgetCents: 7_000,
  budgetPeriod: "day" as const,
  categories: [],
};
const sides = { seller: { accountId: "seller", isSuspended: false }, currency: "usd", now };

const bid: BidFacts = {
  ...sides,
  listing: { status: "active", category: "sensor", sha256: "a".repeat(64), accessQuestions: null },
  bidder: { linkedIds: [], accountId: "bidder", suspendedAt: null },
  key: { ...key, scopes: ["bid"] },
  committedCents: 0,
  hasPaymentMethod: true,
  hasAccess: true,
  earlier: null,
  isSoldOut: false,
  auction: { startsAt: new Date(0), endsAt: new Date("2027-01-01"), closedAt: null },
  bidCount: 0,
  hasLeft: false,
  hasLinkedBid: false,
  heldFile: null,
  allowDuplicate: false,
  minimumCents: 8_400,
  maxCents: 8_399,
  confirmedCents: null,
  acceptance: null,
};

const buy = buyFacts({
  ...sides,
  key: { ...key, scopes: ["purchase"] },
  spentCents: 1_000,
  priceCents: 8_400,
  expectedPriceCents: 5_000,
});

type Found = { code: string; pointer?: string; detail: string };

/** Every refusal that names an amount. */
const spend = { priceCents: 8_400, spentCents: 1_000, category: "text", currency: "usd", now };
const limits: SpendLimits = key;
const refusals: Found[] = [
  ...bidRefusals(bid),
  ...bidRefusals({ ...bid, minimumCents: 8_450 }),
  ...bidRefusals({ ...bid, maxCents: 84_001 }),
  ...bidRefusals({ ...bid, maxCents: 84_001, confirmedCents: 8_400 }),
  ...buyRefusals(buy),
  ...buyRefusals({ ...buy, priceCents: 49 }),
  ...spendRefusals(limits, spend),
];

/** `name: value` of the field that a message tells the caller to set. */
const fieldNamed = /\((\w+): ([\d.]+)\)/;

describe("a refusal that names an amount", () => {
  test("says the least bid as money, and as max_amount takes it", () => {
    const [first] = bidRefusals(bid);
    expect(first?.detail).toBe("Your maximum must be at least $84.00 (max_amount: 84).");
    const [half] = bidRefusals({ ...bid, minimumCents: 8_450 });
    expect(half?.detail).toContain("at least $84.50 (max_amount: 84.5)");
  });

  test("never counts in cents, unless it names a field in cents", () => {
    expect(refusals.map(({ code }) => code)).toContainValues([
      "bid_too_low",
      "bid_not_confirmed",
      "price_changed",
      "spend_limit_exceeded",
      "dataset_not_available",
    ]);
    for (const { detail } of refusals) {
      expect(detail).not.toMatch(/\bcents\b/);
      expect(detail).toMatch(/\$[\d,]+\.\d\d/);
    }
  });

  test("gives the field that it names in that field's own unit", () => {
    const named = refusals.flatMap(({ detail }) => {
      const [, field = "", value = ""] = fieldNamed.exec(detail) ?? [];
      const [, money = ""] = /\$([\d,.]+) \(/.exec(detail) ?? [];
      return field === "" || money === "" ? [] : [{ field, value: Number(value), money }];
    });
    const fields = new Set(named.map(({ field }) => field));
    expect([...fields]).toEqual(["max_amount", "confirm_max_amount_cents"]);
    for (const { field, value, money } of named) {
      const factor = field.endsWith("_cents") ? 100 : 1;
      expect([field, value]).toEqual([
        field,
        Math.round(Number(money.replaceAll(",", "")) * factor * 100) / 100,
      ]);
    }
  });
});

test("no text of the service counts an amount in cents, but the provider's troubles in the log", () => {
  const rootDir = join(import.meta.dir, "../..");
  const sources = ["api", "market", "mcp", "site", "workers"].flatMap((area) =>
    readdirSync(join(rootDir, area), { recursive: true, encoding: "utf8" })
      .filter((path) => /\.tsx?$/.test(path))
      .map((path) => `${area}/${path}`),
  );
  const counting = sources.filter(
    (path) =>
      !path.startsWith("market/purchase/settlement/") &&
      /\$\{[^}]*\} cents\b/.test(readFileSync(join(rootDir, path), "utf8")),
  );
  expect(sources.length).toBeGreaterThan(300);
  expect(counting).toEqual([]);
});
