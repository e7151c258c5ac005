/** API keys: creating, changing and revoking them, and what calls with them may do. */
import { describe, expect, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import { v7 } from "uuid";
import { accounts, apiKeys, auditLog } from "../../../db/schema/index.ts";
import { purchaseStates } from "../../../db/vocabulary/purchase.ts";
import { authenticateApiKey } from "../../../market/account/authenticate-api-key.ts";
import { listOwnApiKeys } from "../../../market/account/read.ts";
import { revokeApiKey } from "../../../market/account/revoke-api-key.ts";
import { apiKeyInput } from "../../../market/account/schemas.ts";
import { updateOwnApiKey } from "../../../market/account/update-api-key.ts";
import { testApi } from "../../support/api.ts";
import {
  insertPurchase,
  newCard,
  newKey,
  newOwner,
  newSeller,
  refusalOf,
} from "../../support/operators.ts";

const dayMs = 86_400_000;

const api = await testApi();

async function later(ms: number, act: () => Promise<void>): Promise<void> {
  api.clock.skewMs = ms;
  try {
    await act();
  } finally {
    api.clock.skewMs = 0;
  }
}

const fromNow = (ms: number) => new Date(api.ctx.now().getTime() + ms);

const auditOf = (apiKeyId: string) =>
  api.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subjectKind, "api_key"), eq(auditLog.subjectId, apiKeyId)))
    .orderBy(auditLog.id);

