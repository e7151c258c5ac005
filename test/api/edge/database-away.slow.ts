/**
 * The answers to callers when the API's database is killed, frozen, locked or cut off at a COMMIT.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { SQL } from "bun";
import { verifiedAgent } from "../../support/agents.ts";
import { type Answer, openTestApi, type TestApi } from "../../support/api.ts";
import { publishedListing } from "../../support/listings.ts";
import { type CuttingProxy, startCuttingProxy } from "../../support/programs/cutting-proxy.ts";
import { type OwnPostgres, startOwnPostgres } from "../../support/programs/own-postgres.ts";
import { eventually } from "../../support/stack.ts";

let postgres: OwnPostgres;
let proxy: CuttingProxy;
let api: TestApi;
let token: string;
let datasetId: string;

beforeAll(async () => {
  postgres = await startOwnPostgres();
  proxy = await startCuttingProxy(new URL(postgres.url));
  const url = new URL(postgres.url);
  url.port = String(proxy.port);
  api = await openTestApi({
    DATABASE_URL: url.href,
    DATABASE_SLOT_WAIT_MS_MAX: "2500",
    DATABASE_LOCK_WAIT_MS_MAX: "2500",
    DATABASE_STATEMENT_MS_MAX: "4000",
    ANSWER_READ_MS_MAX: "4500",
  });
}, 60_000);

afterAll(async () => {
  await api.close();
  await proxy.close();
  await postgres.stop();
});

beforeEach(async () => {
  await eventually(async () => (await api.send("GET", "/health/ready")).status === 200, {
    timeoutMs: 30_000,
  });
  token ??= (await verifiedAgent(api)).token;
  datasetId ??= await publishedListing(api, token);
});

/** Pages, public reads, an agent's reads and a write; none is answered from a cache. */
const calls: [method: string, path: () => string, isOfAgent: boolean][] = [
  ["GET", () => "/requests", false],
  ["GET", () => `/datasets?query=water${Math.random()}`, false],
  ["GET", () => `/datasets/${crypto.randomUUID()}`, false],
  ["GET", () => "/categories", false],
  ["GET", () => "/agent/me", true],
  ["GET", () => `/listings/${datasetId}?wait=5`, true],
  ["GET", () => "/events", true],
  ["POST", () => "/agent/register", false],
];

type Called = Answer & { path: string };

async function callAll(times: number): Promise<Called[]> {
  const all = Array.from({ length: times }, () => calls).flat();
  return Promise.all(
    all.map(async ([method, path, isOfAgent]) => {
      const body = method === "POST" ? { owner_email: `${crypto.randomUUID()}@example.com` } : null;
      const answer = await api.send(method, path(), {
        ...(isOfAgent ? { token } : {}),
        ...(body === null ? {} : { body }),
      });
      return { ...answer, path: `${method} ${path()}` };
    }),
  );
}

/**
 * Each answer is a 503 with a retry time and no internals. The database answers again only
 * afterwards, so it is the time limit that ends the wait.
 */
function expectUnavailable(answers: Called[]): void {
  for (const { status, headers, body, text, path } of answers) {
    expect({ path, status }).toEqual({ path, status: 503 });
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    expect(text).not.toMatch(/postgres|ECONN|CONNECTION_|select |127\.0\.0\.1|at .*\.ts/);
    const isPage = headers.get("content-type")?.startsWith("text/html") === true;
    if (!isPage) expect(["database_unavailable", "answer_overdue"]).toContain(String(body.code));
  }
}

describe("a database that is away", () => {
  test("is 503 for pages and calls, and its return is noticed by itself", async () => {
    await postgres.kill();
    try {
      expectUnavailable(await callAll(5));
      expect((await api.send("GET", "/health/live")).status).toBe(200);
      const { status, body } = await api.send("GET", "/health/ready");
      expect({ status, checks: body.checks }).toMatchObject({
        status: 503,
        checks: { database: "unavailable" },
      });
    } finally {
      await postgres.restart();
    }
    await eventually(async () => (await callAll(1)).every(({ status }) => status < 500), {
      timeoutMs: 30_000,
    });
  }, 90_000);

  test("that is frozen is reported before it answers again, and the cached answers stay", async () => {
    const cached = `/datasets/${datasetId}`;
    // After the restart, answers are cached only once the API receives change notices again.
    await eventually(isListenedTo);
    expect((await api.send("GET", cached)).status).toBe(200);
    postgres.freeze();
    try {
      expectUnavailable(await callAll(5));
      expect((await api.send("GET", cached)).status).toBe(200);
      expect((await api.send("GET", "/health/live")).status).toBe(200);
      expect((await api.send("GET", "/health/ready")).status).toBe(503);
    } finally {
      postgres.thaw();
    }
    await eventually(async () => (await callAll(1)).every(({ status }) => status < 500), {
      timeoutMs: 30_000,
    });
  }, 90_000);
});

