/**
 * API and workers behind a pooler in transaction mode, with a direct connection for what needs a
 * session.
 */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq, isNull, sql } from "drizzle-orm";
import { openDatabase } from "../../db/client.ts";
import { workerLimits } from "../../db/limits.ts";
import { agents, outbox } from "../../db/schema/index.ts";
import type { StartedPart } from "../../dev/parts/process.ts";
import { finishPaymentSetup } from "../../market/account/finish-payment-setup.ts";
import { startPaymentSetup } from "../../market/account/start-payment-setup.ts";
import { type SellerAgent, sellerAgent } from "../support/agents.ts";
import { openTestApi, type TestApi } from "../support/api.ts";
import { attachFile, createDraft, exampleCsv } from "../support/listings.ts";
import { type Buyer, newBuyer } from "../support/market.ts";
import { startPgbouncer } from "../support/programs/pgbouncer.ts";
import { createTestDatabase, eventually, type TestDatabase } from "../support/stack.ts";
import { submit } from "../support/stripe.ts";
import { openSuite, type Suite } from "../support/workers.ts";
import { setOddDefaults } from "./odd-defaults.ts";

setDefaultTimeout(60_000);

/** Fewer than any process opens, so that each session is shared. */
const sessionsMax = 4;

let database: TestDatabase;
let pooler: StartedPart & { url: string };
let suite: Suite;
let api: TestApi;
let seller: SellerAgent;
let buyer: Buyer;

beforeAll(async () => {
  database = await createTestDatabase();
  await setOddDefaults(database.url);
  pooler = await startPgbouncer(database.url, { sessionsMax });
  suite = await openSuite({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: database.url });
  api = await openTestApi(suite.env);
  await suite.work(["relay", "profile", "notify", "clock", "webhooks", "matching"]);
  seller = await sellerAgent(api);
  buyer = await newBuyer(api);
});

afterAll(async () => {
  await api?.close();
  await suite?.close();
  await pooler?.stop();
  await database?.drop();
});

async function addCard(): Promise<string> {
  const { setupId, url } = await startPaymentSetup(api.ctx, buyer.owner, {
    successUrl: "http://localhost/account/cards?visit={CHECKOUT_SESSION_ID}",
    cancelUrl: "http://localhost/account/cards",
  });
  await submit(url, { payment_method: "pm_card_visa" });
  const outcome = await finishPaymentSetup(api.ctx, buyer.owner, setupId);
  if (outcome.status !== "added") throw new Error(`the visit is ${outcome.status}`);
  return outcome.card.id;
}

describe("behind a pooler in transaction mode", () => {
  test("a file is profiled, published, found, bought, downloaded and confirmed", async () => {
    const { token } = seller;
    const draftId = await createDraft(api, token, { title: "Pooled rain", price_cents: 1000 });
    await attachFile(api, token, draftId);
    await eventually(
      async () =>
        (await api.send("POST", `/listings/${draftId}/publish`, { token })).status === 200,
      { timeoutMs: 30_000, everyMs: 200 },
    );
    const found = await api.send("GET", "/datasets?query=pooled");
    expect((found.body.items as { id: string }[]).map(({ id }) => id)).toEqual([draftId]);
    const by = { token: buyer.token };
    const bought = await api.send("POST", `/datasets/${draftId}/buy`, {
      ...by,
      body: { payment_method_id: await addCard(), expected_price_cents: 1000 },
    });
    expect([bought.status, bought.body.status]).toEqual([201, "in_escrow"]);
    const path = `/purchases/${bought.body.id}`;
    const { body } = await api.send("GET", `${path}/download-url`, by);
    expect(await (await fetch(String(body.download_url))).text()).toBe(exampleCsv);
    expect((await api.send("POST", `${path}/confirm`, by)).body.status).toBe("released");
    const events = await api.send("GET", "/events", { token });
    const types = (events.body.items as { type: string }[]).map(({ type }) => type);
    expect(types).toContain("purchase.released");
    await eventually(async () => (await suite.db.$count(outbox, isNull(outbox.publishedAt))) === 0);
  });

  test("waiting calls are woken: LISTEN uses the direct connection", async () => {
    const { token } = seller;
    const last = (await api.send("GET", "/events", { token })).body.items as { id: string }[];
    const waiting = api.send("GET", `/events?wait=25&after=${last.at(-1)?.id}`, { token });
    const draftId = await createDraft(api, token, { title: "Waited for" });
    await attachFile(api, token, draftId);
    expect(((await waiting).body.items as unknown[]).length).toBeGreaterThan(0);
  });

  test("statements that connections keep prepared elsewhere are read by many at once", async () => {
    const draftId = await createDraft(api, seller.token, { title: "Of many" });
    const answers: Awaited<ReturnType<TestApi["send"]>>[] = [];
    for (const limit of [1, 2, 3, 4]) {
      const reads = Array.from({ length: 5 }, () => [
        api.send("GET", `/datasets?query=pooled&limit=${limit}`),
        api.send("GET", `/listings/${draftId}`, { token: seller.token }),
      ]);
      answers.push(...(await Promise.all(reads.flat())));
    }
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  });

  test("one Idempotency-Key at once has one effect: locks end with their transaction", async () => {
    const call = {
      token: seller.token,
      body: { title: "Only once", description: "Sent five times." },
      headers: { "idempotency-key": "pooled-once" },
    };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => api.send("POST", "/listings/draft", call)),
    );
    const ids = new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.id));
    expect(ids.size).toBe(1);
    const direct = openDatabase({ url: database.url, poolMax: 1 });
    const held = await direct.db.execute(sql`select count(*)::int as held from pg_locks
      join pg_database on pg_database.oid = pg_locks.database
      where locktype = 'advisory' and datname = current_database()`);
    await direct.close();
    expect(held[0]?.held).toBe(0);
  });

  test("limits hold in a transaction, and are nobody else's after it", async () => {
    const limitsOf = (db: Pick<typeof suite.db, "execute">) =>
      db.execute(sql`select current_setting('statement_timeout') as statement,
        current_setting('lock_timeout') as lock`);
    const inside = await suite.db.transaction((tx) => limitsOf(tx));
    expect(inside[0]).toEqual({
      statement: `${workerLimits.statementMsMax / 1000}s`,
      lock: `${workerLimits.lockWaitMsMax / 1000}s`,
    });
    const outside = await Promise.all(Array.from({ length: 8 }, () => limitsOf(suite.db)));
    expect(new Set(outside.map(([row]) => row?.statement))).toEqual(new Set(["0"]));
  });

  test("sessions of the server that end behind the pooler cost a call at most, and everything goes on", async () => {
    const sessions = openDatabase({ url: database.url, poolMax: 1 });
    await sessions.db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
    await sessions.close();
    await eventually(
      async () =>
        (
          await api.send("POST", "/listings/draft", {
            token: seller.token,
            body: { title: "After it", description: "All sessions had ended." },
          })
        ).status === 201,
      { timeoutMs: 20_000 },
    );
    const [row] = await suite.db.select().from(agents).where(eq(agents.id, seller.agentId));
    expect(row?.id).toBe(seller.agentId);
  });
});
