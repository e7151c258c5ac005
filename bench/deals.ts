/**
 * What each kind of deal costs this process, with the payment stand-in: processor time and SQL statements from its first
 * request until its sellers are paid, compared with plain buys that run just before it.
 *
 *   bun bench/deals.ts [deals per run] [runs]
 */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { listings, purchases, subscriptions } from "../db/schema/index.ts";
import { settleDueBounties } from "../market/bounty/settle-due-bounties.ts";
import { settleDuePurses } from "../market/purchase/settlement/settle-due-purchases.ts";
import { evaluateDueDeliveries } from "../market/query/acceptance/evaluate-deliveries.ts";
import { evaluateDueAcceptances } from "../market/query/acceptance/evaluate-due.ts";
import { openQueries } from "../platform/query/open-queries.ts";
import { dayMs } from "../platform/time.ts";
import { planned, runAll } from "../test/market/subscription/support.ts";
import { trialListing } from "../test/market/trial/rows.ts";
import { agentTokenOf } from "../test/support/agents.ts";
import type { Json } from "../test/support/api.ts";
import { silentLog } from "../test/support/log-lines.ts";
import { newPaidSeller, newPayingBuyer, offer, openMoney } from "../test/support/money.ts";
import { runFolder } from "../test/support/run-folders.ts";
import { giveTwin } from "../test/workers/query/query-world.ts";

const count = Number(process.argv[2] ?? 10);
const runs = Number(process.argv[3] ?? 5);
const acceptance = { schema: [{ quality: [{ metric: "rowCount", mustBe: 7 }] }] };
/** Answers at once: what queries cost is measured elsewhere. */
const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: () => Response.json({ rows: [[7]] }),
});

const unlimited = "1000000000";
const money = await openMoney({
  webhooks: false,
  env: {
    QUERY_URL: `http://127.0.0.1:${server.port}`,
    RATE_LIMIT_PUBLIC_PER_MINUTE: unlimited,
    RATE_LIMIT_AGENT_PER_MINUTE: unlimited,
    RATE_LIMIT_OPERATOR_PER_MINUTE: unlimited,
  },
});
const { api, provider } = money;
const queries = openQueries(api.config);

type Parties = Awaited<ReturnType<typeof newParties>>;
type Deal = () => Promise<unknown>;
type Kind = {
  name: string;
  /** The number of plain buys that one deal is compared with; 0: with none. */
  plainBuys: number;
  /** Makes what one deal needs, unmeasured. */
  prepare(parties: Parties): Promise<Deal>;
};

/** New for each run, so that limits per account are not reached. */
async function newParties() {
  const seller = await newPaidSeller(api, provider);
  const scopes = ["purchase", "message", "read"] as const;
  return {
    seller: { ...seller, token: await agentTokenOf(api, seller.agentId) },
    buyer: await newPayingBuyer(api, provider, { key: { scopes: [...scopes] } }),
  };
}

let requests = 0;

