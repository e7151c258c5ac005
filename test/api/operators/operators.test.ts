/**
 * Operators at the HTTP edge: who is one, what it reads about itself, and credentials in addresses.
 */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { accounts } from "../../../db/schema/index.ts";
import { answersOk } from "../../../dev/parts/identity.ts";
import { startProcess, untilReady } from "../../../dev/parts/process.ts";
import { revokeApiKey } from "../../../market/account/revoke-api-key.ts";
import { registerAgent } from "../../support/agents.ts";
import { testApi } from "../../support/api.ts";
import { insertPurchase, newCard, newKey, newOwner, newSeller } from "../../support/operators.ts";
import { createTestDir, testEnv } from "../../support/stack.ts";

const api = await testApi();

const me = (token?: string) => api.send("GET", "/operator/me", { token });

describe("GET /operator/me", () => {
  test("shows any key its scopes, limits, spending and payment methods", async () => {
    const owner = await newOwner(api);
    const card = await newCard(api, owner);
    await api.db
      .update(accounts)
      .set({ defaultPaymentMethodId: card })
      .where(eq(accounts.id, owner.accountId));
    const { key, secret } = await newKey(api, owner, {
      scopes: ["message"],
      budget_cents: 1000,
      budget_period: "month",
      categories: ["text"],
    });
    const from = await newSeller(api);
    const bought = { by: owner, apiKeyId: key.id, paymentMethodId: card, from };
    await insertPurchase(api, { ...bought, priceCents: 300, state: "in_escrow" });
    await insertPurchase(api, { ...bought, priceCents: 600, state: "refunded" });
    const answer = await me(secret);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.body).toEqual({
      account_id: owner.accountId,
      key: {
        id: key.id,
        name: "research",
        prefix: secret.slice(0, 12),
        scopes: ["message"],
        expires_at: null,
        limits: {
          max_per_purchase_cents: null,
          confirm_above_cents: null,
          budget_cents: 1000,
          budget_period: "month",
          categories: ["text"],
        },
      },
      spent_cents: 300,
      reserved_cents: 0,
      remaining_cents: 700,
      currency: "usd",
      mode: "test",
      payment_methods: [
        { id: card, brand: "visa", last4: "4242", exp_month: 12, exp_year: 2034, is_default: true },
      ],
    });
  });

  test("is refused without a key, with an agent's token and with garbage, each with what to do", async () => {
    const agent = await registerAgent(api);
    const cases: [string | undefined, code: string][] = [
      [undefined, "token_missing"],
      [agent.token, "token_kind_wrong"],
      ["garbage", "token_invalid"],
      ["dm_live_garbage", "token_invalid"],
    ];
    for (const [token, code] of cases) {
      const answer = await me(token);
      expect(answer.status).toBe(401);
      expect(answer.body).toMatchObject({ code, resolution: "authenticate" });
      expect(String(answer.body.detail)).toContain(`${api.config.PUBLIC_BASE_URL}/account`);
      expect(answer.headers.get("www-authenticate")).toStartWith("Bearer ");
    }
  });

  test("says of a revoked key that its owner has to act", async () => {
    const owner = await newOwner(api);
    const { key, secret } = await newKey(api, owner);
    await revokeApiKey(api.ctx, owner, key.id);
    const answer = await me(secret);
    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({ code: "token_revoked", resolution: "ask_owner" });
  });

  test("takes no parameter", async () => {
    const { secret } = await newKey(api, await newOwner(api));
    const answer = await api.send("GET", "/operator/me?limit=5", { token: secret });
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe("invalid_request");
  });
});

test("an API key is refused as an agent token, with the reason", async () => {
  const { secret } = await newKey(api, await newOwner(api));
  const answer = await api.send("GET", "/agent/me", { token: secret });
  expect(answer.status).toBe(401);
  expect(String(answer.body.detail)).toContain("operator's API key");
});

describe("a credential in an address", () => {
  const secret = `dm_live_${"Qz7-".repeat(10)}`;
  const value = "c2VjcmV0LXZhbHVl";
  const addresses = [
    `/datasets?api_key=${value}`,
    `/datasets?query=iris&TOKEN=${value}`,
    `/operator/me?access_token=${value}`,
    `/nowhere?key=${value}`,
    `/datasets?query=${secret}`,
    `/datasets?query=${secret.replaceAll("_", "%5F")}`,
    `/datasets?${secret}=1`,
    `/purchases/${secret}`,
    `/purchases/${secret.replace("dm_", "dm%5f")}/confirm`,
    `/approve/${secret}?x=1`,
  ];
  for (const address of addresses) {
    const shown = address.replaceAll(secret, "<key>").replaceAll(value, "<value>");
    test(`${shown} is refused before anything else, and never repeated`, async () => {
      for (const method of ["GET", "POST"]) {
        const answer = await api.send(method, address);
        expect(answer.status).toBe(400);
        expect(answer.body).toMatchObject({ code: "credential_in_url" });
        const told = answer.text + JSON.stringify([...answer.headers]);
        for (const part of ["Qz7-", value]) expect(told).not.toContain(part);
      }
    });
  }

  test("does not keep ordinary addresses from being answered", async () => {
    const ordinary = ["/datasets?query=token+key", "/datasets?query=dm_dead_drop", "/categories"];
    for (const path of ordinary) expect((await api.send("GET", path)).status).toBe(200);
  });

  test("never reaches the log of the API's process", async () => {
    const env = await testEnv({ LOG_LEVEL: "trace" });
    const logFile = join(createTestDir(), "api.log");
    const child = startProcess({
      name: "api",
      command: [process.execPath, join(import.meta.dir, "../../../api/main.ts")],
      env: { ...process.env, ...env },
      logFile,
      stopTimeoutMs: 5000,
    });
    const base = `http://127.0.0.1:${env.API_PORT}`;
    try {
      await untilReady(child, () => answersOk(`${base}/health/live`));
      for (const address of addresses) await fetch(`${base}${address}`);
      await fetch(`${base}/operator/me`, { headers: { authorization: `Bearer ${secret}` } });
    } finally {
      await child.stop();
    }
    const log = readFileSync(logFile, "utf8");
    expect(log.split("\n").filter((line) => line.includes('"status":400'))).toHaveLength(
      addresses.length,
    );
    for (const part of ["Qz7-", value]) expect(log).not.toContain(part);
  });
});
