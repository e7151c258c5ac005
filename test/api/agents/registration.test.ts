/** Repeated and concurrent registration of seller agents over HTTP. */
import { describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { approvalCode } from "../../../market/agent/approval-code.ts";
import { verifyBody } from "../../../market/agent/schemas.ts";
import { ownerToken } from "../../support/agents.ts";
import { altered } from "../../support/altered.ts";
import { testApi } from "../../support/api.ts";

const api = await testApi({ TRUSTED_PROXY_HOPS: "1" });

type Registration = { from?: string; token?: string; key?: string; name?: string };

function register(email: string, { from, token, key, name }: Registration = {}) {
  return api.send("POST", "/agent/register", {
    token,
    body: { owner_email: email, ...(name === undefined ? {} : { agent_name: name }) },
    headers: {
      "x-forwarded-for": from ?? "198.51.100.1",
      ...(key === undefined ? {} : { "idempotency-key": key }),
    },
  });
}

async function mailJobs(email: string): Promise<number> {
  const [row] = await api.db.execute<{ jobs: number }>(sql`
    select count(*)::int as jobs from outbox
    join approvals on approvals.id = (payload ->> 'approval_id')::uuid
    join agents on agents.id = approvals.agent_id
    where subject = 'jobs.mail' and owner_email = ${email}
  `);
  return row?.jobs ?? 0;
}

async function approve(email: string, token: string): Promise<number> {
  const owner = await ownerToken(api, email);
  const answer = await api.send("POST", "/agent/verify", { token: owner, body: { token } });
  return answer.status;
}

const minute = 60_000;

async function later(ms: number, act: () => Promise<void>): Promise<void> {
  api.clock.skewMs = ms;
  try {
    await act();
  } finally {
    api.clock.skewMs = 0;
  }
}

test("a new agent waits for its owner, with a poll interval of 30 seconds", async () => {
  const { status, body } = await register("patient@example.com");
  expect(status).toBe(201);
  expect(body).toMatchObject({ verification_pending: true, poll_interval_seconds: 30 });
});

describe("a repeated registration", () => {
  test("by the first caller gives the same token byte for byte, one agent and one mail", async () => {
    const email = "repeat@example.com";
    const first = await register(email);
    const second = await register("REPEAT@Example.com");
    expect(first.status).toBe(201);
    expect(second.status).toBe(201);
    expect(second.body.token).toBe(first.body.token);
    expect(second.body.id).toBe(first.body.id);
    expect(await mailJobs(email)).toBe(1);
  });

  test("returns the token to its holder, from anywhere and at any time", async () => {
    const first = await register("holder@example.com");
    const token = String(first.body.token);
    await later(60 * minute, async () => {
      const again = await register("holder@example.com", { token, from: "203.0.113.9" });
      expect(again.body.token).toBe(token);
    });
  });

  test("after ten minutes creates another agent, and the owner is notified", async () => {
    const first = await register("late@example.com");
    await later(11 * minute, async () => {
      const again = await register("late@example.com");
      expect(again.body.id).not.toBe(first.body.id);
      expect(again.body.token).not.toBe(first.body.token);
    });
    expect(await mailJobs("late@example.com")).toBe(2);
  });

  test("by the holder of a token that waits brings another mail after ten minutes", async () => {
    const token = String((await register("again@example.com")).body.token);
    await later(11 * minute, async () => {
      expect((await register("again@example.com", { token })).body.token).toBe(token);
    });
    expect(await mailJobs("again@example.com")).toBe(2);
  });

  test("with the same Idempotency-Key replays the token from anywhere; it is stored nowhere", async () => {
    const key = "0192f0c1-5a30-7aa0-8a54-0d4b7c9e2f11";
    const first = await register("keyed@example.com", { key });
    await later(60 * minute, async () => {
      const replay = await register("keyed@example.com", { key, from: "203.0.113.9" });
      expect(replay.headers.get("idempotent-replayed")).toBe("true");
      expect(replay.body).toEqual(first.body);
    });
    const rows = await api.db.execute(sql`select body::text as body from idempotency_keys`);
    expect(JSON.stringify(rows)).not.toContain(String(first.body.token));
  });

  test("with a key that could be guessed is no replay", async () => {
    const first = await register("guess@example.com", { key: "1" });
    const other = await register("guess@example.com", { key: "1", from: "203.0.113.9" });
    expect(other.headers.get("idempotent-replayed")).toBeNull();
    expect(other.body.token).not.toBe(first.body.token);
  });

  test("twenty at once make one agent and one mail", async () => {
    const email = "crowd@example.com";
    const answers = await Promise.all(Array.from({ length: 20 }, () => register(email)));
    expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(201));
    expect(new Set(answers.map((answer) => answer.body.token)).size).toBe(1);
    expect(await mailJobs(email)).toBe(1);
  });
});