describe("making a key", () => {
  test("returns the secret once; database and audit log hold only its hash and prefix", async () => {
    const owner = await newOwner(api);
    const { key, secret } = await newKey(api, owner, { name: "nightly", scopes: ["read"] });
    expect(secret).toMatch(/^dm_test_[\w-]{43}$/);
    expect(key.prefix).toBe(secret.slice(0, 12));
    const rows = await api.db.select().from(apiKeys).where(eq(apiKeys.id, key.id));
    const audit = await auditOf(key.id);
    expect(audit).toMatchObject([
      { action: "api_key.created", actorKind: "owner", actorId: owner.accountId },
    ]);
    const listed = await listOwnApiKeys(api.ctx, owner);
    expect(JSON.stringify([rows, audit, listed])).not.toContain(secret.slice(12));
    expect(listed[0]).not.toHaveProperty("secretHash");
  });

  test("that expires in the past, or has half a budget, is refused with every fault", async () => {
    const owner = await newOwner(api);
    const wish = { budget_cents: 100, expires_at: fromNow(-1000) };
    const refusal = await refusalOf(newKey(api, owner, wish));
    expect(refusal.code).toBe("invalid_request");
    expect(refusal.faults.map(({ pointer }) => pointer)).toEqual(["/budget_period", "/expires_at"]);
  });

  test("for a suspended account is refused", async () => {
    const owner = await newOwner(api);
    await suspend(owner.accountId);
    expect((await refusalOf(newKey(api, owner))).code).toBe("account_suspended");
  });

  test("stops at 100 keys, also when many are asked for at once; a revoked one makes room", async () => {
    const owner = await newOwner(api);
    const first = await newKey(api, owner);
    const { id: _, secretHash: __, ...row } = first.key;
    const more = Array.from({ length: 97 }, () => ({ ...row, secretHash: v7() }));
    await api.db.insert(apiKeys).values(more);
    const wishes = await Promise.allSettled([1, 2, 3, 4].map(() => newKey(api, owner)));
    expect(wishes.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    expect((await refusalOf(newKey(api, owner))).code).toBe("limit_reached");
    await revokeApiKey(api.ctx, owner, first.key.id);
    await newKey(api, owner);
  });

  const bad: [string, Record<string, unknown>][] = [
    ["no name", { name: " " }],
    ["a name of 101 characters", { name: "x".repeat(101) }],
    ["a name of two lines", { name: "a\nb" }],
    ["no scope", { scopes: [] }],
    ["an unknown scope", { scopes: ["admin"] }],
    ["an unknown field", { budget: 5 }],
    ["a budget of nothing", { budget_cents: 0, budget_period: "day" }],
    ["a budget of part of a cent", { budget_cents: 0.5, budget_period: "day" }],
    ["a budget past what is held", { budget_cents: 2_000_000_001, budget_period: "day" }],
    ["a limit past the dearest dataset", { max_per_purchase_cents: 100_000_000 }],
    ["an unknown period", { budget_cents: 5, budget_period: "year" }],
    ["an unknown category", { categories: ["food"] }],
    ["an expiry that is no time", { expires_at: "tomorrow" }],
  ];
  for (const [name, fields] of bad) {
    test(`with ${name} is not even tried`, () => {
      const wish = { name: "research", scopes: ["read"], ...fields };
      expect(apiKeyInput.safeParse(wish).success).toBe(false);
    });
  }
});

describe("using a key", () => {
  test("knows its operator, and notes the use at most once a minute, however many come at once", async () => {
    const owner = await newOwner(api);
    const { key, secret } = await newKey(api, owner);
    const actors = await Promise.all(
      Array.from({ length: 8 }, () => authenticateApiKey(api.ctx, secret)),
    );
    for (const actor of actors) {
      expect(actor).toEqual({ kind: "operator", accountId: owner.accountId, apiKeyId: key.id });
    }
    const lastUsedAt = await usedAt(key.id);
    expect(lastUsedAt).not.toBeNull();
    await later(59_000, async () => {
      await authenticateApiKey(api.ctx, secret);
      expect(await usedAt(key.id)).toEqual(lastUsedAt);
    });
    await later(62_000, async () => {
      await authenticateApiKey(api.ctx, secret);
      expect(await usedAt(key.id)).not.toEqual(lastUsedAt);
    });
  });

  test("does not wait for a purchase that holds the key", async () => {
    const owner = await newOwner(api);
    const { key, secret } = await newKey(api, owner);
    await api.db.transaction(async (tx) => {
      await tx.select().from(apiKeys).where(eq(apiKeys.id, key.id)).for("update");
      await authenticateApiKey(api.ctx, secret);
      expect(await usedAt(key.id)).toBeNull();
    });
  });

  test("ends at its expiry", async () => {
    const { secret } = await newKey(api, await newOwner(api), { expires_at: fromNow(dayMs) });
    await authenticateApiKey(api.ctx, secret);
    await later(dayMs + 1000, async () => {
      expect((await refusalOf(authenticateApiKey(api.ctx, secret))).code).toBe("token_expired");
    });
  });

  test("that was revoked, or whose account is suspended, is refused from then on", async () => {
    const owner = await newOwner(api);
    const { key, secret } = await newKey(api, owner);
    const other = await newKey(api, owner);
    await revokeApiKey(api.ctx, owner, key.id);
    expect((await refusalOf(authenticateApiKey(api.ctx, secret))).code).toBe("token_revoked");
    await authenticateApiKey(api.ctx, other.secret);
    await suspend(owner.accountId);
    const refusal = await refusalOf(authenticateApiKey(api.ctx, other.secret));
    expect(refusal.code).toBe("account_suspended");
  });

  test("needs one of the scopes that are asked for", async () => {
    const { secret } = await newKey(api, await newOwner(api), { scopes: ["read"] });
    await authenticateApiKey(api.ctx, secret, ["read", "purchase"]);
    const refusal = await refusalOf(authenticateApiKey(api.ctx, secret, ["purchase"]));
    expect(refusal.code).toBe("scope_missing");
    expect(refusal.message).toContain("`purchase`");
  });

  test("that nobody made is no key, near misses included", async () => {
    const { secret } = await newKey(api, await newOwner(api));
    const swapped = secret.endsWith("A") ? "B" : "A";
    const forged = [
      `${secret.slice(0, -1)}${swapped}`,
      secret.toUpperCase(),
      `${secret}x`,
      "dm_test_",
    ];
    for (const token of forged) {
      expect((await refusalOf(authenticateApiKey(api.ctx, token))).code).toBe("token_invalid");
    }
  });
});

describe("changing a key", () => {
  test("changes the given fields, keeps the rest, and writes both to the audit log", async () => {
    const owner = await newOwner(api);
    const limits = {
      budget_cents: 1000,
      budget_period: "day",
      max_per_purchase_cents: 500,
    } as const;
    const { key } = await newKey(api, owner, { ...limits, categories: ["text"] });
    const changed = await updateOwnApiKey(api.ctx, owner, key.id, {
      name: "weekly",
      budget_period: "week",
      max_per_purchase_cents: null,
    });
    expect(changed).toEqual({
      ...key,
      name: "weekly",
      budgetPeriod: "week",
      maxPerPurchaseCents: null,
    });
    expect((await auditOf(key.id)).at(-1)).toMatchObject({
      action: "api_key.updated",
      detail: { before: { budgetPeriod: "day" }, after: { budgetPeriod: "week" } },
    });
  });

  test("of another account, or one that is not there, is refused alike", async () => {
    const { key } = await newKey(api, await newOwner(api));
    const stranger = await newOwner(api);
    const tries = [key.id, v7()].flatMap((id) => [
      refusalOf(updateOwnApiKey(api.ctx, stranger, id, { name: "mine" })),
      refusalOf(revokeApiKey(api.ctx, stranger, id)),
    ]);
    const refusals = await Promise.all(tries);
    expect(new Set(refusals.map(({ code, message }) => `${code} ${message}`)).size).toBe(1);
    expect(refusals[0]?.code).toBe("api_key_not_found");
    expect(await auditOf(key.id)).toHaveLength(1);
  });

  test("to half a budget is refused, and nothing changes", async () => {
    const owner = await newOwner(api);
    const { key } = await newKey(api, owner, { budget_cents: 5, budget_period: "day" });
    const refusal = await refusalOf(
      updateOwnApiKey(api.ctx, owner, key.id, { budget_cents: null }),
    );
    expect(refusal.faults).toMatchObject([{ pointer: "/budget_cents" }]);
    const none = { budget_cents: null, budget_period: null };
    expect(await updateOwnApiKey(api.ctx, owner, key.id, none)).toMatchObject({
      budgetCents: null,
    });
  });

  test("brings an expired key back to life with a new expiry, a revoked one never", async () => {
    const owner = await newOwner(api);
    const { key, secret } = await newKey(api, owner, { expires_at: fromNow(1000) });
    await later(dayMs, async () => {
      const renamed = await updateOwnApiKey(api.ctx, owner, key.id, { name: "late" });
      expect(renamed.expiresAt).toEqual(key.expiresAt);
      await updateOwnApiKey(api.ctx, owner, key.id, { expires_at: null });
      await authenticateApiKey(api.ctx, secret);
    });
    await revokeApiKey(api.ctx, owner, key.id);
    const refusal = await refusalOf(updateOwnApiKey(api.ctx, owner, key.id, { name: "x" }));
    expect(refusal.code).toBe("invalid_request");
  });

  test("by revoking it twice at once ends it once, with one audit row", async () => {
    const owner = await newOwner(api);
    const { key } = await newKey(api, owner);
    const [one, two] = await Promise.all([
      revokeApiKey(api.ctx, owner, key.id),
      revokeApiKey(api.ctx, owner, key.id),
    ]);
    expect(one.revokedAt).toEqual(two.revokedAt);
    const actions = (await auditOf(key.id)).map(({ action }) => action);
    expect(actions).toEqual(["api_key.created", "api_key.revoked"]);
  });
});

describe("the list of keys", () => {
  test("shows what each has spent in its own window; refunded, failed and expired give it back", async () => {
    const buyer = await newOwner(api);
    const card = await newCard(api, buyer);
    const seller = await newSeller(api);
    const now = new Date("2026-11-21T12:00:00Z");
    const ctx = { ...api.ctx, now: () => now };
    const daily = await newKey(api, buyer, { budget_cents: 1000, budget_period: "day" });
    const weekly = await newKey(api, buyer, { budget_cents: 100, budget_period: "week" });
    const unlimited = await newKey(api, buyer);
    const buy = (key: typeof daily, priceCents: number, at: string, state = "released" as const) =>
      insertPurchase(api, {
        by: buyer,
        apiKeyId: key.key.id,
        paymentMethodId: card,
        from: seller,
        priceCents,
        state,
        at: new Date(at),
      });
    for (const [index, state] of purchaseStates.entries()) {
      await buy(daily, 2 ** index, "2026-11-21T00:00:00Z", state as "released");
    }
    await buy(daily, 500, "2026-11-20T23:59:59.999Z");
    await buy(weekly, 90, "2026-11-16T00:00:00Z");
    await buy(weekly, 60, "2026-11-20T00:00:00Z");
    await buy(weekly, 7, "2026-11-15T23:59:59Z");
    await buy(unlimited, 11, "2020-01-01T00:00:00Z");
    const listed = await listOwnApiKeys(ctx, buyer);
    const spent = listed.map(({ id, spentCents, remainingCents }) => [
      id,
      spentCents,
      remainingCents,
    ]);
    expect(spent).toEqual([
      [unlimited.key.id, 11, null],
      [weekly.key.id, 150, 0],
      [daily.key.id, 1 + 2 + 4 + 8, 1000 - 15],
    ]);
    expect(await listOwnApiKeys(ctx, seller.owner)).toEqual([]);
  });

  test("puts revoked keys last and says which have expired", async () => {
    const owner = await newOwner(api);
    const old = await newKey(api, owner, { name: "old", expires_at: fromNow(1000) });
    const gone = await newKey(api, owner, { name: "gone" });
    await revokeApiKey(api.ctx, owner, gone.key.id);
    await later(dayMs, async () => {
      const listed = await listOwnApiKeys(api.ctx, owner);
      expect(listed.map(({ id, state }) => [id, state])).toEqual([
        [old.key.id, "expired"],
        [gone.key.id, "revoked"],
      ]);
    });
  });
});

async function usedAt(apiKeyId: string): Promise<Date | null> {
  const [row] = await api.db.select().from(apiKeys).where(eq(apiKeys.id, apiKeyId));
  return row?.lastUsedAt ?? null;
}

async function suspend(accountId: string): Promise<void> {
  const suspension = { suspendedAt: api.ctx.now(), suspendedReason: "Fraud" };
  await api.db.update(accounts).set(suspension).where(eq(accounts.id, accountId));
}
