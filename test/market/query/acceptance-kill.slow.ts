/** Processes killed with SIGKILL at each step of an acceptance contract, from the buy to the money's end. */
import { afterEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { and, eq, like, sql } from "drizzle-orm";
import { auditLog, listings, purchases } from "../../../db/schema/index.ts";
import { freePort } from "../../../dev/parts/ports.ts";
import { evaluateDueAcceptances } from "../../../market/query/acceptance/evaluate-due.ts";
import { openQueries } from "../../../platform/query/open-queries.ts";
import { forFile } from "../../support/for-file.ts";
import {
  balancesOf,
  buy,
  expectExactSums,
  type Held,
  heldFor,
  newPayingBuyer,
  offer,
  openMoney,
  postingsOf,
  priceCents,
  readRow,
  runClock,
  runClockOut,
} from "../../support/money.ts";
import { killableProcesses } from "../../support/programs/killed-processes.ts";
import { createTestDir, eventually, testEnv } from "../../support/stack.ts";
import { giveTwin } from "../../workers/query/query-world.ts";
import { monthly, planned, publishVersion, runAll } from "../subscription/support.ts";

setDefaultTimeout(120_000);

const rowsFound = 7;
const inspector = await forFile(openInspector());
const shared = {
  QUERY_URL: inspector.url,
  QUERY_SECRET: "0123456789abcdef0123456789abcdef",
  STORAGE_DIR: join(createTestDir(), "storage"),
  STORAGE_SIGNING_SECRET: "0123456789abcdef0123456789abcdef",
};
const money = await forFile(openMoney({ webhooks: false, env: shared }));
const { api, provider, seller } = money;
const env = await testEnv({
  ...shared,
  DATABASE_URL: api.databaseUrl,
  STRIPE_API_BASE_URL: provider.url,
  STRIPE_SECRET_KEY: provider.secretKey,
  STRIPE_WEBHOOK_SECRET: provider.webhookSecret,
});
const { start, kill, startApi } = killableProcesses(env);
afterEach(async () => {
  inspector.open();
  api.clock.skewMs = 0;
  await money.clearFaults();
});

/** A query process that counts seven rows of every file, once it may answer. */
async function openInspector() {
  let gate = Promise.withResolvers<void>();
  gate.resolve();
  let asked = 0;
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: await freePort(),
    async fetch(request) {
      const { query, mode } = (await request.json()) as { query: { sql: string }; mode: string };
      if (mode === "plan") return Response.json({ rows: [] });
      asked += 1;
      await gate.promise;
      if (!query.sql.includes("broken")) return Response.json({ rows: [[rowsFound]] });
      return Response.json({ code: "query_failed", detail: "It is broken." }, { status: 422 });
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    hold() {
      asked = 0;
      gate = Promise.withResolvers();
    },
    open: () => gate.resolve(),
    countAsked: () => asked,
    close: () => server.stop(true),
  };
}

const count = (mustBe: number) => ({ schema: [{ quality: [{ metric: "rowCount", mustBe }] }] });
const broken = {
  schema: [{ quality: [{ query: "SELECT max(broken) FROM {object}", mustBe: 1 }] }],
};

type Outcome = {
  verdict: "passed" | "failed" | "undecided";
  postings: string[];
  held: Partial<Held>;
};
const net = priceCents - 50;
const outcomes: [terms: object, outcome: Outcome][] = [
  [
    count(rowsFound),
    {
      verdict: "passed",
      postings: ["captured", "released", "transferred"],
      held: { charges: [priceCents], transfers: [net], refunds: [] },
    },
  ],
  [
    count(rowsFound + 1),
    {
      verdict: "failed",
      postings: ["captured", "refund_owed", "refund_paid"],
      held: { charges: [priceCents], transfers: [], refunds: [priceCents] },
    },
  ],
  [
    broken,
    {
      verdict: "undecided",
      postings: ["captured"],
      held: { charges: [priceCents], transfers: [], refunds: [] },
    },
  ],
];

/** Its file has a copy to query, and is large enough that a check about values says little. */
async function makeCheckable(listingId: string): Promise<void> {
  await giveTwin(api, listingId, import.meta.path);
  const size = { rowCount: 200, columnCount: 4 };
  await api.db.update(listings).set(size).where(eq(listings.id, listingId));
}

/** A paid purchase whose contract waits for its evaluation. */
async function bought(acceptance: object): Promise<string> {
  const listing = await offer(api, seller);
  await makeCheckable(listing);
  const by = await newPayingBuyer(api, provider);
  const answer = await buy(api, by, listing, { body: { acceptance } });
  if (answer.status !== 201) throw new Error(answer.text);
  return String(answer.body.id);
}

/** As {@link bought}, for a subscription's period whose version was just published. */
async function subscribed(acceptance: object): Promise<string> {
  const datasetId = await planned(money, [{ ...monthly, price_cents: priceCents }]);
  await makeCheckable(datasetId);
  const by = await newPayingBuyer(api, provider);
  const answer = await buy(api, by, datasetId, { body: { plan: "month", acceptance } });
  if (answer.status !== 201) throw new Error(answer.text);
  await publishVersion(api, datasetId);
  await giveTwin(api, datasetId, import.meta.path);
  await runAll(api);
  return String(answer.body.id);
}

const countWaiting = async () => {
  const [row] = await api.db.execute<{ waiting: number }>(sql`select count(*)::int as waiting
    from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
  return row?.waiting ?? 0;
};

/** Kills a clock while it waits for a table that somebody else has locked. */
async function killAtTable(table: string): Promise<void> {
  const child = start("workers/main.ts", "clock");
  await api.db.transaction(async (tx) => {
    await eventually(async () => inspector.countAsked() > 0, { timeoutMs: 60_000 });
    await tx.execute(sql.raw(`lock table ${table} in share mode`));
    inspector.open();
    await eventually(async () => (await countWaiting()) > 0, { timeoutMs: 60_000 });
    await kill(child);
  });
}

/** The money's end by other clocks, after the lease of the killed one. */
async function finish(): Promise<void> {
  inspector.open();
  await money.clearFaults();
  for (const minutes of [11, 12]) {
    api.clock.skewMs = minutes * 60_000;
    const ctx = { ...api.ctx };
    await Promise.all(
      [1, 2].map(() => evaluateDueAcceptances(ctx, openQueries(api.config), { rowsMax: 10 })),
    );
    await runAll(api);
    await runClockOut(api);
  }
}

async function expectOnce(id: string, { verdict, postings, held }: Outcome): Promise<void> {
  expect(await readRow(api, id)).toMatchObject({ acceptance: verdict });
  const verdicts = await api.db
    .select({ action: auditLog.action })
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, id), like(auditLog.action, "purchase.acceptance_%")));
  expect(verdicts).toEqual([{ action: `purchase.acceptance_${verdict}` }]);
  expect(await postingsOf(api, id)).toEqual(postings);
  expect(await heldFor(provider, id)).toMatchObject(held);
  const sums = Object.values(await balancesOf(api, id));
  expect(sums.reduce((sum, cents) => sum + cents, 0)).toBe(0);
  await expectExactSums(api, seller.owner);
}

for (const [name, open] of [
  ["purchase", bought],
  ["period of a subscription", subscribed],
] as const) {
  for (const [terms, outcome] of outcomes) {
    describe(`a ${name} whose contract is ${outcome.verdict}`, () => {
      test("is decided once if a clock is killed while the figures are computed", async () => {
        inspector.hold();
        const id = await open(terms);
        const child = start("workers/main.ts", "clock");
        await eventually(async () => inspector.countAsked() > 0, { timeoutMs: 60_000 });
        await kill(child);
        expect(await readRow(api, id)).toMatchObject({ acceptance: "pending" });
        await finish();
        await expectOnce(id, outcome);
      });

      // The verdict is written last to one of these tables.
      for (const table of ["purchases", "audit_log", "outbox"]) {
        test(`is decided once if a clock is killed while it writes the verdict, at ${table}`, async () => {
          inspector.hold();
          const id = await open(terms);
          await killAtTable(table);
          expect(await readRow(api, id)).toMatchObject({
            ...{ acceptance: "pending", state: "in_escrow" },
          });
          await finish();
          await expectOnce(id, outcome);
        });
      }

      const operation = { passed: "transfers", failed: "refunds", undecided: null }[
        outcome.verdict
      ];
      if (operation === null) return;
      test(`is decided once if a clock is killed during the ${operation} that follow`, async () => {
        const id = await open(terms);
        await money.fault({
          ...{
            operation: `POST /v1/${operation}`,
            kind: "late_answer",
            times: 100,
            delay_ms: 6000,
          },
        });
        const child = start("workers/main.ts", "clock");
        const isMade = async () => {
          const held = await heldFor(provider, id);
          return operation === "transfers" ? held.transfers.length : held.refunds.length;
        };
        await eventually(async () => (await isMade()) === 1, { timeoutMs: 60_000 });
        await kill(child);
        expect(await readRow(api, id)).toMatchObject({ transferredAt: null, refundPaidAt: null });
        await finish();
        await expectOnce(id, outcome);
      });
    });
  }
}

test("an API that is killed after the charge leaves the evaluation to the clock", async () => {
  const child = await startApi();
  await money.fault({
    ...{ operation: "POST /v1/payment_intents/:id/confirm", kind: "late_answer" },
    ...{ times: 100, delay_ms: 6000 },
  });
  const listing = await offer(api, seller);
  await giveTwin(api, listing, import.meta.path);
  const by = await newPayingBuyer(api, provider);
  const [terms, outcome] = outcomes[0] ?? [];
  if (terms === undefined || outcome === undefined) throw new Error("no case");
  const cut = fetch(`http://127.0.0.1:${env.API_PORT}/datasets/${listing}/buy`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${by.token}` },
    body: JSON.stringify({ payment_method_id: by.cardId, acceptance: terms }),
  }).then(
    () => "answered",
    () => "cut off",
  );
  const id = await eventually(async () => {
    const [row] = await api.db.select().from(purchases).where(eq(purchases.listingId, listing));
    return row !== undefined && (await heldFor(provider, row.id)).charges.length > 0
      ? row.id
      : undefined;
  });
  await kill(child);
  expect(await cut).toBe("cut off");
  await money.clearFaults();
  await runClock(api, 61);
  await finish();
  await expectOnce(id, outcome);
});

test("clocks that are killed again and again decide each contract once", async () => {
  const ids: [string, Outcome][] = [];
  for (const [terms, outcome] of [...outcomes, ...outcomes]) {
    ids.push([await bought(terms), outcome], [await subscribed(terms), outcome]);
  }
  for (const afterMs of [500, 900, 1300, 1800]) {
    const child = start("workers/main.ts", "clock");
    const until = Date.now() + afterMs + Math.random() * 300;
    await eventually(async () => (Date.now() >= until ? true : undefined));
    await kill(child);
  }
  await finish();
  for (const [id, outcome] of ids) await expectOnce(id, outcome);
});
