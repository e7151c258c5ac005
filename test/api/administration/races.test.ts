/**
 * Suspensions and revocations concurrent with the operations they stop: nothing slips through,
 * whichever comes first.
 */
import { describe, expect, test } from "bun:test";
import { and, eq, sql } from "drizzle-orm";
import { lockCard } from "../../../db/queries/accounts/payment-methods.ts";
import { lockOwnListing } from "../../../db/queries/listings/listings.ts";
import { lockPurchase } from "../../../db/queries/purchases/purchases.ts";
import { accounts, agents, auditLog, listings, purchases } from "../../../db/schema/index.ts";
import type { OperatorActor } from "../../../db/vocabulary/actor.ts";
import { restoreAccount } from "../../../market/administration/restore-account.ts";
import { restoreAgent } from "../../../market/administration/restore-agent.ts";
import { restoreListing } from "../../../market/administration/restore-listing.ts";
import { suspendAccount } from "../../../market/administration/suspend-account.ts";
import { suspendAgent } from "../../../market/administration/suspend-agent.ts";
import { suspendListing } from "../../../market/administration/suspend-listing.ts";
import { decideAgent } from "../../../market/agent/decide-agent.ts";
import { revokeAgent } from "../../../market/agent/revoke-agent.ts";
import { MarketError } from "../../../market/errors.ts";
import { openPurchase } from "../../../market/purchase/open-purchase.ts";
import { adminEmail, administrator } from "../../support/administrators.ts";
import { type SellerAgent, sellerAgent } from "../../support/agents.ts";
import { testApi } from "../../support/api.ts";
import {
  attachFile,
  createDraft,
  endJob,
  exampleCsv,
  publishedListing,
} from "../../support/listings.ts";
import { insertPurchase, newCard, newKey, newOwner, refusalOf } from "../../support/operators.ts";
import { eventually } from "../../support/stack.ts";

const rounds = 4;
const suspension = { reason: "Under inspection." };

const api = await testApi({ ADMIN_EMAILS: adminEmail });
const admin = await administrator(api);
const seller = await sellerAgent(api);

async function stateOf(listingId: string): Promise<[status: string, by: string | null]> {
  const [row] = await api.db.select().from(listings).where(eq(listings.id, listingId));
  return [row?.status ?? "gone", row?.suspendedBy ?? null];
}

async function readyDraft({ token }: SellerAgent): Promise<string> {
  const id = await createDraft(api, token);
  await endJob(api, await attachFile(api, token, id));
  return id;
}

/** Runs the calls concurrently. A refusal gives its code; any other failure ends the test. */
async function atOnce(...calls: Promise<unknown>[]): Promise<string[]> {
  const outcomes = await Promise.allSettled(calls);
  return outcomes.map((outcome) => {
    if (outcome.status === "fulfilled") return "done";
    if (outcome.reason instanceof MarketError) return outcome.reason.code;
    throw outcome.reason;
  });
}

async function answered(method: string, path: string, token: string): Promise<number> {
  const { status } = await api.send(method, path, { token });
  if (status >= 500) throw new Error(`${method} ${path} answered ${status}`);
  return status;
}

describe("a suspended agent at the moment it publishes", () => {
  test("has nothing on sale afterwards", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const id = await readyDraft(seller);
      await atOnce(
        answered("POST", `/listings/${id}/publish`, seller.token),
        suspendAgent(api.ctx, admin, seller.agentId, suspension),
      );
      const state = await stateOf(id);
      expect([
        ["draft", null],
        ["suspended", "agent"],
      ]).toContainEqual(state);
      await restoreAgent(api.ctx, admin, seller.agentId);
      expect((await stateOf(id))[0]).toBe(state[0] === "draft" ? "draft" : "active");
    }
  });

  test("and revoked with its listings: nothing is on sale afterwards", async () => {
    for (let round = 0; round < 4; round += 1) {
      const agent = await sellerAgent(api);
      const id = await readyDraft(agent);
      await atOnce(
        answered("POST", `/listings/${id}/publish`, agent.token),
        revokeAgent(api.ctx, agent.owner, agent.agentId, { withdraw_listings: true }),
      );
      expect(["draft", "withdrawn"]).toContain((await stateOf(id))[0]);
    }
  });
});

