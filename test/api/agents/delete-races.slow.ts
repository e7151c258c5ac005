/**
 * Agents are deleted while others bid, buy and publish, and while the deleting process is killed.
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { and, eq, inArray } from "drizzle-orm";
import { agents, auditLog, events, listings, purchases } from "../../../db/schema/index.ts";
import { MarketError } from "../../../market/errors.ts";
import { deleteAgent } from "../../../market/leaving/delete-agent.ts";
import { type SellerAgent, sellerAgent } from "../../support/agents.ts";
import { bid, newAuction, newBidder } from "../../support/auctions.ts";
import { attachFile, createDraft, endJob } from "../../support/listings.ts";
import { buy, newPayingBuyer, offer, testMoney } from "../../support/money.ts";
import { eventually } from "../../support/stack.ts";

setDefaultTimeout(60_000);

const { api, provider } = await testMoney({ webhooks: false });
const rounds = 8;

async function remove({ owner, agentId }: SellerAgent): Promise<boolean> {
  try {
    return (await deleteAgent(api.ctx, owner, agentId)).deleted;
  } catch (error) {
    if (error instanceof MarketError && error.code === "agent_has_open_business") return false;
    throw error;
  }
}

const statusesOf = async (agentId: string) =>
  (await api.db.select().from(listings).where(eq(listings.agentId, agentId))).map(
    ({ status }) => status,
  );

test("a bid that comes at the same time is refused, or keeps the agent", async () => {
  const bidder = await newBidder(api);
  for (let round = 0; round < rounds; round += 1) {
    const seller = await sellerAgent(api);
    const id = await newAuction(api, seller);
    const [placed, wasDeleted] = await Promise.all([bid(api, bidder, id, 2_000), remove(seller)]);
    expect([placed.status, wasDeleted]).toEqual(wasDeleted ? [400, true] : [201, false]);
    expect(await statusesOf(seller.agentId)).toEqual([wasDeleted ? "withdrawn" : "active"]);
  }
});

test("a buy that comes at the same time is refused, or keeps the agent", async () => {
  const buyer = await newPayingBuyer(api, provider);
  for (let round = 0; round < rounds; round += 1) {
    const seller = await sellerAgent(api);
    const id = await offer(api, seller);
    const [bought, wasDeleted] = await Promise.all([buy(api, buyer, id), remove(seller)]);
    const rows = await api.db.$count(purchases, eq(purchases.listingId, id));
    if (wasDeleted)
      expect([bought.status < 500, bought.status >= 400, rows]).toEqual([true, true, 0]);
    else expect([bought.status, rows]).toEqual([201, 1]);
  }
});

test("a publication that comes at the same time leaves nothing on sale", async () => {
  for (let round = 0; round < rounds; round += 1) {
    const seller = await sellerAgent(api);
    const { token, agentId } = seller;
    const id = await createDraft(api, token);
    await endJob(api, await attachFile(api, token, id));
    const [, wasDeleted] = await Promise.all([
      api.send("POST", `/listings/${id}/publish`, { token }),
      remove(seller),
    ]);
    expect([wasDeleted, await statusesOf(agentId)]).toEqual([true, ["withdrawn"]]);
  }
});

const program = join(import.meta.dir, "../../support/programs/agent-deleter.ts");

function startDeleting({ owner, agentId }: SellerAgent) {
  const args = [api.databaseUrl, owner.accountId, owner.email, agentId];
  return Bun.spawn([process.execPath, program, ...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
    stdout: "ignore",
    stderr: "inherit",
  });
}

/** What a deletion leaves: the agent, listings, audit rows and events, each once or not at all. */
async function traces(agentId: string, listingIds: string[]) {
  const [agent] = await api.db.select().from(agents).where(eq(agents.id, agentId));
  const audits = await api.db.$count(
    auditLog,
    and(
      inArray(auditLog.subjectId, [agentId, ...listingIds]),
      inArray(auditLog.action, ["agent.deleted", "listing.withdrawn", "listing.deleted"]),
    ),
  );
  const told = await api.db.$count(events, eq(events.type, "agent.deleted"));
  return { isDeleted: agent?.deletedAt != null, state: agent?.state, audits, told };
}

test("a process killed halfway has changed nothing, and the act can be repeated", async () => {
  const seller = await sellerAgent(api);
  const { agentId, token } = seller;
  const ids = [await offer(api, seller), await offer(api, seller), await createDraft(api, token)];
  const before = await traces(agentId, ids);
  const draftId = String(ids[2]);
  await api.db.transaction(async (tx) => {
    // The draft is locked, so that the deletion stops after the withdrawals and before the rest.
    await tx.select().from(listings).where(eq(listings.id, draftId)).for("update");
    const child = startDeleting(seller);
    await eventually(async () => (await waitingForLocks()) > 0, { timeoutMs: 20_000 });
    child.kill("SIGKILL");
    await child.exited;
  });
  await eventually(async () => (await waitingForLocks()) === 0);
  expect(await traces(agentId, ids)).toEqual(before);
  expect((await statusesOf(agentId)).sort()).toEqual(["active", "active", "draft"]);

  expect(await startDeleting(seller).exited).toBe(0);
  expect(await traces(agentId, ids)).toEqual({
    isDeleted: true,
    state: "revoked",
    audits: 4,
    told: before.told + 2,
  });
  expect(await statusesOf(agentId)).toEqual(["withdrawn", "withdrawn", "withdrawn"]);
});

async function waitingForLocks(): Promise<number> {
  const rows = await api.db.execute(
    "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows.length;
}
