import { describe, expect, test } from "bun:test";
import type { ApiKeyScope, BudgetPeriod } from "../../../db/vocabulary/account.ts";
import * as rules from "../../../market/account/rules.ts";

const now = new Date("2026-11-21T12:00:00Z");
const at = (text: string) => new Date(text);

describe("the windows of a budget", () => {
  const cases: [BudgetPeriod, at: string, start: string, end: string | null][] = [
    ["day", "2026-11-21T00:00:00.000Z", "2026-11-21", "2026-11-22"],
    ["day", "2026-11-21T23:59:59.999Z", "2026-11-21", "2026-11-22"],
    ["day", "2026-12-31T12:00:00Z", "2026-12-31", "2027-01-01"],
    ["week", "2026-11-16T00:00:00Z", "2026-11-16", "2026-11-23"],
    ["week", "2026-11-22T23:59:59.999Z", "2026-11-16", "2026-11-23"],
    ["week", "2027-01-01T08:00:00Z", "2026-12-28", "2027-01-04"],
    ["month", "2026-02-28T23:59:59Z", "2026-02-01", "2026-03-01"],
    ["month", "2026-12-31T23:59:59Z", "2026-12-01", "2027-01-01"],
    ["total", "2026-11-21T12:00:00Z", "1970-01-01", null],
  ];
  for (const [period, instant, start, end] of cases) {
    test(`the ${period} of ${instant} runs from ${start} to ${end}`, () => {
      expect(rules.windowStart(period, at(instant))).toEqual(at(start));
      expect(rules.windowEnd(period, at(instant))).toEqual(end === null ? null : at(end));
    });
  }
});

describe("whether a key may be used", () => {
  const good = { revokedAt: null, expiresAt: null };
  const past = at("2026-11-21T11:59:59Z");
  const future = at("2026-11-21T12:00:01Z");
  const cases: [string, Parameters<typeof rules.keyRefusal>[0], suspended: boolean, string?][] = [
    ["a good key", good, false],
    ["a key that expires later", { ...good, expiresAt: future }, false],
    ["a key at its very expiry", { ...good, expiresAt: now }, false, "token_expired"],
    ["a key after its expiry", { ...good, expiresAt: past }, false, "token_expired"],
    ["a revoked key", { ...good, revokedAt: past }, false, "token_revoked"],
    ["a revoked and expired key", { revokedAt: past, expiresAt: past }, false, "token_revoked"],
    ["a good key of a suspended account", good, true, "account_suspended"],
    ["a revoked key of a suspended account", { ...good, revokedAt: past }, true, "token_revoked"],
  ];
  for (const [name, key, suspended, code] of cases) {
    test(`${name}: ${code ?? "it may"}`, () => {
      const account = { suspendedAt: suspended ? past : null };
      expect(rules.keyRefusal(key, account, now)?.code).toBe(code as never);
    });
  }
});

describe("scopes", () => {
  const cases: [ApiKeyScope[], ApiKeyScope[], boolean][] = [
    [["read"], [], true],
    [["read"], ["read"], true],
    [["read"], ["purchase"], false],
    [["purchase"], ["read", "purchase"], true],
    [["bid", "message"], ["read", "purchase"], false],
  ];
  for (const [has, wanted, enough] of cases) {
    test(`${has} for ${wanted.join(" or ") || "anything"}: ${enough}`, () => {
      const refusal = rules.scopeRefusal(has, wanted);
      expect(refusal === null).toBe(enough);
      for (const scope of enough ? [] : wanted) expect(refusal?.detail).toContain(`\`${scope}\``);
    });
  }
});