async function post({ token }: { token: string }, path: string, body: Json = {}): Promise<Json> {
  requests += 1;
  const headers = { "idempotency-key": crypto.randomUUID() };
  const answer = await api.send("POST", path, { token, body, headers });
  if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`);
  return answer.body;
}

const buy = ({ buyer }: Parties, datasetId: string, more: Json = {}): Promise<Json> =>
  post(buyer, `/datasets/${datasetId}/buy`, { payment_method_id: buyer.cardId, ...more });

const confirm = ({ buyer }: Parties, { id }: Json): Promise<Json> =>
  post(buyer, `/purchases/${id}/confirm`);

async function buyAndConfirm(parties: Parties, datasetId: string, more: Json = {}): Promise<void> {
  await confirm(parties, await buy(parties, datasetId, more));
}

/** A listing whose rows the query process can count. */
async function countable({ seller }: Parties): Promise<string> {
  const id = await offer(api, seller);
  await giveTwin(api, id, import.meta.path);
  await api.db.update(listings).set({ rowCount: 200, columnCount: 4 }).where(eq(listings.id, id));
  return id;
}

const kinds: Kind[] = [
  {
    name: "plain buy",
    plainBuys: 1,
    async prepare(parties) {
      const id = await offer(api, parties.seller);
      return () => buyAndConfirm(parties, id);
    },
  },
  {
    name: "with a contract",
    plainBuys: 1,
    async prepare(parties) {
      const id = await countable(parties);
      return () => buy(parties, id, { acceptance });
    },
  },
  {
    name: "with a coupon",
    plainBuys: 1,
    async prepare(parties) {
      const id = await offer(api, parties.seller);
      const { code } = await post(parties.seller, "/coupons", { percent_off: 25 });
      return () => buyAndConfirm(parties, id, { coupon: code });
    },
  },
  {
    name: "private offer: offer, counter, accept, buy",
    plainBuys: 1,
    async prepare(parties) {
      const { seller, buyer } = parties;
      const id = await offer(api, seller);
      return async () => {
        const terms = { price_cents: 700 };
        const made = await post(buyer, `/datasets/${id}/private-offers`, terms);
        await post(seller, `/private-offers/${made.id}/counter`, { price_cents: 800 });
        await post(buyer, `/private-offers/${made.id}/accept`);
        await buyAndConfirm(parties, id, { private_offer_id: made.id });
      };
    },
  },
  {
    name: "bundle of 3",
    plainBuys: 3,
    async prepare(parties) {
      const { seller, buyer } = parties;
      const ids = [];
      for (let made = 0; made < 3; made += 1) ids.push(await offer(api, seller));
      const terms = { title: "Three", price_cents: 1500, dataset_ids: ids };
      const { id } = await post(seller, "/bundles", terms);
      return async () => {
        const body = { payment_method_id: buyer.cardId };
        const { purchases: parts } = await post(buyer, `/bundles/${id}/buy`, body);
        for (const part of parts as Json[]) await confirm(parties, part);
      };
    },
  },
  {
    name: "trial, then the whole file",
    plainBuys: 2,
    async prepare(parties) {
      const id = await trialListing({ api, seller: parties.seller });
      return async () => {
        await buyAndConfirm(parties, id, { trial: true });
        await buyAndConfirm(parties, id);
      };
    },
  },
  {
    name: "bounty: post, deliver, award",
    plainBuys: 1,
    async prepare(parties) {
      const { seller, buyer } = parties;
      const dataset_id = await countable(parties);
      const bounty = { acceptance, prize_cents: 1000, payment_method_id: buyer.cardId };
      const request = { title: "Seven rows", description: "Exactly seven.", bounty };
      return async () => {
        const { id } = await post(buyer, "/requests", request);
        await settleDuePurses({ ctx: api.ctx, log: silentLog });
        await post(seller, `/requests/${id}/answers`, { dataset_id });
      };
    },
  },
  {
    name: "subscription: start",
    plainBuys: 1,
    async prepare(parties) {
      const id = await planned({ api, seller: parties.seller });
      return () => buy(parties, id, { plan: "month" });
    },
  },
  {
    name: "subscription: renewal",
    plainBuys: 1,
    async prepare(parties) {
      const id = await planned({ api, seller: parties.seller });
      const { subscription } = await buy(parties, id, { plan: "month" });
      const { id: subscriptionId } = subscription as { id: string };
      return () =>
        api.db
          .update(subscriptions)
          .set({ nextStepAt: api.ctx.now() })
          .where(eq(subscriptions.id, subscriptionId));
    },
  },
];

/** Does what the clock would do, until nothing is due. */
async function settleAll(): Promise<void> {
  const { ctx } = api;
  const batch = { rowsMax: 1000 };
  for (;;) {
    const done = [
      await evaluateDueDeliveries(ctx, queries, batch),
      await settleDueBounties(ctx, batch),
      await settleDuePurses({ ctx, log: silentLog }),
      await evaluateDueAcceptances(ctx, queries, batch),
    ];
    await runAll(api);
    if (done.every((number) => number === 0)) return;
  }
}

const median = (values: number[]): number => {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};

type Cost = { cpuMs: number; requests: number; statements: number };

/** The mean of `deals` deals. Nothing else of this process is due meanwhile. */
async function costOf({ name, prepare }: Kind, deals: number): Promise<Cost> {
  const parties = await newParties();
  const prepared: Deal[] = [];
  for (let made = 0; made < deals; made += 1) prepared.push(await prepare(parties));
  await settleAll();
  if (name === "subscription: renewal") api.clock.skewMs = 31 * dayMs;
  const releasedBefore = await countReleased();
  const [logBytes, requestsBefore, cpu] = [logSize(), requests, process.cpuUsage()];
  for (const deal of prepared) await deal();
  await settleAll();
  const { user, system } = process.cpuUsage(cpu);
  const statements = statementsAfter(logBytes);
  await endPeriods();
  const released = (await countReleased()) - releasedBefore;
  if (released < deals && !name.startsWith("subscription")) {
    throw new Error(`${name}: ${released} purchases were released`);
  }
  return {
    cpuMs: (user + system) / 1000 / deals,
    requests: (requests - requestsBefore) / deals,
    statements: statements / deals,
  };
}

/** The subscriptions of one run must not renew in another. */
async function endPeriods(): Promise<void> {
  api.clock.skewMs = 100 * dayMs;
  const nextStepAt = new Date(api.ctx.now().getTime() + 1000 * dayMs);
  await api.db.update(subscriptions).set({ nextStepAt });
  await settleAll();
  api.clock.skewMs = 0;
}

const countReleased = () => api.db.$count(purchases, eq(purchases.state, "released"));

const postgresLog = join(runFolder("logs"), "postgres.log");
const logSize = () => statSync(postgresLog).size;

function statementsAfter(bytes: number): number {
  const written = readFileSync(postgresLog).subarray(bytes).toString();
  return written.match(/LOG: {2}(?:statement|execute [^:]*): /g)?.length ?? 0;
}

/** Tells Postgres to log each statement, which the measured runs do not. */
async function logStatements(setting: "all" | "none"): Promise<void> {
  await api.db.execute(sql.raw(`ALTER SYSTEM SET log_statement = '${setting}'`));
  await api.db.execute(sql`SELECT pg_reload_conf()`);
  await Bun.sleep(1000);
}

const [plain, ...others] = kinds;
if (plain === undefined) throw new Error("nothing is measured");
const figures = new Map(
  kinds.map(({ name }) => [name, { cpuMs: [] as number[], more: [] as number[] }]),
);
for (const kind of kinds) await costOf(kind, 2);
for (let run = 0; run < runs; run += 1) {
  for (const kind of [plain, ...others]) {
    const base = await costOf(plain, count);
    const { cpuMs } = await costOf(kind, count);
    const of = figures.get(kind.name);
    of?.cpuMs.push(cpuMs);
    of?.more.push(cpuMs - kind.plainBuys * base.cpuMs);
  }
}
await logStatements("all");
const shown = [];
for (const kind of kinds) {
  const { requests: sent, statements } = await costOf(kind, 5);
  const { cpuMs = [], more = [] } = figures.get(kind.name) ?? {};
  const spread = (values: number[]) =>
    `${median(values).toFixed(1)} (${Math.min(...values).toFixed(1)} to ${Math.max(...values).toFixed(1)})`;
  shown.push({
    deal: kind.name,
    requests: sent,
    statements,
    "processor time, ms": spread(cpuMs),
    "plain buys": kind.plainBuys,
    "more than these, ms": spread(more),
  });
}
await logStatements("none");
console.table(shown);
await money.close();
await server.stop(true);
process.exit(0);