test("a long lock on listings blocks neither cached reads nor reads without listings", async () => {
  const cached = `/datasets/${datasetId}`;
  expect((await api.send("GET", cached)).status).toBe(200);
  const locker = new SQL(postgres.url, { max: 1 });
  const { promise: locked, resolve: tellLocked } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const holding = locker.begin(async (tx) => {
    await tx`lock table listings in access exclusive mode`;
    tellLocked();
    await released;
  });
  await locked;
  try {
    const reading = Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        const answer = await api.send("GET", `/datasets?query=river${n}`);
        return { ...answer, path: "GET /datasets" };
      }),
    );
    const selling = Promise.all(
      Array.from({ length: 40 }, () => api.send("GET", "/listings", { token })),
    );
    // By then the first of them wait for the lock.
    await eventually(async () => (await waitingForLocks()) >= 4);
    expect((await api.send("GET", cached)).status).toBe(200);
    expect((await api.send("GET", "/health/ready")).status).toBe(200);
    expect((await api.send("GET", "/agent/me", { token })).status).toBe(200);
    expectUnavailable(await reading);
    expect((await selling).every(({ status }) => status === 503)).toBe(true);
    // The lock is held until the end: any call that needs it, or a place behind those waiting,
    // would be refused.
    const listing = api.send("GET", "/listings", { token });
    const mine = Array.from({ length: 5 }, () => api.send("GET", "/agent/me", { token }));
    expect((await Promise.all(mine)).map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect((await listing).status).toBe(503);
  } finally {
    release();
    await holding;
    await locker.close();
  }
  expect((await api.send("GET", "/datasets?query=river")).status).toBe(200);
  expect((await api.send("GET", "/listings", { token })).status).toBe(200);
}, 60_000);

async function isListenedTo(): Promise<boolean> {
  const sql = new SQL(postgres.url, { max: 1 });
  try {
    const [row] = await sql`select count(*)::int as count from pg_stat_activity
      where query ilike 'listen %'`;
    return row.count > 0;
  } finally {
    await sql.close();
  }
}

async function waitingForLocks(): Promise<number> {
  const sql = new SQL(postgres.url, { max: 1 });
  try {
    const [row] = await sql`select count(*)::int as waiting from pg_locks where not granted`;
    return row.waiting;
  } finally {
    await sql.close();
  }
}

describe("a connection that is cut at its COMMIT", () => {
  test.each([
    ["before it arrives", "before"],
    ["before its answer arrives", "after"],
  ] as const)(
    "%s leaves the caller in doubt, and a repeat with the key has one effect",
    async (_, moment) => {
      const body = { title: `Cut ${moment}`, description: "A dataset that was cut off." };
      const headers = { "idempotency-key": `cut-${moment}-${crypto.randomUUID()}` };
      // On a new connection the COMMIT is sent as text; later ones refer to it by a number.
      proxy.cut();
      proxy.onSend((piece) => (piece.includes("commit\0") ? moment : null));
      const first = await api.send("POST", "/listings/draft", { token, body, headers });
      proxy.onSend(null);
      expect(first).toMatchObject({ status: 503, body: { code: "database_unavailable" } });
      expect(first.body.detail).toContain("may have been done or not");
      expect(first.body.detail).toContain("same Idempotency-Key");
      const again = await api.send("POST", "/listings/draft", { token, body, headers });
      expect(again.status).toBe(201);
      expect(again.headers.get("idempotent-replayed")).toBe(moment === "after" ? "true" : null);
      const listed = await api.send("GET", "/listings?limit=100", { token });
      const listings = listed.body.items as { title: string }[];
      expect(listings.filter(({ title }) => title === body.title)).toHaveLength(1);
    },
  );
});
