/**
 * Registration tells a stranger nothing about an address and a name: taken pairs get the same
 * answer as free ones.
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { agents } from "../../../db/schema/index.ts";
import { registerAgent } from "../../../market/agent/register-agent.ts";
import { openSiteAgent } from "../../../market/agent/site-agent.ts";
import { openCountedDatabase } from "../../market/counted-database.ts";
import { connectModern, testMcp } from "../../mcp/support.ts";
import { ownerToken } from "../../support/agents.ts";
import { type Answer, type Json, testApi } from "../../support/api.ts";
import { newOwner } from "../../support/operators.ts";

/** Several hundred calls, on a machine that may be busy. */
setDefaultTimeout(120_000);

const api = await testApi({ TRUSTED_PROXY_HOPS: "1" });
const mcp = await testMcp({ apiUrl: api.config.PUBLIC_BASE_URL });
const { accountId } = await newOwner(api);

const first = { "x-forwarded-for": "198.51.100.1" };
const stranger = { "x-forwarded-for": "203.0.113.9" };
const minute = 60_000;
const name = "weather seller";

type Pair = { owner_email: string; agent_name?: string };

const register = (body: Pair, headers: Record<string, string>, token?: string) =>
  api.send("POST", "/agent/register", { body, headers, ...(token ? { token } : {}) });

const taken = {
  pending: sql`state = 'pending'`,
  verified: sql`state = 'verified', account_id = ${accountId}, decided_at = now()`,
  rejected: sql`state = 'rejected', account_id = ${accountId}, decided_at = now()`,
  revoked: sql`state = 'revoked', account_id = ${accountId}, decided_at = now(), revoked_at = now()`,
  renamed: sql`state = 'verified', account_id = ${accountId}, decided_at = now(),
    registered_name = agent_name, agent_name = 'another name'`,
  suspended: sql`state = 'verified', account_id = ${accountId}, suspended_at = now(),
    suspended_reason = 'fraud', suspended_by = 'agent'`,
  expired: sql`token_expires_at = now() - interval '1 day', registered_at = now() - interval '1 year'`,
  rotated: sql`registered_from_hash = 'rotated'`,
} as const;
const states = Object.keys(taken) as (keyof typeof taken)[];
let pairs = 0;

/** A pair that is taken, with its agent's row and token. */
async function takenPair(state: keyof typeof taken, isNamed: boolean) {
  pairs += 1;
  const email = `taken${pairs}@example.com`;
  const pair = { owner_email: email, ...(isNamed ? { agent_name: name } : {}) };
  const { body } = await register(pair, first);
  await api.db.execute(sql`update agents set ${taken[state]} where id = ${String(body.id)}`);
  return { pair, agent: await rowOf(String(body.id)) };
}

const freePair = (isNamed: boolean): Pair => {
  pairs += 1;
  return { owner_email: `free${pairs}@example.com`, ...(isNamed ? { agent_name: name } : {}) };
};

async function rowOf(id: string) {
  const [row] = await api.db.select().from(agents).where(eq(agents.id, id));
  if (row === undefined) throw new Error(`no agent ${id}`);
  return row;
}

const made = /^agent-[0-9a-f]{12}$/;
const now = () => Math.floor(Date.now() / 1000) * 1000;

/**
 * The form of an answer about one's own agent, without values that always differ, such as its id
 * and times.
 */
function shapeOf(body: Json, { owner_email: email }: Pair): Json {
  const text = JSON.stringify(body).replaceAll(email, "OWNER");
  return JSON.parse(text, (key, value) => {
    if (key === "token") return String(value).split(".").length;
    if (key === "id") {
      const madeAtMs = Number.parseInt(String(value).replaceAll("-", "").slice(0, 12), 16);
      return { length: String(value).length, isNew: Math.abs(madeAtMs - Date.now()) < minute };
    }
    if (key === "expires_at") {
      const days = (Date.parse(String(value)) - now()) / (24 * 60 * minute);
      return Math.round(days * 100) / 100;
    }
    return made.test(String(value)) ? "MADE UP" : value;
  }) as Json;
}

