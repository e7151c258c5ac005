/** What a suspension stops, what a restoration brings back, and what neither changes. */
import { describe, expect, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import { accounts, auditLog, listings } from "../../../db/schema/index.ts";
import { restoreAccount } from "../../../market/administration/restore-account.ts";
import { restoreAgent } from "../../../market/administration/restore-agent.ts";
import { restoreListing } from "../../../market/administration/restore-listing.ts";
import { suspendAccount } from "../../../market/administration/suspend-account.ts";
import { suspendAgent } from "../../../market/administration/suspend-agent.ts";
import { suspendListing } from "../../../market/administration/suspend-listing.ts";
import { decideAgent } from "../../../market/agent/decide-agent.ts";
import { adminEmail, administrator } from "../../support/administrators.ts";
import { ownerToken, sellerAgent } from "../../support/agents.ts";
import { type Json, openTestApi, testApi } from "../../support/api.ts";
import {
  attachFile,
  createDraft,
  endJob,
  exampleCsv,
  publishedListing,
} from "../../support/listings.ts";
import { newKey, refusalOf } from "../../support/operators.ts";
import { eventually } from "../../support/stack.ts";

const reason = "It holds what its seller may not sell.";
const unknownId = "0192f0c1-2f5e-7c3a-9d1b-5a4c3e2f1a0b";

const api = await testApi({ ADMIN_EMAILS: adminEmail });
const admin = await administrator(api);

async function stateOf(listingId: string): Promise<[status: string, by: string | null]> {
  const [row] = await api.db.select().from(listings).where(eq(listings.id, listingId));
  return [row?.status ?? "gone", row?.suspendedBy ?? null];
}

function audits(subjectId: string, action: string) {
  return api.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, subjectId), eq(auditLog.action, action)));
}

const read = (token: string, id: string) => api.send("GET", `/listings/${id}`, { token });

describe("a suspended listing", () => {
  test("leaves the catalogue in every process, cached answers included, and comes back", async () => {
    const { token } = await sellerAgent(api);
    const id = await publishedListing(api, token, { title: "Tramlines of Zwickau" });
    const other = await openTestApi({
      DATABASE_URL: api.databaseUrl,
      ADMIN_EMAILS: adminEmail,
      AGENT_TOKEN_SECRET: api.config.AGENT_TOKEN_SECRET.join(","),
    });
    try {
      const statuses = async () => {
        const paths = ["", "/profile", "/download-url"].map((path) => `/datasets/${id}${path}`);
        const answers = await Promise.all(
          [api, other].flatMap((process) =>
            paths.slice(0, process === api ? 3 : 2).map((path) => process.send("GET", path)),
          ),
        );
        const found = await api.send("GET", "/datasets?query=zwickau");
        return [...answers.map(({ status }) => status), (found.body.items as Json[]).length];
      };
      expect(await statuses()).toEqual([200, 200, 200, 200, 200, 1]);
      await suspendListing(api.ctx, admin, id, { reason });
      const gone = [404, 404, 404, 404, 404, 0];
      await eventually(async () => Bun.deepEquals(await statuses(), gone));
      await restoreListing(api.ctx, admin, id);
      await eventually(async () => Bun.deepEquals(await statuses(), [200, 200, 200, 200, 200, 1]));
    } finally {
      await other.close();
    }
  });

  test("tells its seller why, takes no change, and can be withdrawn", async () => {
    const { token } = await sellerAgent(api);
    const id = await publishedListing(api, token);
    expect((await read(token, id)).body.suspension).toBeNull();
    await suspendListing(api.ctx, admin, id, { reason });
    const seen = await read(token, id);
    expect(seen.body).toMatchObject({ status: "suspended", suspension: { by: "listing", reason } });
    expect(seen.body.links).not.toHaveProperty("dataset");
    const listed = await api.send("GET", "/listings?status=suspended", { token });
    expect((listed.body.items as Json[]).map((item) => item.id)).toEqual([id]);

    const refused = await Promise.all([
      api.send("POST", `/listings/${id}/publish`, { token }),
      api.send("POST", `/listings/${id}/versions`, { token }),
      api.send("POST", `/listings/${id}/upload-urls`, { token }),
      api.send("PATCH", `/listings/draft/${id}`, { token, body: { title: "Another" } }),
    ]);
    expect(refused.map((answer) => answer.body.code)).toEqual([
      "listing_not_active",
      "listing_not_active",
      "listing_not_draft",
      "listing_not_draft",
    ]);
    expect(refused[0]?.body.detail).toContain(reason);

    const withdrawn = await api.send("POST", `/listings/${id}/withdraw`, { token });
    expect(withdrawn.body).toMatchObject({ status: "withdrawn", suspension: null });
    const refusal = await refusalOf(restoreListing(api.ctx, admin, id));
    expect(refusal.code).toBe("listing_not_active");
  });

  test("keeps its open version, which cannot be published before it is restored", async () => {
    const { token } = await sellerAgent(api);
    const id = await publishedListing(api, token);
    await api.send("POST", `/listings/${id}/versions`, { token });
    await endJob(api, await attachFile(api, token, id, `${exampleCsv}1,x\n`));
    await suspendListing(api.ctx, admin, id, { reason });
    const publish = () => api.send("POST", `/listings/${id}/publish`, { token });
    expect((await publish()).body.code).toBe("listing_not_active");
    await restoreListing(api.ctx, admin, id);
    expect((await publish()).body).toMatchObject({ status: "active", version: 2 });
  });

  test("a second time changes nothing and writes no second audit row", async () => {
    const { token } = await sellerAgent(api);
    const id = await publishedListing(api, token);
    expect((await suspendListing(api.ctx, admin, id, { reason })).changed).toBe(true);
    expect((await suspendListing(api.ctx, admin, id, { reason: "Else." })).changed).toBe(false);
    const suspensions = await audits(id, "listing.suspended");
    expect(suspensions).toMatchObject([
      { actorKind: "admin", actorId: admin.accountId, detail: { suspended_by: "listing", reason } },
    ]);
    expect((await restoreListing(api.ctx, admin, id)).changed).toBe(true);
    expect((await restoreListing(api.ctx, admin, id)).changed).toBe(false);
    expect(await audits(id, "listing.restored")).toHaveLength(1);
  });

  test("has to be published and known", async () => {
    const { token } = await sellerAgent(api);
    const draft = await createDraft(api, token);
    const refusals = await Promise.all([
      refusalOf(suspendListing(api.ctx, admin, draft, { reason })),
      refusalOf(restoreListing(api.ctx, admin, draft)),
      refusalOf(suspendListing(api.ctx, admin, unknownId, { reason })),
      refusalOf(restoreListing(api.ctx, admin, unknownId)),
    ]);
    expect(refusals.map(({ code }) => code)).toEqual([
      "listing_not_active",
      "listing_not_active",
      "listing_not_found",
      "listing_not_found",
    ]);
  });
});