describe("amounts that need the owner's approval", () => {
  const cases: [limit: number | null, amountCents: number, isNeeded: boolean][] = [
    [null, 99_999_999, false],
    [500, 499, false],
    [500, 500, false],
    [500, 501, true],
    [0, 1, true],
    [0, 0, false],
  ];
  for (const [confirmAboveCents, amountCents, isNeeded] of cases) {
    test(`${amountCents} of a key that asks above ${confirmAboveCents}: ${isNeeded}`, () => {
      expect(rules.needsOwner({ confirmAboveCents }, amountCents)).toBe(isNeeded);
      const refusal = rules.confirmationRefusal(
        { confirmAboveCents },
        { amountCents, currency: "usd" },
      );
      expect(refusal?.code ?? null).toBe(isNeeded ? "confirmation_needed" : null);
    });
  }
});

describe("objects of another key of the account", () => {
  const past = at("2026-11-21T11:00:00Z");
  const holder = {
    id: "a",
    name: "first",
    scopes: ["read"] as ApiKeyScope[],
    revokedAt: null as Date | null,
    expiresAt: null as Date | null,
  };
  const cases: [string, string, typeof holder | null, boolean][] = [
    ["is its own", "a", holder, true],
    ["is of no key", "b", null, true],
    ["is another's in use", "b", holder, false],
    ["is another's that buys as well", "b", { ...holder, scopes: ["read", "purchase"] }, false],
    ["is a revoked one's", "b", { ...holder, revokedAt: past }, true],
    ["is an expired one's", "b", { ...holder, expiresAt: past }, true],
    ["is one's that may not read any more", "b", { ...holder, scopes: ["bid"] }, true],
  ];
  test.each(cases)("%s: may be changed %#", (_name, actingKeyId, held, isAllowed) => {
    expect(rules.otherKeyRefusal(actingKeyId, held, now) === null).toBe(isAllowed);
  });
});

describe("a key's spending limits", () => {
  const free: rules.SpendLimits = {
    maxPerPurchaseCents: null,
    confirmAboveCents: null,
    budgetCents: null,
    budgetPeriod: null,
    categories: [],
  };
  const daily = { ...free, budgetCents: 1000, budgetPeriod: "day" as const };
  const cases: [string, rules.SpendLimits, price: number, spent: number, string[]][] = [
    ["no limit", free, 99_999_999, 2_000_000_000, []],
    ["the maximum exactly", { ...free, maxPerPurchaseCents: 500 }, 500, 0, []],
    [
      "a cent over the maximum",
      { ...free, maxPerPurchaseCents: 500 },
      501,
      0,
      ["spend_limit_exceeded"],
    ],
    ["the rest of the budget exactly", daily, 400, 600, []],
    ["a cent over the rest", daily, 401, 600, ["spend_limit_exceeded"]],
    ["a budget overspent by a lowered limit", daily, 1, 1500, ["spend_limit_exceeded"]],
    ["an allowed category", { ...free, categories: ["text", "social"] }, 100, 0, []],
    ["another category", { ...free, categories: ["images"] }, 100, 0, ["category_not_allowed"]],
    [
      "all limits at once",
      { ...daily, maxPerPurchaseCents: 500, categories: ["images"] },
      1001,
      0,
      ["category_not_allowed", "spend_limit_exceeded", "spend_limit_exceeded"],
    ],
  ];
  for (const [name, limits, priceCents, spentCents, codes] of cases) {
    test(`${name}: ${codes.join(", ") || "allowed"}`, () => {
      const spend = { priceCents, spentCents, category: "text", currency: "usd", now };
      expect(rules.spendRefusals(limits, spend).map(({ code }) => code as string)).toEqual(codes);
    });
  }

  test("a refusal states the rest of the budget and its renewal", () => {
    const spend = { priceCents: 401, spentCents: 600, category: "text", currency: "usd", now };
    const [refusal] = rules.spendRefusals(daily, spend);
    expect(refusal?.detail).toContain("$4.00 left of its budget of $10.00 (day)");
    expect(refusal?.detail).toContain("2026-11-22T00:00:00.000Z");
    const [never] = rules.spendRefusals({ ...daily, budgetPeriod: "total" }, spend);
    expect(never?.detail).toContain("does not renew");
  });
});