const varying = new Set(["date", "x-request-id", "traceparent", "ratelimit", "content-length"]);

function told(answer: Answer, pair: Pair) {
  const headers = [...answer.headers].filter(([header]) => !varying.has(header)).sort();
  return { status: answer.status, headers, body: shapeOf(answer.body, pair) };
}

/**
 * All that a stranger can learn: the answer, its repeat, what the token opens, and a later call.
 */
async function everythingTold(pair: Pair) {
  const answer = await register(pair, stranger);
  const token = String(answer.body.token);
  const again = await register(pair, stranger);
  const me = await api.send("GET", "/agent/me", { token });
  const draft = await api.send("POST", "/listings/draft", { token, body: {} });
  const rotated = await api.send("POST", "/agent/rotate-token", { token, body: {} });
  const later = await register(pair, stranger, String(rotated.body.token));
  const other = await register(pair, { "x-forwarded-for": "203.0.113.10" });
  return {
    isRepeated: again.body.token === token && again.body.id === answer.body.id,
    isOther: other.body.id !== answer.body.id,
    draft: draft.body.code,
    told: [answer, again, me, rotated, later, other].map((one) => told(one, pair)),
  };
}

for (const isNamed of [true, false]) {
  test(`a taken pair ${isNamed ? "with" : "without"} a name is answered as a free one, in every state`, async () => {
    const expected = await everythingTold(freePair(isNamed));
    expect(expected).toMatchObject({ isRepeated: true, isOther: true });
    expect(expected.told[0]?.status).toBe(201);
    for (const state of states) {
      const { pair, agent } = await takenPair(state, isNamed);
      expect({ state, ...(await everythingTold(pair)) }).toEqual({ state, ...expected });
      expect(await rowOf(agent.id)).toEqual(agent);
    }
  });
}

test("a stranger's agent has neither the name nor the id of the seller that is there", async () => {
  const { pair, agent } = await takenPair("verified", false);
  const { text } = await register(pair, stranger);
  expect(text).not.toContain(agent.id);
  expect(text).not.toContain(agent.agentName);
});

test("tools of MCP tell as little", async () => {
  const client = await connectModern(mcp.url);
  const ask = async (pair: Pair) => {
    const { content, structuredContent, ...rest } = await client.callTool({
      name: "register_agent",
      arguments: { ...pair },
    });
    const body = structuredContent as Json;
    const text = JSON.stringify(content)
      .replaceAll(String(body.token), "TOKEN")
      .replace(/agent-[0-9a-f]{12}/g, "MADE UP");
    return { ...rest, text: text.length, body: shapeOf(body, pair) };
  };
  for (const isNamed of [true, false]) {
    const expected = await ask(freePair(isNamed));
    for (const state of ["pending", "verified", "revoked"] as const) {
      const { pair } = await takenPair(state, isNamed);
      expect({ state, ...(await ask(pair)) }).toMatchObject({
        ...expected,
        text: expect.any(Number),
      });
    }
  }
  await client.close();
});

test("the website shows agents only for one's own verified address", async () => {
  const { pair } = await takenPair("verified", true);
  const victim = { owner_email: pair.owner_email, agent_name: name };
  const own = await newOwner(api);
  expect((await openSiteAgent(api.ctx, own, name)).agentId).not.toBe("");
  const refusals = [];
  for (const email of [victim.owner_email, freePair(true).owner_email]) {
    const unproven = { ...(await newOwner(api)), email, emailVerified: false };
    const error = await openSiteAgent(api.ctx, unproven, name).catch((thrown) => thrown);
    refusals.push([error.code, error.message]);
  }
  expect(refusals[0]).toEqual(refusals[1] as unknown[]);
});

