/** Rate limits per caller, with a count shared by all processes. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { networkOf } from "../../../api/http/limits/network.ts";
import { SharedWindows } from "../../../api/http/limits/shared-windows.ts";
import { openDatabase } from "../../../db/client.ts";
import { spendRateWindow } from "../../../db/queries/edge/rate-windows.ts";
import { rateWindows } from "../../../db/schema/index.ts";
import { purgeRateWindows } from "../../../market/upkeep/purge-rate-windows.ts";
import { clientAddress } from "../../../platform/client-address.ts";
import { createLogger } from "../../../platform/log.ts";
import { Outage } from "../../../platform/outage.ts";
import { findSeller, ownerToken, registerAgent, verifiedAgent } from "../../support/agents.ts";
import { openTestApi, type TestApi, testApi } from "../../support/api.ts";
import { newKey, newOwner } from "../../support/operators.ts";
import { eventually } from "../../support/stack.ts";

/** Thousands of calls of the store, on a machine that may be busy with other tests. */
setDefaultTimeout(120_000);

const api = await testApi();
const outage = new Outage(createLogger({ level: "silent", service: "test" }), {
  begins: "away",
  ends: "back",
});
const shared = (
  spend = (wanted: Parameters<typeof spendRateWindow>[1]) => spendRateWindow(api.db, wanted),
  storeMsMax = 60_000,
) => new SharedWindows(spend, outage, storeMsMax);
let windows = 0;
/** A caller whose window is unused. */
const newCaller = () => `caller-${++windows}`;
const policyOf = (calls: number) => ({ name: "public" as const, calls, windowSeconds: 60 });

async function passed(calls: Promise<{ isAllowed: boolean }>[]): Promise<number> {
  return (await Promise.all(calls)).filter(({ isAllowed }) => isAllowed).length;
}