describe("a listing that its file took off", () => {
  const takeOff = (id: string) =>
    api.db
      .update(listings)
      .set({
        status: "suspended",
        suspendedBy: "file",
        suspendedReason: "The file is missing.",
        suspendedAt: api.ctx.now(),
      })
      .where(eq(listings.id, id));

  test("comes back when its seller publishes a new version", async () => {
    const { token } = await sellerAgent(api);
    const id = await publishedListing(api, token);
    await takeOff(id);
    expect((await api.send("POST", `/listings/${id}/publish`, { token })).body.code).toBe(
      "listing_not_active",
    );
    const opened = await api.send("POST", `/listings/${id}/versions`, { token });
    expect(opened.status).toBe(201);
    expect(opened.body).toMatchObject({ status: "suspended", suspension: { by: "file" } });
    expect(opened.body.links).toHaveProperty("publish");
    const path = await attachFile(api, token, id, `${exampleCsv}4.9,setosa\n`);
    await endJob(api, path);
    const repaired = await api.send("POST", `/listings/${id}/publish`, { token });
    expect(repaired.body).toMatchObject({ status: "active", version: 2, suspension: null });
    expect((await api.send("GET", `/datasets/${id}`)).body.version).toBe(2);
  });

  test("is restored by an administrator too, or suspended for itself, which no version ends", async () => {
    const { token } = await sellerAgent(api);
    const id = await publishedListing(api, token);
    await takeOff(id);
    await restoreListing(api.ctx, admin, id);
    expect(await stateOf(id)).toEqual(["active", null]);
    await takeOff(id);
    await suspendListing(api.ctx, admin, id, { reason });
    const opened = await api.send("POST", `/listings/${id}/versions`, { token });
    expect(opened.body.code).toBe("listing_not_active");
  });

  test("stays off when its agent is suspended and restored", async () => {
    const { token, agentId } = await sellerAgent(api);
    const id = await publishedListing(api, token);
    await takeOff(id);
    await suspendAgent(api.ctx, admin, agentId, { reason });
    await restoreAgent(api.ctx, admin, agentId);
    expect(await stateOf(id)).toEqual(["suspended", "file"]);
  });
});