test("the database is asked the same for taken pairs as for free ones, in every state", async () => {
  const counted = await openCountedDatabase(api.databaseUrl);
  const ctx = { ...api.ctx, db: counted.db };
  const caller = { address: "203.0.113.11", agentId: null };
  const statements = async (pair: Pair) => {
    counted.sent.length = 0;
    await registerAgent(ctx, pair, caller);
    return counted.sent.length;
  };
  for (const isNamed of [true, false]) {
    const expected = await statements(freePair(isNamed));
    for (const state of states) {
      const { pair } = await takenPair(state, isNamed);
      const isMailed = state !== "rejected" && state !== "revoked";
      const asked = await statements(pair);
      expect({ state, asked }).toEqual({ state, asked: isMailed ? expected : expected - 1 });
    }
  }
  await counted.close();
});

test("an owner whose mails of a day are used up is answered for as one that nobody has heard of", async () => {
  const expected = await everythingTold(freePair(true));
  const { pair } = await takenPair("verified", true);
  for (let count = 0; count < 9; count += 1) {
    const from = { "x-forwarded-for": `203.0.113.${20 + count}` };
    expect((await register(pair, from)).status).toBe(201);
  }
  expect(await everythingTold(pair)).toEqual(expected);
  const other = { ...pair, agent_name: "never heard of" };
  const { body } = await register(other, stranger);
  expect(await mailsOf(body.id)).toBe(0);
  const { id } = (await register(freePair(true), stranger)).body;
  expect(await mailsOf(id)).toBe(1);
});

async function mailsOf(agentId: unknown): Promise<number> {
  const [row] = await api.db.execute<{ jobs: number }>(sql`
    select count(*)::int as jobs from outbox
    join approvals on approvals.id = (payload ->> 'approval_id')::uuid
    where subject = 'jobs.mail' and agent_id = ${String(agentId)}`);
  return row?.jobs ?? 0;
}

test("the owner decides on the other one by itself, which has a name of its own from then on", async () => {
  const { pair, agent } = await takenPair("verified", true);
  const { body } = await register(pair, stranger);
  const token = String(body.token);
  expect(await mailsOf(body.id)).toBe(1);
  const me = async () => (await api.send("GET", "/agent/me", { token })).body;
  expect(await me()).toMatchObject({ agent_name: name, verified: false });
  const owner = await ownerToken(api, pair.owner_email);
  const verified = await api.send("POST", "/agent/verify", { token: owner, body: { token } });
  expect(verified.body).toMatchObject({ id: body.id, agent_name: `${name} no 2`, verified: true });
  expect(await me()).toMatchObject({ agent_name: `${name} no 2`, verified: true });
  expect(await rowOf(agent.id)).toEqual(agent);
  const third = await register(pair, { "x-forwarded-for": "203.0.113.12" });
  expect((await rowOf(String(third.body.id))).agentName).toBe(`${name} no 3`);
  // The agent is found by either name, with its token.
  for (const agent_name of [name, `${name} no 2`]) {
    expect((await register({ ...pair, agent_name }, first, token)).body.id).toBe(body.id);
  }
});

test("a rejected agent sends the owner no further mail from any address", async () => {
  for (const state of ["rejected", "revoked"] as const) {
    for (const isNamed of [true, false]) {
      const { pair } = await takenPair(state, isNamed);
      const { status, body } = await register(pair, stranger);
      expect([status, await mailsOf(body.id)]).toEqual([201, 0]);
    }
  }
});

test("twenty strangers at once of one network make one agent of a taken pair, with one mail", async () => {
  const { pair } = await takenPair("verified", true);
  const answers = await Promise.all(Array.from({ length: 20 }, () => register(pair, stranger)));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
  const ids = new Set(answers.map(({ body }) => body.id));
  expect([ids.size, await mailsOf([...ids][0])]).toEqual([1, 1]);
});

test("a name whose numbers are taken gets the next number, up to the longest name", async () => {
  const email = "crowded@example.com";
  const long = "n".repeat(60);
  const own = { owner_email: email, agent_name: long };
  await register(own, first);
  await register({ ...own, agent_name: `${"n".repeat(50)} no 2` }, first);
  const { body } = await register(own, stranger);
  const row = await rowOf(String(body.id));
  expect([row.agentName, row.askedName]).toEqual([`${"n".repeat(50)} no 3`, long]);
});