describe("a listing that is suspended", () => {
  test("while its new version is published stays suspended", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const id = await publishedListing(api, seller.token);
      await api.send("POST", `/listings/${id}/versions`, { token: seller.token });
      await endJob(api, await attachFile(api, seller.token, id, `${exampleCsv}4.9,setosa\n`));
      await atOnce(
        answered("POST", `/listings/${id}/publish`, seller.token),
        suspendListing(api.ctx, admin, id, suspension),
      );
      expect(await stateOf(id)).toEqual(["suspended", "listing"]);
    }
  });

  test("while it is withdrawn ends up withdrawn", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const id = await publishedListing(api, seller.token);
      const [, outcome] = await atOnce(
        answered("POST", `/listings/${id}/withdraw`, seller.token),
        suspendListing(api.ctx, admin, id, suspension),
      );
      expect(["done", "listing_not_active"]).toContain(String(outcome));
      expect(await stateOf(id)).toEqual(["withdrawn", null]);
    }
  });

  test("by eight at once is suspended once, with one audit row", async () => {
    const id = await publishedListing(api, seller.token);
    const calls = Array.from({ length: 8 }, () => suspendListing(api.ctx, admin, id, suspension));
    const results = await Promise.all(calls);
    expect(results.filter(({ changed }) => changed)).toHaveLength(1);
    const rows = await api.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.subjectId, id), eq(auditLog.action, "listing.suspended")));
    expect(rows).toHaveLength(1);
  });

  test("and restored while its agent is suspended goes over to the agent", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const id = await publishedListing(api, seller.token);
      await suspendListing(api.ctx, admin, id, suspension);
      await atOnce(
        restoreListing(api.ctx, admin, id),
        suspendAgent(api.ctx, admin, seller.agentId, suspension),
      );
      expect(await stateOf(id)).toEqual(["suspended", "agent"]);
      await restoreAgent(api.ctx, admin, seller.agentId);
      expect(await stateOf(id)).toEqual(["active", null]);
    }
  });

  test("is bought before, or refused: never after", async () => {
    const buyer = await newOwner(api);
    const { key } = await newKey(api, buyer);
    const operator: OperatorActor = {
      kind: "operator",
      accountId: buyer.accountId,
      apiKeyId: key.id,
    };
    // The listings of all rounds hold the same file.
    const body = { payment_method_id: await newCard(api, buyer), allow_duplicate: true };
    for (let round = 0; round < rounds; round += 1) {
      const id = await publishedListing(api, seller.token, { price_cents: 900 });
      const buy = () => openPurchase(api.ctx, operator, id, body);
      const [outcome] = await atOnce(buy(), suspendListing(api.ctx, admin, id, suspension));
      expect(["done", "dataset_not_available"]).toContain(String(outcome));
      const made = await api.db.select().from(purchases).where(eq(purchases.listingId, id));
      expect(made).toHaveLength(outcome === "done" ? 1 : 0);
      expect((await refusalOf(buy())).code).toBe("dataset_not_available");
    }
  });
});

/** The number of statements in the API's database that wait for a lock. */
async function countWaiting(): Promise<number> {
  const [row] = await api.db.execute<{ waiting: number }>(sql`select count(*)::int as waiting
    from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
  return row?.waiting ?? 0;
}

describe("a file that is bought", () => {
  const acts: [name: string, act: (of: SellerAgent) => Promise<unknown>][] = [
    ["agent is suspended", ({ agentId }) => suspendAgent(api.ctx, admin, agentId, suspension)],
    [
      "agent is revoked with its listings",
      ({ owner, agentId }) => revokeAgent(api.ctx, owner, agentId, { withdraw_listings: true }),
    ],
    [
      "account is suspended",
      ({ owner }) => suspendAccount(api.ctx, admin, owner.accountId, suspension),
    ],
  ];
  for (const [name, act] of acts) {
    test(`while its seller's ${name} holds nothing up for good: both are done`, async () => {
      const agent = await sellerAgent(api);
      const listingId = await publishedListing(api, agent.token, { price_cents: 900 });
      const buyer = await newOwner(api);
      const { key } = await newKey(api, buyer);
      const { accountId } = buyer;
      const operator: OperatorActor = { kind: "operator", accountId, apiKeyId: key.id };
      const cardId = await newCard(api, buyer);
      // The buy holds the listing and waits for its card; the other operation then waits for the
      // listing.
      const held = Promise.withResolvers<void>();
      const goOn = Promise.withResolvers<void>();
      const holding = api.db.transaction(async (tx) => {
        await lockCard(tx, accountId, cardId);
        held.resolve();
        await goOn.promise;
      });
      await held.promise;
      const body = { payment_method_id: cardId };
      const buying = openPurchase(api.ctx, operator, listingId, body);
      await eventually(async () => (await countWaiting()) === 1);
      const acting = act(agent);
      await eventually(async () => (await countWaiting()) === 2);
      goOn.resolve();
      await holding;
      expect(await atOnce(buying, acting)).toEqual(["done", "done"]);
    });
  }
});