describe("a network", () => {
  const cases: [address: string, network: string][] = [
    ["198.51.100.7", "198.51.100.7"],
    ["::ffff:198.51.100.7", "198.51.100.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::", "2001:db8:1:2::/64"],
    ["2001:db8:1:3::1", "2001:db8:1:3::/64"],
    ["fe80::1%eth0", "fe80::/64"],
    ["::1", "::/64"],
    ["unknown", "unknown"],
    ["", ""],
  ];
  test.each(cases)("of %p is %p", (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

describe("behind proxies", () => {
  const peer = () => "192.0.2.1";
  const forwarded = (text: string, hops: number) =>
    clientAddress(new Request("http://a", { headers: { "x-forwarded-for": text } }), peer, hops);
  const cases: [text: string, hops: number, address: string][] = [
    ["203.0.113.1, 198.51.100.7", 1, "198.51.100.7"],
    ["203.0.113.1, 198.51.100.7, 10.0.0.1", 2, "198.51.100.7"],
    // A port must not count, since each connection has another one and could pose as a new caller.
    ["198.51.100.7:4711", 1, "198.51.100.7"],
    ["[2001:db8::1]:4711", 1, "2001:db8::1"],
    ["[2001:db8::1]", 1, "2001:db8::1"],
    ["198.51.100.7", 2, "192.0.2.1"],
    ["198.51.100.7", 0, "192.0.2.1"],
    ...[
      "",
      "unknown",
      "_hidden",
      "0x7f.1",
      "010.0.0.1",
      "1",
      "x".repeat(9000),
      "198.51.100.7,",
    ].map((text): [string, number, string] => [text, 1, "192.0.2.1"]),
  ];
  test.each(cases)("%p of %p is %p", (text, hops, address) => {
    expect(forwarded(text, hops)).toBe(address);
  });
});

describe("windows that processes share", () => {
  test("let pass the limit at most, and within a twentieth of it, however calls are spread", async () => {
    const spread = fc.record({
      calls: fc.integer({ min: 1, max: 700 }),
      limit: fc.integer({ min: 1, max: 600 }),
      weights: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 4, maxLength: 4 }),
      atOnce: fc.constantFrom(1, 7, 64),
    });
    await fc.assert(
      fc.asyncProperty(spread, async ({ calls, limit, weights, atOnce }) => {
        const processes = weights.flatMap((weight) => {
          const one = shared();
          return Array.from({ length: weight + 1 }, () => one);
        });
        const caller = newCaller();
        let allowed = 0;
        for (let made = 0; made < calls; made += atOnce) {
          const turn = Array.from({ length: Math.min(atOnce, calls - made) }, (_, i) => {
            const one = processes[(made + i) % processes.length] as SharedWindows;
            return one.take(policyOf(limit), caller);
          });
          allowed += await passed(turn);
        }
        expect(allowed).toBeLessThanOrEqual(limit);
        expect(allowed).toBeGreaterThanOrEqual(Math.min(calls, Math.ceil(limit * 0.95)));
      }),
      { numRuns: 10 },
    );
  });

  test("state the remaining calls, and reset at the end of the window", async () => {
    const caller = newCaller();
    const policy = { name: "public" as const, calls: 2, windowSeconds: 60 };
    const one = shared();
    expect(await one.take(policy, caller)).toMatchObject({ isAllowed: true, callsLeft: 1 });
    expect(await shared().take(policy, caller)).toMatchObject({ isAllowed: true, callsLeft: 0 });
    const refused = await one.take(policy, caller);
    expect(refused).toMatchObject({ isAllowed: false, callsLeft: 0 });
    expect(one.takeAtOnce(policy, caller, Number.POSITIVE_INFINITY)).toBeNull();
    const own = eq(rateWindows.key, `${policy.name} ${caller}`);
    await api.db.update(rateWindows).set({ endsAt: sql`now()` }).where(own);
    expect(await shared().take(policy, caller)).toMatchObject({ isAllowed: true, callsLeft: 1 });
  });

  test("ask the store once for a block, not for each call", async () => {
    let asked = 0;
    const one = shared((wanted) => {
      asked += 1;
      return spendRateWindow(api.db, wanted);
    });
    const caller = newCaller();
    for (let call = 0; call < 600; call += 1) await one.take(policyOf(10_000), caller);
    expect(asked).toBe(6);
    for (let call = 0; call < 20; call += 1) await one.take(policyOf(1), caller);
    expect(asked).toBeLessThan(9);
  });

  test("answer the first call of a caller before the store does, and count it all the same", async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    let asked = 0;
    const one = shared(async (wanted) => {
      asked += 1;
      await answered;
      return await spendRateWindow(api.db, wanted);
    });
    const caller = newCaller();
    const first = one.takeAtOnce(policyOf(200), caller);
    expect(first).toMatchObject({ isAllowed: true, callsLeft: 199, msLeft: 60_000 });
    // Not the second: only the store knows whether it is allowed.
    expect(one.takeAtOnce(policyOf(200), caller)).toBeNull();
    expect(asked).toBe(1);
    const second = one.take(policyOf(200), caller);
    answer();
    expect(await second).toMatchObject({ isAllowed: true, callsLeft: 198 });
    const others = Array.from({ length: 300 }, () => one.take(policyOf(200), caller));
    expect(await passed(others)).toBe(198);
    // With a limit below one hundred, a single call is too large a share.
    expect(one.takeAtOnce(policyOf(99), newCaller())).toBeNull();
  });

  test("put a call back that was let pass before the store answered", async () => {
    const one = shared();
    const caller = newCaller();
    one.takeAtOnce(policyOf(100), caller);
    one.giveBack(policyOf(100), caller);
    const calls = Array.from({ length: 120 }, () => one.take(policyOf(100), caller));
    expect(await passed(calls)).toBe(100);
  });

  test("do not ask for more first calls at once than the store keeps up with", async () => {
    let asked = 0;
    const one = shared(() => {
      asked += 1;
      return new Promise(() => {});
    });
    const first = Array.from({ length: 150 }, () => one.takeAtOnce(policyOf(600), newCaller()));
    expect(first.filter((standing) => standing !== null)).toHaveLength(100);
    expect(asked).toBe(100);
  });

  test("let a process that comes late pass one call, of four within a twentieth", async () => {
    const caller = newCaller();
    const four = [shared(), shared(), shared(), shared()];
    let allowed = 0;
    for (const one of four) {
      const calls = Array.from({ length: 200 }, () => one.take(policyOf(100), caller));
      allowed += await passed(calls);
    }
    expect(allowed).toBeGreaterThanOrEqual(95);
    expect(allowed).toBeLessThanOrEqual(105);
    expect(await passed(four.map((one) => one.take(policyOf(100), caller)))).toBe(0);
  });

  test("without a store each process allows a few seconds' worth of calls, and nobody waits", async () => {
    let asked = 0;
    const one = shared(() => {
      asked += 1;
      return new Promise(() => {});
    }, 250);
    const caller = newCaller();
    const calls = Array.from({ length: 100 }, () => one.take(policyOf(600), caller));
    expect(await passed(calls)).toBe(50);
    expect(await passed([one.take(policyOf(600), newCaller())])).toBe(1);
    expect(asked).toBe(1);
  });

  test("continue after a slow store answers, and calls allowed meanwhile are counted", async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    const one = shared(async (wanted) => {
      await answered;
      return await spendRateWindow(api.db, wanted);
    }, 30);
    const [few, many] = [newCaller(), newCaller()];
    const policy = policyOf(600);
    expect(await passed(Array.from({ length: 4 }, () => one.take(policy, few)))).toBe(4);
    expect(await passed(Array.from({ length: 70 }, () => one.take(policy, many)))).toBe(50);
    // A call refused meanwhile gets a short retry time, not the end of the window.
    const refused = await one.take(policy, many);
    expect(refused.isAllowed).toBe(false);
    expect(refused.msLeft).toBeLessThanOrEqual(1000);
    answer();
    const told = await eventually(() => {
      const standing = one.takeAtOnce(policy, few);
      return standing !== null && standing.callsLeft > 50 ? standing : null;
    });
    // The store was asked for six; with the calls admitted locally the count is right again.
    expect(told.isAllowed).toBe(true);
    expect(told.callsLeft).toBeLessThanOrEqual(595);
    const goneOn = await eventually(async () => {
      const standing = await one.take(policy, many);
      return standing.isAllowed && standing.callsLeft > 50 ? standing : null;
    });
    expect(goneOn.callsLeft).toBeLessThanOrEqual(549);
  });

  test("are forgotten when they are over", async () => {
    const caller = newCaller();
    await shared().take({ name: "public", calls: 5, windowSeconds: 60 }, caller);
    await shared().take({ name: "public", calls: 5, windowSeconds: 3600 }, newCaller());
    const later = { ...api.ctx, now: () => new Date(Date.now() + 120_000) };
    expect(await purgeRateWindows(later)).toBeGreaterThan(0);
    const left = await api.db.select().from(rateWindows);
    expect(left.every(({ endsAt }) => endsAt.getTime() > Date.now() + 120_000)).toBe(true);
    expect(left.length).toBeGreaterThan(0);
  });
});

