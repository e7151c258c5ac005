import { describe, expect, test } from "bun:test";
import { and, eq, sql } from "drizzle-orm";
import { agents, auditLog, events, listings } from "../../../db/schema/index.ts";
import { suspendAccount } from "../../../market/administration/suspend-account.ts";
import { revokeAgent } from "../../../market/agent/revoke-agent.ts";
import { adminEmail, administrator } from "../../support/administrators.ts";
import { ownerToken, sellerAgent } from "../../support/agents.ts";
import type { Json } from "../../support/api.ts";
import { bid, newAuction, newBidder } from "../../support/auctions.ts";
import { attachFile, createDraft, endJob, publishedListing } from "../../support/listings.ts";
import { newBuyer, paidListing, purchaseOf, testMarket } from "../../support/market.ts";
import { eventually } from "../../support/stack.ts";

const market = await testMarket({ ADMIN_EMAILS: adminEmail });
const { api } = market;
const admin = await administrator(api);

/** A seller, with the owner's own token. */
async function newSeller() {
  const agent = await sellerAgent(api);
  return { ...agent, person: await ownerToken(api, agent.email) };
}

type Seller = Awaited<ReturnType<typeof newSeller>>;

const rename = ({ agentId, person }: Seller, name: string) =>
  api.send("PATCH", `/agents/${agentId}`, { token: person, body: { agent_name: name } });
const rotate = ({ agentId, person }: Seller) =>
  api.send("POST", `/agents/${agentId}/rotate-token`, { token: person });
const remove = ({ agentId, person }: Pick<Seller, "agentId" | "person">) =>
  api.send("DELETE", `/agents/${agentId}`, { token: person });
const register = (email: string, name: string | undefined, token?: string) =>
  api.send("POST", "/agent/register", {
    body: { owner_email: email, ...(name === undefined ? {} : { agent_name: name }) },
    ...(token === undefined ? {} : { token }),
  });

const auditOf = async (subjectId: string, action: string) =>
  api.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, subjectId), eq(auditLog.action, action)));