describe("terms that an owner may set for a key", () => {
  const plain = { budgetCents: null, budgetPeriod: null, expiresAt: null };
  const days = (count: number) => new Date(now.getTime() + count * 86_400_000);
  const cases: [string, Parameters<typeof rules.keyTermFaults>[0], string[]][] = [
    ["nothing", plain, []],
    ["a budget a day", { ...plain, budgetCents: 1, budgetPeriod: "day" }, []],
    ["a budget without a period", { ...plain, budgetCents: 1 }, ["/budget_period"]],
    ["a period without a budget", { ...plain, budgetPeriod: "week" }, ["/budget_cents"]],
    ["an expiry now", { ...plain, expiresAt: now }, ["/expires_at"]],
    ["the latest expiry", { ...plain, expiresAt: days(3650) }, []],
    ["a later expiry", { ...plain, expiresAt: days(3651) }, ["/expires_at"]],
  ];
  for (const [name, terms, pointers] of cases) {
    test(`${name}: ${pointers.join(", ") || "taken"}`, () => {
      expect(rules.keyTermFaults(terms, now).map(({ pointer }) => pointer)).toEqual(pointers);
    });
  }
});

test("a text that looks like a key is found and removed anywhere", () => {
  const secret = `dm_live_${"Ab-_9".repeat(9)}`;
  expect(rules.holdsApiKey(`/purchases/${secret}/x`)).toBe(true);
  expect(rules.holdsApiKey("dm_test_")).toBe(true);
  expect(rules.holdsApiKey("/datasets/dm_dead_x")).toBe(false);
  expect(rules.withoutCredentials(`/a/${secret}/b?c=${secret}`)).toBe(
    "/a/dm_REDACTED/b?c=dm_REDACTED",
  );
});

describe("a credential of another kind", () => {
  const jwt = (claims: string) => `e30.${Buffer.from(claims).toString("base64url")}.x`;
  const agents = jwt('{"aud":"dataset-market-agent","sub":"agent \u00FC"}');
  const key = "dm_test_x";
  type Case = [name: string, token: string, needed: rules.NeededCredential, detail: string | null];
  const cases: Case[] = [
    [
      "a key",
      key,
      "agent",
      "This is an operator's API key. This call needs a seller agent's token.",
    ],
    ["a key", key, "operator", null],
    ["a key", key, "either", null],
    [
      "an agent's token",
      agents,
      "operator",
      "needs an operator's API key, made at https://m.example/account.",
    ],
    ["an agent's token", agents, "agent", null],
    ["an agent's token", agents, "either", null],
    ["an access token", "dm_oauth_x", "operator", null],
    ["an access token", "dm_oauth_x", "agent", null],
    ["an access token", "dm_oauth_x", "own_token", "needs the agent's own token"],
    ["a refresh token", "dm_refresh_x", "either", "This is an OAuth refresh token"],
    ["another service's token", jwt('{"aud":"else"}'), "operator", null],
    ["a token without claims", jwt("null"), "operator", null],
    ["a token of no JSON", jwt("{"), "operator", null],
    ["a token that is not base64", "a.%.c", "operator", null],
    ["a word", "x", "agent", null],
  ];
  test.each(cases)("%s (%j) where %s is needed: %p", (_name, token, needed, detail) => {
    const refusal = rules.wrongKindRefusal(token, needed, "https://m.example");
    if (detail === null) expect(refusal).toBeNull();
    else
      expect(refusal).toMatchObject({
        code: "token_kind_wrong",
        detail: expect.stringContaining(detail),
      });
  });
});

test.each<[other: string | null, expected: boolean]>([
  ["own", true],
  ["twin", true],
  ["second twin", true],
  ["other", false],
  [null, false],
])("an account that is linked with two is the same party as %p: %p", (other, expected) => {
  const party = { accountId: "own", linkedIds: ["twin", "second twin"] };
  expect(rules.isSameParty(party, other)).toBe(expected);
});
