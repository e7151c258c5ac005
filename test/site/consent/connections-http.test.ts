/** Connections on the account's pages: listed, limited and ended, only by their owner. */
import { expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { agents, apiKeys, connections } from "../../../db/schema/index.ts";
import { testApi } from "../../support/api.ts";
import { forFile } from "../../support/for-file.ts";
import { newOwner } from "../../support/operators.ts";
import { formOf, openConsentSite } from "./support.ts";

const api = await testApi();
const site = await forFile(openConsentSite(api));

async function connected() {
  const owner = await newOwner(api);
  const asked = site.ask();
  const visitor = await site.visit(owner, asked.cookie);
  await visitor.submit(asked.path, formOf());
  const mine = eq(connections.accountId, owner.accountId);
  const read = async () => {
    const [row] = await api.db.select().from(connections).where(mine);
    if (row === undefined) throw new Error("no connection was made");
    return row;
  };
  return { owner, visitor, read, connection: await read() };
}

test("are listed with host and name, among the keys and agents as well, whose pages lead to them", async () => {
  const { visitor, connection } = await connected();
  const page = `/account/connections/${connection.id}`;
  for (const path of ["/account/connections", "/account/keys", "/account/agents"]) {
    const { text } = await visitor.open(path);
    expect(text).toContain("assistant.example");
    expect(text).toContain("Research assistant");
  }
  const key = await visitor.open(`/account/keys/${connection.apiKeyId}`);
  expect([key.status, key.headers.get("location")]).toEqual([303, page]);
  const { text } = await visitor.open(page);
  expect(text).toContain("assistant.example");
  expect((await visitor.open("/account/audit")).text).toContain("Program connected");
});

test("get other limits and fewer scopes at once, and a fault comes back at its field", async () => {
  const { visitor, connection, read } = await connected();
  const page = `/account/connections/${connection.id}`;
  const limits: [string, string][] = [
    ["scopes", "read"],
    ["budget_cents", "3.00"],
    ["budget_period", "day"],
    ["confirm_above_cents", "0"],
    ["expires_at", ""],
  ];
  expect((await visitor.submit(page, limits)).status).toBe(303);
  expect(await read()).toMatchObject({ scopes: ["read"], expiresAt: null });
  const [key] = await api.db
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.id, connection.apiKeyId ?? ""));
  expect(key).toMatchObject({
    scopes: ["read"],
    budgetCents: 300,
    budgetPeriod: "day",
    confirmAboveCents: 0,
  });
  const faulty = await visitor.submit(page, [
    ["scopes", "read"],
    ["budget_cents", "lots"],
  ]);
  expect(faulty.status).toBe(400);
  expect(faulty.text).toContain("Enter an amount such as 25");
  expect(
    (
      await visitor.submit(page, [
        ["budget_cents", "3"],
        ["budget_period", "day"],
      ])
    ).status,
  ).toBe(400);
});

test("are ended by their owner alone, with key, agent and all tokens", async () => {
  const { visitor, connection, read } = await connected();
  const page = `/account/connections/${connection.id}`;
  const stranger = await site.visit(await newOwner(api), "none");
  expect((await stranger.open(page)).status).toBe(404);
  expect((await stranger.submit(`${page}/end`, [])).status).toBe(404);
  expect((await read()).endedAt).toBeNull();
  for (let times = 0; times < 2; times += 1) {
    expect((await visitor.submit(`${page}/end`, [])).status).toBe(303);
  }
  expect((await read()).endedAt).not.toBeNull();
  const [key] = await api.db
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.id, connection.apiKeyId ?? ""));
  const [agent] = await api.db
    .select()
    .from(agents)
    .where(eq(agents.id, connection.agentId ?? ""));
  expect([key?.revokedAt === null, agent?.state]).toEqual([false, "revoked"]);
  expect(site.ended).toContain(connection.grantId);
  expect((await visitor.open(page)).text).toContain("Ended");
});