describe("a suspended agent", () => {
  test("is refused on every listing call, reads its session, and registers no more", async () => {
    const { token, agentId, owner } = await sellerAgent(api);
    const id = await publishedListing(api, token);
    await suspendAgent(api.ctx, admin, agentId, { reason });
    const calls: [string, string][] = [
      ["GET", "/listings"],
      ["GET", `/listings/${id}`],
      ["POST", "/listings/draft"],
      ["POST", `/listings/${id}/withdraw`],
      ["POST", `/listings/${id}/publish`],
    ];
    for (const [method, path] of calls) {
      const answer = await api.send(method, path, {
        token,
        ...(path.endsWith("draft") ? { body: { title: "A", description: "B" } } : {}),
      });
      expect({ path, status: answer.status, code: answer.body.code }).toEqual({
        path,
        status: 403,
        code: "agent_suspended",
      });
      expect(answer.body.detail).toContain(reason);
    }
    const me = await api.send("GET", "/agent/me", { token });
    expect(me.body).toMatchObject({ id: agentId, verified: true });
    const body = { owner_email: owner.email };
    const again = await api.send("POST", "/agent/register", { token, body });
    expect(again.body.code).toBe("agent_suspended");
    await restoreAgent(api.ctx, admin, agentId);
    expect((await api.send("GET", "/listings", { token })).status).toBe(200);
  });

  test("takes its active listings with it, and brings back just those", async () => {
    const { token, agentId } = await sellerAgent(api);
    const [active, suspended, withdrawn] = await Promise.all([
      publishedListing(api, token),
      publishedListing(api, token),
      publishedListing(api, token),
    ]);
    const draft = await createDraft(api, token);
    await suspendListing(api.ctx, admin, suspended, { reason });
    await api.send("POST", `/listings/${withdrawn}/withdraw`, { token });
    const states = () => Promise.all([active, suspended, withdrawn, draft].map(stateOf));

    expect(await suspendAgent(api.ctx, admin, agentId, { reason })).toMatchObject({ listings: 1 });
    const rest: [string, string | null][] = [
      ["suspended", "listing"],
      ["withdrawn", null],
      ["draft", null],
    ];
    expect(await states()).toEqual([["suspended", "agent"], ...rest]);
    expect(await restoreAgent(api.ctx, admin, agentId)).toMatchObject({ listings: 1 });
    expect(await states()).toEqual([["active", null], ...rest]);
    expect(await audits(agentId, "agent.suspended")).toMatchObject([
      { actorKind: "admin", detail: { reason, listings: 1 } },
    ]);
    expect(await audits(agentId, "agent.restored")).toHaveLength(1);
  });

  test("a second time changes nothing; an unknown one is agent_not_found", async () => {
    const { agentId } = await sellerAgent(api);
    expect((await restoreAgent(api.ctx, admin, agentId)).changed).toBe(false);
    await suspendAgent(api.ctx, admin, agentId, { reason });
    expect((await suspendAgent(api.ctx, admin, agentId, { reason })).changed).toBe(false);
    expect(await audits(agentId, "agent.suspended")).toHaveLength(1);
    const refusals = await Promise.all([
      refusalOf(suspendAgent(api.ctx, admin, unknownId, { reason })),
      refusalOf(restoreAgent(api.ctx, admin, unknownId)),
    ]);
    expect(refusals.map(({ code }) => code)).toEqual(["agent_not_found", "agent_not_found"]);
  });
});

