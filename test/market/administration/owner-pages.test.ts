/** What owners see of their agents and listings, and how they revoke an agent. */
import { describe, expect, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import { auditLog } from "../../../db/schema/index.ts";
import { suspendAgent } from "../../../market/administration/suspend-agent.ts";
import { decideAgent } from "../../../market/agent/decide-agent.ts";
import { listOwnAgents } from "../../../market/agent/read.ts";
import { revokeAgent } from "../../../market/agent/revoke-agent.ts";
import { listOwnerListings } from "../../../market/listing/read.ts";
import { adminEmail, administrator, signedIn } from "../../support/administrators.ts";
import { registerAgent, sellerAgent } from "../../support/agents.ts";
import { type Json, testApi } from "../../support/api.ts";
import { bid, newAuction, newBidder } from "../../support/auctions.ts";
import { attachFile, createDraft, endJob, publishedListing } from "../../support/listings.ts";
import { newOwner, refusalOf } from "../../support/operators.ts";
import { eventually } from "../../support/stack.ts";

const page = { limit: 20, offset: 0 };
const unknownId = "0192f0c1-2f5e-7c3a-9d1b-5a4c3e2f1a0b";

const api = await testApi({ ADMIN_EMAILS: adminEmail });
const admin = await administrator(api);

const register = async (email: string, name: string): Promise<{ id: string; token: string }> => {
  const body = { owner_email: email, agent_name: name };
  const answer = await api.send("POST", "/agent/register", { body });
  return { id: String(answer.body.id), token: String(answer.body.token) };
};

function audits(subjectId: string, action: string) {
  return api.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, subjectId), eq(auditLog.action, action)));
}

const statusOf = async (id: string, token: string) =>
  (await api.send("GET", `/listings/${id}`, { token })).body.status;

describe("an agent that its owner revokes", () => {
  const keep = { withdraw_listings: false };
  const withdraw = { withdraw_listings: true };

  test("is answered 401 token_revoked and registers no more; its listings stay, shown as unverified", async () => {
    const { token, agentId, owner } = await sellerAgent(api);
    const id = await publishedListing(api, token);
    const seller = async () => (await api.send("GET", `/datasets/${id}`)).body.seller as Json;
    expect((await seller()).verified).toBe(true);
    expect(await revokeAgent(api.ctx, owner, agentId, keep)).toEqual({ withdrawn: 0 });
    for (const path of ["/agent/me", "/listings"]) {
      const answer = await api.send("GET", path, { token });
      expect([answer.status, answer.body.code]).toEqual([401, "token_revoked"]);
    }
    const body = { owner_email: owner.email };
    const again = await api.send("POST", "/agent/register", { token, body });
    expect(again.body.code).toBe("agent_refused");
    await eventually(async () => (await seller()).verified === false);
    expect(await audits(agentId, "agent.revoked")).toMatchObject([
      { actorKind: "owner", actorId: owner.accountId, detail: { withdrawn: 0 } },
    ]);
  });

  test("takes its listings along where that is wished, suspended ones and open versions too", async () => {
    const { token, agentId, owner } = await sellerAgent(api);
    const [one, two] = [await publishedListing(api, token), await publishedListing(api, token)];
    const draft = await createDraft(api, token);
    await api.send("POST", `/listings/${two}/versions`, { token });
    const path = await attachFile(api, token, two, "a,b\n1,2\n");
    await suspendAgent(api.ctx, admin, agentId, { reason: "Under inspection." });
    expect(await revokeAgent(api.ctx, owner, agentId, withdraw)).toEqual({ withdrawn: 2 });
    const { items } = await listOwnerListings(api.ctx, owner, page);
    const states = Object.fromEntries(items.map((item) => [item.id, item.status]));
    expect(states).toEqual({ [one]: "withdrawn", [two]: "withdrawn", [draft]: "draft" });
    await expect(endJob(api, path)).rejects.toThrow("dropped");
  });

  test("a second time changes nothing, but can still withdraw remaining listings", async () => {
    const { token, agentId, owner } = await sellerAgent(api);
    const id = await publishedListing(api, token);
    await revokeAgent(api.ctx, owner, agentId, keep);
    expect(await revokeAgent(api.ctx, owner, agentId, keep)).toEqual({ withdrawn: 0 });
    expect(await audits(agentId, "agent.revoked")).toHaveLength(1);
    expect(await revokeAgent(api.ctx, owner, agentId, withdraw)).toEqual({ withdrawn: 1 });
    expect(await revokeAgent(api.ctx, owner, agentId, withdraw)).toEqual({ withdrawn: 0 });
    await eventually(async () => (await api.send("GET", `/datasets/${id}`)).status === 404);
  });

  test("leaves an auction that has bids to its end; one without bids goes with the rest", async () => {
    const { agentId, owner } = await sellerAgent(api);
    const bidder = await newBidder(api);
    const [wanted, unwanted] = [
      await newAuction(api, { agentId }),
      await newAuction(api, { agentId }),
    ];
    expect((await bid(api, bidder, wanted, 2_000)).status).toBe(201);
    expect(await revokeAgent(api.ctx, owner, agentId, withdraw)).toEqual({ withdrawn: 1 });
    const { items } = await listOwnerListings(api.ctx, owner, page);
    const states = Object.fromEntries(items.map((item) => [item.id, item.status]));
    expect(states).toEqual({ [wanted]: "active", [unwanted]: "withdrawn" });
    expect((await bid(api, bidder, wanted, 3_000)).status).toBe(201);
  });

  test("withdraws no auction behind a bid that comes at the same time", async () => {
    const bidder = await newBidder(api);
    for (let round = 0; round < 8; round += 1) {
      const { agentId, owner } = await sellerAgent(api);
      const id = await newAuction(api, { agentId });
      const [placed, { withdrawn }] = await Promise.all([
        bid(api, bidder, id, 2_000),
        revokeAgent(api.ctx, owner, agentId, withdraw),
      ]);
      expect([placed.status, withdrawn]).toEqual(withdrawn === 0 ? [201, 0] : [400, 1]);
    }
  });

  test("has to be the owner's own, and approved once", async () => {
    const { token, agentId } = await sellerAgent(api);
    const stranger = await newOwner(api);
    const waiting = await register(stranger.email, "waiting");
    const rejected = await register(stranger.email, "rejected");
    await decideAgent(api.ctx, stranger, rejected.id, "reject");
    const attempts = [agentId, unknownId, waiting.id, rejected.id];
    const codes: string[] = [];
    for (const id of attempts) {
      codes.push((await refusalOf(revokeAgent(api.ctx, stranger, id, withdraw))).code);
    }
    expect(codes).toEqual([
      "agent_not_found",
      "agent_not_found",
      "agent_not_found",
      "agent_already_decided",
    ]);
    expect((await api.send("GET", "/agent/me", { token })).status).toBe(200);
  });
});