/** Statements of this database that wait for a lock. */
async function countWaiting(): Promise<number> {
  const [row] = await api.db.execute<{ waiting: number }>(sql`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
  return row?.waiting ?? 0;
}

test("a rename that waits for a buyer's listing does not hold up the buyer", async () => {
  const seller = await newSeller();
  const listingId = await publishedListing(api, seller.token);
  const renamed = await api.db.transaction(async (tx) => {
    await tx.select().from(listings).where(eq(listings.id, listingId)).for("no key update");
    const renaming = rename(seller, "another name");
    await eventually(async () => (await countWaiting()) === 1);
    // As the foreign key of a new purchase does.
    await tx.execute(sql`set local lock_timeout = '2s'`);
    await tx.execute(sql`select from agents where id = ${seller.agentId} for key share`);
    return { renaming };
  });
  expect((await renamed.renaming).status).toBe(200);
});

describe("only the person", () => {
  test("does any of it: not the agent, not a buyer's key, and no other person", async () => {
    const { agentId, token } = await newSeller();
    const stranger = await newSeller();
    const calls = [
      ["GET", ""],
      ["PATCH", "", { agent_name: "mine" }],
      ["POST", "/rotate-token"],
      ["DELETE", ""],
    ] as const;
    for (const [method, suffix, body] of calls) {
      const path = `/agents/${agentId}${suffix}`;
      const by = async (bearer: string) =>
        (await api.send(method, path, { token: bearer, ...(body && { body }) })).body.code;
      expect(await by(token)).toBe("not_the_owner");
      expect(await by(market.buyer.token)).toBe("not_the_owner");
      expect(await by(stranger.person)).toBe("agent_not_found");
    }
    expect((await api.send("GET", "/agent/me", { token })).body.id).toBe(agentId);
  });

  test("may do nothing of it while the account is suspended, but look", async () => {
    const seller = await newSeller();
    await suspendAccount(api.ctx, admin, seller.owner.accountId, { reason: "Under inspection." });
    const acts = [await rename(seller, "other"), await rotate(seller), await remove(seller)];
    for (const { body } of acts) expect(body.code).toBe("account_suspended");
    const { person } = seller;
    expect((await api.send("GET", "/agents", { token: person })).status).toBe(200);
  });
});

describe("another name", () => {
  test("is seen by buyers, and leaves token, listings and the way to register as they were", async () => {
    const seller = await newSeller();
    const id = await publishedListing(api, seller.token);
    const first = (await api.send("GET", "/agent/me", { token: seller.token })).body.agent_name;
    expect((await rename(seller, "Wetter-Dienst")).body).toMatchObject({
      agent_name: "Wetter-Dienst",
      listings: { active: 1 },
    });
    await eventually(async () => {
      const { body } = await api.send("GET", `/datasets/${id}`);
      return (body.seller as Json).name === "Wetter-Dienst";
    });
    const again = await register(seller.email, String(first), seller.token);
    expect(again.body).toMatchObject({ token: seller.token, agent_name: "Wetter-Dienst" });
    const byNewName = await register(seller.email, "Wetter-Dienst", seller.token);
    expect(byNewName.body).toMatchObject({ token: seller.token, id: again.body.id });
    const rows = await api.db.$count(agents, eq(agents.ownerEmail, seller.email));
    expect(rows).toBe(1);
    const [audit] = await auditOf(seller.agentId, "agent.renamed");
    expect(audit?.detail).toEqual({ from: first, to: "Wetter-Dienst" });
  });

  test("stays through a new registration, which waits for a new approval", async () => {
    const seller = await newSeller();
    await rename(seller, "kept");
    const first = await api.db.select().from(agents).where(eq(agents.id, seller.agentId));
    await api.db.execute(
      sql`update agents set token_expires_at = now() - interval '1 second'
          where id = ${seller.agentId}`,
    );
    const answer = await register(seller.email, String(first[0]?.registeredName), seller.token);
    expect(answer.body).toMatchObject({ agent_name: "kept", verification_pending: true });
  });

  test("is refused where another agent of the owner has it or had it, or where it is no name", async () => {
    const seller = await newSeller();
    await register(seller.email, "second");
    const codes = async (name: string) => {
      const { status, body } = await rename(seller, name);
      return [status, (body.errors as { pointer: string; code: string }[])[0]?.pointer];
    };
    for (const name of ["second", "shop.com", "", "x".repeat(61)]) {
      expect(await codes(name)).toEqual([400, "/agent_name"]);
    }
    expect((await rename(seller, "first")).status).toBe(200);
    const other = await newSeller();
    expect((await rename(other, "first")).status).toBe(200);
    expect((await rename(seller, "first")).status).toBe(200);
    expect(await auditOf(seller.agentId, "agent.renamed")).toHaveLength(1);
  });

  test("goes to one of all that want it at once", async () => {
    const seller = await newSeller();
    const { email, person } = seller;
    const ids: string[] = [seller.agentId];
    for (const name of ["b", "c", "d"]) {
      const { body } = await register(email, name);
      const token = String(body.token);
      await api.send("POST", "/agent/verify", { token: person, body: { token } });
      ids.push(String(body.id));
    }
    for (let round = 0; round < 4; round += 1) {
      const wanted = `wanted-${round}`;
      const [registered, ...renamed] = await Promise.all([
        register(email, wanted),
        ...ids.map((agentId) => rename({ ...seller, agentId }, wanted)),
      ]);
      expect(registered.status).toBe(201);
      for (const { status } of renamed) expect([200, 400]).toContain(status);
      const named = await api.db
        .select()
        .from(agents)
        .where(and(eq(agents.ownerEmail, email), eq(agents.agentName, wanted)));
      expect(named).toHaveLength(1);
    }
  });
});

describe("another token", () => {
  test("ends the previous token and starts a new lifetime, even after expiry", async () => {
    const seller = await newSeller();
    await api.db.execute(
      sql`update agents set token_expires_at = now() - interval '1 second'
          where id = ${seller.agentId}`,
    );
    const made = await rotate(seller);
    expect(made.status).toBe(200);
    const me = await api.send("GET", "/agent/me", { token: String(made.body.token) });
    expect(me.body).toMatchObject({ id: seller.agentId, verified: true });
    const days = (Date.parse(String(made.body.expires_at)) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(api.config.AGENT_TOKEN_TTL_DAYS);
    expect((await api.send("GET", "/agent/me", { token: seller.token })).body.code).toBe(
      "token_revoked",
    );
    expect((await register(seller.email, undefined)).body.id).not.toBe(seller.agentId);
  });

  test("concurrent calls each get one, and only the latest is valid", async () => {
    const seller = await newSeller();
    const made = await Promise.all([1, 2, 3, 4, 5].map(() => rotate(seller)));
    const tokens = made.map(({ body }) => String(body.token));
    expect(new Set(tokens).size).toBe(5);
    const answers = await Promise.all(
      tokens.map((token) => api.send("GET", "/agent/me", { token })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await auditOf(seller.agentId, "agent.token_rotated")).toHaveLength(5);
  });

  test("is not made for an agent that was revoked", async () => {
    const seller = await newSeller();
    await revokeAgent(api.ctx, seller.owner, seller.agentId, { withdraw_listings: false });
    expect((await rotate(seller)).body.code).toBe("agent_has_no_token");
  });
});

describe("a deleted agent", () => {
  test("leaves nothing on sale and no draft; audit and event go with it, once", async () => {
    const seller = await newSeller();
    const { agentId, token, person, email } = seller;
    const [onSale, draft] = [await publishedListing(api, token), await createDraft(api, token)];
    const path = await attachFile(api, token, draft, "a,b\n1,2\n");
    expect((await remove(seller)).body).toEqual({ id: agentId, deleted: true });
    expect((await api.send("GET", "/agent/me", { token })).body.code).toBe("token_revoked");
    await eventually(async () => (await api.send("GET", `/datasets/${onSale}`)).status === 404);
    await expect(endJob(api, path)).rejects.toThrow("dropped");
    const rows = await api.db.select().from(listings).where(eq(listings.agentId, agentId));
    const states = rows.map(({ id, status, title, deletedAt }) => [id, status, title, !!deletedAt]);
    expect(Object.fromEntries(states.map(([id, ...rest]) => [id, rest]))).toEqual({
      [onSale]: ["withdrawn", "Iris flowers", false],
      [draft]: ["withdrawn", "", true],
    });
    expect((await remove(seller)).body).toEqual({ id: agentId, deleted: true });
    expect(await auditOf(agentId, "agent.deleted")).toMatchObject([
      { actorKind: "owner", detail: { withdrawn: 1, drafts_deleted: 1 } },
    ]);
    expect(await auditOf(onSale, "listing.withdrawn")).toHaveLength(1);
    const told = await api.db
      .select()
      .from(events)
      .where(and(eq(events.subjectId, agentId), eq(events.type, "agent.deleted")));
    expect(told.map(({ principalKind }) => principalKind).sort()).toEqual(["account", "agent"]);
    const list = await api.send("GET", "/agents", { token: person });
    expect(list.body.items).toEqual([]);
    expect((await rename(seller, "again")).body.code).toBe("agent_not_found");
    expect((await register(email, undefined, token)).body.code).toBe("agent_refused");
    expect(await api.db.$count(agents, eq(agents.ownerEmail, email))).toBe(1);
  });

  test("has no open business; otherwise the refusal lists it and nothing changes", async () => {
    const seller = await newSeller();
    const { agentId, token } = seller;
    const own = { ...market, seller };
    const id = await paidListing(own);
    const open = [
      { kind: "purchase", state: "in_escrow" },
      { kind: "purchase", state: "disputed" },
      { kind: "purchase", state: "payment_pending" },
    ] as const;
    const purchases: string[] = [];
    for (const { state } of open) {
      purchases.push(await purchaseOf({ ...own, buyer: await newBuyer(api) }, id, state));
    }
    const released = await purchaseOf(own, id, "released");
    const auction = await newAuction(api, { agentId });
    await newAuction(api, { agentId });
    expect((await bid(api, await newBidder(api), auction, 2_000)).status).toBe(201);
    const answer = await remove(seller);
    expect([answer.status, answer.body.code]).toEqual([409, "agent_has_open_business"]);
    expect(answer.body.open).toEqual([
      { kind: "auction", id: auction, dataset_id: auction, state: "has_bids" },
      ...open.map((one, at) => ({ ...one, id: String(purchases[at]), dataset_id: id })),
    ]);
    expect(answer.text).not.toContain(released);
    expect((await api.send("GET", `/listings/${id}`, { token })).body.status).toBe("active");
    expect(await auditOf(agentId, "agent.deleted")).toEqual([]);
  });
});