/** Waits for the shared count even on a busy machine: local admission is tested elsewhere. */
const openLimited = (limits: Record<string, string>) =>
  openTestApi({ RATE_LIMIT_STORE_MS_MAX: "60000", ...limits });

describe("rate limits", () => {
  test("count by address, state the remaining calls, and refuse with the time to wait", async () => {
    const limited = await openLimited({
      RATE_LIMIT_PUBLIC_PER_MINUTE: "2",
      TRUSTED_PROXY_HOPS: "1",
    });
    const ask = (address: string) =>
      limited.send("GET", "/categories", { headers: { "x-forwarded-for": address } });
    const first = await ask("198.51.100.7");
    expect(first.headers.get("ratelimit-policy")).toBe('"public";q=2;w=60');
    expect(first.headers.get("ratelimit")).toMatch(/^"public";r=1;t=\d+$/);
    await ask("198.51.100.7");
    const third = await ask("198.51.100.7");
    expect(third.status).toBe(429);
    expect(third.body).toMatchObject({ code: "rate_limited", resolution: "retry" });
    expect(Number(third.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await ask("198.51.100.8")).status).toBe(200);
    // An address that the client put before the proxy's entry is ignored.
    expect((await ask("203.0.113.1, 198.51.100.7")).status).toBe(429);
    await limited.close();
  });

  test("refuse at once as the long way does, header by header, and count each refusal", async () => {
    const limited = await openLimited({ RATE_LIMIT_PUBLIC_PER_MINUTE: "1" });
    await limited.send("GET", "/categories");
    // An address too long for the cache takes the full path and is refused there.
    const long = `?q=${"a".repeat(1100)}`;
    const ownOfEachCall = new Set(["x-request-id", "traceparent", "ratelimit", "retry-after"]);
    const refusal = async (method: string, path: string) => {
      const { status, headers, body } = await limited.send(method, path);
      const { request_id: requestId, retry_after: seconds, ...told } = body;
      expect(headers.get("x-request-id")).toBe(String(requestId ?? headers.get("x-request-id")));
      expect(headers.get("retry-after")).toBe(String(seconds ?? headers.get("retry-after")));
      expect(headers.get("ratelimit")).toMatch(/^"public";r=0;t=\d+$/);
      const shared = [...headers].filter(
        ([name]) => !ownOfEachCall.has(name) && name !== "date" && name !== "content-length",
      );
      return { status, told, shared: shared.sort(), names: [...headers.keys()].sort() };
    };
    for (const method of ["GET", "HEAD", "POST"]) {
      for (const path of ["/categories", "/account", "/datasets/no%20such"]) {
        const anew = await refusal(method, path + long);
        expect(anew.status).toBe(429);
        expect(await refusal(method, path)).toEqual(anew);
        expect(await refusal(method, `${path}?q=a`)).toEqual(anew);
      }
    }
    const refusals = [];
    for (let call = 0; call < 2; call += 1) refusals.push(await limited.send("GET", "/events"));
    const ids = refusals.map(({ headers }) => headers.get("x-request-id"));
    expect(new Set(ids).size).toBe(2);
    expect(refusals.map(({ body }) => body.request_id)).toEqual(ids);
    // Requests outside this limit keep their own answers.
    const statusOf = async (method: string, path: string, headers = {}) =>
      (await limited.send(method, path, { headers })).status;
    expect(await statusOf("GET", "/health/live")).toBe(200);
    expect((await limited.send("GET", "/categories?api_key=a")).body.code).toBe(
      "credential_in_url",
    );
    const asking = { origin: "https://a.example", "access-control-request-method": "GET" };
    expect(await statusOf("OPTIONS", "/categories", asking)).toBe(204);
    const page = await limited.send("GET", "/categories", { headers: { accept: "text/html" } });
    expect([page.status, page.headers.get("content-type")]).toEqual([
      429,
      "text/html; charset=utf-8",
    ]);
    await limited.close();
  });

  test("without a trusted proxy no header is believed that names another caller", async () => {
    const limited = await openLimited({ RATE_LIMIT_PUBLIC_PER_MINUTE: "1" });
    await limited.send("GET", "/categories");
    const others = "x-forwarded-for x-real-ip true-client-ip cf-connecting-ip x-client-ip".split(
      " ",
    );
    const headers: [string, string][] = others.map((name) => [name, "198.51.100.8"]);
    for (const [name, value] of [...headers, ["forwarded", "for=198.51.100.8;host=a"] as const]) {
      const asked = await limited.send("GET", "/categories", { headers: { [name]: value } });
      expect([name, asked.status]).toEqual([name, 429]);
    }
    await limited.close();
  });

  test("a network of IPv6 is one caller", async () => {
    const limited = await openLimited({
      RATE_LIMIT_PUBLIC_PER_MINUTE: "2",
      TRUSTED_PROXY_HOPS: "1",
    });
    const ask = async (address: string) =>
      (await limited.send("GET", "/categories", { headers: { "x-forwarded-for": address } }))
        .status;
    expect(await ask("2001:db8::1")).toBe(200);
    expect(await ask("2001:db8::ffff:2")).toBe(200);
    expect(await ask("2001:db8:0:0:1:2:3:4")).toBe(429);
    expect(await ask("2001:db8:0:1::1")).toBe(200);
    await limited.close();
  });

  test("agents at one address have a budget each, and take it to another address", async () => {
    const limited = await openLimited({
      RATE_LIMIT_AGENT_PER_MINUTE: "2",
      TRUSTED_PROXY_HOPS: "1",
    });
    const [one, other] = [await verifiedAgent(limited), await verifiedAgent(limited)];
    const ask = async ({ token }: { token: string }, address = "198.51.100.7") =>
      await limited.send("GET", "/categories", { token, headers: { "x-forwarded-for": address } });
    expect((await ask(one)).headers.get("ratelimit-policy")).toBe('"agent";q=2;w=60');
    expect((await ask(one, "198.51.100.8")).status).toBe(200);
    expect((await ask(one)).status).toBe(429);
    expect((await ask(one, "198.51.100.9")).status).toBe(429);
    expect((await ask(other)).status).toBe(200);
    await limited.close();
  });

  test("agents that nobody has approved count with their network, however many are registered", async () => {
    const limited = await openLimited({
      RATE_LIMIT_PUBLIC_PER_MINUTE: "10",
      RATE_LIMIT_AGENT_PER_MINUTE: "600",
      TRUSTED_PROXY_HOPS: "1",
    });
    const pending = [];
    for (let count = 0; count < 20; count += 1) pending.push(await registerAgent(limited));
    const ask = ({ token }: { token?: string }, address: string) =>
      limited.send("GET", "/datasets", { token, headers: { "x-forwarded-for": address } });
    const answers = [];
    for (const agent of pending) {
      for (let call = 0; call < 3; call += 1) answers.push(await ask(agent, "198.51.100.7"));
    }
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(10);
    const refused = answers.at(-1);
    expect([refused?.status, refused?.headers.get("ratelimit-policy")]).toEqual([
      429,
      '"public";q=10;w=60',
    ]);
    expect(refused?.body.detail).toContain("agents that no owner has approved");
    // Without a token this address is used up, and another address has its full limit.
    expect((await ask({}, "198.51.100.7")).status).toBe(429);
    expect((await ask({}, "198.51.100.8")).status).toBe(200);
    // Approval counts from the next call on.
    const [agent] = pending;
    if (agent === undefined) throw new Error("no agent was registered");
    const decided = await limited.send("POST", "/agent/verify", {
      token: await ownerToken(limited, agent.email),
      body: { token: agent.token },
      headers: { "x-forwarded-for": "198.51.100.9" },
    });
    expect(decided.status).toBe(200);
    const own = await ask(agent, "198.51.100.10");
    expect([own.status, own.headers.get("ratelimit-policy")]).toEqual([200, '"agent";q=600;w=60']);
    await limited.close();
  });

  test("all keys and agents of one account share a second, larger budget", async () => {
    const limited = await openLimited({
      RATE_LIMIT_AGENT_PER_MINUTE: "4",
      RATE_LIMIT_OPERATOR_PER_MINUTE: "4",
      RATE_LIMIT_ACCOUNT_PER_MINUTE: "7",
    });
    const agent = await verifiedAgent(limited);
    const { owner } = await findSeller(limited, agent.email);
    const keys = [await newKey(limited, owner), await newKey(limited, owner)];
    const tokens = [agent.token, ...keys.map(({ secret }) => secret)];
    const ask = (token: string | undefined) => limited.send("GET", "/datasets", { token });
    const answers = [];
    for (const token of tokens) {
      for (let call = 0; call < 3; call += 1) answers.push(await ask(token));
    }
    const statuses = answers.map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 200, 429, 429]);
    const refused = answers.at(-1);
    expect(refused?.headers.get("ratelimit-policy")).toBe('"account";q=7;w=60');
    expect(refused?.body).toMatchObject({
      code: "rate_limited",
      detail: expect.stringContaining("API keys and agents of the account"),
    });
    // A caller refused by the account's limit has spent nothing of its own, and other accounts are
    // not affected.
    const other = await newKey(limited, await newOwner(limited));
    expect((await ask(other.secret)).status).toBe(200);
    expect((await ask(agent.token)).headers.get("ratelimit")).toMatch(/^"account";r=0;/);
    await limited.close();
  });

  test("keys of one account have a budget each, on every path", async () => {
    const limited = await openLimited({ RATE_LIMIT_OPERATOR_PER_MINUTE: "2" });
    const owner = await newOwner(limited);
    const keys = [await newKey(limited, owner), await newKey(limited, owner)];
    const [one, other] = keys.map(({ secret }) => secret);
    expect(await policyOfCall(limited, "/purchases", one)).toBe('"operator";q=2;w=60');
    expect(await policyOfCall(limited, "/datasets", one)).toBe('"operator";q=2;w=60');
    expect((await limited.send("GET", "/purchases", { token: one })).status).toBe(429);
    expect((await limited.send("GET", "/purchases", { token: other })).status).toBe(200);
    await limited.close();
  });

  test("credentials that prove nothing count where they come from, and cost others nothing", async () => {
    const limited = await openLimited({
      RATE_LIMIT_PUBLIC_PER_MINUTE: "3",
      TRUSTED_PROXY_HOPS: "1",
    });
    const agent = await verifiedAgent(limited);
    expect(await policyOfCall(limited, "/categories", agent.token)).toStartWith('"agent"');
    const statuses = [];
    for (const guess of ["dm_live_guess", "a.b.c", "word", "dm_live_other"]) {
      statuses.push((await limited.send("GET", "/purchases", { token: guess })).status);
    }
    expect(statuses).toEqual([401, 401, 401, 429]);
    expect((await limited.send("GET", "/categories")).status).toBe(200);
    expect(await policyOfCall(limited, "/categories", agent.token)).toStartWith('"agent"');
    await limited.close();
  });

  test("one host registers agents of many owners, a few times each, and learns nothing about others", async () => {
    const limited = await openLimited({
      RATE_LIMIT_REGISTER_PER_HOUR: "3",
      RATE_LIMIT_REGISTRATIONS_PER_HOUR: "12",
      TRUSTED_PROXY_HOPS: "1",
    });
    const register = async (owner_email: string, agent_name: string, from = "198.51.100.7") => {
      const body = { owner_email, agent_name };
      const headers = { "x-forwarded-for": from };
      return (await limited.send("POST", "/agent/register", { body, headers })).status;
    };
    for (let owner = 0; owner < 6; owner += 1) {
      expect(await register(`owner${owner}@example.com`, "one")).toBe(201);
    }
    const repeated = async (from?: string) => {
      const answers = [];
      for (const email of [
        "Same@example.com",
        "same@EXAMPLE.com",
        "same@example.com",
        "same@example.com",
      ]) {
        answers.push(await register(email, "one", from));
      }
      return answers;
    };
    expect(await repeated()).toEqual([201, 201, 201, 429]);
    // A caller who uses up the limit of a shared host does not lock out the owner's other agents.
    expect(await register("same@example.com", "another")).toBe(201);
    expect(await repeated("2001:db8::7")).toEqual([201, 201, 201, 429]);
    expect(await register("owner9@example.com", "one")).toBe(201);
    expect(await register("owner10@example.com", "one")).toBe(429);
    await limited.close();
  });

  test("a locked table of windows keeps nobody waiting", async () => {
    const limited = await openTestApi({ RATE_LIMIT_PUBLIC_PER_MINUTE: "600" });
    const other = openDatabase({ url: limited.databaseUrl, poolMax: 1 });
    await other.db.transaction(async (tx) => {
      await tx.execute(sql`lock table rate_windows in access exclusive mode`);
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => limited.send("GET", "/categories")),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    });
    await other.close();
    await limited.close();
  });
});

async function policyOfCall(limited: TestApi, path: string, token?: string) {
  return (await limited.send("GET", path, { token })).headers.get("ratelimit-policy");
}