describe("a suspended account", () => {
  test("stops its agents, listings, keys and approvals, and gets back what went with it", async () => {
    const { token, agentId, owner } = await sellerAgent(api);
    const id = await publishedListing(api, token);
    const { secret } = await newKey(api, owner);
    const pending = await api.send("POST", "/agent/register", {
      body: { owner_email: owner.email, agent_name: "second" },
    });
    const callKey = () => api.send("GET", "/operator/me", { token: secret });
    const approve = async () =>
      api.send("POST", "/agent/verify", {
        token: await ownerToken(api, owner.email),
        body: { token: pending.body.token },
      });
    expect((await callKey()).status).toBe(200);

    const result = await suspendAccount(api.ctx, admin, owner.accountId, { reason });
    expect(result).toEqual({ changed: true, agents: 1, listings: 1 });
    expect(await stateOf(id)).toEqual(["suspended", "account"]);
    expect((await api.send("GET", "/listings", { token })).body.code).toBe("agent_suspended");
    expect((await callKey()).body.code).toBe("account_suspended");
    expect((await approve()).body.code).toBe("account_suspended");
    const repeated = await suspendAccount(api.ctx, admin, owner.accountId, { reason });
    expect(repeated.changed).toBe(false);
    expect((await refusalOf(restoreAgent(api.ctx, admin, agentId))).code).toBe("account_suspended");
    expect((await refusalOf(restoreListing(api.ctx, admin, id))).code).toBe("account_suspended");

    const restored = await restoreAccount(api.ctx, admin, owner.accountId);
    expect(restored).toEqual({ changed: true, agents: 1, listings: 1 });
    expect(await stateOf(id)).toEqual(["active", null]);
    expect((await callKey()).status).toBe(200);
    expect((await approve()).status).toBe(200);
    expect((await restoreAccount(api.ctx, admin, owner.accountId)).changed).toBe(false);
    const trail = await audits(owner.accountId, "account.suspended");
    expect(trail).toMatchObject([{ detail: { reason, agents: 1, listings: 1 } }]);
    expect(await audits(owner.accountId, "account.restored")).toHaveLength(1);
  });

  test("is never the administrator's own: nobody would be left to restore it", async () => {
    const own = suspendAccount(api.ctx, admin, admin.accountId, { reason });
    expect((await refusalOf(own)).code).toBe("own_account");
    const [row] = await api.db.select().from(accounts).where(eq(accounts.id, admin.accountId));
    expect(row?.suspendedAt).toBeNull();
  });

  test("can still reject an agent; an unknown account is account_not_found", async () => {
    const { owner } = await sellerAgent(api);
    const registration = { owner_email: owner.email, agent_name: "unwanted" };
    const { id } = (await api.send("POST", "/agent/register", { body: registration })).body;
    await suspendAccount(api.ctx, admin, owner.accountId, { reason });
    expect((await decideAgent(api.ctx, owner, String(id), "reject")).state).toBe("rejected");
    const refusals = await Promise.all([
      refusalOf(suspendAccount(api.ctx, admin, unknownId, { reason })),
      refusalOf(restoreAccount(api.ctx, admin, unknownId)),
    ]);
    expect(refusals.map(({ code }) => code)).toEqual(["account_not_found", "account_not_found"]);
  });
});

describe("suspensions that overlap end one by one", () => {
  type Step = "account" | "agent" | "listing";
  type State = [status: string, by: string | null];
  const off = (by: Step): State => ["suspended", by];
  const on: State = ["active", null];
  const cases: [suspended: Step[], restored: [Step, State][]][] = [
    [
      ["account", "agent"],
      [
        ["account", off("agent")],
        ["agent", on],
      ],
    ],
    [
      ["account", "agent"],
      [
        ["agent", off("account")],
        ["account", on],
      ],
    ],
    [
      ["agent", "account"],
      [
        ["account", off("agent")],
        ["agent", on],
      ],
    ],
    [
      ["agent", "account"],
      [
        ["agent", off("account")],
        ["account", on],
      ],
    ],
    [
      ["agent", "listing"],
      [
        ["listing", off("agent")],
        ["agent", on],
      ],
    ],
    [
      ["agent", "listing"],
      [
        ["agent", off("listing")],
        ["listing", on],
      ],
    ],
    [
      ["account", "listing"],
      [
        ["listing", off("account")],
        ["account", on],
      ],
    ],
    [
      ["listing", "account", "agent"],
      [
        ["account", off("listing")],
        ["agent", off("listing")],
        ["listing", on],
      ],
    ],
    [
      ["account", "agent", "listing"],
      [
        ["listing", off("agent")],
        ["agent", off("account")],
        ["account", on],
      ],
    ],
  ];
  for (const [suspended, restored] of cases) {
    const name = `${suspended.join(", ")} suspended; ${restored.map(([step]) => step)} restored`;
    test(name, async () => {
      const { token, agentId, owner } = await sellerAgent(api);
      const id = await publishedListing(api, token);
      const ids = { account: owner.accountId, agent: agentId, listing: id };
      const suspend = { account: suspendAccount, agent: suspendAgent, listing: suspendListing };
      const restore = { account: restoreAccount, agent: restoreAgent, listing: restoreListing };
      for (const step of suspended) await suspend[step](api.ctx, admin, ids[step], { reason });
      expect((await stateOf(id))[0]).toBe("suspended");
      for (const [step, expected] of restored) {
        expect((await restore[step](api.ctx, admin, ids[step])).changed).toBe(true);
        expect(await stateOf(id)).toEqual(expected);
      }
      expect((await api.send("GET", "/listings", { token })).status).toBe(200);
    });
  }
});