describe("an account that is suspended", () => {
  test("while it approves an agent has no agent that may sell", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const owner = await newOwner(api);
      const registered = await api.send("POST", "/agent/register", {
        body: { owner_email: owner.email, agent_name: `round ${round}` },
      });
      const token = String(registered.body.token);
      const [outcome] = await atOnce(
        decideAgent(api.ctx, owner, String(registered.body.id), "approve"),
        suspendAccount(api.ctx, admin, owner.accountId, suspension),
      );
      const expected = outcome === "done" ? "agent_suspended" : "agent_not_verified";
      expect((await api.send("GET", "/listings", { token })).body.code).toBe(expected);
    }
  });

  test("is restored while a delivery of its file is refused: both are done", async () => {
    const { owner, token, agentId } = await sellerAgent(api);
    const listingId = await publishedListing(api, token, { price_cents: 900 });
    const by = await newOwner(api);
    const purchaseId = await insertPurchase(api, {
      by,
      apiKeyId: (await newKey(api, by)).key.id,
      paymentMethodId: await newCard(api, by),
      from: { owner, agentId, listingId },
      priceCents: 900,
      state: "released",
    });
    await suspendAccount(api.ctx, admin, owner.accountId, suspension);
    // Same lock order as a delivery that finds the file gone: the purchase first, then its listing.
    const { restoring } = await api.db.transaction(async (tx) => {
      await lockPurchase(tx, purchaseId);
      const call = restoreAccount(api.ctx, admin, owner.accountId);
      await eventually(async () => (await countWaiting()) === 1);
      await lockOwnListing(tx, { listingId, agentId });
      return { restoring: call };
    });
    expect(await restoring).toMatchObject({ changed: true, listings: 1 });
    expect(await stateOf(listingId)).toEqual(["active", null]);
  });

  test("by a storm of acts on it and its parts ends with no listing on sale against one of them", async () => {
    const { owner, token, agentId } = await sellerAgent(api);
    const ids = [await publishedListing(api, token), await publishedListing(api, token)];
    const acts = [
      () => suspendAccount(api.ctx, admin, owner.accountId, suspension),
      () => restoreAccount(api.ctx, admin, owner.accountId),
      () => suspendAgent(api.ctx, admin, agentId, suspension),
      () => restoreAgent(api.ctx, admin, agentId),
      ...ids.flatMap((id) => [
        () => suspendListing(api.ctx, admin, id, suspension),
        () => restoreListing(api.ctx, admin, id),
      ]),
    ];
    for (let round = 0; round < rounds; round += 1) {
      await atOnce(...[...acts, ...acts].map((act) => act()));
      const rows = await api.db
        .select({ listing: listings, agent: agents, account: accounts })
        .from(listings)
        .innerJoin(agents, eq(agents.id, listings.agentId))
        .innerJoin(accounts, eq(accounts.id, agents.accountId))
        .where(eq(agents.id, agentId));
      for (const { listing, agent, account } of rows) {
        const isAccountOff = account.suspendedAt !== null;
        expect(agent.suspendedBy === null && isAccountOff).toBe(false);
        if (agent.suspendedBy === "account") expect(isAccountOff).toBe(true);
        const byAgent = agent.suspendedBy;
        const allowed = byAgent === null ? [null, "listing"] : [byAgent, "listing"];
        expect(allowed).toContain(listing.suspendedBy);
      }
    }
  });
});
