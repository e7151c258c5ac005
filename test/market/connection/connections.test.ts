/** Connections: how people create, change and end them, and what their tokens may do. */
import { describe, expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { v7 } from "uuid";
import { findConnectionByGrant } from "../../../db/queries/connections/connections.ts";
import {
  accounts,
  agents,
  apiKeys,
  auditLog,
  connections,
  outbox,
} from "../../../db/schema/index.ts";
import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import type { ConnectionScope } from "../../../db/vocabulary/connection.ts";
import { revokeApiKey } from "../../../market/account/revoke-api-key.ts";
import { registerAgent } from "../../../market/agent/register-agent.ts";
import { revokeAgent } from "../../../market/agent/revoke-agent.ts";
import { authenticateConnection } from "../../../market/connection/authenticate-connection.ts";
import { editConnection } from "../../../market/connection/edit-connection.ts";
import { endConnection } from "../../../market/connection/end-connection.ts";
import { openConnection } from "../../../market/connection/open-connection.ts";
import { renewConnection } from "../../../market/connection/renew-connection.ts";
import type { ConnectionTerms } from "../../../market/connection/schemas.ts";
import { testApi } from "../../support/api.ts";
import { auditOf } from "../../support/market.ts";
import { newCard, newOwner, refusalOf } from "../../support/operators.ts";

const dayMs = 86_400_000;
const api = await testApi();
const { ctx } = api;

const client = {
  clientId: "https://assistant.example/client.json",
  clientName: "Research assistant",
  clientHost: "assistant.example",
  isRegisteredDynamically: false,
  scopesAsked: ["read", "purchase", "sell"] satisfies ConnectionScope[],
};
const terms: ConnectionTerms = {
  scopes: ["read", "purchase", "sell"],
  budget_cents: 5000,
  budget_period: "month",
};

const open = (owner: OwnerActor, more: Partial<ConnectionTerms> = {}, grantId: string = v7()) =>
  openConnection(ctx, owner, {
    client,
    terms: { ...terms, ...more },
    makeGrant: async () => grantId,
  });

const noGrant = () => Promise.reject(new Error("a refused consent asks for no grant"));

const mailsOf = (connectionId: string) =>
  api.db
    .select({ payload: outbox.payload })
    .from(outbox)
    .where(sql`${outbox.payload}->>'connection_id' = ${connectionId}`);

describe("a consent", () => {
  test("makes a key with its limits, an approved agent, audit rows and one mail", async () => {
    const owner = await newOwner(api);
    const card = await newCard(api, owner);
    const expiresAt = new Date(Date.now() + 30 * dayMs);
    const limits = {
      payment_method_id: card,
      max_per_purchase_cents: 900,
      confirm_above_cents: 500,
    };
    const connection = await open(owner, { ...limits, expires_at: expiresAt }, "grant-1");
    const found = await findConnectionByGrant(api.db, "grant-1");
    expect(found?.account).toEqual({ id: owner.accountId, suspendedAt: null });
    expect(found?.connection).toMatchObject({ id: connection.id, clientHost: "assistant.example" });
    expect(found?.key).toMatchObject({
      name: "Research assistant",
      scopes: ["purchase", "read"],
      budgetCents: 5000,
      budgetPeriod: "month",
      maxPerPurchaseCents: 900,
      confirmAboveCents: 500,
      paymentMethodId: card,
      expiresAt,
    });
    expect(found?.agent).toMatchObject({
      agentName: "Research assistant",
      state: "verified",
      accountId: owner.accountId,
      ownerEmail: owner.email,
    });
    expect(await auditOf(api, connection.id)).toEqual(["connection.opened"]);
    expect(await auditOf(api, connection.apiKeyId ?? "")).toEqual(["api_key.created"]);
    expect(await auditOf(api, connection.agentId ?? "")).toEqual([
      "agent.registered",
      "agent.verified",
    ]);
    expect(await mailsOf(connection.id)).toEqual([
      { payload: { template: "connection_opened", connection_id: connection.id, position: 1 } },
    ]);
  });

  test("grants nothing that was not asked for, and makes no half that it does not need", async () => {
    const owner = await newOwner(api);
    const connection = await openConnection(ctx, owner, {
      client: { ...client, scopesAsked: ["read"] },
      makeGrant: async () => v7(),
      terms,
    });
    expect(connection.scopes).toEqual(["read"]);
    expect(connection.agentId).toBeNull();
    const seller = await open(owner, { scopes: ["sell"] });
    expect(seller.apiKeyId).toBeNull();
    const nothing = { client: { ...client, scopesAsked: [] }, terms, makeGrant: noGrant };
    expect((await refusalOf(openConnection(ctx, owner, nothing))).code).toBe("invalid_request");
  });

  const refused: [string, Partial<ConnectionTerms>, string][] = [
    ["a budget without its period", { budget_period: null }, "/budget_period"],
    ["an end in the past", { expires_at: new Date(0) }, "/expires_at"],
    ["a card of somebody else", { payment_method_id: "pm_other" }, "/payment_method_id"],
  ];
  for (const [what, more, pointer] of refused) {
    test(`with ${what} is refused at its field, and leaves nothing`, async () => {
      const owner = await newOwner(api);
      const refusal = await refusalOf(open(owner, more));
      expect(refusal.faults.map((fault) => fault.pointer)).toEqual([pointer]);
      const { accountId } = owner;
      expect(await api.db.$count(apiKeys, eq(apiKeys.accountId, accountId))).toBe(0);
      expect(await api.db.$count(agents, eq(agents.accountId, accountId))).toBe(0);
      expect(await api.db.$count(auditLog, eq(auditLog.actorId, accountId))).toBe(0);
    });
  }

  test("with a seller's name that is taken, or without a verified address, leaves nothing", async () => {
    const owner = await newOwner(api);
    await open(owner);
    const refusal = await refusalOf(open(owner, { agent_name: client.clientName }));
    expect(refusal.faults.map(({ pointer }) => pointer)).toEqual(["/agent_name"]);
    expect(await api.db.$count(connections, eq(connections.accountId, owner.accountId))).toBe(1);
    await open(owner, { agent_name: "second seller" });
    const unverified = { ...(await newOwner(api)), emailVerified: false };
    expect((await refusalOf(open(unverified))).faults[0]?.pointer).toBe("/scopes");
  });

  test("of a suspended account is refused", async () => {
    const owner = await newOwner(api);
    const suspension = { suspendedAt: new Date(), suspendedReason: "fraud" };
    await api.db.update(accounts).set(suspension).where(eq(accounts.id, owner.accountId));
    expect((await refusalOf(open(owner))).code).toBe("account_suspended");
  });

  test("creates an agent whose token nobody gets, not even the program that acts as it", async () => {
    const owner = await newOwner(api);
    const { agentId } = await open(owner);
    const body = { owner_email: owner.email, agent_name: "Research assistant" };
    const again = await registerAgent(ctx, body, { address: "203.0.113.9", agentId });
    expect(again).toMatchObject({ state: "pending", accountId: null });
    expect(again.id).not.toBe(agentId ?? "");
  });
});

describe("a token of a connection", () => {
  test("acts by its key and agent until each is revoked, edited or suspended", async () => {
    const owner = await newOwner(api);
    const { id, grantId, apiKeyId, agentId } = await open(owner);
    const acts = async () => {
      const { connection, key, agent } = await authenticateConnection(ctx, grantId);
      return { scopes: connection.scopes.map(String), key: key?.id, agent: agent?.id };
    };
    expect(await acts()).toEqual({
      scopes: ["read", "purchase", "sell"],
      key: apiKeyId ?? "",
      agent: agentId ?? "",
    });
    await editConnection(ctx, owner, id, { scopes: ["read", "sell"] });
    expect((await acts()).scopes).toEqual(["read", "sell"]);
    await revokeApiKey(ctx, owner, apiKeyId ?? "");
    expect(await acts()).toEqual({ scopes: ["sell"], key: undefined, agent: agentId ?? "" });
    await revokeAgent(ctx, owner, agentId ?? "", { withdraw_listings: false });
    expect((await refusalOf(acts())).code).toBe("token_revoked");
    expect(await auditOf(api, id)).toEqual([
      "connection.opened",
      "connection.updated",
      "connection.updated",
      "connection.ended",
    ]);
  });

  test("is refused after the end that its owner set, and of a grant without a connection", async () => {
    const owner = await newOwner(api);
    const { grantId } = await open(owner, { expires_at: new Date(Date.now() + 1000) });
    api.clock.skewMs = 2000;
    try {
      expect((await refusalOf(authenticateConnection(ctx, grantId))).code).toBe("token_expired");
    } finally {
      api.clock.skewMs = 0;
    }
    expect((await refusalOf(authenticateConnection(ctx, "unheard"))).code).toBe("token_invalid");
  });

  test("notes its use at most once a minute", async () => {
    const owner = await newOwner(api);
    const { id, grantId } = await open(owner);
    const lastUsedAt = async () => {
      const [row] = await api.db.select().from(connections).where(eq(connections.id, id));
      return row?.lastUsedAt?.getTime() ?? 0;
    };
    await authenticateConnection(ctx, grantId);
    const first = await lastUsedAt();
    expect(first).toBeGreaterThan(0);
    await authenticateConnection(ctx, grantId);
    expect(await lastUsedAt()).toBe(first);
  });
});

describe("a connection that its owner changes", () => {
  test("gets other limits at once, and no scope that was never granted", async () => {
    const owner = await newOwner(api);
    const { id, grantId } = await open(owner, { scopes: ["read", "purchase"] });
    const expiresAt = new Date(Date.now() + dayMs);
    await editConnection(ctx, owner, id, { budget_cents: 700, expires_at: expiresAt });
    const found = await findConnectionByGrant(api.db, grantId);
    expect(found?.key).toMatchObject({ budgetCents: 700, budgetPeriod: "month", expiresAt });
    expect(found?.connection.expiresAt).toEqual(expiresAt);
    const more = editConnection(ctx, owner, id, { scopes: ["read", "sell"] });
    expect((await refusalOf(more)).code).toBe("invalid_request");
    const stranger = await newOwner(api);
    expect((await refusalOf(editConnection(ctx, stranger, id, {}))).code).toBe(
      "connection_not_found",
    );
  });

  test("that asks to sell again gets another agent next to a revoked one", async () => {
    const owner = await newOwner(api);
    const { id, agentId } = await open(owner);
    await revokeAgent(ctx, owner, agentId ?? "", { withdraw_listings: false });
    await renewConnection(ctx, owner, id, {
      client: { ...client, scopesAsked: ["sell"] },
      makeGrant: async () => v7(),
      terms: { scopes: ["sell"], limits: null },
    });
    const owned = eq(agents.accountId, owner.accountId);
    const rows = await api.db.select().from(agents).where(owned).orderBy(agents.agentName);
    expect(rows.map(({ agentName, state }) => [agentName, state])).toEqual([
      ["Research assistant", "revoked"],
      ["Research assistant no 2", "verified"],
    ]);
  });

  test("is renewed under another grant with the same key, agent and limits when it asks for more", async () => {
    const owner = await newOwner(api);
    const before = await open(
      owner,
      { scopes: ["read"], max_per_purchase_cents: 300 },
      "old-grant",
    );
    const { connection, endedGrantId } = await renewConnection(ctx, owner, before.id, {
      client: { ...client, scopesAsked: ["purchase", "sell"] },
      makeGrant: async () => "new-grant",
      terms: { scopes: ["purchase", "sell"], limits: null },
    });
    expect(endedGrantId).toBe("old-grant");
    expect(connection).toMatchObject({ id: before.id, apiKeyId: before.apiKeyId });
    expect(connection.scopes).toEqual(["read", "purchase", "sell"]);
    const found = await findConnectionByGrant(api.db, "new-grant");
    expect(found?.key).toMatchObject({ scopes: ["purchase", "read"], maxPerPurchaseCents: 300 });
    expect(found?.agent?.state).toBe("verified");
    expect(await findConnectionByGrant(api.db, "old-grant")).toBeNull();
    expect(await mailsOf(before.id)).toHaveLength(2);
  });
});

describe("the end of a connection", () => {
  test("ends its key and agent for good, once, and also for a suspended account", async () => {
    const owner = await newOwner(api);
    const { id, grantId, apiKeyId, agentId } = await open(owner);
    const suspension = { suspendedAt: new Date(), suspendedReason: "fraud" };
    await api.db.update(accounts).set(suspension).where(eq(accounts.id, owner.accountId));
    const stranger = await newOwner(api);
    const options = { withdraw_listings: false };
    const byStranger = endConnection(ctx, stranger, id, options);
    expect((await refusalOf(byStranger)).code).toBe("connection_not_found");
    await endConnection(ctx, owner, id, options);
    await endConnection(ctx, owner, id, options);
    expect(await auditOf(api, id)).toEqual(["connection.opened", "connection.ended"]);
    expect(await auditOf(api, apiKeyId ?? "")).toEqual(["api_key.created", "api_key.revoked"]);
    expect(await auditOf(api, agentId ?? "")).toEqual([
      "agent.registered",
      "agent.verified",
      "agent.revoked",
    ]);
    expect((await refusalOf(authenticateConnection(ctx, grantId))).code).toBe("token_revoked");
  });
});
