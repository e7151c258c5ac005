/** The audit log of one connected program, key or agent, separately and through the API. */
import { describe, expect, test } from "bun:test";
import { v7 } from "uuid";
import { pageAuditOfParty } from "../../../db/queries/journal/audit-log.ts";
import { writeAudit } from "../../../db/queries/journal/journal.ts";
import { listAuditLog } from "../../../market/audit/list-audit-log.ts";
import { openConnection } from "../../../market/connection/open-connection.ts";
import { ownerToken, sellerAgent } from "../../support/agents.ts";
import { testApi } from "../../support/api.ts";
import { createDraft } from "../../support/listings.ts";
import { newKey, newOwner, refusalOf } from "../../support/operators.ts";

const api = await testApi();

/** An account with a seller agent, a key and a connected program, each with logged activity. */
async function busyAccount() {
  const { token, owner, agentId, email } = await sellerAgent(api);
  const { key } = await newKey(api, owner, { name: "research" });
  const keyId = key.id;
  await createDraft(api, token, { title: "Tram stops" });
  const connection = await openConnection(api.ctx, owner, {
    client: {
      clientId: "https://assistant.example/client.json",
      clientName: "Assistant",
      clientHost: "assistant.example",
      isRegisteredDynamically: false,
      scopesAsked: ["read", "sell"],
    },
    terms: { scopes: ["read", "sell"], agent_name: `seller ${v7()}` },
    makeGrant: async () => v7(),
  });
  const { accountId } = owner;
  const subject = { subjectKind: "account", subjectId: accountId } as const;
  for (const apiKeyId of [keyId, connection.apiKeyId ?? ""]) {
    const actor = { kind: "operator", accountId, apiKeyId } as const;
    await writeAudit(api.db, { actor, action: "bid.placed", ...subject }, api.ctx.now());
  }
  const person = await ownerToken(api, email);
  return { owner, agentId, keyId, connection, person };
}

const actionsOf = (items: { action: string }[]) => items.map(({ action }) => action);

describe("of one party", () => {
  test("there are its own acts and acts on it, and nothing of others", async () => {
    const { owner, agentId, keyId, connection } = await busyAccount();
    const read = (query: object) => listAuditLog(api.ctx, owner, { limit: 100, ...query });
    const ofKey = await read({ api_key_id: keyId });
    expect(actionsOf(ofKey.items)).toEqual(["bid.placed", "api_key.created"]);
    expect(ofKey.of).toBe('the key "research"');
    const ofAgent = await read({ agent_id: agentId });
    expect(actionsOf(ofAgent.items)).toEqual([
      "listing.created",
      "agent.verified",
      "agent.registered",
    ]);
    const ofProgram = await read({ connection_id: connection.id });
    expect(actionsOf(ofProgram.items)).toContain("connection.opened");
    expect(actionsOf(ofProgram.items)).toContain("bid.placed");
    expect(actionsOf(ofProgram.items)).not.toContain("listing.created");
    expect(ofProgram.of).toBe("the program assistant.example “Assistant”");
    expect((await read({})).of).toBeNull();
  });

  test("another account's is none of one's own", async () => {
    const { agentId, keyId, connection } = await busyAccount();
    const owner = await newOwner(api);
    const wanted = [
      ["connection_not_found", { connection_id: connection.id }],
      ["api_key_not_found", { api_key_id: keyId }],
      ["agent_not_found", { agent_id: agentId }],
    ] as const;
    for (const [code, query] of wanted) {
      expect((await refusalOf(listAuditLog(api.ctx, owner, query))).code).toBe(code);
    }
  });

  test("a page looks at so many rows of the account, and says where it stopped", async () => {
    const { owner, keyId } = await busyAccount();
    const { accountId } = owner;
    const party = { apiKeyId: keyId, agentId: null };
    const found: string[] = [];
    let before: string | null = null;
    let pages = 0;
    do {
      const page = { accountId, before, limit: 10, scanned: 2 };
      const { rows, lookedTo } = await pageAuditOfParty(api.db, page, party);
      found.push(...actionsOf(rows));
      before = lookedTo;
      pages += 1;
    } while (before !== null);
    expect(found).toEqual(["bid.placed", "api_key.created"]);
    expect(pages).toBeGreaterThan(2);
  });
});

describe("by the API", () => {
  test("the signed-in person walks all of it by cursors, or that of one party", async () => {
    const { owner, person, connection } = await busyAccount();
    const seen: string[] = [];
    let cursor = "";
    do {
      const path = `/audit-log?limit=3${cursor === "" ? "" : `&cursor=${cursor}`}`;
      const { body } = await api.send("GET", path, { token: person });
      const page = body as { items: { id: string }[]; pagination: { next_cursor: string | null } };
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.pagination.next_cursor ?? "";
    } while (cursor !== "");
    const { items } = await listAuditLog(api.ctx, owner, { limit: 100 });
    expect(seen).toEqual(items.map(({ id }) => id));
    const path = `/audit-log?connection_id=${connection.id}`;
    const { body } = await api.send("GET", path, { token: person });
    expect(JSON.stringify(body)).toContain("assistant.example “Assistant”");
    expect(JSON.stringify(body)).not.toContain("Tram stops");
  });

  test("keys, agents and two parties at once are refused", async () => {
    const { owner, person, agentId, keyId } = await busyAccount();
    const { secret } = await newKey(api, owner, {});
    expect((await api.send("GET", "/audit-log", { token: secret })).status).toBe(403);
    expect((await api.send("GET", "/audit-log")).status).toBe(403);
    const both = `/audit-log?agent_id=${agentId}&api_key_id=${keyId}`;
    const refused = await api.send("GET", both, { token: person });
    expect(refused).toMatchObject({ status: 400, body: { code: "invalid_request" } });
    const foreign = await api.send("GET", `/audit-log?agent_id=${v7()}`, { token: person });
    expect(foreign).toMatchObject({ status: 404, body: { code: "agent_not_found" } });
  });
});