describe("the list of one's own agents", () => {
  test("has every state with its listings, and agents waiting for the verified address; no one else's", async () => {
    const { token, agentId, owner } = await sellerAgent(api);
    await publishedListing(api, token);
    await createDraft(api, token);
    const waiting = await register(owner.email, "waiting");
    const rejected = await register(owner.email, "rejected");
    await decideAgent(api.ctx, owner, rejected.id, "reject");
    await registerAgent(api);
    const { items, pagination } = await listOwnAgents(api.ctx, owner, page);
    expect(pagination.total).toBe(3);
    expect(items.map(({ id, state }) => [id, state])).toEqual([
      [rejected.id, "rejected"],
      [waiting.id, "pending"],
      [agentId, "verified"],
    ]);
    expect(items[2]?.listings).toEqual({ draft: 1, active: 1, suspended: 0, withdrawn: 0 });

    const unverified = { ...owner, emailVerified: false };
    const seen = await listOwnAgents(api.ctx, unverified, page);
    expect(seen.items.map(({ id }) => id)).not.toContain(waiting.id);
    const namesake = await signedIn(api, owner.email);
    const theirs = await listOwnAgents(api.ctx, namesake, page);
    expect(theirs.items.map(({ id }) => id)).toEqual([waiting.id]);
  });

  test("shows a suspension with its reason, and pages", async () => {
    const { agentId, owner } = await sellerAgent(api);
    await register(owner.email, "second");
    await suspendAgent(api.ctx, admin, agentId, { reason: "Under inspection." });
    const { items, pagination } = await listOwnAgents(api.ctx, owner, { limit: 1, offset: 1 });
    expect(pagination).toMatchObject({ total: 2, has_more: false });
    expect(items).toMatchObject([
      { id: agentId, suspension: { by: "agent", reason: "Under inspection." } },
    ]);
  });

  test("leads to a decision by the agent's id", async () => {
    const owner = await newOwner(api);
    const { id, token } = await register(owner.email, "by id");
    const stranger = await newOwner(api);
    const refused = await refusalOf(decideAgent(api.ctx, stranger, id, "approve"));
    expect(refused.code).toBe("not_the_owner");
    expect((await decideAgent(api.ctx, owner, id, "approve")).state).toBe("verified");
    expect((await api.send("GET", "/listings", { token })).status).toBe(200);
  });
});

describe("the list of one's own listings", () => {
  test("has those of all agents with the job's progress and error, newest first", async () => {
    const { token, agentId, owner } = await sellerAgent(api);
    const second = await register(owner.email, "second");
    await decideAgent(api.ctx, owner, second.id, "approve");
    const published = await publishedListing(api, token, {}, "no_sample");
    const running = await createDraft(api, second.token);
    await attachFile(api, second.token, running);
    const stranger = await sellerAgent(api);
    await createDraft(api, stranger.token);

    const { items, pagination } = await listOwnerListings(api.ctx, owner, page);
    expect(pagination.total).toBe(2);
    expect(items).toMatchObject([
      { id: running, agent: { id: second.id, agent_name: "second" }, status: "draft" },
      {
        id: published,
        agent: { id: agentId },
        data_profile: { auto_sample_status: "no_sample", error: { code: "unknown_format" } },
      },
    ]);
    expect(items[0]?.data_profile).not.toHaveProperty("auto_sample_status");
    expect(await statusOf(published, token)).toBe("active");

    const drafts = await listOwnerListings(api.ctx, owner, { ...page, status: "draft" });
    expect(drafts.items.map(({ id }) => id)).toEqual([running]);
    const ofFirst = await listOwnerListings(api.ctx, owner, { ...page, agent_id: agentId });
    expect(ofFirst.items.map(({ id }) => id)).toEqual([published]);
    const foreign = { ...page, agent_id: stranger.agentId };
    expect((await listOwnerListings(api.ctx, owner, foreign)).items).toEqual([]);
    const last = await listOwnerListings(api.ctx, owner, { limit: 1, offset: 1 });
    expect(last.items.map(({ id }) => id)).toEqual([published]);
  });
});