describe("an agent's name", () => {
  test("left out is derived, the same each time, and does not show the address", async () => {
    const first = await register("someone.known@example.com");
    expect(String(first.body.agent_name)).toMatch(/^agent-[0-9a-f]{12}$/);
    expect(String(first.body.agent_name)).not.toContain("someone");
  });

  test("makes another agent of the same owner", async () => {
    const one = await register("two@example.com", { name: "one" });
    const two = await register("two@example.com", { name: "two" });
    expect(one.body.id).not.toBe(two.body.id);
  });

  test("cannot flood an owner: ten mails a day; later callers get the same answer and a mail on another day", async () => {
    const email = "flood@example.com";
    const answers = [];
    for (let count = 0; count < 11; count += 1) {
      answers.push(await register(email, { name: `n${count}` }));
    }
    expect(answers.map(({ status }) => status)).toEqual(Array(11).fill(201));
    expect(await mailJobs(email)).toBe(10);
    const token = String(answers[10]?.body.token);
    expect((await api.send("GET", "/agent/me", { token })).body.verified).toBe(false);
    expect((await register(email, { name: "n10", token })).body.token).toBe(token);
    expect(await mailJobs(email)).toBe(10);
    await later(25 * 60 * minute, async () => {
      expect((await register(email, { name: "n10", token })).body.token).toBe(token);
      expect(await mailJobs(email)).toBe(11);
    });
  });
});

describe("the token", () => {
  test("tampered with is refused", async () => {
    const { token } = (await register("tamper@example.com")).body;
    const [header, payload, signature] = String(token).split(".");
    const claims = JSON.parse(Buffer.from(String(payload), "base64url").toString());
    const forged = Buffer.from(JSON.stringify({ ...claims, exp: claims.exp + 1 }));
    for (const bad of [
      `${header}.${forged.toString("base64url")}.${signature}`,
      altered(String(token)),
      `${Buffer.from('{"alg":"none"}').toString("base64url")}.${payload}.`,
      "not-a-token",
    ]) {
      const answer = await api.send("GET", "/agent/me", { token: bad });
      expect({ bad, status: answer.status }).toEqual({ bad, status: 401 });
      expect(answer.headers.get("www-authenticate")).toContain('error="invalid_token"');
    }
  });

  test("expires, and a new registration returns another token", async () => {
    const first = await register("expire@example.com");
    const token = String(first.body.token);
    await later(366 * 24 * 60 * minute, async () => {
      expect((await api.send("GET", "/agent/me", { token })).body.code).toBe("token_expired");
      const again = await register("expire@example.com", { token });
      expect(again.body.id).toBe(first.body.id);
      expect(again.body.token).not.toBe(token);
      const old = await api.send("GET", "/agent/me", { token });
      expect(old.body.code).toBe("token_expired");
    });
  });

  test("of an unapproved agent opens /agent/me and no listing", async () => {
    const { token } = (await register("early@example.com")).body;
    const me = await api.send("GET", "/agent/me", { token: String(token) });
    expect(me.body.verified).toBe(false);
    const draft = await api.send("POST", "/listings/draft", { token: String(token), body: {} });
    expect(draft.body.code).toBe("agent_not_verified");
  });
});

describe("approval", () => {
  test("is accepted only from the owner: not from the agent, a stranger or nobody", async () => {
    const email = "mine@example.com";
    const { token } = (await register(email)).body;
    const stranger = await ownerToken(api, "stranger@example.com");
    const unverified = await ownerToken(api, "mine@unverified.example");
    for (const caller of [String(token), stranger, unverified, undefined]) {
      const answer = await api.send("POST", "/agent/verify", { token: caller, body: { token } });
      expect(answer.status).toBe(403);
    }
    const me = await api.send("GET", "/agent/me", { token: String(token) });
    expect(me.body.verified).toBe(false);
  });

  test("works by the code of the mail, and a second time changes nothing", async () => {
    const email = "coded@example.com";
    const { id } = (await register(email)).body;
    const [row] = await api.db.execute<{ id: string }>(
      sql`select id from approvals where agent_id = ${id}`,
    );
    const code = approvalCode(api.config.APPROVAL_SECRET[0], String(row?.id));
    expect(verifyBody.parse({ token: code }).token).toBe(code);
    expect(await approve(email, code)).toBe(200);
    expect(await approve(email, code)).toBe(200);
    const [audit] = await api.db.execute<{ rows: number }>(sql`
      select count(*)::int as rows from audit_log
      where subject_id = ${id} and action = 'agent.verified'
    `);
    expect(audit?.rows).toBe(1);
  });
});
